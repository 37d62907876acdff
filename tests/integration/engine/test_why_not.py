"""Why not, read from Postgres: the same reasons as the reference evaluator gives, and no more statements
for a longer history."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime

import pytest

from scenarios.datalog import reference, whynot
from scenarios.datalog.differences import Side, difference, difference_object, in_force_of, with_causes
from scenarios.datalog.goal_text import AskedGoal
from scenarios.datalog.history import History
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal, Program, Reading
from scenarios.datalog.whynot_text import as_object, report_lines
from scenarios.services import explaining
from tests.factories import travel_world
from tests.factories.stored_histories import store_history

pytestmark = pytest.mark.django_db


def _asked(program: Program, rng: random.Random, goal: Goal) -> AskedGoal:
    """The goal with something that may be expected of it."""
    decl = program.decls[goal.pred]
    if decl.reading is not Reading.VALUE or rng.random() < 0.4:
        return AskedGoal(goal)
    numeric = decl.value_type in ("int", "decimal", "money", "number", "count")
    other = {"date": "2026-01-05", "bool": "true"}.get(decl.value_type or "", "7" if numeric else "c1")
    return AskedGoal(goal, other)


def _cases(seed: int, histories: int) -> Iterator[tuple[History, datetime, AskedGoal]]:
    program = travel_world.program()
    for rng, history, writer in travel_world.histories(seed, histories):
        for place, cutoff in enumerate(writer.cutoffs(2)):
            for goal in travel_world.goals(rng)[place::7]:
                yield history, cutoff, _asked(program, rng, goal)


@pytest.mark.parametrize("seed", [41])
def test_postgres_gives_the_reasons_of_the_reference_evaluator(seed: int) -> None:
    program, scenarios, truths = travel_world.program(), {}, Counter[str]()
    for history, cutoff, asked in _cases(seed, histories=6):
        if id(history) not in scenarios:
            scenarios[id(history)] = store_history(travel_world.PROGRAM, history)
        expected = whynot.why_not(program, history, asked, cutoff)
        found = explaining.why_not(scenario=scenarios[id(history)], asked=asked, cutoff=cutoff)
        assert as_object(found) == as_object(expected), (asked, cutoff)
        assert report_lines(found) == report_lines(expected)
        truths.update(failing.truth for reason in found.all for failing in reason.failings())
    assert min(truths["false"], truths["unknown"]) > 15


def test_differences_and_their_causes_are_those_of_the_reference_evaluator() -> None:
    program, compared = travel_world.program(), Counter[str]()
    for rng, history, writer in travel_world.histories(43, 5):
        scenario = store_history(travel_world.PROGRAM, history)
        for goal in travel_world.goals(rng)[::5]:
            cutoffs = tuple(sorted(writer.cutoffs(2)))
            sides = [_side(program, history, goal, cutoff) for cutoff in cutoffs]
            resolved = resolve(history, cutoffs[1])
            expected = with_causes(difference(*sides), program, in_force_of(resolved))
            found = explaining.difference(scenario=scenario, goal=goal, cutoffs=(cutoffs[1], cutoffs[0]))
            assert difference_object(found) == difference_object(expected), (goal, cutoffs)
            compared.update(change.change for change in found.changes)
            compared.update(["causes"] * len(found.causes))
    assert min(compared[name] for name in ("changed", "appeared", "vanished", "causes")) > 10


def _side(program: Program, history: History, goal: Goal, cutoff: datetime) -> Side:
    found = reference.evaluate(program, history, goal, cutoff)
    return Side(cutoff, found.gold, found.derivation)
