"""Routines of a session: made where they are missing, forgetful where they must be, exact with any text."""

from __future__ import annotations

import time

import pytest
from django.db import connection, transaction

from scenarios.datalog import reference
from scenarios.datalog.errors import EvaluationError, RunawayError, SlowQueryError
from scenarios.datalog.facts import load_facts, load_history
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.printing import quoted
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.syntax import Goal
from scenarios.models import Action, GoldAnswer, Query
from scenarios.services import evaluation, gold, versions
from scenarios.services.statements import QueryRow, fetch
from tests.factories.small_histories import day
from tests.factories.stored_histories import store_actions, store_history
from tests.integration.engine.test_hard_texts import TEXTS
from tests.integration.engine.test_two_evaluators import assert_same

pytestmark = pytest.mark.django_db

MUTUAL = """
set next(node ; node)
derived odd(node ; node)
derived even(node ; node)
odd(X,Y) :- next(X,Y).
odd(X,Z) :- even(X,Y), next(Y,Z).
even(X,Z) :- odd(X,Y), next(Y,Z).
"""
RUNAWAY = """
set seed( ; int)
derived up( ; int)
up(X) :- seed(X).
up(Y) :- up(X), Y = X + 1.
"""


def _ring(size: int) -> History:
    edges = " ".join(f"next(n{place},n{(place + 1) % size})." for place in range(size))
    return load_facts(load_program(MUTUAL), edges)


def _members(scenario_id: int, pred: str = "odd") -> list[str]:
    row = fetch(batch_statement(load_program(MUTUAL), pred), [QueryRow(0, scenario_id, day(400), ("n0",))])[0]
    return list(row[3])


def test_a_routine_is_made_once_and_again_after_it_was_rolled_back() -> None:
    scenario = store_history(MUTUAL, _ring(4))
    for _ in range(3):
        try:
            with transaction.atomic():
                assert _members(scenario.pk) == ["n1", "n3"]
                assert _members(scenario.pk, "even") == ["n0", "n2"]
                raise InterruptedError
        except InterruptedError:
            pass
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('pg_temp.stemma_calls')")
        assert cursor.fetchone() == (None,)


def test_what_a_routine_found_is_forgotten_when_versions_change_within_the_transaction() -> None:
    scenario = store_history(MUTUAL, _ring(4))
    asked = [(Goal("odd", ("n0",)), day(400))]
    with transaction.atomic():
        before = evaluation.answers_at(scenario=scenario, asked=asked)[0]
        assert (before.answer, _members(scenario.pk)) == (["n1", "n3"], ["n1", "n3"])
        more = [ActionRecord("x", day(300), 900, 0, Op.MEMBER, "next", ("n1",), member="far")]
        store_actions(scenario, more)
        versions.rebuild(scenario=scenario)
        after = evaluation.answers_at(scenario=scenario, asked=asked)[0]
        assert after.label == "unknown", "an addition opens the collection again"
        assert "far" in _members(scenario.pk, "even")
        Action.objects.filter(event__label="x").delete()
        versions.rebuild(scenario=scenario)
        assert evaluation.answers_at(scenario=scenario, asked=asked)[0] == before


def test_a_rollback_takes_back_what_was_remembered_with_the_versions_it_rests_on() -> None:
    scenario = store_history(MUTUAL, _ring(4))
    asked = [(Goal("even", ("n0",)), day(400))]
    with transaction.atomic():
        before = evaluation.answers_at(scenario=scenario, asked=asked)[0]
        try:
            with transaction.atomic():
                more = [ActionRecord("x", day(300), 900, 0, Op.MEMBER, "next", ("n1",), member="far")]
                store_actions(scenario, more)
                versions.rebuild(scenario=scenario)
                assert evaluation.answers_at(scenario=scenario, asked=asked)[0] != before
                raise InterruptedError
        except InterruptedError:
            pass
        assert evaluation.answers_at(scenario=scenario, asked=asked)[0] == before


def test_many_goals_over_many_scenarios_share_one_statement() -> None:
    scenarios = [store_history(MUTUAL, _ring(size)) for size in (3, 4, 5)]
    statement = batch_statement(load_program(MUTUAL), "odd")
    rows = [
        QueryRow(10 * number + place, scenario.pk, day(400), (f"n{place}",))
        for number, scenario in enumerate(scenarios)
        for place in range(3)
    ]
    found = {row[0]: len(row[3]) for row in fetch(statement, rows)}
    assert list(found) == sorted(found)
    assert [found[10 * number] for number in range(3)] == [3, 2, 5]


def test_hard_texts_in_the_rules_of_a_routine_are_texts() -> None:
    """Constants stand in the text of a routine itself, whatever quotes, dollars or percents they hold."""
    hard = [*TEXTS, "$$", "$stemma_$", "\\", "\\'", "'; --", "E'\\x41'", "%%", "{}"]
    rules = "".join(f"even(X,Y) :- next(X,Y), Y = {quoted(text)}.\n" for text in hard)
    text = f"set next(t ; t)\nderived odd(t ; t)\nderived even(t ; t)\n{rules}"
    text += "odd(X,Y) :- even(X,Y).\neven(X,Y) :- next(X,Z), odd(Z,Y), X = Y.\n"
    records = [
        ActionRecord(f"e{place:03}", day(place), place, 0, Op.MEMBER, "next", (one,), member=one)
        for place, one in enumerate(hard)
    ]
    scenario = store_history(text, History.of(records))
    asked = [(Goal("odd", (one,), one), day(90)) for one in hard]
    found = evaluation.answers_at(scenario=scenario, asked=asked)
    assert [gold.answer for gold in found] == [True] * len(hard)
    (row,) = fetch(
        batch_statement(load_program(text), "odd"), [QueryRow(0, scenario.pk, day(90), (hard[1],))]
    )
    assert row[3] == [hard[1]]


def test_a_chain_that_doubles_at_every_step_is_answered_and_derived() -> None:
    rules = "".join(
        f"derived p{n}(x) -> int\np{n}(X,V) :- p{n - 1}(X,A), p{n - 1}(X,B), V = A + B.\n"
        for n in range(1, 11)
    )
    text = f"func f(x) -> int\nderived p0(x) -> int\np0(X,V) :- f(X,V).\n{rules}"
    program = load_program(text)
    history = load_history(program, "e1: f(a, 3).")
    scenario = store_history(text, history)
    goal = Goal("p10", ("a",))
    mine = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=day(400))
    assert mine.gold.answer == 3 * 2**10
    assert_same(mine, reference.evaluate(program, history, goal, day(400)), "p10")


def test_collections_that_double_at_every_step_list_what_they_reject() -> None:
    rules = "".join(
        f"derived c{n}(x ; x)\nc{n}(X,Y) :- c{n - 1}(X,Y), not s(Y,X).\n"
        f"c{n}(X,Y) :- c{n - 1}(X,Y), f(Y,V), V > 1.\n"
        for n in range(1, 9)
    )
    text = f"func f(x) -> int\nset s(x ; x)\nderived c0(x ; x)\nc0(X,Y) :- s(X,Y).\n{rules}"
    program = load_program(text)
    history = load_history(
        program, "e1: s(a; b), s(a; c), complete(s, a), s(b; a), complete(s, b).\ne2: f(b, 0), f(c, 5)."
    )
    scenario = store_history(text, history)
    goal = Goal("c8", ("a",))
    mine = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=day(400))
    assert mine.gold.answer == ["c"]
    assert_same(mine, reference.evaluate(program, history, goal, day(400)), "c8")


def test_goals_have_as_many_keys_as_they_like() -> None:
    text = """
    func f(x) -> int
    derived g(x, x, x, x) -> int
    derived h(x, x, x, x, x) -> bool
    g(W,X,Y,Z,V) :- f(W,A), f(Z,B), X != Y, V = A - B.
    h(V,W,X,Y,Z) :- g(W,X,Y,Z,N), f(V,N).
    """
    program = load_program(text)
    history = load_history(program, "e1: f(a, 7), f(b, 2), f(c, 5).")
    scenario = store_history(text, history)
    for goal, answer in ((Goal("g", ("a", "x", "y", "b")), 5), (Goal("h", ("c", "a", "x", "y", "b")), True)):
        mine = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=day(400))
        assert mine.gold.answer == answer
        assert_same(mine, reference.evaluate(program, history, goal, day(400)), str(goal))


# -------------------------------------------------------------------- stopped
def test_a_recursion_without_end_stores_no_gold_and_leaves_the_transaction_usable() -> None:
    program = load_program(RUNAWAY)
    scenario = store_history(RUNAWAY, load_history(program, "e1: complete(seed, 1, 1)."))
    Query.objects.create(
        scenario=scenario, label="q1", goal_pred="up", goal_key=[], cutoff=day(9), answer_type="set"
    )
    with pytest.raises(
        RunawayError, match="the recursion of up makes new values without bound: stopped at 20000"
    ):
        gold.compute(suite=scenario.suite, by=None)
    assert not GoldAnswer.objects.exists()
    assert evaluation.answers_at(scenario=scenario, asked=[(Goal("seed", ()), day(400))])[0].answer == ["1"]


def test_a_recursion_of_calls_without_end_is_stopped_too() -> None:
    text = """
    func start(x) -> int
    derived far(int) -> bool
    derived any_far(x) -> bool
    far(N) :- N = 0.
    far(N) :- M = N + 1, far(M).
    any_far(X) :- start(X,N), far(N).
    """
    program = load_program(text)
    history = load_history(program, "e1: start(a, 1).")
    scenario = store_history(text, history)
    message = "the recursion of far makes new values without bound: stopped at 20000"
    with pytest.raises(RunawayError, match=message):
        reference.answer(program, history, Goal("any_far", ("a",)), day(400))
    with pytest.raises(RunawayError, match=message):
        evaluation.answers_at(scenario=scenario, asked=[(Goal("any_far", ("a",)), day(400))])
    with pytest.raises(RunawayError, match=message):  # before its derivation is followed call by call
        evaluation.evaluate(scenario=scenario, goal=Goal("any_far", ("a",)), cutoff=day(400))


def test_numbers_that_grow_without_end_are_stopped_by_their_length() -> None:
    text = RUNAWAY.replace("Y = X + 1", "Y = X * X")
    program = load_program(text)
    history = load_history(program, "e1: complete(seed, 1, 7).")
    scenario = store_history(text, history)
    with pytest.raises(EvaluationError, match="4,000 digits"):
        reference.answer(program, history, Goal("up", ()), day(400))
    with pytest.raises(EvaluationError, match="4,000 digits"):
        evaluation.answers_at(scenario=scenario, asked=[(Goal("up", ()), day(400))])


@pytest.mark.parametrize(
    "clause",
    [
        "up(N,X) :- M = N * N, up(M,X).",
        "up(N,X) :- L = N * 1000000000000000000000000, M = sum{ L @ S : seed(S) }, up(M,X).",
    ],
)
def test_a_call_with_a_number_that_is_too_long_is_not_made(clause: str) -> None:
    text = f"set seed( ; int)\nderived up(int) -> int\n{clause}"
    program = load_program(text)
    history = load_history(program, "e1: complete(seed, 3, 1, 2, 3).")
    scenario = store_history(text, history)
    for evaluate in (
        lambda goal: reference.answer(program, history, goal, day(400)),
        lambda goal: evaluation.evaluate(scenario=scenario, goal=goal, cutoff=day(400)),
    ):
        with pytest.raises(EvaluationError, match="4,000 digits"):
            evaluate(Goal("up", ("3",)))


def test_a_slow_query_is_cancelled_and_named(settings: pytest.FixtureRequest) -> None:
    settings.ENGINE_STATEMENT_TIMEOUT = 0.1  # type: ignore[attr-defined]  # pytest-django's settings
    program = load_program(RUNAWAY)
    scenario = store_history(RUNAWAY, load_history(program, "e1: complete(seed, 1, 1)."))
    started = time.monotonic()
    with pytest.raises(SlowQueryError, match=r"the query for up over 2 goals took longer than 0.1 s"):
        evaluation.answers_at(
            scenario=scenario, asked=[(Goal("up", ()), day(400)), (Goal("up", ()), day(399))]
        )
    assert time.monotonic() - started < 10
    assert evaluation.answers_at(scenario=scenario, asked=[(Goal("seed", ()), day(400))])[0].answer == ["1"]


def test_the_limit_of_time_ends_with_the_reading() -> None:
    scenario = store_history(MUTUAL, _ring(3))
    evaluation.answers_at(scenario=scenario, asked=[(Goal("odd", ("n0",)), day(400))])
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('enable_seqscan')")
        assert cursor.fetchone() == ("0", "on")
