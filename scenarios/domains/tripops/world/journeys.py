"""The trips of a TripOps world: files, rooms and dates, each with its versions. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.domains.tripops.world.office import Office, Person, Season
from scenarios.domains.tripops.world.versions import revised
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

#: A room: its city and its house; None where it is given back.
Room = tuple[str, str] | None
#: How far behind its file the last word on a trip may lie, and how long a trip may then take to be over, as
#: parts of the horizon.
REACH, OVER = 0.08, 0.04
#: The days between the last word on a trip and its first day; late ones still begin in their year.
LEADS, LATE_LEADS = range(5, 12), range(2, 7)
#: The point of the horizon before which the last word on a late trip lies.
LATE = 0.9


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip: its traveller, the cities to which it led in turn, the event of its file and that of the last
    word on it, how many days it lasts, and the point of the horizon at which it is over."""

    name: str
    person: Person
    cities: tuple[str, ...]
    hotel: str | None
    file: str
    last: str
    days: int
    moves: int
    over: float


@dataclass(slots=True)
class Year:
    """The trips of one person and year. ``record`` is the event that closes it, empty if none does."""

    person: Person
    season: Season
    trips: list[Trip] = field(default_factory=list)
    record: str = ""


@dataclass(frozen=True, slots=True)
class Journey:
    """What a trip is to be like: its purpose, its days, the cities of its rooms in turn (None where a room is
    given back), and how often its dates move. ``booked`` is where the first room lies if not beside the file,
    ``reach`` the point before which the last word lies, ``lead`` how many days more the trip waits behind
    that. Only ``late`` trips get late revisions. Its file lies behind ``after``."""

    purpose: str
    days: int
    stays: Sequence[str | None]
    moves: int = 0
    booked: Window | None = None
    reach: float = 0.0
    lead: int = 0
    late: bool = False
    confirmed: bool = False
    after: tuple[str, ...] = ()


def plan_trip(office: Office, year: Year, window: Window, journey: Journey) -> Trip:
    """Plan a trip whose file lies in ``window``. It starts after the last word on it."""
    plot = office.plot
    name, rooms = office.name("trip"), _rooms(office, journey.stays)
    values: Values = {
        "trip": name, "person": year.person.name, "year": year.season.year, "purpose": journey.purpose,
    }  # fmt: skip
    file = plot.add("trip_opened", values, window, after=(year.person.card, *journey.after))
    end = journey.reach or window[1] + REACH
    last = _booked(office, name, rooms, file, (window[0], end), journey)
    leads = plot.course(LATE_LEADS if journey.late else LEADS, journey.moves + 1)
    if len(leads) > 1:
        last = _moved(
            office, name, [journey.lead + lead for lead in leads], file, last, (window[0], end), journey
        )
    office.fill(file, **_dates(last, journey.lead + leads[0], journey.days))
    cities = tuple(room[0] for room in rooms if room)
    hotel = rooms[-1][1] if rooms and rooms[-1] else None
    over = 1.0 if journey.late else end + OVER
    trip = Trip(name, year.person, cities, hotel, file, last, journey.days, journey.moves, over)
    year.trips.append(trip)
    return trip


def _rooms(office: Office, stays: Sequence[str | None]) -> list[Room]:
    """A house for each stay; a city that comes back has the house that it had."""
    houses = {city: office.hotel(city) for city in dict.fromkeys(stays) if city}
    return [(city, houses[city]) if city else None for city in stays]


def _booked(
    office: Office, trip: str, rooms: Sequence[Room], file: str, window: Window, journey: Journey
) -> str:
    """The rooms of a trip in turn; returns the event of the last word on them."""
    if not rooms or rooms[0] is None:
        return file
    plot = office.plot

    def write(place: int, room: Room) -> Record:
        if room is None:
            return "booking_dropped", {"trip": trip}
        values: Values = {"trip": trip, "city": room[0], "hotel": room[1]}
        old = rooms[place - 1] if place else None
        return ("booking_moved", {**values, "old": old[1]}) if old else ("booking_made", values)

    def forward(room: Room, day: DayOf) -> Record:
        return "booking_forwarded", {"trip": trip, "hotel": room[1] if room else "", "as_of": day}

    first = plot.add(*write(0, rooms[0]), journey.booked or window, after=(file,))
    names = revised(
        plot, first, rooms, write, window,
        forward=None if None in rooms[:-1] else forward, late=journey.late and not journey.moves,
    )  # fmt: skip
    if journey.confirmed and rooms[-1]:
        again: Values = {"trip": trip, "city": rooms[-1][0], "hotel": rooms[-1][1]}
        return plot.add("booking_made", again, window, after=(names[-1],))
    return names[-1]


def _moved(
    office: Office, trip: str, leads: Sequence[int], file: str, booked: str, window: Window, journey: Journey
) -> str:
    """Dates that move behind the last word on the rooms; all lie behind the last move. Returns that."""
    plot = office.plot
    last = office.upcoming(len(leads) - 2)

    def write(_: int, lead: int) -> Record:
        return "trip_dates_moved", {"trip": trip, **_dates(last, lead, journey.days)}

    def forward(lead: int, day: DayOf) -> Record:
        return "trip_dates_forwarded", {"trip": trip, **_dates(last, lead, journey.days), "as_of": day}

    return revised(
        plot, file, leads, write, window, forward=forward, late=journey.late, after=(booked,)
    )[-1]  # fmt: skip


def _dates(last: str, lead: int, days: int) -> dict[str, DayOf]:
    return {"starts": DayOf(last, lead), "ends": DayOf(last, lead + days - 1)}
