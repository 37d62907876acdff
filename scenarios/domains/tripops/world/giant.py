"""The one long year of a TripOps world, and the query whose witness has exactly the planned size. PURE.

The number of journeys abroad in a closed year rests on the yearly record, the card of the traveller, the note
of each country met (home included), the file and the booking of each trip that counts, and the file alone of
each that is private. Nothing of this is told twice, so the size is the sum.
"""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.domains.tripops.world.journeys import Journey, Year, plan_trip
from scenarios.domains.tripops.world.office import Office, Person, Season, seasons
from scenarios.domains.tripops.world.years import DAYS, LONGEST, ask_year, record
from scenarios.generators.derive.plot import Window
from scenarios.generators.derive.world import Arguments

#: A question form and its arguments.
Planned = tuple[str, Arguments]
#: Below this size the longest journey is asked for instead of the number abroad.
LEAST = 10
#: How many countries the trips of a long year and their traveller's home lie in, at most.
COUNTRIES = 7
#: So many trips of a long year are private.
PRIVATE = 2
#: Where the trips of a planned year lie, and its record: cutoffs of the last tenth see it closed.
PLANNED: Window = (0.1, 0.78)
PLANNED_RECORD: Window = (0.82, 0.87)
#: How often a long year is asked of in a round of all years.
OFTEN = 7
#: No record names more trips than this.
MOST = 33
#: A room that moved once, for one trip in so many.
MOVED = 6


@dataclass(frozen=True, slots=True)
class Shape:
    """How many countries, trips that count and private trips a long year has."""

    countries: int
    counted: int
    private: int


def shape_of(size: int, countries: int) -> Shape:
    """The shape whose number of journeys abroad has a witness of ``size`` events, 10 at least."""
    met = min(countries, COUNTRIES, (size - 2) // 3)
    rest = size - 2 - met
    private = PRIVATE + rest % 2
    return Shape(met, (rest - private) // 2, private)


def plan_giant(office: Office, person: Person) -> tuple[Year | None, Planned | None]:
    """The long year of ``person``, if there is room for one, and the planned query, if there is to be one."""
    size = office.brief.config.planned_witness
    if size is not None:
        season = seasons(office.brief.config)[-1]
        arguments = {"person": person.name, "year": season.year}
        if size < LEAST:
            form = "longest_journey" if size > 1 else "number_of_journeys"
            return _plain(office, person, season, size), (form, arguments)
        shape = shape_of(size, len(office.countries))
        return _long(office, person, season, shape, PLANNED, PLANNED_RECORD), ("number_abroad", arguments)
    season = seasons(office.brief.config)[0]
    low, high = season.window
    trips = min(office.sized(office.accent.large), MOST)
    if trips > PRIVATE + 1:
        shape = Shape(min(len(office.countries), 5), trips - PRIVATE, PRIVATE)
        within = (low + 0.02, high - 0.14)
        return _long(office, person, season, shape, within, (high - 0.03, min(0.9, high + 0.05))), None
    return None, None


def _plain(office: Office, person: Person, season: Season, size: int) -> Year:
    """A year whose longest journey has a witness of ``size`` events: the record and each file."""
    year = Year(person, season)
    for place in range(max(1, size - 1)):
        days = LONGEST if place == 0 else office.pick(DAYS)
        plan_trip(office, year, PLANNED, Journey("business", days, [], lead=_lead(office, season, PLANNED)))
    year.record = record(office, year, year.trips, PLANNED_RECORD)
    ask_year(office, year, OFTEN)
    return year


def _long(
    office: Office, person: Person, season: Season, shape: Shape, within: Window, closed: Window
) -> Year:
    """A year of many trips, each with its file and its room where the dispersion says."""
    plot, year = office.plot, Year(person, season)
    count = shape.counted + shape.private
    windows = plot.spread(2 * count, within)
    stays = _stays(office, shape.countries, count)
    private = set(plot.rng.sample(range(shape.countries - 1, count), shape.private))
    longest = plot.rng.randrange(count)
    for place, city in enumerate(stays):
        opened, booked = windows[2 * place], windows[2 * place + 1]
        moved = place % MOVED == 1 and len(stays) > 1
        before = next((other for other in stays if other != city), city)
        plan_trip(
            office, year, opened,
            Journey(
                "private" if place in private else "business",
                LONGEST if place == longest else office.pick(DAYS),
                [before, city] if moved and before != city else [city],
                booked=booked, reach=min(booked[1] + 0.05, within[1] + 0.03),
                lead=_lead(office, season, booked),
            ),
        )  # fmt: skip
    year.record = record(office, year, year.trips, closed)
    ask_year(office, year, OFTEN)
    return year


def _stays(office: Office, countries: int, count: int) -> list[str]:
    """The cities of a long year: one of every country but home, then some of them again. No border ever
    passes over the first city of a country."""
    met = [country.cities[0] for country in office.countries[1:countries]]
    often = met[: max(1, len(met) // 2)]
    return [met[place] if place < len(met) else office.pick(often) for place in range(count)]


def _lead(office: Office, season: Season, window: Window) -> int:
    """So many days a trip waits for its year to begin."""
    start, end = office.brief.config.horizon
    return max(0, int((season.window[0] - window[0]) * (end - start).days) + 1)
