"""What is known holds in every completion of the open world: known answers are certain answers (spec 1.7)."""

from __future__ import annotations

import random

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from tests.factories.completions import completed
from tests.factories.random_cases import draw_cases

#: Random programs, and completions of each history at each cutoff.
FEW, COMPLETIONS = 40, 3


def test_known_answers_hold_in_completions(
    draws: int | None, first_draw: int, capsys: pytest.CaptureFixture[str]
) -> None:
    held = unknown = settled = 0
    for number in range(first_draw, first_draw + (draws or FEW)):
        (case,) = draw_cases(number, histories=1)
        rng = random.Random(f"completions/{number}")
        for cutoff in case.cutoffs:
            resolved = resolve(case.history, cutoff)
            before = Evaluator(case.program, resolved)
            for _ in range(COMPLETIONS):
                world = completed(rng, case.program, case.history, resolved, case.drawn.schema.pools)
                after = Evaluator(world[0], resolve(world[1], cutoff))
                for goal in case.goals:
                    try:
                        was, now = (gold_of(goal_state(evaluator, goal)) for evaluator in (before, after))
                    except DatalogError:
                        continue  # a runaway is none of a completion's business
                    if was.label is Answerability.UNKNOWN:
                        unknown += 1
                        settled += now.label is not Answerability.UNKNOWN
                        continue
                    held += 1
                    assert now == was, f"{goal} at {cutoff.isoformat()}\n{case.text}\n{world[1]}"
    if draws is not None:
        with capsys.disabled():
            print(f"\n{held} known answers held; {settled} of {unknown} unknown ones became known")
    assert held > unknown / 4
    assert settled > unknown * 0.4, "the completions leave the world open"
