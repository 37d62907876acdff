"""Planned events: what happens and roughly when, before dates and words (spec 5.3, stages 2 to 4). PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scenarios.rendering.patterns import SlotValue


@dataclass(frozen=True, slots=True)
class DayOf:
    """A date that follows from the timeline: the day of a planned event (its own if ``name`` is empty),
    moved by ``offset`` days."""

    name: str = ""
    offset: int = 0


#: The slots of a planned event.
Values = dict[str, SlotValue | DayOf]


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event to come.

    ``name`` is unique in its plan, ``template`` the record template, ``values`` its slots. ``window`` is
    the part of the horizon it should fall into (0 to 1), ``after`` the names of events that precede it.
    ``surface`` is the wording it must have, None where any will do.
    """

    name: str
    template: str
    values: Mapping[str, SlotValue | DayOf]
    window: tuple[float, float]
    after: tuple[str, ...] = ()
    distractor: str | None = None
    surface: int | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """The invented names of a scenario by type; the query arguments range over them."""

    by_type: Mapping[str, tuple[str, ...]]
    year: str
    plain: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __getitem__(self, type_name: str) -> tuple[str, ...]:
        return self.by_type[type_name]
