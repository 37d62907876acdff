"""Goals of queries, and label and answer of what they find (spec 1.8, 3.1). PURE."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.errors import GoalError
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, Absence, State, Tied
from scenarios.datalog.syntax import Goal, Program, Reading
from scenarios.datalog.values import Value, ValueTextError, canonical, parse_value


def goal_key(program: Program, goal: Goal) -> tuple[Value, ...]:
    """The goal's key as typed values. Raises ``GoalError`` where it does not fit the declaration."""
    decl = program.decls.get(goal.pred)
    if decl is None:
        raise GoalError(f"the goal asks for {goal.pred}, which the program does not declare")
    if len(goal.key) != len(decl.key_types):
        raise GoalError(f"{goal.pred} takes {len(decl.key_types)} keys, the goal gives {len(goal.key)}")
    if goal.member is not None and decl.reading is not Reading.MEMBERS:
        raise GoalError(f"{goal.pred} is no collection, so no member can be asked for")
    try:
        return tuple(parse_value(text, t) for text, t in zip(goal.key, decl.key_types, strict=True))
    except ValueTextError as error:
        raise GoalError(f"the goal on {goal.pred}: {error}") from error


def json_value(value: Value) -> Any:
    """A value as it stands in ``Gold.answer``."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else canonical(value)
    return value if isinstance(value, bool) else canonical(value)


def gold_of(state: State | Members | None) -> Gold:
    """Label and answer of a state (spec 1.8)."""
    if isinstance(state, Members):
        if not state.known:
            return Gold(Answerability.UNKNOWN, None)
        names = sorted(canonical(name) for name in state.certain)
        return Gold(Answerability.ANSWERABLE if names else Answerability.JUSTIFIED_ZERO, names)
    if isinstance(state, Tied):
        return Gold(Answerability.ANSWERABLE, sorted(canonical(value) for value in state.values))
    if state is None or state is UNKNOWN:
        return Gold(Answerability.UNKNOWN, None)
    if isinstance(state, Absence):
        return Gold(Answerability.JUSTIFIED_ZERO, NONE.value)
    zero = isinstance(state, Fraction) and state == 0
    return Gold(Answerability.JUSTIFIED_ZERO if zero else Answerability.ANSWERABLE, json_value(state))


def goal_state(evaluator: Evaluator, goal: Goal) -> State | Members | None:
    """The state of what a goal asks."""
    key = goal_key(evaluator.program, goal)
    decl = evaluator.program.decls[goal.pred]
    if decl.reading is Reading.VALUE:
        return evaluator.value(goal.pred, key)
    if decl.reading is Reading.TRUTH:
        return evaluator.truth(goal.pred, key)
    members = evaluator.members(goal.pred, key)
    if goal.member is None:
        return members
    return members.has(parse_value(goal.member, decl.member_type or "text"))
