"""The frozen syntax tree of a derivation program (spec 1.2 and 1.7).

Everything here is a value: parser, validation, both evaluators and the SQL compiler read
these classes and none of them changes one. Source positions travel in ``Span`` so that every
error can name file, line, column, rule and variable.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Span:
    """Where a piece of source stands: 1-based line and column, and its length in characters."""

    line: int
    column: int
    length: int = 1


NOWHERE = Span(0, 0, 0)


class Shape(enum.StrEnum):
    """How a predicate is recorded or computed (spec 1.2)."""

    FUNC = "func"
    SET = "set"
    PARAM = "param"
    DERIVED = "derived"
    INVERSE = "inverse"


class Reading(enum.StrEnum):
    """What a predicate answers once its keys are bound: one value, rows of members, or one truth."""

    VALUE = "value"
    MEMBERS = "members"
    TRUTH = "truth"


@dataclass(frozen=True, slots=True)
class Decl:
    """A predicate declaration.

    ``key_types`` are the arguments before ``->`` or ``;``. ``member_type`` is the argument after
    ``;`` (collections), ``value_type`` the one after ``->`` (functions). ``on_cancel`` is
    ``unknown``, ``absent`` or ``default:<v>``. ``inverse_of`` names the collection that an
    ``inverse`` predicate reads backwards; ``inverse_key`` the position of the group argument it returns.
    ``currencies`` names the currency of each type in the order they are written, keys first: ``""`` where a
    place is no money or money of the home currency, and no entries at all where no place names one.
    """

    shape: Shape
    pred: str
    key_types: tuple[str, ...]
    member_type: str | None = None
    value_type: str | None = None
    on_cancel: str = "unknown"
    default: str | None = None
    inverse_of: str | None = None
    inverse_key: int | None = None
    group_probe: bool = False
    currencies: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def reading(self) -> Reading:
        """What the predicate answers once its keys are bound."""
        if self.member_type is not None:
            return Reading.MEMBERS
        if self.shape is Shape.DERIVED and self.value_type in (None, "bool"):
            return Reading.TRUTH
        return Reading.VALUE

    @property
    def arity(self) -> int:
        """Number of arguments an atom of this predicate has, member or value included."""
        extra = self.member_type is not None or (
            self.value_type is not None and self.reading is Reading.VALUE
        )
        return len(self.key_types) + int(extra)


@dataclass(frozen=True, slots=True)
class Var:
    """A variable. ``_`` is parsed to a fresh anonymous variable whose name starts with ``_``."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def anonymous(self) -> bool:
        return self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class Const:
    """A constant: an entity or text, an exact number, a date or a truth value."""

    value: str | Fraction | date | bool
    span: Span = field(default=NOWHERE, compare=False)


Term = Var | Const


@dataclass(frozen=True, slots=True)
class Call:
    """An arithmetic expression: ``+ - * / min max days convert coalesce`` over expressions.

    ``coalesce(f(K,_), c)`` holds an ``Atom`` as its first argument. ``currency`` is what ``convert`` converts
    into: ``""`` is the home currency, and so it is for every other function.
    """

    function: str
    args: tuple[Expr, ...]
    currency: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with arguments; ``negated`` when it stands under ``not``."""

    pred: str
    args: tuple[Term, ...]
    negated: bool = False
    span: Span = field(default=NOWHERE, compare=False)


Expr = Var | Const | Call | Atom


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left op right`` with op one of ``= != < <= > >=``."""

    op: str
    left: Expr
    right: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Binding:
    """``VAR = expr``: binds VAR, or tests it if VAR is bound elsewhere."""

    var: Var
    expr: Expr
    span: Span = field(default=NOWHERE, compare=False)


AGGREGATES = ("count", "sum", "min", "max", "avg", "argmax", "argmin", "any", "all", "mode")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """``VAR = agg{ term [@ at] : body [| condition] }``.

    ``at`` is the key in sum, avg, mode, min and max, and the score in argmax and argmin.
    ``condition`` is used by ``all`` alone.
    """

    var: Var
    function: str
    term: Term
    at: Term | None
    body: tuple[Literal, ...]
    condition: tuple[Literal, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


Literal = Atom | Comparison | Binding | Aggregate


@dataclass(frozen=True, slots=True)
class Clause:
    """``head :- body.`` with its annotations; ``rule_key`` names the declared rule that replaces it."""

    head: Atom
    body: tuple[Literal, ...]
    id: str = ""
    set_keys: tuple[str, ...] | None = None
    recursive: bool = False
    inline: bool = False
    family: str | None = None
    rule_key: str | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Program:
    """A loaded program: declarations by predicate and clauses in source order."""

    decls: dict[str, Decl]
    clauses: tuple[Clause, ...]
    assumed_complete: frozenset[str] = frozenset()
    filename: str = "<program>"
    source: str = field(default="", compare=False)

    def clauses_of(self, pred: str) -> tuple[Clause, ...]:
        """The clauses whose head is ``pred``, in source order."""
        return tuple(c for c in self.clauses if c.head.pred == pred)


class ChoiceKind(enum.StrEnum):
    """The operators of spec 3.2 that ask for a chosen version: T2, T3 and T4."""

    VALUE_AS_OF = "value_as_of"
    PREVIOUS_VALUE = "previous_value"
    LATER_OF = "later_of"


@dataclass(frozen=True, slots=True)
class VersionChoice:
    """Which version a temporal goal asks for (ADR 14).

    ``at`` belongs to ``value_as_of``: a date, which means its last moment in UTC, or a time with its zone.
    ``other`` belongs to ``later_of``: the key that the goal's own is compared with.
    """

    kind: ChoiceKind
    at: str | None = None
    other: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a query asks of a program: a predicate with all its key arguments bound.

    A value predicate answers its value, a collection its set of members, a truth predicate its
    truth. ``member`` turns the goal on a collection into the test "is it a member". ``temporal``
    adds ``select`` nodes and their check leaves (spec 2.1 rule 4). ``version`` asks for another version of
    a recorded value than the current one, or which of two values is the later.
    """

    pred: str
    key: tuple[str, ...]
    member: str | None = None
    temporal: bool = False
    version: VersionChoice | None = None
