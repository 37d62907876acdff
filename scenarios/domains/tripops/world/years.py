"""The yearly records of a TripOps world: whose trips they hold, when they close, what comes after. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scenarios.domains.tripops.world.journeys import LATE, Journey, Trip, Year, plan_trip
from scenarios.domains.tripops.world.office import Office, Person, Season
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Window

#: Forms of question that each trip is worth asking of, and those of each year of a person.
OF_TRIP = (
    "current_lodging", "current_departure", "current_final_day", "destination", "destination_country",
    "destination_region", "requires_clearance",
)  # fmt: skip
OF_YEAR = (
    "uncleared", "number_abroad", "days_abroad", "number_of_journeys", "longest_journey",
    "earliest_journey", "ever_abroad", "most_common_country",
)  # fmt: skip
FIRM = 6
PURPOSES = ("business",) * FIRM + ("training",) * 2 + ("private",) * 2
#: The longest trip of a year has so many days, all others fewer; so it is the only longest.
LONGEST, DAYS = 12, (1, 2, 2, 3, 3, 3, 4, 4, 5, 7, 9)
#: Countries of a year's trips, and countries that are asked of though no trip leads there.
STRANGE = 2
#: Years of more trips than few are asked of twice as often, those of many four times.
FEW, MANY = 2, 5
#: Where a year is closed that is closed late.
CLOSED_LATE: Window = (0.76, 0.86)
#: The share of closed years from which a trip is struck before, from which one is struck after, and which are
#: closed twice.
STRUCK = 0.12
#: How much of its year is left where a trip is struck afterwards, and where one more comes.
STRIKE_REST, TRIP_REST = 0.06, 0.15
#: The share of trips without a room in years that are never closed, and of those that gave one back for
#: another.
BARE, AGAIN = 0.2, 0.05
#: How often the second city of a country is one to which trips lead.
UNUSUAL = 0.1
#: Of how many cities trips are thrice as many as of others.
FAMOUS = 2


def plan_year(
    office: Office, person: Person, season: Season, size: int, *, closed: bool, late: bool = False,
    idle: bool = False,
) -> Year:  # fmt: skip
    """``size`` trips of a person in a year, none for the firm if it is ``idle``, and what closes them if it
    is to be ``closed``, long afterwards if ``late``."""
    plot, year = office.plot, Year(person, season)
    low, high = season.window
    moving = office.accent.late_trips and high > LATE and plot.happens(0.5)
    part = 0.65 if plot.happens(0.3) else 0.4
    span = (low + 0.01, low + (high - low) * part)
    favourite = office.pick(_abroad(office, person))
    for place, days in enumerate(_days(office, size)):
        at = span[0] + (span[1] - span[0]) / size * (place + plot.rng.random())
        journey = _journey(office, person, favourite, days, late=moving, bare=0.04 if closed else BARE)
        if idle:
            journey = replace(journey, purpose=office.pick(PURPOSES[FIRM:]))
        plan_trip(office, year, (at, at + 0.01), journey)
    end = (span[1] + 0.02, span[1] + 0.08) if size else (low + 0.18, high - 0.08)
    if closed:
        _close(office, year, CLOSED_LATE if late else end)
    ask_year(office, year, 1 + (size > FEW) + 2 * (size >= MANY))
    return year


def _abroad(office: Office, person: Person) -> list[str]:
    """Cities outside the country in which somebody lives at first: in each the one that all know, now and
    then another one too, so that many trips share few houses."""
    home = office.country_of(person.city)
    abroad = [country for country in office.countries if country is not home]
    known = [country.cities[0] for country in abroad]
    return known[:FAMOUS] * 2 + known + [one.cities[1] for one in abroad if office.plot.happens(UNUSUAL)]


def _days(office: Office, size: int) -> list[int]:
    found = [office.pick(DAYS) for _ in range(size)]
    if found:
        found[office.plot.rng.randrange(size)] = LONGEST
    return found


def _journey(
    office: Office, person: Person, favourite: str, days: int, *, late: bool, bare: float
) -> Journey:
    """A trip of an ordinary year: mostly on business, mostly abroad. With the chance ``bare`` it never has a
    room, with the same chance it loses the one that it had."""
    plot, accent = office.plot, office.accent
    stays: list[str | None] = []
    if not plot.happens(office.share(bare)):
        home = office.country_of(person.city).cities
        options = [favourite, office.pick(_abroad(office, person)), home[0]]
        count = office.versions() if plot.happens(accent.moved_rooms) else 1
        stays = [*plot.course([favourite, favourite, *options], count)]
        if plot.happens(office.share(bare)):
            stays.append(None)
        elif plot.happens(office.share(AGAIN)):
            stays += [None, office.pick(options)]
    moves = office.versions() - 1 if plot.happens(accent.moved_dates) else 0
    confirmed = plot.happens(office.share(plot.config.dup_assert_rate))
    return Journey(
        office.pick(PURPOSES), days, stays, moves, late=late, confirmed=confirmed,
        reach=LATE if late else 0.0,
    )  # fmt: skip


def _close(office: Office, year: Year, window: Window) -> None:
    """Close a year; from some a trip is struck before or afterwards, and some are closed twice, for a trip
    comes in between."""
    plot, trips = office.plot, list(year.trips)
    fate, rest = plot.rng.random(), year.season.window[1] - window[1]
    if len(trips) > 1 and fate < office.share(STRUCK) and not trips[-1].moves and rest > 0:
        struck = _strike(office, year, trips.pop(), window, ())
        year.record = record(office, year, trips, window, struck)
        return
    year.record = record(office, year, trips, window)
    if office.tiny:
        return
    if len(trips) > 1 and fate < 2 * STRUCK and not trips[0].moves and rest > STRIKE_REST:
        _strike(office, year, trips[0], (window[1], window[1] + rest / 2), (year.record,))
    elif fate > 1 - STRUCK and len(trips) < 6 and rest > TRIP_REST:
        more = (window[1] + 0.01, window[1] + 0.03)
        stays = [office.pick(_abroad(office, year.person))]
        plan_trip(office, year, more, Journey("business", 3, stays, after=(year.record,)))
        again = (more[1] + 0.02, min(0.97, more[1] + 0.12))
        year.record = record(office, year, year.trips, again, year.record)


def _strike(office: Office, year: Year, trip: Trip, window: Window, after: Sequence[str]) -> str:
    """Withdraw a trip, which was to start soon after."""
    values: Values = {"trip": trip.name, "person": year.person.name, "year": year.season.year}
    struck = office.plot.add("trip_withdrawn", values, window, after=(trip.last, *after))
    office.fill(trip.file, starts=DayOf(struck, 9), ends=DayOf(struck, 8 + trip.days))
    return struck


def record(office: Office, year: Year, trips: Sequence[Trip], window: Window, *after: str) -> str:
    """The yearly record that holds these trips and no others; returns its event."""
    values: Values = {"person": year.person.name, "year": year.season.year}
    behind = [year.person.card, *(trip.file for trip in year.trips), *after]
    if not trips:
        return office.plot.add("yearly_record_empty", values, window, after=behind)
    values["trips"] = tuple(trip.name for trip in trips)
    return office.plot.add("yearly_record", values, window, after=behind)


def ask_year(office: Office, year: Year, often: int = 1) -> None:
    """What is worth asking of a year and of its trips."""
    person, called = year.person.name, year.season.year
    office.ask(*OF_YEAR, person=person, year=called, often=often)
    visited = {office.country_of(city).name for trip in year.trips for city in trip.cities}
    for country in office.countries:
        if country.name in visited or office.small or office.plot.happens(STRANGE / len(office.countries)):
            office.ask(
                "journeys_to", "number_to",
                person=person, year=called, country=country.name, often=often,
            )  # fmt: skip
    for trip in year.trips:
        office.ask(*OF_TRIP, trip=trip.name)
