"""Workloads that time the evaluators: TripOps-like histories of any size with as many goals as wanted. PURE.

Joins, revised facts, negation under completeness, count, sum and two linear recursions, at a few cutoffs a
history; some collections are never stated to be complete. Beside them a family of harder recursions, one
non-linear and one mutual, which is never mixed with the rest.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.syntax import Goal
from scenarios.generators.bench_world import World, observed_at, told

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
derived around(city ; city)
derived odd_away(city ; city)
derived even_away(city ; city)

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

# The harder recursions: a city that lies around another is reached in halves; odd and even need each other.
@recursive @set(A) around(A,B) :- road(A,B).
@recursive @set(A) around(A,C) :- around(A,B), around(B,C), A != C.
@recursive @set(A) odd_away(A,B) :- road(A,B).
@recursive @set(A) odd_away(A,C) :- even_away(A,B), road(B,C).
@recursive @set(A) even_away(A,C) :- odd_away(A,B), road(B,C).
"""

CUTOFFS = 5
#: The harder family: what it is called, and the predicate its goals are on.
HARDER = {"non-linear recursion": "around", "mutual recursion": "odd_away"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A goal at a cutoff."""

    goal: Goal
    cutoff: datetime


@dataclass(frozen=True, slots=True)
class BenchHistory:
    """A history without queries, what is asked of it, and the harder goals by the name of their family."""

    spec: ScenarioSpec
    asked: tuple[Asked, ...]
    harder: dict[str, tuple[Asked, ...]]


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
    """One history, the same for the same arguments, with a harder goal of each family for ten others."""
    specs = tuple(told_events(number, events=events, seed=seed))
    spec = ScenarioSpec(
        slug=f"bench-{number + 1}-{events}",
        title=f"Workload {number + 1}",
        domain="",
        seed=seed,
        program=PROGRAM,
        events=specs,
        queries=(),
    )
    asked = goals_asked(number, events=events, told=len(specs), queries=queries, seed=seed)
    harder = {
        name: _at_cutoffs(_cities(pred, number, events, seed), len(specs), max(1, queries // 10))
        for name, pred in HARDER.items()
    }
    return BenchHistory(spec, asked, harder)


def told_events(number: int, *, events: int, seed: int = 1) -> Iterator[EventSpec]:
    """The events of one history of about ``events`` events, one by one."""
    return told(World.of_size(events), _random(seed, number, events, "events"))


def goals_asked(number: int, *, events: int, told: int, queries: int, seed: int = 1) -> tuple[Asked, ...]:
    """``queries`` goals over the history of about ``events`` events that came to be ``told`` ones."""
    return _at_cutoffs(_goals(World.of_size(events), _random(seed, number, events, "goals")), told, queries)


def _random(seed: int, number: int, events: int, purpose: str) -> Random:
    return Random(f"{seed} {number} {events} {purpose}")


def _at_cutoffs(goals: Iterator[Goal], told: int, queries: int) -> tuple[Asked, ...]:
    """Goals by turns at cutoffs over the second half of a history."""
    cutoffs = [observed_at(told * (5 + step) // (4 + CUTOFFS)) for step in range(CUTOFFS)]
    return tuple(
        Asked(goal, cutoffs[place % CUTOFFS]) for place, goal in enumerate(itertools.islice(goals, queries))
    )


def _goals(world: World, random: Random) -> Iterator[Goal]:
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


def _cities(pred: str, number: int, events: int, seed: int) -> Iterator[Goal]:
    world, random = World.of_size(events), _random(seed, number, events, pred)
    while True:
        yield Goal(pred, (random.choice(world.cities),))
