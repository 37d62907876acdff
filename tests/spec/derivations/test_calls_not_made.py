"""A recursive call behind a false literal is not made, so it stands in no derivation (spec 2.1)."""

from __future__ import annotations

import pytest

from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from tests.factories.stored_histories import store_history
from tests.spec.engines import Engine
from tests.spec.manual import END, evaluate, world

PROGRAM = """
func starts(node) -> bool
func next(node) -> node
derived far(node) -> bool
far(X) :- starts(X,true).
far(X) :- next(X,Y), Y != stop, far(Y).
"""
HISTORY = "e1: starts(a, true), next(a, stop).\ne2: starts(stop, false), next(stop, none)."


def test_what_a_false_row_would_have_called_is_no_input(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, HISTORY), "far(a)")
    assert found.gold.answer is True
    assert {key[1:] for key in found.derivation.nodes if key[0] == "fact"} == {
        ("starts", ("a",)),
        ("next", ("a",)),
    }


@pytest.mark.django_db
def test_a_goal_beside_it_that_makes_the_call_changes_nothing() -> None:
    program, history = world(PROGRAM, HISTORY)
    scenario = store_history(program.source, history)
    goals = [Goal("far", (node,)) for node in ("stop", "a")]
    _, together = evaluation.evaluate_all(scenario=scenario, asked=[(goal, END) for goal in goals])
    assert together == evaluation.evaluate(scenario=scenario, goal=goals[1], cutoff=END)
