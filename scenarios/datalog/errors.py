"""What is wrong with a program, said so that its author can mend it (overview 4.2).

A ``Fault`` names file, line, column, rule and variable and what to do. All faults of a program are
collected and raised together as one ``ProgramError`` whose text shows each source line with a caret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

    def excerpt(self, source: str) -> list[str]:
        """The source line and a caret under the faulty piece; nothing where the fault has no place."""
        rows = source.split("\n")  # as the lexer counts lines; a text may hold other separators
        if not 0 < self.line <= len(rows):
            return []
        row = rows[self.line - 1].rstrip("\r")
        width = max(1, min(self.length, len(row) - self.column + 1))
        lead = "".join("\t" if char == "\t" else " " for char in row[: self.column - 1])
        return [row, f"{lead}{'^' * width}"]

    def shown(self, source: str) -> str:
        """The fault as text, with its source line and a caret under the faulty piece."""
        where = f" (in rule {self.rule})" if self.rule else ""
        lines = [f"{self.place}: {self.message}{where} [{self.code}]"]
        lines += [f"    {line}" for line in self.excerpt(source)]
        if self.hint:
            lines.append(f"    hint: {self.hint}")
        return "\n".join(lines)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults without repeats, by file and position."""
    return tuple(sorted(set(faults), key=lambda f: (f.file, f.line, f.column, f.code, f.message)))


def counted(faults: Sequence[Fault]) -> str:
    """``1 fault``, ``3 faults``."""
    return f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"


class DatalogError(Exception):
    """Root of what the engine raises."""


class ProgramError(DatalogError):
    """A program that cannot be loaded, with every fault found, sorted by position.

    ``sources`` holds the text of each file where the program stands in several.
    """

    def __init__(
        self, faults: Iterable[Fault], source: str = "", sources: Mapping[str, str] | None = None
    ) -> None:
        self.faults = in_order(faults)
        self.source = source
        self.sources = dict(sources or {})
        super().__init__(str(self))

    def __str__(self) -> str:
        head = f"{counted(self.faults)} in the program:"
        shown = (fault.shown(self.sources.get(fault.file, self.source)) for fault in self.faults)
        return "\n".join([head, *shown])


class FactsError(DatalogError):
    """A text of facts or a history that cannot be read, with the row named."""


class HistoryError(FactsError):
    """A history with every fault found, sorted by position."""

    def __init__(self, faults: Iterable[Fault], source: str) -> None:
        self.faults = in_order(faults)
        self.source = source
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [f"{counted(self.faults)} in the history:"]
        for fault in self.faults:
            lines.append(f"line {fault.line}: {fault.message} [{fault.code}]")
            lines += [f"    {line}" for line in fault.excerpt(self.source)]
            if fault.hint:
                lines.append(f"    hint: {fault.hint}")
        return "\n".join(lines)


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
    """A goal that does not fit its program: no such predicate, or a wrong number of keys. ``fault`` has its
    place where the goal was written as text."""

    def __init__(self, message: str, fault: Fault | None = None) -> None:
        self.fault = fault
        super().__init__(message)


class SlowQueryError(EvaluationError):
    """A query that took longer than the stated limit and was cancelled; the message names it."""


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
