"""Fillers, arguments and cutoffs are drawn in the stated proportions (spec 4.6, 5.1)."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from scenarios.generators.derive.filler import WEIGHTS, fillers

from scenarios.generators.derive import trip_world
from scenarios.generators.derive.candidates import arguments, cutoff
from tests.factories.mini_suite import mini_trip
from tests.factories.tripops_samples import TRIPOPS

NAMES = trip_world.cast(TRIPOPS, 7)


@pytest.mark.parametrize(
    ("number", "counts"),
    [
        (12, {"bait": 4, "plan": 3, "small_talk": 3, "withdrawn": 2}),
        (13, {"bait": 5, "plan": 3, "small_talk": 3, "withdrawn": 2}),
        (1, {"bait": 1}),
        (0, {}),
    ],
)
def test_fillers_come_by_weight_with_the_largest_remainder_first(number, counts):
    drawn = fillers(TRIPOPS, NAMES, number, random.Random(1))
    assert Counter(event.template for event in drawn) == counts
    assert {event.template for event in drawn} <= set(WEIGHTS)
    assert all(event.distractor == TRIPOPS.template(event.template).distractor for event in drawn)


def test_arguments_range_over_names_of_the_right_type_and_never_twice_the_same():
    pairs = list(arguments(TRIPOPS.question("same_country"), NAMES))
    assert len(pairs) == 7 * 6 // 2
    assert all(pair["first"] < pair["second"] for pair in pairs)
    superiors = list(arguments(TRIPOPS.question("is_superior"), NAMES))
    assert len(superiors) == 4 * 3
    assert all(args["person"] != args["other"] for args in superiors)
    journeys = list(arguments(TRIPOPS.question("journeys_to"), NAMES))
    assert {args["year"] for args in journeys} == {"2031"}
    assert len(journeys) == 4 * 3


def test_cutoffs_follow_the_policy():
    events, rng = mini_trip().events, random.Random(3)
    times = [event.t for event in events]
    drawn = [cutoff(events, rng) for _ in range(2000)]
    last_quarter = sum(one >= times[45] for one in drawn) / 2000
    third_quarter = sum(times[30] <= one < times[45] for one in drawn) / 2000
    assert last_quarter == pytest.approx(0.6, abs=0.04)
    assert third_quarter == pytest.approx(0.3, abs=0.04)
    assert sum(one in times for one in drawn) / 2000 == pytest.approx(0.1, abs=0.03)
    assert min(drawn) >= times[18]
    assert max(drawn) < times[-1] + timedelta(hours=10)
