"""The statements of one program, each compiled when first asked for and then kept."""

from __future__ import annotations

from functools import lru_cache

from scenarios.datalog.computed import makes_values
from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Plans
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.sql.instances import Listing, listings
from scenarios.datalog.sql.statements import Statement
from scenarios.datalog.syntax import Clause, Program


class CompiledProgram:
    """A program with its compiled statements. Compared by identity: programs are loaded once a text."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._answers: dict[tuple[str, bool], Statement] = {}
        self._listings: dict[int, tuple[Listing, ...]] = {}
        self._plans = Plans(program)
        self._endless: dict[str, bool] = {}

    def endless(self, pred: str) -> bool:
        """Whether the recursion of a predicate may go on without end (``computed.makes_values``)."""
        if pred not in self._endless:
            self._endless[pred] = makes_values(self._plans, pred)
        return self._endless[pred]

    def answers(self, pred: str, *, member: bool = False) -> Statement:
        """``answers.batch_statement`` of this program."""
        key = (pred, member)
        if key not in self._answers:
            self._answers[key] = batch_statement(self.program, pred, member=member)
        return self._answers[key]

    def listings(self, clause: Clause) -> tuple[Listing, ...]:
        """``instances.listings`` of one of its clauses."""
        if id(clause) not in self._listings:
            self._listings[id(clause)] = listings(self.program, clause)
        return self._listings[id(clause)]


@lru_cache(maxsize=128)
def _compiled(key: ByIdentity) -> CompiledProgram:
    return CompiledProgram(key.program)


def compiled(program: Program) -> CompiledProgram:
    """The one compiled form of a loaded program."""
    return _compiled(ByIdentity(program))
