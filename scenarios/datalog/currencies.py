"""Currencies of variables and expressions (spec 1.7). PURE.

A place declared ``money(galot)`` holds amounts in that currency, a plain ``money`` amounts in the home
currency of the program. Every other number has no currency and may stand beside any amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scenarios.datalog.inference import computing_rounds, inside_names, place_types
from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Clause,
    Const,
    Decl,
    Expr,
    Literal,
    Reading,
    Var,
)
from scenarios.datalog.variables import body_atoms, shared_names

#: The currency of plain ``money``.
HOME = ""

Currencies = dict[str, frozenset[str]]
"""The currencies a variable is read in: one, or several where it is faulty. Plain numbers have no entry."""


@dataclass(frozen=True, slots=True)
class AmountPlace:
    """A variable in a place that holds money of one currency."""

    var: Var
    currency: str


def place_currencies(decl: Decl) -> tuple[str | None, ...]:
    """The currency of each argument of an atom; None where the place holds no money."""
    types = place_types(decl)
    named = decl.currencies or (HOME,) * len(types)
    return tuple(
        currency if type_name == "money" else None
        for type_name, currency in zip(types, named, strict=False)  # a faulty declaration names more
    )


def expr_currency(expr: Expr, known: Mapping[str, frozenset[str]], decls: Mapping[str, Decl]) -> str | None:
    """The currency of an expression; None for a plain number, and where currencies are mixed in it."""
    if isinstance(expr, Var):
        found = known.get(expr.name, frozenset())
        return next(iter(found)) if len(found) == 1 else None
    if isinstance(expr, Const):
        return None
    if isinstance(expr, Atom):
        decl = decls.get(expr.pred)
        if decl is None or decl.value_type is None or decl.reading is not Reading.VALUE:
            return None
        return place_currencies(decl)[-1]
    if expr.function == "convert":
        return expr.currency
    if expr.function in ("cutoff", "days"):
        return None
    left, right = (expr_currency(arg, known, decls) for arg in expr.args)
    if expr.function == "/":
        return left if right is None else None
    if left is not None and right is not None and left != right:
        return None
    return right if left is None else left


def amount_places(
    body: Iterable[Literal], outside: frozenset[str], decls: Mapping[str, Decl]
) -> Iterator[AmountPlace]:
    """The places of money in which variables of this level stand, those inside braces included."""
    for literal in body:
        if isinstance(literal, Aggregate):
            shared = shared_names(literal, outside)
            inner = amount_places((*literal.body, *literal.condition), inside_names(literal, outside), decls)
            yield from (place for place in inner if place.var.name in shared)
            continue
        for atom, _ in body_atoms((literal,)):
            decl = decls.get(atom.pred)
            if decl is None or len(atom.args) != decl.arity:
                continue
            for arg, currency in zip(atom.args, place_currencies(decl), strict=False):
                if isinstance(arg, Var) and currency is not None:
                    yield AmountPlace(arg, currency)


def head_places(clause: Clause, decls: Mapping[str, Decl]) -> Iterator[AmountPlace]:
    """What a call hands to the keys of the head."""
    decl = decls.get(clause.head.pred)
    if decl is None or len(clause.head.args) != decl.arity:
        return
    keys = clause.head.args[: len(decl.key_types)]
    for arg, currency in zip(keys, place_currencies(decl), strict=False):
        if isinstance(arg, Var) and currency is not None:
            yield AmountPlace(arg, currency)


def scope_currencies(
    body: tuple[Literal, ...],
    around: Mapping[str, frozenset[str]],
    shared: frozenset[str],
    outside: frozenset[str],
    decls: Mapping[str, Decl],
    head: Iterable[AmountPlace] = (),
) -> Currencies:
    """The currencies at one level: of declared places first, then of computed values. Variables that are
    ``shared`` with the level ``around`` have theirs from there."""
    known: Currencies = {name: found for name, found in around.items() if name in shared}
    for place in (*head, *amount_places(body, outside, decls)):
        _note(known, place.var, place.currency, shared)
    for ready in computing_rounds(body, frozenset(known) | shared, outside):
        found = [(literal.var, computed_currency(literal, known, outside, decls)) for literal in ready]
        for var, currency in found:
            if currency is not None:
                _note(known, var, currency, shared)
    return known


def _note(known: Currencies, var: Var, currency: str, shared: frozenset[str]) -> None:
    if var.name not in shared:
        known[var.name] = known.get(var.name, frozenset()) | {currency}


def computed_currency(
    literal: Binding | Aggregate, known: Currencies, outside: frozenset[str], decls: Mapping[str, Decl]
) -> str | None:
    """The currency of what a literal computes."""
    if isinstance(literal, Binding):
        return expr_currency(literal.expr, known, decls)
    if literal.function in ("count", "any", "all"):
        return None
    return expr_currency(literal.term, inside_currencies(literal, known, outside, decls), decls)


def inside_currencies(
    literal: Aggregate, known: Currencies, outside: frozenset[str], decls: Mapping[str, Decl]
) -> Currencies:
    """The currencies inside the braces of an aggregate."""
    body = (*literal.body, *literal.condition)
    return scope_currencies(
        body, known, shared_names(literal, outside), inside_names(literal, outside), decls
    )


def money_text(currency: str) -> str:
    """The type of an amount, as it is declared."""
    return f"money({currency})" if currency != HOME else "money"
