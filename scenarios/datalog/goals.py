"""Goals of queries, and label and answer of what they find (spec 1.8, 3.1). PURE."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.errors import GoalError
from scenarios.datalog.history import BEGIN_OF_TIME, END_OF_TIME
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, Absence, State, Tied
from scenarios.datalog.syntax import Goal, Program, Reading
from scenarios.datalog.values import Value, ValueTextError, canonical, parse_value
from scenarios.datalog.version_goals import canonical_choice, chosen_state


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


def canonical_goal(program: Program, goal: Goal, cutoff: datetime) -> Goal:
    """The goal with its texts in their one form, so that ``05`` asks for ``5``.

    Raises ``GoalError`` for a goal that does not fit its program, a text that no record can hold, and a
    cutoff without a zone or outside the years that can be stored.
    """
    if cutoff.utcoffset() is None:
        raise GoalError(f"the cutoff {cutoff.isoformat()} has no time zone: write it with its offset")
    if not BEGIN_OF_TIME <= cutoff < END_OF_TIME:
        last = END_OF_TIME.year - 1
        raise GoalError(f"the cutoff {cutoff.isoformat()} is not within the years 1 to {last}")
    choice = goal.version
    others = () if choice is None else (choice.at or "", *(choice.other or ()))
    for text in (*goal.key, goal.member or "", *others):
        if "\x00" in text or not (text.isascii() or text.encode(errors="ignore").decode() == text):
            raise GoalError(f"the goal on {goal.pred}: {text!r} holds a character that no record can hold")
    key = tuple(canonical(value) for value in goal_key(program, goal))
    wanted = _member(program, goal)
    member = None if wanted is None else canonical(wanted)
    if choice is not None:
        goal = replace(goal, key=key, temporal=True)
        return replace(goal, version=canonical_choice(program.decls[goal.pred], goal, cutoff))
    return goal if (key, member) == (goal.key, goal.member) else replace(goal, key=key, member=member)


def _member(program: Program, goal: Goal) -> Value | None:
    """The member that a goal asks for, as a typed value. Raises ``GoalError``."""
    if goal.member is None:
        return None
    try:
        return parse_value(goal.member, program.decls[goal.pred].member_type or "text")
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
    if goal.version is not None:
        return chosen_state(evaluator.recorded, goal)
    key = goal_key(evaluator.program, goal)
    decl = evaluator.program.decls[goal.pred]
    if decl.reading is Reading.VALUE:
        return evaluator.value(goal.pred, key)
    if decl.reading is Reading.TRUTH:
        return evaluator.truth(goal.pred, key)
    members, member = evaluator.members(goal.pred, key), _member(evaluator.program, goal)
    return members if member is None else members.has(member)
