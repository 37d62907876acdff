"""Random programs: what is combined from gold states is gold or unknown, never another value (spec 7.5).

A probe's answer says less than a state: an open collection has no members there, and the reason of a false
literal need not be among the inputs. So a combined state may be unknown where gold is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from benchmark.scoring.states import NOT_KNOWN
from scenarios.datalog.errors import DatalogError
from tests.factories.diagnostic_dags import Diagnosable, World, diagnosable
from tests.factories.random_cases import draw_cases

DRAWS = 10


def diagnosables(number: int) -> Iterator[Diagnosable]:
    """The goals of one draw that have a diagnostic DAG."""
    for case in draw_cases(number, histories=1):
        world = World(case.program, case.history)
        for cutoff in case.cutoffs:
            for goal in case.goals:
                try:
                    found = diagnosable(world, goal, cutoff)
                except DatalogError:  # the draw itself goes on without end, or is too deep
                    continue
                if found is not None:
                    yield found


def compared(of: Diagnosable) -> Iterator[str]:
    """How the combined state of each node with inputs compares with its gold."""
    for node, children in of.dag.children.items():
        if not children:
            continue
        gold = of.gold if node == of.dag.root else of.gold_states[node]
        combined = of.combine(node, [(child, of.gold_states[child]) for child in children])
        if combined == gold:
            yield "unknown" if gold == NOT_KNOWN else "known"
        else:
            assert combined == NOT_KNOWN, (node, gold, combined)
            yield "lost"


@pytest.fixture
def numbers(draws: int | None, first_draw: int) -> range:
    return range(first_draw, first_draw + (draws or DRAWS))


def test_nothing_but_gold_is_combined_from_gold(numbers: range) -> None:
    seen = Counter(how for number in numbers for of in diagnosables(number) for how in compared(of))
    assert seen["known"]
