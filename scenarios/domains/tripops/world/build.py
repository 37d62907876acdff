"""The world of a TripOps scenario (spec 4.1, 5.3 stages 1 to 4, distractors with facts of 4.6). PURE.

The parts are planned in turn, what every scenario has first; then trips, claims and papers until the room is
used. ``accents`` says of what a scenario has much.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from scenarios.domains.tripops.world.years import plan_year
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.plot import Plot
from scenarios.generators.derive.world import Brief, World
from scenarios.rendering.virtualization import RESERVED, NameBook

#: The sizes of ordinary years, in turn: an empty one is closed as such.
YEARS = (6, 0, 9, 3, 0, 2, 7, 0, 4, 5, 0, 1, 8, 3, 6, 2)
#: How many empty years there are at most.
EMPTY = 6
#: The sizes of lists of claims, in turn.
CLAIMS = (4, 0, 6, 2, 5, 0, 3, 7, 1, 0)
#: What is needed beside trips: for border sheets and prices, and for each stamp sheet or waiver, about.
BESIDE, SHEET = 20, 1.35
#: What a trip of an ordinary year needs of the room, about.
COST = 2.6
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
    office.kept += office.sized(accent.claims, 7)
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
    """Trips of ordinary years, until the rest of the room is needed beside them."""
    slots = [(one, season) for one in office.people for season in seasons(office.brief.config)]
    if long:
        slots.remove((long.person, long.season))
    office.plot.rng.shuffle(slots)
    beside = office.sized(
        BESIDE + SHEET * (office.accent.sheets + office.accent.waivers) + 2 * office.accent.papers
    )
    found: list[Trip] = []
    empty = 0
    for place, (person, season) in enumerate(slots):
        size = YEARS[place % len(YEARS)]
        if place and office.left - 1 - COST * size < beside:
            size = 0
        empty += size == 0
        if empty > office.sized(EMPTY, 1) or (place and office.left - 1 < beside):
            break
        found += plan_year(office, person, season, size).trips
    return found


def _beside(office: Office, trips: Sequence[Trip]) -> None:
    """What trips need beside rooms: papers, prices, stamps; a few of each, ordinary trips first."""
    accent, plot = office.accent, office.plot
    ordinary = list(reversed(trips))
    travellers = list({trip.person.name: trip.person for trip in ordinary}.values())
    plan_papers(office, travellers[: office.sized(accent.papers, 1)])
    known = {person.name for person in travellers[: office.sized(accent.papers, 1)]}
    roomed = [trip for trip in ordinary if trip.hotel]
    hotels = list(dict.fromkeys(trip.hotel for trip in roomed if trip.hotel))[: office.sized(7, 1)]
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
    for place, trip in enumerate(roomed[: office.sized(accent.waivers)]):
        plan_waiver(office, trip, ended=place % 3 == 0)
    for one, other in zip(roomed, roomed[1:], strict=False):
        if plot.happens(0.7):
            office.ask("same_country", first=one.name, second=other.name)


def _claims(office: Office, trips: Sequence[Trip]) -> None:
    """Claims and pots of trips that are over in time, until the room is used."""
    plot = office.plot
    over = [trip for trip in trips if trip.over < OVER_IN_TIME] or list(trips)
    plot.rng.shuffle(over)
    for place, trip in enumerate(over):
        if office.left < 2:
            return
        size = min(CLAIMS[place % len(CLAIMS)], (office.left - 1) // 2)
        plan_claims(office, trip, size, closed=plot.happens(plot.config.completeness_rate))
        if place % 2 == 0 and office.left > 1:
            plan_pot(office, trip, withdrawn=place % 6 == 4 and office.left > SPARE)
