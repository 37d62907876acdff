"""clingo and Nemo agree with the reference evaluator on random programs, the third value included.

They get the certain and the possible program (``tests/factories/two_valued.py``), so they share with the
evaluators only the parser, the resolved facts and the reading order.
"""

from __future__ import annotations

from collections import Counter
from types import ModuleType

import pytest

from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from tests.factories import asp, nemo
from tests.factories.random_cases import draw_cases
from tests.factories.three_valued import gold_found, translate

#: Draws of the suite. Nemo takes ten times as long as clingo, most of it for reading the facts.
FEW = {"clingo": 25, "nemo": 5}


@pytest.mark.parametrize("engine", [asp, nemo], ids=["clingo", "nemo"])
def test_an_independent_engine_agrees(
    engine: ModuleType, draws: int | None, first_draw: int, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "clingo" if engine is asp else "nemo"
    labels: Counter[str] = Counter()
    asked = 0
    for number in range(first_draw, first_draw + (draws or FEW[name])):
        (case,) = draw_cases(number, histories=1, plain=True)
        for cutoff in case.cutoffs:
            evaluator = Evaluator(case.program, resolve(case.history, cutoff))
            translation = translate(evaluator, case.drawn.schema.pools, case.goals)
            asked += len(case.goals)
            if not translation.goals:
                continue
            found = engine.solve(translation.rules, translation.asked)
            for goal in translation.goals:
                theirs = gold_found(translation, goal, found)
                mine = gold_of(goal_state(evaluator, goal))
                assert theirs == mine, f"{goal} at {cutoff.isoformat()}: {theirs} but {mine}\n{case.text}"
                labels[mine.label.value] += 1
    answered = sum(labels.values())
    if draws is not None:
        with capsys.disabled():
            print(
                f"\n{name} agrees on {answered} of {asked} goals, {dict(labels)}; the rest is not translated"
            )
    assert answered > asked / 2
    assert min(labels[label] for label in ("answerable", "justified-zero", "unknown")) > answered / 30
