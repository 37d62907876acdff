"""The next and the previous change of an answer, against its answers at all times."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest

from scenarios.datalog.syntax import Goal
from scenarios.models import Query, Scenario
from scenarios.services import evaluation, turning_points, versions
from scenarios.services.turning_points import following, preceding
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db

CITIES, LANDS = ("Corby", "Ashfell", "Lunmar"), ("Corvia", "Meleth")


def told(seed: int) -> Scenario:
    """Forty records over two trips and three cities, some of them about nothing that is asked."""
    chance, scenario = Random(seed), make.scenario()
    for city in CITIES:
        event = make.event(scenario, CITIES.index(city))
        make.action(event, pred="city_in", key=[city], value=chance.choice(LANDS))
    for number in range(3, 43):
        event = make.event(scenario, number)
        kind = chance.randrange(5)
        if kind == 0:
            make.action(event, pred="city_in", key=[chance.choice(CITIES)], value=chance.choice(LANDS))
        elif kind == 1:
            make.action(event, op="cancel", value=None)
        elif kind == 2:
            make.action(event, pred="cap", key=["Corby"], value=str(number))
        else:
            make.action(event, key=[chance.choice(("Grus", "Ibex"))], value=chance.choice(CITIES))
    versions.rebuild(scenario=scenario)
    return scenario


def asked(scenario: Scenario) -> Query:
    return make.query(scenario, goal_pred="country", goal_key=["Grus"], cutoff=make.day(60))


def turns(query: Query) -> list[datetime]:
    """Each time at which the answer is another one than just before."""
    times = list(query.scenario.events.order_by("observed_at").values_list("observed_at", flat=True))
    cutoffs = [times[0] - timedelta(days=1), *times]
    goal = Goal(query.goal_pred, tuple(query.goal_key))
    golds = evaluation.answers_at(scenario=query.scenario, asked=[(goal, cutoff) for cutoff in cutoffs])
    said = [(gold.label, gold.answer) for gold in golds]
    return [cutoffs[n] for n in range(1, len(said)) if said[n] != said[n - 1]]


@pytest.mark.parametrize("seed", range(6))
def test_jumps_meet_every_change_and_nothing_else(seed: int) -> None:
    query = asked(told(seed))
    expected = turns(query)
    assert len(expected) > 2, "the history has something to find"
    start, end = make.day(-1), make.day(60)
    found, cutoff = [], start
    while (turn := following(query=query, cutoff=cutoff)).cutoff is not None:
        found.append(cutoff := turn.cutoff)
    assert found == expected
    back, cutoff = [], end
    while (turn := preceding(query=query, cutoff=cutoff)).cutoff is not None:
        back.append(cutoff := turn.cutoff)
    assert back[::-1] == expected
    between = make.day(20) + timedelta(hours=5)
    later = [moment for moment in expected if moment > between]
    assert following(query=query, cutoff=between).cutoff == (later[0] if later else None)
    assert preceding(query=query, cutoff=between).cutoff == max(m for m in expected if m < between)


def test_a_rule_that_reads_something_else_is_a_change() -> None:
    scenario = make.scenario()
    make.action(make.event(scenario, 1))
    make.action(make.event(scenario, 2), pred="city_in", key=["Corby"], value="Corvia")
    make.action(
        make.event(scenario, 3),
        op="rule",
        pred="fixed",
        key=[],
        value=None,
        clause="country(T,N) :- cap(C) = 5, dest(T,C), city_in(C,N).",
    )
    versions.rebuild(scenario=scenario)
    query = asked(scenario)
    assert {"cap", "rule:fixed", "complete:trip"} <= set(turning_points.version_predicates(query))
    bare = make.scenario()
    found = set(turning_points.version_predicates(asked(bare)))
    assert found == {name for pred in ("country", "dest", "city_in") for name in (pred, f"complete:{pred}")}


def test_no_more_times_are_tried_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = make.scenario()
    make.action(make.event(scenario, 0))
    make.action(make.event(scenario, 1), pred="city_in", key=["Corby"], value="Corvia")
    for number in range(2, 22):
        make.action(make.event(scenario, number), key=["Ibex"], value="Corby")
    make.action(make.event(scenario, 22), pred="city_in", key=["Corby"], value="Meleth")
    versions.rebuild(scenario=scenario)
    query = asked(scenario)
    assert following(query=query, cutoff=make.day(1)).cutoff == make.day(22)
    assert preceding(query=query, cutoff=make.day(22)).cutoff == make.day(1)
    monkeypatch.setattr(turning_points, "TIMES_TRIED", 20)
    for turn in (
        following(query=query, cutoff=make.day(1)),
        preceding(query=query, cutoff=make.day(22)),
    ):
        assert (turn.cutoff, turn.tried, turn.more) == (None, 20, True)
    ended = following(query=query, cutoff=make.day(22))
    assert (ended.cutoff, ended.tried, ended.more) == (None, 0, False)
