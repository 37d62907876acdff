"""What the parts of an EduOps world share while it is planned: its plot, its names, its size. PURE."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from scenarios.domains.eduops.world.accents import Accent, accent_of
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.plot import Plot
from scenarios.generators.derive.world import Brief
from scenarios.rendering.virtualization import RESERVED, NameBook

#: The room for which the counts of accents are meant, and the share of it below which a world is lean.
FULL_ROOM = 330
LEAN = 0.4
#: The frame, all but students, takes up this share of the room before its changes stop.
FRAME, LEAN_FRAME = 0.45, 0.36
#: In a lean world so many keys change of those that do elsewhere, each once at most.
_LEAN_CHANGES = 0.4


@dataclass
class Register:
    """The names of a world, drawn when they are needed."""

    book: NameBook
    drawn: dict[str, list[str]] = field(default_factory=dict)

    def one(self, type_name: str) -> str:
        """A new name of a type."""
        (name,) = self.book.draw(type_name, 1)
        self.drawn.setdefault(type_name, []).append(name)
        return name

    def several(self, type_name: str, count: int) -> tuple[str, ...]:
        return tuple(self.one(type_name) for _ in range(count))

    def near(self, type_name: str, name: str) -> str:
        """A new entity of a type whose name is one letter off ``name`` (D2)."""
        near = self.book.near(name)
        self.drawn.setdefault(type_name, []).append(near)
        return near

    def shorten(self, counts: Mapping[str, int]) -> None:
        """Take back the names that were drawn after there were so many of each type."""
        for type_name, names in self.drawn.items():
            del names[counts.get(type_name, 0) :]

    def cast(self, year: str, areas: tuple[str, ...]) -> Cast:
        by_type = {type_name: tuple(names) for type_name, names in self.drawn.items()}
        return Cast(by_type, year, {"area": areas})


@dataclass
class Stage:
    """Plot, names and size of one world. Once ``most`` events stand, nothing changes any more."""

    plot: Plot
    register: Register
    accent: Accent
    room: int
    most: int

    @classmethod
    def of(cls, brief: Brief) -> Stage:
        book = NameBook(brief.names_seed, (*RESERVED, *brief.domain.reserved_names))
        plot = Plot(brief.config, brief.streams.of("plot"))
        return cls(
            plot,
            Register(book),
            accent_of(brief.config.slug),
            brief.room,
            round((FRAME if brief.room >= LEAN * FULL_ROOM else LEAN_FRAME) * brief.room),
        )

    @property
    def rng(self) -> random.Random:
        return self.plot.rng

    @property
    def scale(self) -> float:
        """The size of this world beside that for which accents are written."""
        return self.room / FULL_ROOM

    @property
    def lean(self) -> bool:
        """Whether there is room for the most needed things alone."""
        return self.scale < LEAN

    def happens(self, share: float) -> bool:
        """True for this share of things, more seldom in a lean world and never in a full one."""
        if len(self.plot.events) >= self.most:
            return False
        return self.plot.happens(share * _LEAN_CHANGES if self.lean else share)

    def scaled(self, full: float, least: int, most: int = 1_000) -> int:
        """How many there are of what a full world has ``full`` of."""
        return min(max(least, round(full * self.scale)), most)

    def versions(self, share: float = 1.0) -> int:
        """How many versions a key has when only a ``share`` of its kind may change."""
        if not self.happens(share):
            return 1
        return 2 if self.lean else self.plot.versions()
