"""A suite of trips so small that what each shortcut scores on it is counted by hand.

Each trip has one record with its city, each city one with its country, in this order, one a day. Questions
come on the last day: ``is_abroad`` of each trip (two records decide it; a trip to Corvia is at home),
``where`` of the first two, and ``where`` of a trip that no record names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.bundle import Bundle, EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal
from tests.factories.scenarios import day

PROGRAM = """\
func dest(trip) -> city
func city_in(city) -> country
derived abroad(trip) -> bool
abroad(T) :- dest(T,C), city_in(C,N), N != "Corvia".
"""
CITIES = {"Lunmar": "Meleth", "Corby": "Corvia"}
TRIPS = ("Anser", "Grus", "Ibex", "Lynx", "Bufo", "Vulpes", "Capra", "Lepus")
END = day(40)


def bundle(
    *truths: bool, slug: str = "trips", kind: str = "derive", config: dict[str, Any] | None = None
) -> Bundle:
    """The suite with one scenario whose trips go abroad as ``truths`` say."""
    scenario = scenario_of(truths, slug=f"{slug}-history")
    return Bundle(slug, "Trips", kind, (scenario,), config=config or {})


def scenario_of(truths: Sequence[bool], *, slug: str) -> ScenarioSpec:
    trips = TRIPS[: len(truths)]
    stated = [
        (name, ("city_in", city, CITIES[city])) for name, city in zip(("c1", "c2"), CITIES, strict=True)
    ]
    stated += [
        (f"t{place}", ("dest", trip, "Lunmar" if abroad else "Corby"))
        for place, (trip, abroad) in enumerate(zip(trips, truths, strict=True), 1)
    ]
    queries = [_query(f"a{place}", "is_abroad", trip) for place, trip in enumerate(trips, 1)]
    queries += [_query(f"w{place}", "where", trip) for place, trip in enumerate((*trips[:2], "Nowhere"), 1)]
    return ScenarioSpec(
        slug=slug,
        title="Trips",
        domain="trips",
        seed=1,
        program=PROGRAM,
        events=tuple(_event(number, name, fact) for number, (name, fact) in enumerate(stated, 1)),
        queries=tuple(queries),
        entities=(
            *(EntitySpec(city, "city") for city in CITIES),
            *(EntitySpec(country, "country") for country in CITIES.values()),
            *(EntitySpec(trip, "trip") for trip in (*trips, "Nowhere")),
        ),
    )


def _event(number: int, name: str, fact: tuple[str, str, str]) -> EventSpec:
    pred, key, value = fact
    words = f"Trip {key} goes to {value}." if pred == "dest" else f"{key} lies within {value}."
    action = ActionRecord(name, day(number), number, 0, Op.ASSERT, pred, (key,), value=value)
    return EventSpec(name, day(number), number, words, (action,))


def _query(label: str, form: str, trip: str) -> QuerySpec:
    abroad = form == "is_abroad"
    return QuerySpec(
        id=label,
        goal=Goal("abroad" if abroad else "dest", (trip,)),
        cutoff=END,
        question=f"Does trip {trip} leave the country?" if abroad else f"Where does trip {trip} end?",
        family="semantic" if abroad else "temporal",
        operator="S3" if abroad else "T1",
        answer_type="bool" if abroad else "entity",
        target={"op": "S3" if abroad else "T1", "form": form, "args": {"trip": trip}},
    )
