"""States of goals at their cutoffs as Postgres computes them, and the gold they are (spec 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.sql.columns import TIE_SEPARATOR
from scenarios.datalog.syntax import Decl, Goal, Program, Reading
from scenarios.datalog.values import NONE_TEXT, NUMERIC_TYPES
from scenarios.services.statements import QueryRow, fetch


@dataclass(frozen=True, slots=True)
class State:
    """What a predicate answers for one key: a value or truth as text, or the members of a collection.

    ``value`` is None for unknown and for none; ``label`` tells them apart.
    """

    label: Answerability
    value: str | None = None
    members: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    open: bool = False

    @property
    def known(self) -> bool:
        return self.label is not Answerability.UNKNOWN


@dataclass(frozen=True, slots=True)
class Asked:
    """One goal at one cutoff of one scenario, by its primary key."""

    scenario: int
    goal: Goal
    cutoff: datetime


def states(program: Program, asked: Sequence[Asked]) -> list[State]:
    """The state of every goal, in the order asked: one statement a predicate, whatever their number."""
    found: dict[int, State] = {}
    groups: dict[tuple[str, bool], list[QueryRow]] = {}
    for place, one in enumerate(asked):
        row = QueryRow(place, one.scenario, one.cutoff, one.goal.key, one.goal.member or "")
        groups.setdefault((one.goal.pred, one.goal.member is not None), []).append(row)
    for (pred, member), rows in groups.items():
        for place, label, value, members, undecided, is_open in fetch(
            batch_statement(program, pred, member=member), rows
        ):
            found[place] = State(
                Answerability(label), value, tuple(members or ()), tuple(undecided or ()), bool(is_open)
            )
    return [found[place] for place in range(len(asked))]


def answer_of(state: State, decl: Decl, goal: Goal) -> Any:
    """The JSON-ready answer of a state (``derivation.Gold.answer``)."""
    if not state.known:
        return None
    if goal.member is not None or decl.reading is Reading.TRUTH:
        return state.value == "true"
    if decl.reading is Reading.MEMBERS:
        return list(state.members)
    if state.value is None:
        return NONE_TEXT
    return _value_answer(state.value, decl.value_type or "text")


def _value_answer(text: str, type_name: str) -> Any:
    if TIE_SEPARATOR in text:
        return text.split(TIE_SEPARATOR)
    if type_name in NUMERIC_TYPES:
        return text if "." in text else int(text)
    return text == "true" if type_name == "bool" else text
