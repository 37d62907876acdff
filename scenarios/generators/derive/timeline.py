"""From planned events to dated ones (spec 5.3, stage 5). PURE."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scenarios.generators.derive.plan import DayOf, PlannedEvent
from scenarios.rendering.patterns import EventRef, SlotValue


class PlanError(ValueError):
    """A plan contradicts itself; names the event."""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A planned event with its place in time and all its slot values."""

    planned: PlannedEvent
    at: EventRef
    values: Mapping[str, SlotValue]


def place(
    planned: Sequence[PlannedEvent], start: datetime, end: datetime, rng: random.Random
) -> list[DatedEvent]:
    """Date the events: each at a drawn point of its window between ``start`` and ``end`` (UTC, whole days),
    behind all that must precede it, in office hours. No two share a minute.

    Raises ``PlanError`` for a cycle or an unknown predecessor.
    """
    points = _points(planned, rng)
    ordered = sorted(planned, key=lambda event: (points[event.name], event.name))
    refs: dict[str, EventRef] = {}
    latest = start
    for number, event in enumerate(ordered, 1):
        latest = max(
            _moment(start, end, points[event.name], rng), latest + timedelta(minutes=rng.randint(1, 9))
        )
        refs[event.name] = EventRef(f"e{number:04d}", latest, number)
    return [DatedEvent(event, refs[event.name], _dated(event, refs)) for event in ordered]


def _points(planned: Sequence[PlannedEvent], rng: random.Random) -> dict[str, float]:
    """A drawn point of each event's window, moved behind those of everything that must precede it."""
    by_name = {event.name: event for event in planned}
    if len(by_name) != len(planned):
        raise PlanError(f"{len(planned) - len(by_name)} planned events share a name")
    drawn = {event.name: rng.uniform(*event.window) for event in planned}
    points: dict[str, float] = {}

    def point(name: str, path: tuple[str, ...]) -> float:
        if name in path or name not in by_name:
            raise PlanError(f"planned event {path[-1]} cannot come after {name}")
        if name not in points:
            earlier = [point(before, (*path, name)) for before in by_name[name].after]
            points[name] = max([drawn[name], *(found + rng.uniform(0.002, 0.02) for found in earlier)])
        return points[name]

    for event in planned:
        point(event.name, ("",))
    return points


def _moment(start: datetime, end: datetime, point: float, rng: random.Random) -> datetime:
    """An office hour of the day at a point of the horizon; what lies beyond its end is on its last day."""
    days = (end - start).days
    day = start.astimezone(UTC) + timedelta(days=min(int(point * days), days - 1))
    return day + timedelta(hours=rng.randrange(8, 18), minutes=rng.randrange(60))


def _dated(event: PlannedEvent, refs: Mapping[str, EventRef]) -> dict[str, SlotValue]:
    own = refs[event.name]
    found: dict[str, SlotValue] = {}
    for slot, value in event.values.items():
        if isinstance(value, DayOf):
            base = refs[value.name] if value.name else own
            found[slot] = (base.t.date() + timedelta(days=value.offset)).isoformat()
        else:
            found[slot] = value
    return found
