"""What the parts of a TripOps world share: the plot, the names drawn so far, what is worth asking. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from scenarios.datalog.derivation import Answerability
from scenarios.domains.tripops.world.accents import FULL_ROOM, Accent
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import Plot, T, Window
from scenarios.generators.derive.world import Arguments, Brief
from scenarios.rendering.patterns import SlotValue
from scenarios.rendering.virtualization import NameBook

#: A year of which less than this part of the horizon is seen has no trips of its own.
LEAST_SEASON = 0.2
#: So much room stays beside the versions of a key, for a copy of one and for what closes its group.
SPARE = 3
#: A trip takes a new house this often, where one is known in its city already.
NEW_HOUSES = 0.03
#: Worlds below this scale are small; there, so many keys are revised.
SMALL, SMALL_REVISED = 0.4, 0.2
#: Worlds with less room than this are tiny.
TINY = 40


@dataclass(frozen=True, slots=True)
class Season:
    """A year and the part of the horizon that lies in it."""

    year: str
    window: Window


@dataclass(frozen=True, slots=True)
class Country:
    """A country on the map: its region, its cities, and the event that says so."""

    name: str
    region: str
    cities: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a staff card: home city at first, level below the head, direct superior at first (None
    for the head), the event of the card. Who is ``settled`` never moves."""

    name: str
    city: str
    level: int
    boss: str | None
    card: str
    settled: bool


@dataclass(slots=True)
class Office:
    """The world while it is planned. ``kept`` is the room that the look-alikes will need."""

    brief: Brief
    accent: Accent
    plot: Plot
    book: NameBook
    kept: int
    names: dict[str, list[str]] = field(default_factory=dict)
    asked: dict[str, list[Arguments]] = field(default_factory=dict)
    countries: list[Country] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    currencies: list[str] = field(default_factory=list)
    hotels: dict[str, list[str]] = field(default_factory=dict)

    @property
    def scale(self) -> float:
        """How large this world is beside one of the derive suite."""
        return self.brief.room / FULL_ROOM

    @property
    def small(self) -> bool:
        """Whether there is room for little more than one of everything."""
        return self.scale < SMALL

    @property
    def tiny(self) -> bool:
        """Whether there is room for just one of everything, and no revision."""
        return self.brief.room < TINY

    def share(self, rate: float) -> float:
        """The share of keys that are revised or come to an end; half as large in a small world."""
        return 0.0 if self.tiny else rate / 2 if self.small else rate

    def lacks(self, label: Answerability) -> bool:
        """Whether the last world of this scenario had too little for this label."""
        return any(cell[1] is label for cell in self.brief.short)

    @property
    def left(self) -> int:
        """How many more events there is room for."""
        return self.brief.room - self.kept - len(self.plot.events)

    def sized(self, count: float, least: int = 0) -> int:
        """A size of a derive world in the scale of this one."""
        return max(least, round(count * self.scale))

    def name(self, type_name: str) -> str:
        """A new name of a type."""
        (name,) = self.book.draw(type_name, 1)
        self.names.setdefault(type_name, []).append(name)
        return name

    def near(self, type_name: str, name: str) -> str:
        """A new name one letter from ``name`` (D2)."""
        near = self.book.near(name)
        self.names[type_name].append(near)
        return near

    def pick(self, options: Sequence[T]) -> T:
        """One of these by chance."""
        return self.plot.rng.choice(options)

    def upcoming(self, place: int = 0) -> str:
        """The name of the event that will be planned after ``place`` others from now."""
        return f"p{len(self.plot.events) + place:04d}"

    def versions(self) -> int:
        """How many versions a key has, as far as there is room; in a small world two at most."""
        if self.tiny:
            return 1
        if self.small:
            return 2 if self.left > SPARE and self.plot.happens(SMALL_REVISED) else 1
        return min(self.plot.versions(), max(1, self.left - SPARE))

    def fill(self, name: str, **values: SlotValue | DayOf) -> None:
        """Give a planned event slots that hang on later ones."""
        place = next(place for place, event in enumerate(self.plot.events) if event.name == name)
        event = self.plot.events[place]
        self.plot.events[place] = replace(event, values={**event.values, **values})

    def ask(self, *forms: str, often: int = 1, **arguments: str) -> None:
        """These arguments are worth asking of these forms of question, so often in a round of all."""
        for form in forms:
            choices = self.asked.setdefault(form, [])
            if arguments not in choices:
                choices += [arguments] * often

    def country_of(self, city: str) -> Country:
        """The country that the map gives a city at first."""
        return next(country for country in self.countries if city in country.cities)

    def hotel(self, city: str) -> str:
        """A house in a city: a new one, or one of those that are known there."""
        known = self.hotels.setdefault(city, [])
        if not known or self.plot.happens(NEW_HOUSES):
            known.append(self.name("hotel"))
            return known[-1]
        return self.pick(known)


def seasons(config: ScenarioConfig) -> list[Season]:
    """The years of the horizon, without those of which little is seen."""
    start, end = config.horizon
    found = []
    for year in range(start.year, end.year + 1):
        low = max(0.0, (datetime(year, 1, 1, tzinfo=UTC) - start) / (end - start))
        high = min(1.0, (datetime(year + 1, 1, 1, tzinfo=UTC) - start) / (end - start))
        found.append(Season(str(year), (low, high)))
    long = [one for one in found if one.window[1] - one.window[0] >= LEAST_SEASON]
    return long or [max(found, key=lambda one: one.window[1] - one.window[0])]
