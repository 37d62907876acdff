"""Plotting a history: what a world uses to plan its events under the knobs of a scenario (spec 5.1). PURE."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

from scenarios.generators.derive.config import Dispersion, ScenarioConfig
from scenarios.generators.derive.plan import DayOf, PlannedEvent
from scenarios.rendering.patterns import SlotValue

T = TypeVar("T")
#: A part of the horizon, from 0 to 1.
Window = tuple[float, float]
#: What stands in the slots of a planned event.
Slots = Mapping[str, SlotValue | DayOf]
#: What an event is: its record template and the values of its slots.
Record = tuple[str, Slots]

#: The part of the history in which forwarded old records lie, and last revisions that come late (spec 5.1).
LATE_RECORDS: Window = (0.7, 0.99)
LATE_REVISIONS: Window = (0.8, 0.97)
#: The share of chains that end with a value they had before, so that no value tells first from last.
RETURNING = 1 / 3
#: A planned witness of low dispersion lies within so many times its own number of slots.
LOW_BLOCK = 3


@dataclass
class Plot:
    """The events of one scenario while they are planned.

    ``add`` plans one event, ``chain`` a key with all its versions, ``spread`` says where the events of one
    planned witness lie. All chance comes from ``rng``.
    """

    config: ScenarioConfig
    rng: random.Random
    events: list[PlannedEvent] = field(default_factory=list)

    def add(
        self, template: str, values: Slots, window: Window, *,
        after: Sequence[str] = (), distractor: str | None = None,
    ) -> str:  # fmt: skip
        """Plan an event somewhere in ``window``, behind all of ``after``; returns its name."""
        name = f"p{len(self.events):04d}"
        self.events.append(PlannedEvent(name, template, values, window, tuple(after), distractor))
        return name

    def day(self, point: float) -> str:
        """The day at a point of the horizon, as ISO text."""
        start, end = self.config.horizon
        return (start + timedelta(days=int(point * (end - start).days))).date().isoformat()

    def happens(self, rate: float) -> bool:
        """True with this chance."""
        return self.rng.random() < rate

    def versions(self) -> int:
        """How many versions a key has: geometric with the mean and maximum of ``chain_len_dist``."""
        chain, count = self.config.chain_len_dist, 1
        while count < chain.most and self.rng.random() < 1 - 1 / chain.mean:
            count += 1
        return count

    def course(self, options: Sequence[T], count: int) -> list[T]:
        """The values of ``count`` versions: neighbours differ, and a third of the chains end with a value
        that they had before. With a single option there is a single version."""
        found = [self.rng.choice(options)]
        while len(found) < count and len(options) > 1:
            found.append(self.rng.choice([one for one in options if one != found[-1]]))
        if len(found) > 2 and self.happens(RETURNING):
            earlier = [one for one in found[:-2] if one != found[-2]]
            found[-1] = self.rng.choice(earlier or found[-1:])
        return found

    def chain(
        self, values: Sequence[T], write: Callable[[int, T], Record], window: Window, *,
        after: Sequence[str] = (), forward: Callable[[T, DayOf], Record] | None = None,
        confirm: Callable[[T], Record] | None = None, distractor: str | None = None,
    ) -> list[str]:  # fmt: skip
        """Plan a key with these values in turn; returns the names of the events that assert them.

        ``write(place, value)`` is the record of the version at that place, 0 the first. The first lies in
        ``window``, revisions anywhere behind it, now and then the last one late. ``forward(value, day)`` is a
        late record of an obsolete value under its old day (D3), ``confirm(value)`` one that repeats the last
        value; both come at the rates of the configuration.
        """
        names = [self.add(*write(0, values[0]), window, after=after, distractor=distractor)]
        fate = self.rng.random()
        late = fate < self.config.late_revision_rate
        for place, value in enumerate(values[1:], 1):
            last = place == len(values) - 1
            span = LATE_REVISIONS if late and last else (window[0], max(window[1], 0.9))
            record = write(place, value)
            names.append(self.add(*record, span, after=(names[-1], *after), distractor=distractor))
        if forward is not None and len(values) > 1 and late_obsolete(fate, self.config):
            place = self.rng.randrange(len(values) - 1)
            record = forward(values[place], DayOf(names[place]))
            self.add(*record, LATE_RECORDS, after=names, distractor="D3")
        elif confirm is not None and self.happens(self.config.dup_assert_rate):
            self.add(*confirm(values[-1]), (window[0], 0.95), after=names, distractor=distractor)
        return names

    def spread(self, count: int, within: Window = (0.0, 1.0)) -> list[Window]:
        """Where the ``count`` events of one planned witness lie, by the dispersion of the scenario (spec
        5.1): in one block, anywhere in half of ``within``, or one in each stratum; in the order of time."""
        low, high = within
        length = high - low
        if self.config.dispersion is Dispersion.HIGH:
            step = length / count
            return [(low + place * step, low + (place + 1) * step) for place in range(count)]
        share = 0.5
        if self.config.dispersion is Dispersion.LOW:
            share = min(1.0, LOW_BLOCK * count / self.config.n_events / length)
        start = low + self.rng.random() * (1 - share) * length
        return [(start, start + share * length)] * count


def late_obsolete(fate: float, config: ScenarioConfig) -> bool:
    """Whether a revised key gets a forwarded old record: ``fate``, uniform in [0, 1), decides between that, a
    late last revision and neither."""
    return 0 <= fate - config.late_revision_rate < config.late_obsolete_rate
