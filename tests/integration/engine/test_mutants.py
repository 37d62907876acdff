"""Plausible wrong SQL is caught: each mutant of the emitted text gives other answers (engine notes).

Histories are asked about in parts, each mutant until it is caught; ``pytest -rP`` on this file shows how many
queries of that part it gets wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from scenarios.datalog import reference
from scenarios.datalog.derivation import Gold
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.sql.statements import Statement
from scenarios.datalog.syntax import Goal
from scenarios.models import Action
from scenarios.services import evaluation, routines, statements, versions
from scenarios.services.evaluation import Request
from scenarios.services.statements import QueryRow, fetch
from tests.factories import knotted_world, travel_world
from tests.factories.kept_rows import kept
from tests.factories.random_events import draw_cutoffs
from tests.factories.small_histories import rough_history
from tests.factories.stored_histories import store_actions, store_histories, store_history
from tests.integration.engine.mutants import COMPLETENESS, DERIVATIONS, RECURSIONS, VALUES, Mutate, mutated

pytestmark = pytest.mark.django_db

Asked = tuple[list[Request], list[Gold]]

_GROUPS = """
func f(key) -> key
set s(group ; item)
derived g(key) -> key
g(A,V) :- f(A,V).
derived n(group) -> int
n(G,K) :- K = count{ X : s(G,X) }.
"""


# -------------------------------------------------------------------- worlds
def _travel() -> Asked:
    asked: Asked = ([], [])
    program = travel_world.program()
    for rng, history, writer in travel_world.histories(31, 12):
        scenario = store_history(travel_world.PROGRAM, history)
        for cutoff in writer.cutoffs(3):
            evaluator = Evaluator(program, resolve(history, cutoff))
            _ask(asked, evaluator, (Request(scenario, goal, cutoff) for goal in travel_world.goals(rng)))
    return asked


def _groups() -> Asked:
    asked: Asked = ([], [])
    program = load_program(_GROUPS)
    writers = [rough_history(random.Random(f"groups/{seed}")) for seed in range(250)]
    scenarios = store_histories([(_GROUPS, writer.history) for writer in writers])
    goals = (Goal("n", ("g",)), Goal("n", ("h",)), Goal("s", ("g",), "p"), Goal("s", ("h",)))
    for writer, scenario in zip(writers, scenarios, strict=True):
        for cutoff in writer.cutoffs(3):
            evaluator = Evaluator(program, resolve(writer.history, cutoff))
            _ask(asked, evaluator, (Request(scenario, goal, cutoff) for goal in goals))
    return asked


@pytest.fixture(scope="module")
def knots(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Asked]:
    """Goals of the knotted world with their golds, history by history; stored once for all tests here."""
    with kept(django_db_blocker):
        with django_db_blocker.unblock():
            found = _knots()
        yield found


def _knots() -> Asked:
    asked: Asked = ([], [])
    drawn = knotted_world.histories(7, 25)
    scenarios = store_histories([(knotted_world.PROGRAM, history) for _, history in drawn])
    for (rng, history), scenario in zip(drawn, scenarios, strict=True):
        for cutoff in draw_cutoffs(rng, history, 2):
            evaluator = Evaluator(knotted_world.program(), resolve(history, cutoff))
            _ask(asked, evaluator, (Request(scenario, goal, cutoff) for goal in knotted_world.goals(rng)))
    return asked


def _ask(asked: Asked, evaluator: Evaluator, requests: Iterable[Request]) -> None:
    for request in requests:
        asked[0].append(request)
        asked[1].append(gold_of(goal_state(evaluator, request.goal)))


# -------------------------------------------------------------------- mutants of what is emitted
def _wrong(requests: Sequence[Request], golds: list[Gold]) -> int:
    """How many answers are not the golds; all where the statements fail or leave a query without a row."""
    try:
        with transaction.atomic():
            found = evaluation.answers(requests=requests)
    except (KeyError, DatalogError, psycopg.Error):
        return len(golds)
    return sum(mine != theirs for mine, theirs in zip(found, golds, strict=True))


def _blocks(count: int, blocks: int = 6) -> Iterator[slice]:
    """The histories asked about in so many parts: what is wrong in the first need not be asked the rest."""
    size = -(-count // blocks)
    return (slice(begin, begin + size) for begin in range(0, count, size))


def _derived_wrong(mutate: Mutate, requests: Sequence[Request], patch: pytest.MonkeyPatch) -> int:
    """How many derivations differ from those of the true statements; all where the mutant fails."""
    true, run = evaluation.derive_many(requests=requests), statements.run

    def mutant(statement: Statement, *given: Any) -> list[tuple[Any, ...]]:
        return run(mutated(statement, mutate), *given)

    patch.setattr(statements, "run", mutant)
    try:
        with transaction.atomic():
            found = evaluation.derive_many(requests=requests)
    except (KeyError, DatalogError, psycopg.Error):
        return len(true)
    return sum(mine != theirs for mine, theirs in zip(found, true, strict=True))


def _wrong_with(mutate: Mutate, asked: Asked, patch: pytest.MonkeyPatch) -> int:
    changed: list[str] = []

    def mutant(statement: Statement, rows: Sequence[QueryRow]) -> list[tuple[Any, ...]]:
        wrong = mutated(statement, mutate)
        changed.extend([wrong.text] if wrong != statement else [])
        return fetch(wrong, rows)

    patch.setattr(evaluation, "fetch", mutant)
    requests, golds = asked
    found = (_wrong(requests[block], golds[block]) for block in _blocks(len(golds)))
    count = next((count for count in found if count), 0)
    assert changed, "the mutant changes nothing that is emitted"
    return count


def _survivors(mutants: dict[str, Mutate], asked: Asked, patch: pytest.MonkeyPatch) -> list[str]:
    assert _wrong(*asked) == 0, "the true statements are wrong already"
    found = []
    for name, mutate in mutants.items():
        with patch.context() as inner:
            count = _wrong_with(mutate, asked, inner)
        print(f"{name}: {count}")
        found += [] if count else [name]
    return found


def test_wrong_values_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _survivors(VALUES, _travel(), monkeypatch) == []


def test_wrong_completeness_is_caught(knots: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = _groups()
    assert _survivors(COMPLETENESS, (groups[0] + knots[0], groups[1] + knots[1]), monkeypatch) == []


def test_wrong_recursions_are_caught(knots: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _survivors(RECURSIONS, knots, monkeypatch) == []


def test_wrong_ways_to_right_answers_are_caught(knots: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    requests, _ = knots
    survivors = []
    for name, mutate in DERIVATIONS.items():
        count = 0
        for block in _blocks(len(requests)):
            with monkeypatch.context() as patch:
                count = _derived_wrong(mutate, requests[block], patch)
            if count:
                break
        print(f"{name}: {count} derivations")
        survivors += [] if count else [name]
    assert survivors == []


# -------------------------------------------------------------------- mutants of what surrounds it
SETTLING: dict[str, tuple[str, str]] = {
    "ranks without as_of": (r"\b([ab])\.as_of, ", ""),
    "ranks without seq": (r", ([ab])\.seq\b", ""),
    "every later action breaks": (r"b\.op NOT IN \('assert', 'member', 'rule'\)", "TRUE"),
    "a later tombstone that is equal confirms": (r"b\.op NOT IN \('assert', 'member', 'rule'\)", "FALSE"),
}


def test_wrong_ranks_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version rows that end too early or too late, by the witnesses of facts: a confirmation is one."""
    program, goals = load_program(_GROUPS), [Goal("f", ("a",)), Goal("f", ("b",)), Goal("s", ("g",), "p")]
    writers = [rough_history(random.Random(f"ranks/{seed}")) for seed in range(60)]
    golds = [
        reference.evaluate(program, writer.history, goal, writer.cutoffs(1)[-1])
        for writer in writers
        for goal in goals
    ]
    survivors = []
    for name, (old, new) in {"nothing changed": ("$^", ""), **SETTLING}.items():
        with monkeypatch.context() as patch:
            patch.setattr(versions, "_SETTLE", re.sub(old, new, versions._SETTLE))
            scenarios = store_histories([(_GROUPS, writer.history) for writer in writers])
        requests = [
            Request(scenario, goal, writer.cutoffs(1)[-1])
            for writer, scenario in zip(writers, scenarios, strict=True)
            for goal in goals
        ]
        found = evaluation.evaluate_many(requests=requests)
        count = sum(mine != theirs for mine, theirs in zip(found, golds, strict=True))
        print(f"{name}: {count} of {len(golds)}")
        survivors += [] if count else [name]
    assert survivors == ["nothing changed"]


def test_a_memo_that_outlives_its_reading_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Routines remember calls for one reading; what arrives after it must be seen by the next."""
    (rng, history), *_ = knotted_world.histories(9, 1)
    (cutoff,) = draw_cutoffs(rng, history, 1)
    early = History.of(action for action in history.actions if action.seq <= history.actions[-1].seq // 2)
    goals = [goal for goal in knotted_world.goals(rng) for _ in range(2)]

    def late_arrivals() -> tuple[int, int]:
        """Wrong answers before and after the second half arrives."""
        scenario = store_history(knotted_world.PROGRAM, early)
        requests = [Request(scenario, goal, cutoff) for goal in goals]
        counts = []
        for known in (early, history):
            if known is history:
                rest = [action for action in history.actions if action not in early.actions]
                versions.record(actions=store_actions(scenario, rest))
            evaluator = Evaluator(knotted_world.program(), resolve(known, cutoff))
            counts.append(_wrong(requests, [gold_of(goal_state(evaluator, goal)) for goal in goals]))
        assert Action.objects.filter(event__scenario=scenario).count() == len(history.actions)
        return counts[0], counts[1]

    assert late_arrivals() == (0, 0)
    with monkeypatch.context() as patch:
        patch.setattr(routines, "FORGET", "SELECT 1")
        before, after = late_arrivals()
    print(f"a memo that outlives its reading: {after} of {len(goals)}")
    assert (before, after > 0) == (0, True)
