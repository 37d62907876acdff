"""Inputs end at the first false literal in clause order, recursive calls too (spec 2.1, rule 3)."""

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
"""
STEPS = ("far(X) :- next(X,Y), Y != stop, far(Y).", "far(X) :- next(X,Y), far(Y), Y != stop.")
HISTORY = "e1: starts(a, true), next(a, stop).\ne2: starts(stop, false), next(stop, none)."


@pytest.mark.parametrize("step", STEPS)
def test_a_call_is_an_input_where_nothing_before_it_is_false(engine: Engine, step: str) -> None:
    found = evaluate(engine, world(PROGRAM + step, HISTORY), "far(a)")
    assert found.gold.answer is True
    read = {key[2][0] for key in found.derivation.nodes if key[0] == "fact"}
    assert read == ({"a"} if step == STEPS[0] else {"a", "stop"})


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_a_goal_beside_it_that_makes_the_call_changes_nothing(step: str) -> None:
    program, history = world(PROGRAM + step, HISTORY)
    scenario = store_history(program.source, history)
    goals = [Goal("far", (node,)) for node in ("stop", "a")]
    _, together = evaluation.evaluate_all(scenario=scenario, asked=[(goal, END) for goal in goals])
    assert together == evaluation.evaluate(scenario=scenario, goal=goals[1], cutoff=END)


RANGING = """
set  starts(node ; int)
func open(node) -> bool
derived far(node ; int)
@set(X) far(X,N) :- starts(X,N).
@set(X) far(X,M) :- far(b,N), open(X,true), M = N + 1.
"""
RANGED = "e1: starts(b, 3), complete(starts, b, 1), open(b, false), open(a, false)."


@pytest.mark.django_db
def test_a_false_row_does_not_range_over_a_collection_that_another_goal_asked_for() -> None:
    program, history = world(RANGING, RANGED)
    scenario = store_history(program.source, history)
    goals = [Goal("far", (node,)) for node in ("b", "a")]
    _, together = evaluation.evaluate_all(scenario=scenario, asked=[(goal, END) for goal in goals])
    assert together == evaluation.evaluate(scenario=scenario, goal=goals[1], cutoff=END)
    assert ("fact", "starts", ("b", "3")) not in together.derivation.nodes
