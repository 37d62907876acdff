"""All checks of a program, as passes in a tuple; every pass reports all it finds (spec 1.2, 1.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scenarios.datalog.errors import Fault
from scenarios.datalog.stratification import check_chains, stratify
from scenarios.datalog.syntax import Program
from scenarios.datalog.validation_clauses import check_aggregates, check_annotations, check_arity, check_heads
from scenarios.datalog.validation_currencies import check_currencies
from scenarios.datalog.validation_declarations import check_declarations
from scenarios.datalog.validation_modes import check_safety
from scenarios.datalog.validation_types import check_types

Pass = Callable[[Program], Iterable[Fault]]

PASSES: tuple[Pass, ...] = (
    check_declarations,
    check_heads,
    check_arity,
    check_annotations,
    check_aggregates,
    check_safety,
    check_types,
    check_currencies,
    check_chains,
    stratify,
)


def program_faults(program: Program) -> list[Fault]:
    """Every fault of a parsed program, from all passes."""
    return [fault for check in PASSES for fault in check(program)]
