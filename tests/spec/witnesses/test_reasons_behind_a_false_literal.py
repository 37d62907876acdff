"""A call behind a false literal is one more reason why a row is false, whoever made it (spec 2.4)."""

from __future__ import annotations

import pytest

from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from tests.factories.stored_histories import store_history
from tests.spec.engines import Engine
from tests.spec.manual import END, evaluate, world

PROGRAM = """
func flag(node) -> bool
func starts(node) -> bool
func next(node) -> node
derived far(node) -> bool
far(X) :- starts(X,true).
far(X) :- flag(X,true), next(X,Y), far(Y).
"""
HISTORY = """
e1: starts(a, false).
e2: flag(a, false).
e3: next(a, b).
e4: starts(b, false).
e5: next(b, none).
"""
COUNTED = """
func stop(node) -> bool
func next(node) -> node
derived hops(node ; int)
hops(X,1) :- next(X,Y).
hops(X,N) :- stop(X,false), next(X,Y), hops(Y,M), N = M + 1.
"""
COUNTED_HISTORY = """
e1: next(a, b).
e2: next(b, a).
e3: stop(a, true), stop(b, true).
e4: next(c, none).
"""


def test_the_call_that_a_false_row_does_not_make_is_a_reason_of_its_own(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, HISTORY), "far(a)").witnesses
    assert found.exact
    assert found.witnesses == (("e1", "e2"), ("e1", "e3", "e4", "e5"))


def test_a_recursion_that_makes_values_leaves_such_calls_out_and_says_so(engine: Engine) -> None:
    found = evaluate(engine, world(COUNTED, COUNTED_HISTORY), "hops(a)").witnesses
    assert found.witnesses == (("e1", "e3"),)
    assert not found.exact


@pytest.mark.django_db
def test_what_one_goal_leaves_out_makes_no_other_list_inexact() -> None:
    program, history = world(COUNTED, COUNTED_HISTORY)
    scenario = store_history(program.source, history)
    asked = [(Goal("hops", ("a",)), END), (Goal("hops", ("c",)), END)]
    _, other = evaluation.evaluate_all(scenario=scenario, asked=asked)
    assert other == evaluation.evaluate(scenario=scenario, goal=Goal("hops", ("c",)), cutoff=END)
