"""The gold of a probe is the state of its node (spec 7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from probes.diagnosis.states import is_state
from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal

PROGRAM = load_program(
    """\
func status(order) -> status
func price(item) -> money
func sent(order) -> date
func paid(order) -> bool
func above(kin) -> kin on_cancel absent
set order(customer, quarter ; order)
inverse buyer(order) -> customer of order
derived dearest(order) -> item
derived free(order) -> bool
derived kept(order ; item)
"""
)
A, ZERO, UNKNOWN = Answerability.ANSWERABLE, Answerability.JUSTIFIED_ZERO, Answerability.UNKNOWN


def members(*names: str, undecided: tuple[str, ...] = (), is_open: bool = False) -> dict[str, Any]:
    return {"members": list(names), "undecided": list(undecided), "open": is_open}


CASES = [
    (Goal("status", ("O1",)), "placed", Gold(A, "placed")),
    (Goal("status", ("O1",)), "unknown", Gold(UNKNOWN, None)),
    (Goal("status", ("O1",)), "cancelled", Gold(A, "cancelled")),  # the order is cancelled
    (Goal("status", ("O1",)), "cancelled", Gold(UNKNOWN, None)),  # the record of its status is
    (Goal("price", ("I1",)), "21.5", Gold(A, "21.5")),
    (Goal("price", ("I1",)), "21", Gold(A, 21)),
    (Goal("price", ("I1",)), "0", Gold(ZERO, 0)),
    (Goal("price", ("I1",)), "cancelled", Gold(UNKNOWN, None)),
    (Goal("sent", ("O1",)), "2031-05-04", Gold(A, "2031-05-04")),
    (Goal("paid", ("O1",)), "false", Gold(A, False)),
    (Goal("above", ("K1",)), "none", Gold(ZERO, "none")),
    (Goal("dearest", ("O1",)), ["I2", "I1"], Gold(A, ["I1", "I2"])),
    (Goal("free", ("O1",)), "true", Gold(A, True)),
    (Goal("free", ("O1",)), "unknown", Gold(UNKNOWN, None)),
    (Goal("kept", ("O1",)), members("I2", "I1"), Gold(A, ["I1", "I2"])),
    (Goal("kept", ("O1",)), members(), Gold(ZERO, [])),
    (Goal("kept", ("O1",)), members("I1", is_open=True), Gold(UNKNOWN, None)),
    (Goal("kept", ("O1",)), members("I1", undecided=("I2",)), Gold(UNKNOWN, None)),
    (Goal("order", ("U", "Q1 2031"), "O1"), "true", Gold(A, True)),
    (Goal("order", ("U", "Q1 2031"), "O1"), "cancelled", Gold(A, False)),
]


@pytest.mark.parametrize(("goal", "state", "gold"), CASES)
def test_a_gold_is_the_state_that_it_says(goal: Goal, state: Any, gold: Gold):
    assert is_state(PROGRAM, goal, goal.key, state, gold)


@pytest.mark.parametrize(("goal", "state", "gold"), CASES)
def test_no_other_gold_is(goal: Goal, state: Any, gold: Gold):
    own = [one for asked, shown, one in CASES if (asked, shown) == (goal, state)]
    others = [one for _, _, one in CASES if one not in own]
    assert len(others) > 10
    for other in others:
        assert not is_state(PROGRAM, goal, goal.key, state, other), other


def test_a_member_asked_by_an_inverse_has_its_group_for_an_answer():
    buyer, args = Goal("buyer", ("O1",)), ("Orso", "Q1 2031", "O1")
    assert is_state(PROGRAM, buyer, args, "true", Gold(A, "Orso"))
    assert not is_state(PROGRAM, buyer, args, "true", Gold(A, "Q1 2031"))
    assert is_state(PROGRAM, buyer, ("O1",), "unknown", Gold(UNKNOWN, None))


def test_a_state_that_is_no_value_of_its_type_has_no_gold():
    assert not is_state(PROGRAM, Goal("price", ("I1",)), ("I1",), "much", Gold(A, "much"))
