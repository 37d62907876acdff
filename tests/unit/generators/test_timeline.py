"""Planned events get days of their own in an order that respects what must come before (spec 5.3)."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from scenarios.generators.derive.plan import DayOf, PlannedEvent
from scenarios.generators.derive.timeline import PlanError, place

START = datetime(2031, 1, 1, tzinfo=UTC)
END = START + timedelta(days=20)


def planned(name, window=(0.0, 1.0), after=(), **values):
    return PlannedEvent(name, "any", values, window, after)


def test_predecessors_come_first_even_against_their_windows():
    events = [
        planned("late", (0.0, 0.1), ("early",)),
        planned("early", (0.8, 0.9)),
        planned("mid", (0.5, 0.5)),
    ]
    dated = place(events, START, END, random.Random(1))
    assert [event.planned.name for event in dated] == ["mid", "early", "late"]
    assert [event.at.id for event in dated] == ["e0001", "e0002", "e0003"]
    assert [event.at.seq for event in dated] == [1, 2, 3]


def test_each_event_has_a_day_of_its_own_within_the_horizon():
    dated = place([planned(f"n{i}") for i in range(20)], START, END, random.Random(2))
    days = [event.at.t.date() for event in dated]
    assert len(set(days)) == 20
    assert days == sorted(days)
    assert all(START <= event.at.t < END for event in dated)
    assert all(event.at.t.second == 0 and event.at.t.tzinfo is UTC for event in dated)


def test_dates_follow_from_the_timeline():
    events = [
        planned("a", (0.0, 0.0)),
        planned("b", (0.9, 0.9), (), own=DayOf(offset=3), old=DayOf("a"), text="x"),
    ]
    first, second = place(events, START, END, random.Random(3))
    assert second.values["text"] == "x"
    assert second.values["old"] == first.at.t.date().isoformat()
    assert second.values["own"] == (second.at.t.date() + timedelta(days=3)).isoformat()


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([planned("a", (0, 1), ("b",)), planned("b", (0, 1), ("a",))], "cannot come after"),
        ([planned("a", (0, 1), ("ghost",))], "a cannot come after ghost"),
        ([planned("a"), planned("a")], "share a name"),
        ([planned(f"n{i}") for i in range(21)], "do not fit into 20 days"),
    ],
)
def test_contradictory_plans_are_refused(events, message):
    with pytest.raises(PlanError, match=message):
        place(events, START, END, random.Random(4))
