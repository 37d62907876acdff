"""A body under compilation, and what compiling one asks of the compiler of predicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scenarios.datalog.inference import Types
from scenarios.datalog.plans import Fold
from scenarios.datalog.sql.columns import TEXT, Column, Emission, conjunction
from scenarios.datalog.syntax import Atom, Clause, Decl, Term, Var
from scenarios.datalog.variables import all_vars, names


class Compiling(Protocol):
    """What bodies and aggregates ask of the compiler of predicates."""

    emission: Emission

    def read(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a predicate whose keys are bound to SQL texts."""

    def read_atom(self, atom: Atom, keys: Sequence[str]) -> str:
        """``read`` for an atom of a body, which may be one of the recursion under compilation."""

    def test_atom(self, atom: Atom, keys: Sequence[str], member: Column) -> str:
        """``member_test`` for an atom of a body."""

    def candidates(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a collection with the candidates that it rejects."""

    def member_test(self, pred: str, keys: Sequence[str], member: Column) -> str:
        """The sub-select ``(tr)`` of "member is in the collection"."""

    def value_column(self, decl: Decl, alias: str) -> Column:
        """The value of a read of a value predicate, joined as ``alias``."""

    def fold(self, body: Body, fold: Fold, alias: str) -> tuple[str, Column]:
        """The sub-select ``(v, ok)`` of an aggregate in ``body``, joined as ``alias``, and its value."""

    def early_count(self, body: Body, fold: Fold, at_least: Column) -> str:
        """The sub-select ``(tr)`` of "the count is at least"."""


@dataclass(frozen=True, slots=True)
class SelfReference:
    """The recursive table that stands for atoms of the predicate being closed over. It is ``joined`` in
    front of the body, or stands beside it already."""

    pred: str
    table: str
    joined: bool = True


@dataclass(slots=True)
class Body:
    """A compiled body. Truths, scopes and sources are by the place of the literal in the clause.

    ``scopes``, ``sources`` and ``reached`` (the truth of all literals read before) are those at the moment
    the literal was read.
    """

    clause: Clause
    source: str
    scope: dict[str, Column]
    types: Types
    unfolded: bool = False
    itself: SelfReference | None = None
    truths: dict[int, str] = field(default_factory=dict)
    drivers: list[str] = field(default_factory=list)
    scopes: dict[int, dict[str, Column]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)
    reached: dict[int, str] = field(default_factory=dict)

    @property
    def truth(self) -> str:
        """The conjunction of all literals."""
        return conjunction([self.truths[index] for index in sorted(self.truths)])

    def join(self, text: str) -> None:
        self.source += f" {text}"

    def start_with(self, itself: SelfReference) -> None:
        """Let the rows of the closure so far drive the body."""
        if itself.joined:
            self.source = f"{itself.table} CROSS JOIN {self.source}"

    def mark(self, index: int) -> None:
        """Note where a literal is read: what is bound and known by then."""
        self.scopes[index], self.sources[index] = dict(self.scope), self.source
        self.reached[index] = self.truth


def all_known(keys: Sequence[str]) -> str:
    """Condition: no key is unknown. A value of an unknown key is unknown, whatever its rules say."""
    return " AND ".join(f"{key} IS NOT NULL" for key in keys) or "TRUE"


def term_column(emission: Emission, scope: Mapping[str, Column], term: Term) -> Column:
    """The column of a bound variable or a constant."""
    return scope[term.name] if isinstance(term, Var) else emission.constant(term)


def key_texts(emission: Emission, scope: Mapping[str, Column], terms: Sequence[Term]) -> list[str]:
    """Key arguments as the canonical texts by which version rows are keyed."""
    columns = [term_column(emission, scope, term).single for term in terms]
    return [column.sql if column.storage == TEXT else column.as_text for column in columns]


def shared_scope(body: Body, fold: Fold) -> dict[str, Column]:
    """What an aggregate sees of the level around it: its other variables are local to the braces."""
    inside = names(all_vars(fold.literal)) - {fold.literal.var.name}
    at = body.scopes.get(fold.index, body.scope)
    return {name: column for name, column in at.items() if name in inside}
