"""What the compiler does not hold yet is refused by name, never compiled wrongly."""

from __future__ import annotations

from scenarios.datalog.errors import Fault, ProgramError, fault_at
from scenarios.datalog.printing import atom_text
from scenarios.datalog.syntax import Clause, Program, Span


class NotCompiledError(ProgramError):
    """A sound program that asks for something the Postgres evaluator cannot compute yet."""


def not_compiled(
    program: Program, clause: Clause, message: str, span: Span | None = None
) -> NotCompiledError:
    """The error for one clause, naming file, line and rule."""
    fault = fault_at(
        "not-compiled",
        message,
        file=program.filename,
        span=span or clause.span,
        rule=atom_text(clause.head),
        hint="the reference evaluator answers it",
    )
    return NotCompiledError([fault], program.source)


def undeclared(program: Program, pred: str) -> NotCompiledError:
    """The error for a predicate the program does not declare, or one with more keys than rows hold."""
    fault = Fault("not-compiled", f"predicate {pred} cannot be read from the version rows", program.filename)
    return NotCompiledError([fault], program.source)
