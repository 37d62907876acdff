"""What happens in a history of the bench: people, cities and trips, told event by event. PURE.

Everything that a goal reaches keeps its size however long the history is, so that a longer one shows what
finding it costs and not what the answer does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord, Op

#: Events of a history of size 1, about; other sizes are multiples of its people, cities and trips.
UNIT = 470
START = datetime(2030, 1, 1, 9, tzinfo=UTC)
_CITIES, _COUNTRIES, _PEOPLE, _TRIPS = 16, 4, 12, 54
#: How much of what could be said is: the rest stays unknown.
_SAID, _COMPLETE, _REVISED = 0.99, 0.95, 0.3


def observed_at(place: int) -> datetime:
    """When the event of this place in its history was observed; the first has place 1."""
    return START + timedelta(minutes=place)


@dataclass(frozen=True, slots=True)
class World:
    """The names of one history."""

    cities: tuple[str, ...]
    countries: tuple[str, ...]
    people: tuple[str, ...]
    trips: tuple[str, ...]

    @classmethod
    def of_size(cls, events: int) -> World:
        """A world that about ``events`` events tell of."""

        def names(kind: str, count: int) -> tuple[str, ...]:
            return tuple(f"{kind}{place}" for place in range(max(2, round(count * events / UNIT))))

        return cls(
            names("city", _CITIES), names("land", _COUNTRIES), names("person", _PEOPLE), names("trip", _TRIPS)
        )

    def owner(self, trip: int) -> str:
        """Whose trip it is."""
        return self.people[trip % len(self.people)]

    def boss(self, person: int) -> str | None:
        """Chains of six, each with somebody at its top."""
        return self.people[person - 1] if person % 6 else None

    def roads(self, city: int) -> list[str]:
        """Within each eight cities a ring and a way across."""
        first = city - city % 8
        near = {first + (city + 1) % 8, first + (city * 3 + 1) % 8} - {city}
        return [self.cities[other] for other in sorted(near) if other < len(self.cities)]


_Action = dict[str, Any]
_Statement = tuple[_Action, ...]


def told(world: World, random: Random) -> Iterator[EventSpec]:
    """The events of a history in order, made one by one: a long history never stands in memory."""
    for place, actions in enumerate(_statements(world, random), start=1):
        yield _event(place, actions)


def _say(pred: str, key: str, value: str) -> _Action:
    return {"op": Op.ASSERT, "pred": pred, "key": (key,), "value": value}


def _member(pred: str, group: str, member: str) -> _Action:
    return {"op": Op.MEMBER, "pred": pred, "key": (group,), "member": member}


def _complete(pred: str, group: str, size: int) -> _Action:
    return {"op": Op.COMPLETE, "pred": pred, "key": (group,), "size": size}


def _statements(world: World, random: Random) -> Iterator[_Statement]:
    """The events in order: places and people first, then trips as they happen, each revised later or not."""
    for place, city in enumerate(world.cities):
        yield (_say("city_in", city, world.countries[place % len(world.countries)]),)
        roads = world.roads(place)
        yield (*(_member("road", city, other) for other in roads), *_closed(random, "road", city, len(roads)))
    for place, person in enumerate(world.people):
        yield (_say("based_in", person, random.choice(world.cities)),)
        yield (_say("reports_to", person, world.boss(place) or "none"),)
    later: list[_Statement] = []
    made: Counter[str] = Counter()
    trips = random.sample(range(len(world.trips)), len(world.trips))
    for done, trip in enumerate(trips, start=1):
        owner = world.owner(trip)
        made[owner] += 1
        so_far = _closed(random, "trip", owner, made[owner])
        yield (_member("trip", owner, world.trips[trip]), *so_far)
        now = list(_trip(world, random, trip))
        held = [one for one in now if random.random() < 0.3]
        yield from (one for one in now if one not in held)
        later += held + list(_changes(world, random, trip))
        random.shuffle(later)
        while later and (len(later) > 12 or done == len(trips)):
            yield later.pop()


def _closed(random: Random, pred: str, group: str, size: int) -> Iterator[_Action]:
    if random.random() < _COMPLETE:
        yield _complete(pred, group, size)


def _trip(world: World, random: Random, trip: int) -> Iterator[_Statement]:
    name = world.trips[trip]
    if random.random() < _SAID:
        yield (_say("dest", name, random.choice(world.cities)),)
    if random.random() < _SAID:
        yield (_say("purpose", name, random.choice(("business", "business", "training"))),)
    expenses = [f"{name}-{place}" for place in range(random.randint(1, 3))]
    for expense in expenses:
        yield (
            _member("expense", name, expense),
            _say("amount", expense, str(random.randint(1, 999))),
        )
    yield tuple(_closed(random, "expense", name, len(expenses))) or (_note(world, random),)
    signers = random.sample(world.people, random.choice((0, 0, 1)))
    yield (
        *(_member("approval", name, one) for one in signers),
        *_closed(random, "approval", name, len(signers)),
    ) or (_note(world, random),)


def _note(world: World, random: Random) -> _Action:
    """Something that no goal asks for, so that every event says something."""
    return _say("based_in", f"guest{random.randrange(10**9)}", random.choice(world.cities))


def _changes(world: World, random: Random, trip: int) -> Iterator[_Statement]:
    name = world.trips[trip]
    if random.random() < _REVISED:
        yield (_say("dest", name, random.choice(world.cities)),)
    if random.random() < _REVISED:
        yield (_say("amount", f"{name}-0", str(random.randint(1, 999))),)


def _event(place: int, actions: Sequence[_Action]) -> EventSpec:
    label, t = f"e{place:05}", observed_at(place)
    return EventSpec(
        id=label,
        t=t,
        seq=place,
        text=f"Record {place}.",
        actions=tuple(
            ActionRecord(event=label, t=t, seq=place, pos=pos, **action) for pos, action in enumerate(actions)
        ),
    )
