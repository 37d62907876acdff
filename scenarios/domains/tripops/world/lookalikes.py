"""Distractors with facts in a TripOps world (spec 4.6): near names, other years and groups, seats. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from scenarios.domains.tripops.world.journeys import Trip
from scenarios.domains.tripops.world.leave import PAPERS
from scenarios.domains.tripops.world.office import Office, Person, Season, seasons
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Window

#: The kinds that are planned here; late obsolete records (D3) come with the keys that they repeat.
KINDS = ("D2", "D4", "D8", "D9")
CARRIERS = 3
#: So many events tell of one near-named person: card, drawer, a trip, its room, its stamps.
NEAR = 5
#: And of one trip in another year: its file, its room, its stamps.
OTHER = 3


def look_alikes(config: ScenarioConfig) -> dict[str, int]:
    """How many distractors of each kind a history has; one at least of each that it has at all."""
    rates = {kind: config.distractor_rate.get(kind, 0.0) for kind in KINDS}
    return {kind: max(1, round(rate * config.n_events)) if rate else 0 for kind, rate in rates.items()}


def plan_look_alikes(office: Office, trips: Sequence[Trip]) -> None:
    """All distractors of these kinds; what they speak of is never asked. ``trips`` are asked."""
    counts = look_alikes(office.brief.config)
    for place in range(0, counts["D2"], NEAR):
        _near(office, trips, place // NEAR, min(NEAR, counts["D2"] - place))
    past = _other_years(office, counts["D4"])
    _other_groups(office, past, counts["D8"])
    for place in range(counts["D9"]):
        _seats(office, trips[place % len(trips)])


def _near(office: Office, trips: Sequence[Trip], place: int, count: int) -> None:
    """Somebody whose name is one letter from that of a colleague, with a trip named likewise."""
    plot = office.plot
    model, trip = office.people[(place + 1) % len(office.people)], trips[(place * 3) % len(trips)]
    season = office.pick(seasons(office.brief.config))
    name, city = office.near("person", model.name), office.pick(office.countries[0].cities)
    head = office.people[0]
    values: Values = {"person": name, "city": city, "boss": head.name}
    last = plot.add("hr_card", values, (0.02, 0.3), after=(head.card,), distractor="D2")
    if count > 1:
        papers: Values = {"person": name, "papers": tuple(plot.rng.sample(PAPERS, 2))}
        plot.add("drawer_checked", papers, (0.1, 0.6), after=(last,), distractor="D2")
    if count > 2:
        called = office.near("trip", trip.name)
        opened = _within(season)
        last = _file(office, name, season, called, opened, last)
    if count > 3:
        _room(office, called, last, (opened[0], opened[1] + 0.02), "D2")
    if count > 4:
        _stamp(office, called, last, (opened[0], opened[1] + 0.02), "D2")


def _stamp(office: Office, trip: str, file: str, window: Window, kind: str) -> None:
    values: Values = {"trip": trip, "person": office.people[0].name}
    office.plot.add("approval_given", values, window, after=(file,), distractor=kind)


def _within(season: Season) -> Window:
    """Where the file of a trip lies that still begins in its year."""
    low, high = season.window
    return low + 0.02, max(low + 0.03, high - 0.1)


def _file(office: Office, person: str, season: Season, trip: str, window: Window, card: str) -> str:
    start = office.pick(range(15, 30))
    values: Values = {
        "trip": trip, "person": person, "year": season.year, "purpose": "business",
        "starts": DayOf(offset=start), "ends": DayOf(offset=start + office.pick(range(2, 9))),
    }  # fmt: skip
    return office.plot.add("trip_opened", values, window, after=(card,), distractor="D2")


def _room(office: Office, trip: str, file: str, window: Window, kind: str) -> None:
    city = office.pick(office.countries[-1].cities)
    values: Values = {"trip": trip, "city": city, "hotel": office.name("hotel")}
    office.plot.add("booking_made", values, window, after=(file,), distractor=kind)


def _other_years(office: Office, count: int) -> dict[str, list[tuple[str, str]]]:
    """Trips (``count`` events in all) of people who are asked about, in turn in the year before the
    history, filed late, and in the year after it, filed early. Returns those of the past by person."""
    start, end = office.brief.config.horizon
    past: dict[str, list[tuple[str, str]]] = {}
    for place in range(0, count, OTHER):
        turn = place // OTHER
        person, early = office.people[turn % len(office.people)], turn % 2 == 1
        year = end.year + 1 if early else start.year - 1
        window = (0.85, 0.97) if early else (0.02, 0.12)
        first = date(year, 1 if early else 11, 5) + timedelta(office.pick(range(40)))
        name = office.name("trip")
        values: Values = {
            "trip": name, "person": person.name, "year": str(year), "purpose": "business",
            "starts": first.isoformat(), "ends": (first + timedelta(office.pick(range(2, 9)))).isoformat(),
        }  # fmt: skip
        file = office.plot.add("trip_opened", values, window, after=(person.card,), distractor="D4")
        if place + 1 < count:
            _room(office, name, file, window, "D4")
        if place + 2 < count:
            _stamp(office, name, file, window, "D4")
        if not early:
            past.setdefault(person.name, []).append((name, file))
    return past


def _other_groups(office: Office, past: dict[str, list[tuple[str, str]]], count: int) -> None:
    """Records that close the year before the history: of those who have trips in it, then of others."""
    year = str(office.brief.config.horizon[0].year - 1)
    people = [*(one for one in office.people if one.name in past), *_rest(office, past)]
    for place in range(count):
        person = people[place % len(people)]
        trips = past.get(person.name, []) if place < len(people) else []
        values: Values = {"person": person.name, "year": year}
        if place >= len(people):
            values["year"] = str(int(year) - place // len(people))
        if trips:
            values["trips"] = tuple(name for name, _ in trips)
        template = "yearly_record" if trips else "yearly_record_empty"
        behind = (person.card, *(file for _, file in trips))
        office.plot.add(template, values, (0.15, 0.9), after=behind, distractor="D8")


def _rest(office: Office, past: dict[str, list[tuple[str, str]]]) -> list[Person]:
    return [one for one in office.people if one.name not in past]


def _seats(office: Office, trip: Trip) -> None:
    """With whom a trip has its seats, which no rule reads."""
    carriers = office.names.setdefault("carrier", [])
    carrier = office.pick(carriers) if len(carriers) == CARRIERS else office.name("carrier")
    values: Values = {"trip": trip.name, "carrier": carrier}
    window = (max(0.0, trip.over - 0.12), max(0.05, trip.over - 0.04))
    office.plot.add("carrier_note", values, window, after=(trip.file,), distractor="D9")
