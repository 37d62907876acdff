"""Both evaluators resolve phrases of questions alike: gold, derivation and witnesses (spec 4.7, AC-1.10)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.domains.registry import get, names
from scenarios.services import evaluation
from tests.factories.referring_worlds import MOVED, ON, arguments, twins_of, worlds
from tests.factories.stored_histories import store_history
from tests.integration.engine.test_two_evaluators import assert_same
from tests.spec.manual import cutoff

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", names())
def test_both_evaluators_derive_twins_alike_on_random_histories(slug: str) -> None:
    domain, labels = get(slug), Counter[Answerability]()
    for number, world in enumerate(worlds(domain, 5, 4, cutoffs=3)):
        rng = random.Random(number)
        scenario = store_history(domain.program_text, world.history)
        asked = [
            (twin.goal(rng.choice(list(arguments(domain, twin)))), at)
            for twin in twins_of(domain)
            for at in world.cutoffs
        ]
        found = evaluation.evaluate_all(scenario=scenario, asked=asked)
        for (goal, at), mine in zip(asked, found, strict=True):
            assert_same(mine, reference.evaluate(world.program, world.history, goal, at), f"{goal} at {at}")
            labels[mine.gold.label] += 1
    assert len(labels) == 3, "the histories no longer mix the labels"


def test_both_evaluators_agree_before_and_after_a_reference_moves() -> None:
    """One entity fits, then two, then another one, then it is not known which."""
    domain = get("tripops")
    program = load_program(domain.program_text)
    history = load_history(program, MOVED)
    asked = [
        (twin.goal({**ON, "day": day}), cutoff(at))
        for twin in twins_of(domain)
        if twin.reference and twin.reference.name == "departure"
        for day in ("2026-03-02", "2026-05-01", "2026-05-04")
        for at in ("2026-01-05", "2026-05-31", "2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01")
    ]
    found = evaluation.evaluate_all(scenario=store_history(domain.program_text, history), asked=asked)
    for (goal, at), mine in zip(asked, found, strict=True):
        assert_same(mine, reference.evaluate(program, history, goal, at), f"{goal} at {at}")
    assert {mine.derivation.obs_flag for mine in found if mine.gold.answer is not None} == {True, False}
