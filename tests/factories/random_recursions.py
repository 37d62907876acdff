"""Random recursions of every class: linear either way, several rules, mutual, non-linear, values, anything.

A recursion runs over an edge: a collection or a function whose key and answer are of one type.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenarios.datalog.syntax import Decl, Reading, Shape
from tests.factories.random_bodies import write_body
from tests.factories.random_clauses import BodyWriter, Names

if TYPE_CHECKING:
    from tests.factories.random_programs import _Draft

FORMS = (
    "left",
    "left",
    "right",
    "right",
    "two rules",
    "nonlinear",
    "mutual",
    "truth",
    "value",
    "distance",
    "any",
    "any",
)


def recursion(draft: _Draft) -> None:
    """Draw one component of a random form into the draft."""
    form = draft.rng.choice(FORMS)
    edge = _edge(draft)
    if form == "any":
        _anything(draft)
    elif form == "value":
        _value(draft)
    elif form == "distance":
        _distance(draft, edge)
    elif form == "mutual":
        _mutual(draft, edge)
    elif form == "truth":
        _truth(draft, edge)
    else:
        _closure(draft, edge, form)


def _edge(draft: _Draft) -> Decl:
    fits = [
        decl
        for decl in draft.readable()
        if len(decl.key_types) == 1 and decl.key_types[0] in (decl.member_type, decl.value_type)
    ]
    return draft.rng.choice(fits)


def _named(draft: _Draft, edge: Decl, *, member: bool = True) -> Decl:
    name, kind = f"d{len(draft.derived)}", edge.key_types[0]
    if member:
        return Decl(Shape.DERIVED, name, (kind,), kind)
    return Decl(Shape.DERIVED, name, (kind, kind), None, "bool")


def _extra(draft: _Draft, **bound: str) -> str:
    """A further literal of a recursive rule, now and then: it reads what stands below."""
    if draft.rng.random() < 0.7:
        return ""
    below = draft.readable()
    writer = BodyWriter(
        draft.rng, draft.schema, below, below, Names(50), dict(bound), depth=2, computes=False
    )
    write_body(writer, draft.rng.choice([1, 1, 2]))
    return "".join(f", {literal}" for literal in writer.literals)


def _closure(draft: _Draft, edge: Decl, form: str) -> None:
    decl, e, kind = _named(draft, edge), edge.pred, edge.key_types[0]
    p = decl.pred
    base = f"{p}(X,Y) :- {e}(X,Y){_extra(draft, X=kind, Y=kind)}."
    if draft.rng.random() < 0.15:
        base = f"{p}(X,X) :- {e}(X,_)."
    extra = _extra(draft, X=kind, Y=kind, Z=kind)
    left, right = f"{p}(X,Z) :- {p}(X,Y), {e}(Y,Z){extra}.", f"{p}(X,Z) :- {e}(X,Y), {p}(Y,Z)."
    twice = f"{p}(X,Z) :- {p}(X,Y), {p}(Y,Z)."
    other = _edge_like(draft, edge)
    both = [left, f"{p}(X,Z) :- {p}(X,Y), {other}(Y,Z)."]
    if draft.rng.random() < 0.4:
        both = [right, f"{p}(X,Z) :- {other}(X,Y), {p}(Y,Z)."] if draft.rng.random() < 0.5 else [left, right]
    steps = {"left": [left], "right": [right], "nonlinear": [twice], "two rules": both}[form]
    mark = "@recursive " if draft.rng.random() < 0.5 else ""
    rules = [base, *(mark + step for step in steps)]
    if draft.rng.random() < 0.3:
        rules.reverse()
    draft.clauses += rules
    draft.derived.append(decl)


def _edge_like(draft: _Draft, edge: Decl) -> str:
    kind = edge.key_types[0]
    fits = [
        d.pred for d in draft.readable() if d.key_types == (kind,) and kind in (d.member_type, d.value_type)
    ]
    return draft.rng.choice(fits)


def _truth(draft: _Draft, edge: Decl) -> None:
    decl, e = _named(draft, edge, member=False), edge.pred
    p = decl.pred
    step = f"{p}(X,Z) :- {e}(X,Y), {p}(Y,Z)."
    if draft.rng.random() < 0.4:
        step = f"{p}(X,Z) :- {p}(X,Y), {p}(Y,Z)." if edge.member_type is None else step
    if "Y), " + p in step and step.startswith(f"{p}(X,Z) :- {p}"):
        step = f"{p}(X,Z) :- {e}(X,Y), {e}(Z,W), {p}(Y,W)."
    draft.clauses += [f"{p}(X,Y) :- {e}(X,Y).", step]
    draft.derived.append(decl)


def _mutual(draft: _Draft, edge: Decl) -> None:
    member = draft.rng.random() < 0.6
    odd = _named(draft, edge, member=member)
    even = replace(odd, pred=f"d{len(draft.derived) + 1}")
    e, p, q = edge.pred, odd.pred, even.pred
    rules = [f"{p}(X,Y) :- {e}(X,Y).", f"{p}(X,Z) :- {e}(X,Y), {q}(Y,Z).", f"{q}(X,Z) :- {e}(X,Y), {p}(Y,Z)."]
    if member and draft.rng.random() < 0.4:
        rules[1:] = [f"{p}(X,Z) :- {q}(X,Y), {e}(Y,Z).", f"{q}(X,Z) :- {p}(X,Y), {e}(Y,Z)."]
    if draft.rng.random() < 0.3:
        rules.append(f"{q}(X,X) :- {e}(X,_).")
    draft.clauses += rules
    draft.derived += [odd, even]


def _value(draft: _Draft) -> None:
    """The end of a chain over a function: ``top`` (spec 3.2, C4)."""
    rng = draft.rng
    fits = [
        d
        for d in draft.readable()
        if d.reading is Reading.VALUE and d.key_types == (d.value_type,) and d.value_type is not None
    ]
    edge = rng.choice(fits)
    kind = edge.key_types[0]
    decl = Decl(Shape.DERIVED, f"d{len(draft.derived)}", (kind,), None, kind)
    p, e = decl.pred, edge.pred
    base = f"{p}(X,X) :- not {e}(X,_)." if rng.random() < 0.7 else f"{p}(X,Y) :- {e}(X,Y)."
    draft.clauses += [base, f"{p}(X,Z) :- {e}(X,Y), {p}(Y,Z)."]
    draft.derived.append(decl)


def _distance(draft: _Draft, edge: Decl) -> None:
    """Hops counted along an edge, with a bound that ends them."""
    kind = edge.key_types[0]
    decl = Decl(Shape.DERIVED, f"d{len(draft.derived)}", (kind, kind), "int")
    p, e = decl.pred, edge.pred
    draft.clauses += [
        f"{p}(X,Y,N) :- {e}(X,Y), N = 1.",
        f"{p}(X,Z,N) :- {e}(X,Y), {p}(Y,Z,M), M < 4, N = M + 1.",
    ]
    draft.derived.append(decl)


def _anything(draft: _Draft) -> None:
    """One or two predicates whose clauses read each other wherever chance puts them; nothing is computed."""
    below = draft.readable()
    count = draft.rng.choice([1, 1, 2])
    group = []
    for place in range(count):
        decl = draft.declare()
        group.append(replace(decl, pred=f"d{len(draft.derived) + place}"))
    for decl in group:
        draft.clauses.append(draft.clause(decl, below, below, computes=False))
        for _ in range(draft.rng.choice([1, 1, 2])):
            positive = [*below, *group * max(1, len(below) // 2)]
            draft.clauses.append(draft.clause(decl, positive, below, computes=False))
    draft.derived += group
