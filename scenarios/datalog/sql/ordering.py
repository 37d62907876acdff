"""In which order a body is evaluated: every test as soon as its variables are bound (engine notes).

Tests and functional reads first, then aggregates, then the next collection in text order. The order
decides the speed alone: label and answer are the same for each.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scenarios.datalog.syntax import Aggregate, Atom, Binding, Decl, Literal, Program, Reading, Term, Var
from scenarios.datalog.validation_modes import literal_gives, literal_needs


class Role(enum.Enum):
    """What a literal does when its turn has come."""

    TEST = "test"
    READ = "read"
    AGGREGATE = "aggregate"
    DRIVE = "drive"


@dataclass(frozen=True, slots=True)
class Step:
    """The literal at ``index`` of the body, and what it does there."""

    index: int
    literal: Literal
    role: Role


def plan(
    program: Program, literals: Sequence[Literal], bound: Iterable[str], outside: frozenset[str]
) -> tuple[Step, ...] | Literal:
    """The steps of a body, or the first literal that cannot be reached with what is bound.

    ``outside`` are the names seen at this level, which an aggregate inside shares with it.
    """
    known, waiting, steps = set(bound), list(range(len(literals))), []
    while waiting:
        ready = [
            i for i in waiting if literal_needs(literals[i], _decl(program, literals[i]), outside) <= known
        ]
        if not ready:
            return literals[waiting[0]]
        roles = {i: _role(program, literals, i, known, waiting) for i in ready}
        chosen = min(ready, key=lambda i: (_URGENCY[roles[i]], i))
        steps.append(Step(chosen, literals[chosen], roles[chosen]))
        waiting.remove(chosen)
        known |= literal_gives(literals[chosen], _decl(program, literals[chosen]))
    return tuple(steps)


_URGENCY = {Role.TEST: 0, Role.READ: 0, Role.AGGREGATE: 1, Role.DRIVE: 2}


def _decl(program: Program, literal: Literal) -> Decl | None:
    return program.decls[literal.pred] if isinstance(literal, Atom) else None


def _role(
    program: Program, literals: Sequence[Literal], index: int, known: set[str], waiting: list[int]
) -> Role:
    literal = literals[index]
    if isinstance(literal, Aggregate):
        return Role.AGGREGATE
    if isinstance(literal, Binding) and _bound_by_aggregate(literals, literal.var, waiting):
        return Role.AGGREGATE  # a test of the aggregate's value: let the aggregate come first
    if not isinstance(literal, Atom) or literal.negated:
        return Role.TEST
    reading = program.decls[literal.pred].reading
    if reading is Reading.MEMBERS and _free(literal.args[-1], known):
        return Role.DRIVE
    return Role.READ if reading is Reading.VALUE else Role.TEST


def _bound_by_aggregate(literals: Sequence[Literal], var: Var, waiting: list[int]) -> bool:
    others = (literals[i] for i in waiting)
    return any(isinstance(other, Aggregate) and other.var.name == var.name for other in others)


def _free(term: Term, known: set[str]) -> bool:
    """A named variable that nothing has bound yet."""
    return isinstance(term, Var) and not term.anonymous and term.name not in known
