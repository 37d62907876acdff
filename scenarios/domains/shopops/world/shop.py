"""The shop while its history is planned: events, names, chance, and what will be asked of it. PURE."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Final

from scenarios.domains.shopops.world.accents import FULL_ROOM, Accent, accent_of
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.plot import Plot
from scenarios.generators.derive.world import Brief
from scenarios.rendering.virtualization import RESERVED, NameBook

#: The part of a quarter that the horizon must hold for the quarter to be planned at all.
_LEAST_QUARTER = 0.3
#: What comes before the first order: the catalogue. What comes last is paperwork.
OPENING = 0.1
#: No more room than this is little.
SMALL: Final = 80


@dataclass(frozen=True, slots=True)
class Quarter:
    """A quarter of a year and the part of the horizon that it covers."""

    name: str
    low: float
    high: float

    def within(self, share: float) -> float:
        """The point of the horizon after this share of the quarter."""
        return self.low + share * (self.high - self.low)


@dataclass
class Shop:
    """Everything planned so far. ``changed`` holds the keys that have later versions, as the slot of what is
    asked for and the name of what it is asked of; ``owed`` how many forwarded records are still to come."""

    brief: Brief
    rng: random.Random
    plot: Plot
    book: NameBook
    names: dict[str, list[str]] = field(default_factory=dict)
    changed: set[tuple[str, str]] = field(default_factory=set)
    owed: float = 0.0

    @classmethod
    def of(cls, brief: Brief) -> Shop:
        """An empty shop."""
        plot = Plot(brief.config, brief.streams.of("plot"))
        book = NameBook(brief.names_seed, (*RESERVED, *brief.domain.reserved_names))
        return cls(brief, brief.streams.of("shop"), plot, book)

    @cached_property
    def accent(self) -> Accent:
        return accent_of(self.brief.config, self.brief.short)

    @property
    def small(self) -> bool:
        """Whether there is little room: no tall tree, short orders, little that is never told."""
        return self.brief.room <= SMALL

    def number(self, full: int, least: int = 1) -> int:
        """How many there are of what a history of full size has ``full`` of."""
        return max(least, round(full * min(2.5, self.brief.room / FULL_ROOM)))

    def name(self, type_name: str) -> str:
        """A new name."""
        name = self.book.draw(type_name, 1)[0]
        self.names.setdefault(type_name, []).append(name)
        return name

    def near(self, type_name: str, name: str) -> str:
        """A new name one letter away from another one."""
        near = self.book.near(name)
        self.names.setdefault(type_name, []).append(near)
        return near

    def tried(self, plan: Callable[[], object], limit: int) -> bool:
        """Plan something whole, or nothing where it would leave more than ``limit`` events."""
        before, named = len(self.plot.events), {name: len(found) for name, found in self.names.items()}
        plan()
        if len(self.plot.events) <= limit:
            return True
        del self.plot.events[before:]
        for type_name, found in self.names.items():
            del found[named.get(type_name, 0) :]
        return False

    def cast(self) -> Cast:
        """The invented names by type; quarters are no names."""
        types = self.brief.domain.name_types
        by_type = {type_name: tuple(self.names.get(type_name, ())) for type_name in types}
        year = str(self.brief.config.horizon[1].year)
        return Cast(by_type, year)

    @cached_property
    def quarters(self) -> tuple[Quarter, ...]:
        """The quarters that the horizon holds a good part of; the horizon itself where it is that short."""
        start, end = self.brief.config.horizon
        days = (end - start).days
        found = []
        for first, after in pairwise(_quarter_starts(start, end)):
            low, high = max(first, start), min(after, end)
            if (high - low).days >= _LEAST_QUARTER * (after - first).days:
                found.append(
                    Quarter(_quarter_name(first), (low - start).days / days, (high - start).days / days)
                )
        return tuple(found) or (Quarter(_quarter_name(start), 0.0, 1.0),)

    def pick(self, options: Sequence[str], count: int) -> tuple[str, ...]:
        """Some of ``options`` in their own order, all of them if there are no more."""
        chosen = set(self.rng.sample(range(len(options)), min(count, len(options))))
        return tuple(option for place, option in enumerate(options) if place in chosen)

    def money(self, low: int, high: int) -> str:
        """An amount between two whole ones, now and then with a half."""
        whole = self.rng.randrange(low, high)
        return f"{whole}.5" if self.rng.random() < 0.3 else str(whole)


def _quarter_starts(start: datetime, end: datetime) -> list[datetime]:
    """The first days of the quarters from that of ``start`` to the one behind ``end``."""
    found = [datetime(start.year, 3 * ((start.month - 1) // 3) + 1, 1, tzinfo=UTC)]
    while found[-1] <= end:
        later = found[-1] + timedelta(days=100)
        found.append(datetime(later.year, 3 * ((later.month - 1) // 3) + 1, 1, tzinfo=UTC))
    return found


def _quarter_name(day: datetime) -> str:
    return f"Q{(day.month - 1) // 3 + 1} {day.year}"
