"""Talk comes by rate, of what has come up by then (spec 4.6, 5.3 stage 6)."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from scenarios.domains import registry
from scenarios.generators.derive.plan import Cast, PlannedEvent
from scenarios.generators.derive.talk import talk, voiced
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.rendering.patterns import EventRef

TRIPOPS = registry.get("tripops")
RATES = {"D1": 0.10, "D2": 0.3, "D5": 0.08, "D6": 0.08, "D7": 0.04}


@pytest.mark.parametrize(
    ("number", "counts"),
    [
        (30, {"D1": 10, "D5": 8, "D6": 8, "D7": 4}),
        (31, {"D1": 11, "D5": 8, "D6": 8, "D7": 4}),
        (1, {"D1": 1}),
        (0, {}),
    ],
)
def test_kinds_come_by_their_rates_with_the_largest_remainder_first(number, counts):
    drawn = talk(TRIPOPS, number, RATES, random.Random(1))
    assert Counter(event.distractor for event in drawn) == counts
    assert all(TRIPOPS.template(event.template).distractor == event.distractor for event in drawn)
    assert all(not TRIPOPS.template(event.template).actions for event in drawn)


def test_without_any_rate_for_talk_there_is_none_to_share():
    assert talk(TRIPOPS, 3, {"D6": 1.0}, random.Random(1))[0].distractor == "D6"
    assert talk(TRIPOPS, 0, {}, random.Random(1)) == []


def dated(name, template, values, number, distractor=None):
    planned = PlannedEvent(name, template, values, (0, 1), (), distractor)
    at = EventRef(f"e{number:04d}", datetime(2031, 1, 1, tzinfo=UTC) + timedelta(days=number), number)
    return DatedEvent(planned, at, values)


def test_talk_is_only_of_names_that_have_come_up_before():
    cast = Cast({"person": ("Ana Bo", "Cy Do"), "trip": ("Tamur", "Ostix"), "hotel": ("Norock",)}, "2031")
    opened = {
        "trip": "Tamur", "person": "Ana Bo", "year": "2031", "purpose": "private",
        "starts": "2031-02-01", "ends": "2031-02-02",
    }  # fmt: skip
    history = [
        dated("a", "bait", {}, 1, "D1"),
        dated("b", "trip_opened", opened, 2),
        *(dated(f"c{n}", "bait", {}, 3 + n, "D1") for n in range(20)),
        dated("d", "trip_opened", {**opened, "trip": "Ostix", "person": "Cy Do"}, 40),
    ]
    found = voiced(TRIPOPS, history, cast, random.Random(3))
    assert found[0].planned.distractor in ("D1", "D6")
    assert found[0].values == {}
    assert found[1] == history[1]
    assert found[-1] == history[-1]
    later = {name for event in found[2:-1] for name in event.values.values()}
    assert later == {"Ana Bo", "Tamur"}


def test_who_has_nothing_of_its_kind_to_talk_of_makes_small_talk():
    cast = Cast({"person": ("Ana Bo",), "trip": (), "hotel": (), "city": ()}, "2031")
    (found,) = voiced(TRIPOPS, [dated("a", "withdrawn", {}, 1, "D7")], cast, random.Random(3))
    assert found.planned.distractor == "D6"
    template = TRIPOPS.template(found.planned.template)
    assert any(not surface.slots for surface in template.surfaces)
