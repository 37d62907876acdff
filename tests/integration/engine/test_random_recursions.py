"""Both evaluators agree on random recursions of every form: answers, derivations and witnesses."""

from __future__ import annotations

from collections import Counter

import pytest

from scenarios.datalog import reference
from scenarios.datalog.errors import EvaluationError
from scenarios.services import evaluation
from tests.factories.recursive_worlds import draw
from tests.factories.stored_histories import store_history
from tests.integration.engine.test_two_evaluators import assert_same

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(3))
def test_both_evaluators_answer_recursions_alike(seed: int) -> None:
    labels: Counter[str] = Counter()
    for number in range(20 * seed, 20 * seed + 20):
        program, history, cutoffs, goals = draw(number)
        scenario = store_history(program.source, history)
        asked = [(goal, cutoff) for cutoff in cutoffs for goal in goals]
        try:
            theirs = [reference.answer(program, history, goal, cutoff) for goal, cutoff in asked]
        except EvaluationError as error:
            with pytest.raises(type(error)):
                evaluation.answers_at(scenario=scenario, asked=asked)
            continue
        mine = evaluation.answers_at(scenario=scenario, asked=asked)
        different = [
            (goal, cutoff, one, other)
            for (goal, cutoff), one, other in zip(asked, mine, theirs, strict=True)
            if one != other
        ]
        assert different == [], f"draw {number}\n{program.source}\n{different[0]}"
        labels.update(gold.label for gold in theirs)
    assert len(labels) == 3


@pytest.mark.parametrize("seed", range(3))
def test_both_evaluators_derive_recursions_alike(seed: int) -> None:
    """Goals are asked alone: what else is asked may change which rejected rows are explained."""
    for number in range(6 * seed, 6 * seed + 6):
        program, history, cutoffs, goals = draw(number)
        scenario = store_history(program.source, history)
        for goal in goals[::3]:
            try:
                other = reference.evaluate(program, history, goal, cutoffs[-1])
            except EvaluationError:
                continue
            one = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoffs[-1])
            assert_same(one, other, f"draw {number}: {goal} at {cutoffs[-1]}\n{program.source}")
