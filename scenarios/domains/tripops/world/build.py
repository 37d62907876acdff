"""The world of a TripOps scenario (spec 4.1, 5.3 stages 1 to 4, distractors with facts of 4.6). PURE.

The parts are planned in turn, what every scenario has first; then trips, claims and papers until the room is
used. ``accents`` says of what a scenario has much.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, pairwise

from scenarios.domains.tripops.world.accents import accent_of
from scenarios.domains.tripops.world.claims import plan_claims, plan_pot
from scenarios.domains.tripops.world.giant import plan_giant
from scenarios.domains.tripops.world.journeys import Trip, Year
from scenarios.domains.tripops.world.leave import PAPERS, SHEETS, plan_papers, plan_sheet, plan_waiver
from scenarios.domains.tripops.world.lookalikes import look_alikes, plan_look_alikes
from scenarios.domains.tripops.world.office import SPARE, Office, seasons
from scenarios.domains.tripops.world.people import TRAVELLER, plan_people
from scenarios.domains.tripops.world.places import CATEGORIES, plan_columns, plan_places, plan_prices, price
from scenarios.domains.tripops.world.policies import plan_policies
from scenarios.domains.tripops.world.years import ask_year, plan_year
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.plot import Plot
from scenarios.generators.derive.targets import UNKNOWN, ZERO
from scenarios.generators.derive.world import Brief, World
from scenarios.rendering.virtualization import RESERVED, NameBook

#: The sizes of ordinary years, in turn. Where there is room, the first is a long one that is closed late.
YEARS = (8, 2, 7, 3, 1, 6, 2, 3, 5, 1, 4)
#: How many years are empty; of this size, none has a trip abroad for the firm.
EMPTY, IDLE = 6, 2
#: The sizes of lists of claims, in turn.
CLAIMS = (3, 2, 0, 5, 3, 0, 2, 6, 3, 1)
#: How much more is planned for labels that came out short.
MORE = 1.7
#: What is needed beside trips: for border sheets and prices, and for each stamp sheet or waiver, about.
BESIDE, SHEET = 20, 1.35
#: The least that is needed beside trips, the least that is kept for claims, and the least of trips.
BESIDE_LEAST, CLAIMS_LEAST, LEAST_TRIPS = 4, 5, 2
#: What a trip of an ordinary year needs of the room, about.
COST = 2.3
#: The share of pairs of neighbouring trips that are worth comparing.
PAIRED = 0.7
#: Claims are planned for trips that are over before this point of the horizon.
OVER_IN_TIME = 0.85


def build(brief: Brief) -> World:
    """Plan a world for ``brief``: the same for the same brief."""
    config, domain = brief.config, brief.domain
    accent = accent_of(config.slug)
    office = Office(
        brief=brief,
        accent=accent,
        plot=Plot(config, brief.streams.of("world")),
        book=NameBook(brief.names_seed, (*RESERVED, *domain.reserved_names)),
        kept=sum(look_alikes(config).values()),
    )
    plan_places(office)
    plan_columns(office)
    plan_people(office)
    plan_prices(office)
    plan_policies(office)
    kept = office.kept
    office.kept += office.sized(accent.claims, CLAIMS_LEAST)
    long, planned = plan_giant(office, office.people[TRAVELLER])
    trips = [*(long.trips if long else ()), *_ordinary(office, long)]
    _beside(office, trips)
    office.kept = kept
    _claims(office, trips)
    office.kept = 0
    plan_look_alikes(office, trips)
    return World(_cast(office), tuple(office.plot.events), office.asked, planned)


def _cast(office: Office) -> Cast:
    plain = {"category": CATEGORIES, "paper": PAPERS}
    names = {
        type_name: tuple(office.names.get(type_name, ())) for type_name in office.brief.domain.name_types
    }
    return Cast(names, seasons(office.brief.config)[-1].year, plain)


def _ordinary(office: Office, long: Year | None) -> list[Trip]:
    """Trips of ordinary years, until the rest of the room is needed beside them; empty years come first.
    In a small world a year of which nothing is ever said is asked of too."""
    accent, plot = office.accent, office.plot
    slots = [(one, season) for one in office.people for season in seasons(office.brief.config)]
    if long:
        slots.remove((long.person, long.season))
    plot.rng.shuffle(slots)
    empty = min(
        len(slots) // 2, office.sized(EMPTY * (MORE if office.lacks(ZERO) else 1), int(office.lacks(ZERO)))
    )
    for person, season in slots[:empty]:
        plan_year(office, person, season, 0, closed=True)
    beside = office.sized(BESIDE + SHEET * (accent.sheets + accent.waivers) + 2 * accent.papers, BESIDE_LEAST)
    cost = COST + (accent.moved_rooms + accent.moved_dates) * (office.brief.config.chain_len_dist.mean - 1)
    found: list[Trip] = []
    for (person, season), size in zip(slots[empty:], cycle(YEARS), strict=False):
        size = min(size, int((office.left - 1 - beside) / cost))
        size = size if found else max(size, LEAST_TRIPS)
        if size < 1:
            break
        late = size == YEARS[0]
        closed = late or _closed(office)
        found += plan_year(
            office, person, season, size, closed=closed, late=late, idle=size == IDLE
        ).trips  # fmt: skip
    if office.small:
        person, season = slots[-1]
        ask_year(office, Year(person, season))
    return found


def _closed(office: Office) -> bool:
    """Whether a group is closed. Where the last world had too little that is unknown, fewer are."""
    rate = office.plot.config.completeness_rate
    return office.plot.happens(rate / MORE if office.lacks(UNKNOWN) else rate)


def _beside(office: Office, trips: Sequence[Trip]) -> None:
    """What trips need beside rooms: papers, prices, stamps; a few of each, ordinary trips first."""
    accent, plot = office.accent, office.plot
    ordinary = list(reversed(trips))
    travellers = list({trip.person.name: trip.person for trip in ordinary}.values())
    plan_papers(office, travellers[: office.sized(accent.papers, 1)])
    known = {person.name for person in travellers[: office.sized(accent.papers, 1)]}
    roomed = [trip for trip in ordinary if trip.hotel]
    hotels = list(dict.fromkeys(trip.hotel for trip in roomed if trip.hotel))[
        : office.sized(accent.prices, 1)
    ]
    for hotel in hotels:
        price(office, hotel, (0.05, 0.45))
    priced = [trip for trip in roomed if trip.hotel in hotels]
    for trip in [*priced, *roomed[: office.sized(6)]]:
        office.ask("lodging_currency", "lodging_over_ceiling", "lodging_reimbursable", trip=trip.name)
    for trip in roomed[: office.sized(24, 2)]:
        office.ask("subsistence_due", trip=trip.name)
    for trip in [trip for trip in roomed if trip.person.name in known][: office.sized(20, 2)]:
        office.ask("documents_lacking", "may_depart", trip=trip.name)
    for place, trip in enumerate(roomed[: office.sized(accent.sheets, 1)]):
        plan_sheet(office, trip, SHEETS[place % len(SHEETS)])
    for place, trip in enumerate(roomed[: 0 if office.small else office.sized(accent.waivers)]):
        plan_waiver(office, trip, ended=place % 3 == 0)
    paired = roomed if len(roomed) > 1 else ordinary
    for one, other in pairwise(paired):
        if office.small or plot.happens(PAIRED):
            office.ask("same_country", first=one.name, second=other.name)


def _claims(office: Office, trips: Sequence[Trip]) -> None:
    """Claims and pots of trips that are over in time, until the room is used."""
    plot = office.plot
    over = [trip for trip in trips if trip.over < OVER_IN_TIME] or list(trips)
    plot.rng.shuffle(over)
    for place, trip in enumerate(over):
        if office.left < 2:
            return
        if place % 2 == 0:
            plan_pot(office, trip, withdrawn=place % 6 == 4 and office.left > SPARE)
        if office.left < 1:
            return
        size = min(CLAIMS[place % len(CLAIMS)], (office.left - 1) // 2 or office.left)
        plan_claims(office, trip, size, closed=_closed(office))
