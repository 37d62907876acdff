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
    """Order the events and give each a day of its own between ``start`` and ``end`` (UTC, whole days).

    Raises ``PlanError`` for a cycle, an unknown predecessor or a horizon with fewer days than events.
    """
    ordered = _ordered(planned, rng)
    days = (end - start).days
    if days < len(ordered):
        raise PlanError(f"{len(ordered)} events do not fit into {days} days, one a day")
    refs = {
        event.name: EventRef(f"e{number:04d}", _moment(start, days, number, len(ordered), rng), number)
        for number, event in enumerate(ordered, 1)
    }
    return [DatedEvent(event, refs[event.name], _dated(event, refs)) for event in ordered]


def _ordered(planned: Sequence[PlannedEvent], rng: random.Random) -> list[PlannedEvent]:
    """Each event at a drawn point of its window, but behind everything that must precede it."""
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
            points[name] = max([drawn[name], *(found + 1e-6 for found in earlier)])
        return points[name]

    return sorted(planned, key=lambda event: (point(event.name, ("",)), event.name))


def _moment(start: datetime, days: int, number: int, count: int, rng: random.Random) -> datetime:
    day = start.astimezone(UTC) + timedelta(days=(number - 1) * days // count)
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
