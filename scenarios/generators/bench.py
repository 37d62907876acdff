"""Workloads that time the evaluators: TripOps-like histories of any size with as many goals as wanted. PURE.

Joins, revised facts, negation under completeness, count, sum and two recursions, at a few cutoffs a history;
some collections are never stated to be complete. Everything that a goal reaches keeps its size however
long the history is, so that a longer one shows what the index costs and not what the answer does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal

PROGRAM = """\
func city_in(city) -> country
set  road(city ; city)
func based_in(person) -> city
func reports_to(person) -> person
set  trip(person ; trip)
func dest(trip) -> city
func purpose(trip) -> purpose
set  expense(trip ; expense)
func amount(expense) -> money
set  approval(trip ; person)

derived country(trip) -> country
derived home(person) -> country
derived outside(person ; trip)
derived n_outside(person) -> int
derived spent(trip) -> money
derived unapproved(person ; trip)
derived above(person ; person)
derived linked(city ; city)

country(T,N)     :- dest(T,C), city_in(C,N).
home(P,N)        :- based_in(P,C), city_in(C,N).
@set(P) outside(P,T) :- trip(P,T), purpose(T,"business"), country(T,N), home(P,M), N != M.
n_outside(P,K)   :- K = count{ T : outside(P,T) }.
spent(T,S)       :- S = sum{ A @ E : expense(T,E), amount(E,A) }.
@set(P) unapproved(P,T) :- trip(P,T), not approval(T,_).
@recursive @set(P) above(P,Q) :- reports_to(P,Q).
@recursive @set(P) above(P,R) :- above(P,Q), reports_to(Q,R).
@recursive @set(A) linked(A,B) :- road(A,B).
@recursive @set(A) linked(A,C) :- linked(A,B), road(B,C).
"""

#: Events of a history of size 1, about; other sizes are multiples of its people, cities and trips.
UNIT = 470
CUTOFFS = 5
START = datetime(2030, 1, 1, 9, tzinfo=UTC)
_CITIES, _COUNTRIES, _PEOPLE, _TRIPS = 16, 4, 12, 54
#: How much of what could be said is: the rest stays unknown.
_SAID, _COMPLETE, _REVISED = 0.99, 0.95, 0.3


@dataclass(frozen=True, slots=True)
class Asked:
    """A goal at a cutoff."""

    goal: Goal
    cutoff: datetime


@dataclass(frozen=True, slots=True)
class BenchHistory:
    """A history without queries, and what is asked of it."""

    spec: ScenarioSpec
    asked: tuple[Asked, ...]


def workload(*, histories: int, events: int, queries: int, seed: int = 1) -> tuple[BenchHistory, ...]:
    """``histories`` histories of about ``events`` events each, with ``queries`` goals over them in all.

    Raises ``ValueError`` where one of the numbers is less than 1, or there are fewer queries than histories.
    """
    if min(histories, events) < 1 or queries < histories:
        raise ValueError("a workload needs a history, an event, and at least a query for each history")
    each, more = divmod(queries, histories)
    return tuple(
        history(number, events=events, queries=each + (number < more), seed=seed)
        for number in range(histories)
    )


def history(number: int, *, events: int, queries: int, seed: int = 1) -> BenchHistory:
    """One history, the same for the same arguments."""
    random = Random(f"{seed} {number} {events}")
    world = _World.of_size(events)
    statements = list(_statements(world, random))
    specs = tuple(_event(place, actions) for place, actions in enumerate(statements, start=1))
    spec = ScenarioSpec(
        slug=f"bench-{number + 1}-{events}",
        title=f"Workload {number + 1}",
        domain="",
        seed=seed,
        program=PROGRAM,
        events=specs,
        queries=(),
    )
    cutoffs = [specs[len(specs) * (5 + step) // (4 + CUTOFFS) - 1].t for step in range(CUTOFFS)]
    kinds = _goals(world, random)
    asked = tuple(Asked(next(kinds), cutoffs[place % CUTOFFS]) for place in range(queries))
    return BenchHistory(spec, asked)


@dataclass(frozen=True, slots=True)
class _World:
    """The names of one history."""

    cities: tuple[str, ...]
    countries: tuple[str, ...]
    people: tuple[str, ...]
    trips: tuple[str, ...]

    @classmethod
    def of_size(cls, events: int) -> _World:
        def names(kind: str, count: int) -> tuple[str, ...]:
            return tuple(f"{kind}{place}" for place in range(max(2, round(count * events / UNIT))))

        return cls(
            names("city", _CITIES), names("land", _COUNTRIES), names("person", _PEOPLE), names("trip", _TRIPS)
        )

    def owner(self, trip: int) -> str:
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


def _say(pred: str, key: str, value: str) -> _Action:
    return {"op": Op.ASSERT, "pred": pred, "key": (key,), "value": value}


def _member(pred: str, group: str, member: str) -> _Action:
    return {"op": Op.MEMBER, "pred": pred, "key": (group,), "member": member}


def _complete(pred: str, group: str, size: int) -> _Action:
    return {"op": Op.COMPLETE, "pred": pred, "key": (group,), "size": size}


def _statements(world: _World, random: Random) -> Iterator[_Statement]:
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


def _trip(world: _World, random: Random, trip: int) -> Iterator[_Statement]:
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


def _note(world: _World, random: Random) -> _Action:
    """Something that no goal asks for, so that every event says something."""
    return _say("based_in", f"guest{random.randrange(10**9)}", random.choice(world.cities))


def _changes(world: _World, random: Random, trip: int) -> Iterator[_Statement]:
    name = world.trips[trip]
    if random.random() < _REVISED:
        yield (_say("dest", name, random.choice(world.cities)),)
    if random.random() < _REVISED:
        yield (_say("amount", f"{name}-0", str(random.randint(1, 999))),)


def _event(place: int, actions: Sequence[_Action]) -> EventSpec:
    label, t = f"e{place:05}", START + timedelta(minutes=place)
    return EventSpec(
        id=label,
        t=t,
        seq=place,
        text=f"Record {place}.",
        actions=tuple(
            ActionRecord(event=label, t=t, seq=place, pos=pos, **action) for pos, action in enumerate(actions)
        ),
    )


def _goals(world: _World, random: Random) -> Iterator[Goal]:
    """Nine kinds of goals in turn, each about somebody or something of the history."""
    while True:
        person, city = random.choice(world.people), random.choice(world.cities)
        trip = random.choice(world.trips)
        yield Goal("country", (trip,))
        yield Goal("home", (person,))
        yield Goal("outside", (person,))
        yield Goal("n_outside", (person,))
        yield Goal("spent", (trip,))
        yield Goal("unapproved", (person,))
        yield Goal("above", (person,))
        yield Goal("linked", (city,))
        yield Goal("linked", (city,), member=random.choice(world.cities))
