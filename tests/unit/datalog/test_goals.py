"""Goals that do not fit their program are refused by name, and golds are JSON-ready."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from scenarios.datalog.errors import EvaluationError, GoalError
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Goal
from tests.spec.manual import END

PROGRAM = load_program(
    "func size(box) -> decimal\nset inside(box ; int)\nfunc on(day) -> date\nfunc at(date) -> city"
)
HISTORY = load_history(
    PROGRAM, "e1: size(a, 2.5), inside(a; 3), inside(a; 10), complete(inside, a), on(d, 2026-01-02)."
)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (Goal("nothing", ()), "does not declare"),
        (Goal("size", ()), "takes 1 keys, the goal gives 0"),
        (Goal("size", ("a",), "x"), "is no collection"),
        (Goal("at", ("soon",)), "'soon' is not an ISO date"),
    ],
)
def test_a_goal_that_does_not_fit(goal: Goal, says: str) -> None:
    with pytest.raises(GoalError, match=says):
        answer(PROGRAM, HISTORY, goal, END)


def test_answers_and_nodes_are_json_ready() -> None:
    golds = [
        answer(PROGRAM, HISTORY, Goal(p, ("a" if p != "on" else "d",)), END) for p in ("size", "inside", "on")
    ]
    assert [gold.answer for gold in golds] == ["2.5", ["10", "3"], "2026-01-02"]
    found = evaluate(PROGRAM, HISTORY, Goal("inside", ("a",)), END)
    assert json.dumps([node.state for node in found.derivation.nodes.values()])


def test_a_recorded_value_of_the_wrong_type_stops_the_evaluation() -> None:
    broken = History.of([ActionRecord("e1", END, 1, 0, Op.ASSERT, "size", ("a",), value="big")])
    with pytest.raises(
        EvaluationError, match="a recorded value of size cannot be read: 'big' is not a number"
    ):
        answer(PROGRAM, broken, Goal("size", ("a",)), END)


@pytest.mark.parametrize("text", ["\x00", "half \ud83d"])
def test_a_goal_with_a_text_that_no_record_can_hold_is_refused(text: str) -> None:
    with pytest.raises(GoalError, match="no record can hold"):
        answer(PROGRAM, HISTORY, Goal("size", (text,)), END)
    with pytest.raises(GoalError):
        answer(PROGRAM, HISTORY, Goal("inside", ("a",), text), END)


def test_a_member_of_the_wrong_type_is_refused_by_both_ways_of_asking() -> None:
    for ask in (answer, evaluate):
        with pytest.raises(GoalError, match="'x' is not a number"):
            ask(PROGRAM, HISTORY, Goal("inside", ("a",), "x"), END)


@pytest.mark.parametrize(
    "cutoff",
    [
        datetime(2026, 1, 1),  # noqa: DTZ001 (the fault under test)
        datetime(9999, 1, 1, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5))),
    ],
)
def test_a_cutoff_without_a_zone_or_out_of_the_years_is_refused(cutoff: datetime) -> None:
    with pytest.raises(GoalError, match="the cutoff"):
        answer(PROGRAM, HISTORY, Goal("size", ("a",)), cutoff)
