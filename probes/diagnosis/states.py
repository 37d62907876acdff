"""Whether the gold of a probe is the state of the node that it asks about (spec 7.2). PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.goals import gold_of
from scenarios.datalog.reference_values import NONE
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Shape
from scenarios.datalog.values import NONE_TEXT, parse_value

_UNKNOWN = Gold(Answerability.UNKNOWN, None)
#: What a node shows for a value that is not known: none was stated, or what was stated was cancelled.
_NOT_KNOWN = ("unknown", "cancelled")


def is_state(program: Program, goal: Goal, args: Sequence[str], state: Any, gold: Gold) -> bool:
    """Whether ``gold`` answers ``goal`` as ``state`` does, the state of a node with the arguments ``args``.

    A member fact asked by an inverse has its group for an answer. The word ``cancelled`` may be a value as
    well as what is left of one.
    """
    wanted = _golds_of(program.decls[goal.pred], goal, args, state)
    found = sorted(gold.answer) if isinstance(gold.answer, list) else gold.answer
    return (gold.label, found) in [(one.label, one.answer) for one in wanted]


def _golds_of(decl: Decl, goal: Goal, args: Sequence[str], state: Any) -> list[Gold]:
    if isinstance(state, Mapping):
        return [_of_members(state)]
    if isinstance(state, list):
        return [Gold(Answerability.ANSWERABLE, sorted(state))]
    if goal.member is not None:
        return [Gold(Answerability.ANSWERABLE, state not in _NOT_KNOWN)]
    if decl.shape is Shape.INVERSE and state not in _NOT_KNOWN:
        state = args[decl.inverse_key or 0]
    not_known = [_UNKNOWN] if state in _NOT_KNOWN else []
    value_type = "bool" if decl.reading is Reading.TRUTH else decl.value_type or "text"
    if state == NONE_TEXT:
        return [gold_of(NONE)]
    try:
        return [*not_known, gold_of(parse_value(state, value_type))]
    except ValueError:
        return not_known


def _of_members(state: Mapping[str, Any]) -> Gold:
    """The gold of ⟨T, U, open⟩: unknown unless all of it is decided."""
    if state["open"] or state["undecided"]:
        return _UNKNOWN
    members = sorted(state["members"])
    return Gold(Answerability.ANSWERABLE if members else Answerability.JUSTIFIED_ZERO, members)
