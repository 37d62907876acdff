"""Planned events get dates at points of their windows, behind what must come before (spec 5.3)."""

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


def test_events_lie_at_their_points_in_office_hours_and_share_no_minute():
    dated = place([planned(f"n{i:02d}", (i / 40, i / 40)) for i in range(40)], START, END, random.Random(2))
    moments = [event.at.t for event in dated]
    assert moments == sorted(set(moments))
    assert [event.planned.name for event in dated] == [f"n{i:02d}" for i in range(40)]
    assert [moment.date() for moment in moments] == [
        (START + timedelta(days=i // 2)).date() for i in range(40)
    ]
    assert all(8 <= moment.hour < 19 for moment in moments)
    assert all(moment.second == 0 and moment.tzinfo is UTC for moment in moments)


def test_what_is_pushed_beyond_the_end_lies_on_the_last_day():
    events = [planned("a", (1.0, 1.0)), planned("b", (0.0, 1.0), ("a",))]
    dated = place(events, START, END, random.Random(2))
    assert [event.at.t.date() for event in dated] == [(END - timedelta(days=1)).date()] * 2
    assert dated[0].at.t < dated[1].at.t


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
    ],
)
def test_contradictory_plans_are_refused(events, message):
    with pytest.raises(PlanError, match=message):
        place(events, START, END, random.Random(4))
