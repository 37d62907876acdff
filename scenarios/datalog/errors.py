"""What is wrong with a program, said so that its author can mend it (overview 4.2).

A ``Fault`` names file, line, column, rule and variable and what to do. All faults of a program are
collected and raised together as one ``ProgramError`` whose text shows each source line with a caret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from scenarios.datalog.syntax import Span


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a program. Lines and columns are 1-based; 0 where a fault has no place.

    ``rule`` is the head of the clause, or the predicate of the declaration, it stands in. ``message``
    holds no position and no ordinal, so it is the same for every order of atoms and clauses.
    """

    code: str
    message: str
    file: str
    line: int = 0
    column: int = 0
    rule: str = ""
    variable: str = ""
    hint: str = ""
    length: int = 1

    @property
    def place(self) -> str:
        """``file:line:column``, as editors read it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def shown(self, source: str) -> str:
        """The fault as text, with its source line and a caret under the faulty piece."""
        where = f" (in rule {self.rule})" if self.rule else ""
        lines = [f"{self.place}: {self.message}{where} [{self.code}]"]
        rows = source.splitlines()
        if 0 < self.line <= len(rows):
            row = rows[self.line - 1]
            width = max(1, min(self.length, len(row) - self.column + 1))
            lead = "".join("\t" if char == "\t" else " " for char in row[: self.column - 1])
            lines += [f"    {row}", f"    {lead}{'^' * width}"]
        if self.hint:
            lines.append(f"    hint: {self.hint}")
        return "\n".join(lines)


class DatalogError(Exception):
    """Root of what the engine raises."""


class ProgramError(DatalogError):
    """A program that cannot be loaded, with every fault found, sorted by position."""

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(sorted(set(faults), key=lambda f: (f.file, f.line, f.column, f.code, f.message)))
        self.source = source
        super().__init__(str(self))

    def __str__(self) -> str:
        count = len(self.faults)
        head = f"{count} fault{'s' if count != 1 else ''} in the program:"
        return "\n".join([head, *(fault.shown(self.source) for fault in self.faults)])


class FactsError(DatalogError):
    """A text of facts or a history that cannot be read, with the row named."""


class EvaluationError(DatalogError):
    """An evaluation that cannot be finished: nothing it found so far may be stored as gold."""


@contextmanager
def bounded_depth() -> Iterator[None]:
    """Rules that stand in each other too deeply for the stack are an error of ours, with a way out."""
    try:
        yield
    except RecursionError as error:
        raise EvaluationError(
            "the rules stand in each other too deeply to be evaluated: shorten the chain of predicates, or "
            "take aggregates out of each other"
        ) from error


class GoalError(EvaluationError):
    """A goal that does not fit its program: no such predicate, or a wrong number of keys."""


class RunawayError(EvaluationError):
    """A recursion that makes new values without bound was stopped at the stated limit."""


def fault_at(
    code: str,
    message: str,
    *,
    file: str,
    span: Span,
    rule: str = "",
    variable: str = "",
    hint: str = "",
) -> Fault:
    """A fault that stands at ``span``."""
    return Fault(code, message, file, span.line, span.column, rule, variable, hint, max(1, span.length))
