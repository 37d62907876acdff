"""A three-valued program as two stratified two-valued ones, for engines that are not ours (spec 1.7).

For each predicate ``p`` there is ``c_p``, what is certain, and ``p_p``, what is possible: true or
undecided. ``not`` turns one into the other: ``not q`` is certain where ``q`` is not possible, possible where
``q`` is not certain. As predicates are stratified, so are the two programs together.

The unnamed member of an open collection and the value of what is not known are one constant, ``unk``, that
only the possible program holds: a lookup under it is unknown again, a comparison with it possible and never
certain, and it may be any member. Recorded facts are given as resolved at the cutoff. Which literal binds a
variable is taken from the reading order (``datalog.plans``), as it belongs to the language.

Left out, by ``UnsupportedError``: aggregates that rank or divide (avg, argmax, argmin, mode), ``* /`` and
``convert``, functional values in a recursion, and computed values as keys or members.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from scenarios.datalog.goals import json_value
from scenarios.datalog.inference import category
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.reference_values import NONE, UNKNOWN
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Decl, Program, Reading, Shape
from scenarios.datalog.values import Value, canonical, parse_value

UNK = "unk"
#: Numbers are integers of hundredths: both engines have integers only, or no exact decimals.
SCALE = 100
Terms = tuple[str, ...]


class UnsupportedError(Exception):
    """A program outside of what the other engines have."""


@dataclass(frozen=True, slots=True)
class Lit:
    """A literal: an atom, one under ``not``, a comparison, or ``let``, which binds its left side.

    ``args`` of comparisons are ``(left, op, right)``, of ``let`` ``(variable, expression)``.
    """

    kind: str
    pred: str
    args: Terms


@dataclass(frozen=True, slots=True)
class Rule:
    """``head :- body``. With ``fold`` the last argument of the head is an aggregate over the rows of the one
    atom of the body: ``count`` of its keys, or ``sum``, ``min``, ``max`` of its values, one a key."""

    pred: str
    args: Terms
    body: tuple[Lit, ...]
    fold: str = ""


def atom(pred: str, *args: str) -> Lit:
    return Lit("pos", pred, args)


def absent(pred: str, *args: str) -> Lit:
    return Lit("neg", pred, args)


def test(left: str, op: str, right: str) -> Lit:
    return Lit("cmp", "", (left, op, right))


def let(variable: str, expression: str) -> Lit:
    return Lit("let", "", (variable, expression))


# -------------------------------------------------------------------- values
@dataclass
class Symbols:
    """Values as terms of the other engines, and back."""

    texts: dict[str, str] = field(default_factory=dict)

    def term(self, value: Value) -> str:
        """Numbers in hundredths, dates as days, everything else as a symbol of its text."""
        if isinstance(value, (bool, str)):
            return self.texts.setdefault(canonical(value), f"v{len(self.texts)}")
        if isinstance(value, date):
            return str(value.toordinal())
        scaled = value * SCALE
        if scaled.denominator != 1 or abs(scaled) > 10**6:
            raise UnsupportedError(f"the number {value}")
        return str(int(scaled))

    def value(self, term: str | int, type_name: str) -> object:
        """What a term stands for, as it stands in a gold answer."""
        kind = category(type_name)
        if kind == "number":
            return json_value(Fraction(int(term), SCALE))
        if kind == "date":
            return date.fromordinal(int(term)).isoformat()
        text = {symbol: text for text, symbol in self.texts.items()}[str(term)]
        return json_value(parse_value(text, type_name))


# -------------------------------------------------------------------- recorded facts
@dataclass
class Domain:
    """Every value that can stand as a key or member of a type: those of the pools."""

    pools: dict[str, tuple[str, ...]]
    symbols: Symbols

    def of(self, type_name: str) -> list[str]:
        """The terms of a type, without ``unk``."""
        texts = dict.fromkeys(self.pools[type_name])
        return [self.symbols.term(parse_value(text, type_name)) for text in texts]

    def values(self, type_name: str) -> list[Value]:
        return [parse_value(text, type_name) for text in dict.fromkeys(self.pools[type_name])]

    def facts(self) -> Iterator[Rule]:
        for type_name in self.pools:
            try:
                terms = self.of(type_name)
            except UnsupportedError:
                continue  # a program that needs the type is refused where it uses it
            for term in (*terms, UNK):
                yield Rule(f"dom_{type_name}", (term,), ())


def recorded_facts(program: Program, resolved: Resolved, decl: Decl, domain: Domain) -> Iterator[Rule]:
    """What is certain and possible of a recorded predicate, for every key of the domain."""
    recorded, pred = Recorded(program, resolved), decl.pred
    yield from _unknown_keys(decl, domain)
    for key in itertools.product(*(domain.values(t) for t in decl.key_types)):
        terms = tuple(domain.symbols.term(value) for value in key)
        texts = tuple(canonical(value) for value in key)
        if decl.reading is Reading.MEMBERS:
            yield from _member_facts(recorded, decl, texts, terms, domain)
            continue
        state = recorded.lookup(decl, texts)
        if state is UNKNOWN:
            yield Rule(f"p_{pred}", (*terms, UNK), ())
        elif state is not NONE:
            for word in "cp":
                yield Rule(f"{word}_{pred}", (*terms, domain.symbols.term(state)), ())  # type: ignore[arg-type]


def _member_facts(
    recorded: Recorded, decl: Decl, texts: Terms, terms: Terms, domain: Domain
) -> Iterator[Rule]:
    members, pred = recorded.members(decl, texts), decl.pred
    for name in members.names:
        member = domain.symbols.term(name)
        yield Rule(f"p_{pred}", (*terms, member), ())
        if members.truth[name] is True:
            yield Rule(f"c_{pred}", (*terms, member), ())
    if members.open:
        yield Rule(f"p_{pred}", (*terms, UNK), ())
    for name in members.dead:
        yield Rule(f"dead_{pred}", (*terms, domain.symbols.term(name)), ())


def _unknown_keys(decl: Decl, domain: Domain) -> Iterator[Rule]:
    """Under a key that is not known the value is unknown, the collection open and without names."""
    terms = [[*domain.of(t), UNK] for t in decl.key_types]
    for key in itertools.product(*terms):
        if UNK in key:
            yield Rule(f"p_{decl.pred}", (*key, UNK), ())


def helpers(decl: Decl) -> Iterator[Rule]:
    """``anyc`` and ``anyp``: is there a value or member; ``maybe``: can this be a member."""
    if decl.reading is Reading.TRUTH:
        return
    pred, keys = decl.pred, tuple(f"K{place}" for place in range(len(decl.key_types)))
    for word in "cp":
        yield Rule(f"any{word}_{pred}", keys, (atom(f"{word}_{pred}", *keys, "M"),))
    if decl.reading is Reading.MEMBERS:
        possible, member = f"p_{pred}", f"dom_{decl.member_type}"
        dead = () if decl.shape is Shape.DERIVED else (absent(f"dead_{pred}", *keys, "M"),)
        yield Rule(f"maybe_{pred}", (*keys, "M"), (atom(possible, *keys, "M"),))
        named = (atom(possible, *keys, UNK), atom(member, "M"), test("M", "!=", UNK))
        yield Rule(f"maybe_{pred}", (*keys, "M"), (*named, *dead))
        yield Rule(f"maybe_{pred}", (*keys, UNK), (atom(possible, *keys, "M"),))


def derived(rules: Sequence[Rule]) -> dict[str, int]:
    """Every predicate that a rule or fact is for, with its number of arguments."""
    return {rule.pred: len(rule.args) + bool(rule.fold) for rule in rules}


# -------------------------------------------------------------------- names for names
def simplified(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules without ``let``s that only give a term another name, and without tests of two constants;
    a rule whose tests cannot hold is left out."""
    for rule in rules:
        renamed: dict[str, str] = {}
        body = []
        for lit in rule.body:
            if lit.kind == "let" and _SIMPLE.fullmatch(lit.args[1]):
                renamed[lit.args[0]] = _followed(renamed, lit.args[1])
            else:
                body.append(lit)
        args = tuple(_followed(renamed, arg) for arg in rule.args)
        literals = [replace(lit, args=_replaced(renamed, lit)) for lit in body]
        constant = [lit for lit in literals if lit.kind == "cmp" and not _variables(lit)]
        if all(_holds(*lit.args) for lit in constant):
            kept = tuple(lit for lit in literals if lit not in constant)
            yield replace(rule, args=args, body=kept)


_SIMPLE = re.compile(r"-?\w+")
_NAME = re.compile(r"\b[A-Z]\w*\b")


def _followed(renamed: dict[str, str], term: str) -> str:
    while term in renamed:
        term = renamed[term]
    return term


def _replaced(renamed: dict[str, str], lit: Lit) -> Terms:
    return tuple(_NAME.sub(lambda found: _followed(renamed, found.group()), arg) for arg in lit.args)


def _variables(lit: Lit) -> bool:
    return any(_NAME.search(arg) for arg in lit.args)


def _holds(left: str, op: str, right: str) -> bool:
    if op in ("=", "!="):
        return (left == right) is (op == "=")
    return UNK not in (left, right) and _ORDERS[op](int(left), int(right))


_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
