"""In which order a body is evaluated: every test as soon as its variables are bound (engine notes).

Tests and functional reads first, then aggregates, then the next collection in text order. The order
decides the speed alone: label and answer are the same for each.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Call,
    Comparison,
    Expr,
    Literal,
    Program,
    Reading,
    Var,
)


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


def names(terms: Iterable[Expr]) -> set[str]:
    """The named variables of terms and expressions."""
    found: set[str] = set()
    for term in terms:
        if isinstance(term, Var):
            found |= set() if term.anonymous else {term.name}
        elif isinstance(term, (Call, Atom)):
            found |= names(term.args)
    return found


def names_of(literal: Literal) -> set[str]:
    """The named variables of a literal; of an aggregate only those that show outside its braces."""
    if isinstance(literal, Atom):
        return names(literal.args)
    if isinstance(literal, Comparison):
        return names((literal.left, literal.right))
    if isinstance(literal, Binding):
        return names((literal.var, literal.expr))
    return names((literal.var,))


def names_inside(aggregate: Aggregate) -> set[str]:
    """The named variables within the braces."""
    terms = [aggregate.term, *([aggregate.at] if aggregate.at is not None else [])]
    inside = names(terms)
    for literal in (*aggregate.body, *aggregate.condition):
        inside |= names_of(literal)
        if isinstance(literal, Aggregate):
            inside |= names_inside(literal)
    return inside


def plan(program: Program, literals: Sequence[Literal], bound: Iterable[str]) -> tuple[Step, ...] | Literal:
    """The steps of a body, or the first literal that cannot be reached with what is bound."""
    known, waiting, steps = set(bound), list(range(len(literals))), []
    while waiting:
        ready = [i for i in waiting if _ready(program, literals, i, known, waiting)]
        if not ready:
            return literals[waiting[0]]
        chosen = min(ready, key=lambda i: (_URGENCY[_role(program, literals, i, known, waiting)], i))
        step = Step(chosen, literals[chosen], _role(program, literals, chosen, known, waiting))
        steps.append(step)
        waiting.remove(chosen)
        known |= names_of(step.literal)
    return tuple(steps)


_URGENCY = {Role.TEST: 0, Role.READ: 0, Role.AGGREGATE: 1, Role.DRIVE: 2}


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


def _free(term: Expr, known: set[str]) -> bool:
    """A named variable that nothing has bound yet."""
    return isinstance(term, Var) and not term.anonymous and term.name not in known


def _ready(
    program: Program, literals: Sequence[Literal], index: int, known: set[str], waiting: list[int]
) -> bool:
    literal = literals[index]
    if isinstance(literal, Aggregate):
        outside = {name for i in waiting if i != index for name in names_of(literals[i])}
        return names_inside(literal) & outside <= known
    if isinstance(literal, Comparison):
        return names_of(literal) <= known
    if isinstance(literal, Binding):
        return names((literal.expr,)) <= known
    keys = literal.args[: len(program.decls[literal.pred].key_types)]
    if any(isinstance(key, Var) and key.anonymous for key in keys):
        return False
    return names(literal.args if literal.negated else keys) <= known
