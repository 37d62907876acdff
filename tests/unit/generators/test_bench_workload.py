"""The workload of the bench: the size that was asked for, the same each time, with every kind of answer."""

from __future__ import annotations

from collections import Counter

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import History, Op
from scenarios.datalog.loading import load_program
from scenarios.generators.bench import CUTOFFS, PROGRAM, history, workload


@pytest.mark.parametrize("events", [60, 470, 2000])
def test_a_history_has_about_the_events_asked_for(events: int) -> None:
    spec = history(0, events=events, queries=1).spec
    assert abs(len(spec.events) - events) <= 0.1 * events
    assert all(event.actions for event in spec.events)


def test_the_queries_are_spread_over_the_histories() -> None:
    made = workload(histories=3, events=60, queries=10)
    assert [len(one.asked) for one in made] == [4, 3, 3]
    assert len({one.spec.slug for one in made}) == 3
    assert made == workload(histories=3, events=60, queries=10)
    assert made != workload(histories=3, events=60, queries=10, seed=2)


@pytest.mark.parametrize(("histories", "events", "queries"), [(0, 60, 10), (1, 0, 10), (3, 60, 2)])
def test_a_workload_of_nothing_is_refused(histories: int, events: int, queries: int) -> None:
    with pytest.raises(ValueError, match="a workload needs"):
        workload(histories=histories, events=events, queries=queries)


def test_nine_kinds_of_goals_at_five_cutoffs_get_every_label() -> None:
    made = history(0, events=470, queries=180)
    program = load_program(PROGRAM)
    told = History.of(action for event in made.spec.events for action in event.actions)
    labels: dict[tuple[str, bool], Counter[Answerability]] = {}
    for asked in made.asked:
        kind = (asked.goal.pred, asked.goal.member is not None)
        gold = reference.answer(program, told, asked.goal, asked.cutoff)
        labels.setdefault(kind, Counter())[gold.label] += 1
    assert len(labels) == 9
    assert all(found[Answerability.ANSWERABLE] for found in labels.values())
    assert set().union(*labels.values()) == set(Answerability)
    assert len({asked.cutoff for asked in made.asked}) == CUTOFFS


def test_facts_are_revised_and_collections_closed() -> None:
    actions = [a for event in history(0, events=470, queries=1).spec.events for a in event.actions]
    said = Counter((a.pred, a.key) for a in actions if a.op is Op.ASSERT)
    assert max(said.values()) > 1
    assert {a.pred for a in actions if a.op is Op.COMPLETE} == {"trip", "road", "expense", "approval"}
