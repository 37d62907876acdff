"""The planned history of a small TripOps scenario (spec 4.1, 5.3 stages 1 to 4, distractors of 4.6). PURE.

The cast plays fixed parts, so every kind of query finds its matter, and chance fills in who goes where,
when and for how much: an office with three levels; one traveller whose year is closed with trips abroad,
one whose year is closed with none, one whose year is never closed and whose room is given back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from scenarios.domains.base import Domain
from scenarios.generators.derive.plan import Cast, DayOf, PlannedEvent, Values
from scenarios.rendering.virtualization import RESERVED, NameBook

COUNTS = {
    "country": 3, "region": 2, "city": 5, "person": 4, "hotel": 7, "trip": 7, "group": 2, "carrier": 1,
    "expense": 4,
}  # fmt: skip
CATEGORIES = ("meal", "snack", "taxi", "parking")
YEAR = "2031"


def cast(domain: Domain, seed: int) -> Cast:
    """The names of one scenario: all invented, none close to another."""
    book = NameBook(seed, (*RESERVED, *domain.reserved_names))
    names = {type_name: tuple(book.draw(type_name, count)) for type_name, count in COUNTS.items()}
    return Cast(names, YEAR, {"category": CATEGORIES})


def plan(names: Cast, rng: random.Random) -> list[PlannedEvent]:
    """All events that assert something: records, and the distractors with facts of their own."""
    planned = [
        *_places(names), *_people(names), *_policies(rng, names), *_trips(rng, names),
        *_expenses(rng, names), *_closings(names), *_look_alikes(rng, names),
    ]  # fmt: skip
    return [*planned, _late_cap(planned)]


def _places(names: Cast) -> Iterator[PlannedEvent]:
    """Home has two cities, the neighbour two, the third country one; the last two share a region."""
    home, near, far = names["country"]
    own, other = names["region"]
    cities = names["city"]
    layout = ((home, cities[0:2], own), (near, cities[2:4], other), (far, cities[4:5], other))
    for country, inside, region in layout:
        values: Values = {"cities": inside, "country": country, "region": region}
        yield PlannedEvent(f"map-{country}", "city_note", values, (0.0, 0.2))
    for group, inside in zip(names["group"], (CATEGORIES[:2], CATEGORIES[2:]), strict=True):
        yield PlannedEvent(
            f"ledger-{group}", "category_sheet", {"categories": inside, "group": group}, (0.0, 0.25)
        )


def _people(names: Cast) -> Iterator[PlannedEvent]:
    head, first, second, third = names["person"]
    cities = names["city"]
    yield PlannedEvent("card-0", "hr_card_top", {"person": head, "city": cities[0]}, (0.0, 0.2))
    cards = ((first, cities[0], head), (second, cities[1], first), (third, cities[1], head))
    for place, (person, city, boss) in enumerate(cards, 1):
        values: Values = {"person": person, "city": city, "boss": boss}
        yield PlannedEvent(f"card-{place}", "hr_card", values, (0.02, 0.25))
    moved: Values = {"person": third, "city": cities[2]}
    yield PlannedEvent("desk-moved", "desk_moved", moved, (0.4, 0.8), ("card-3",))
    line: Values = {"person": third, "boss": second}
    yield PlannedEvent("line-changed", "line_changed", line, (0.4, 0.85), ("card-3", "card-2"))


def _policies(rng: random.Random, names: Cast) -> Iterator[PlannedEvent]:
    region = names["region"][1]
    meals, rides = names["group"]
    caps: Values = {"region": region, "group": meals, "amount": str(rng.randrange(30, 40))}
    yield PlannedEvent("cap-meals", "cap_notice", caps, (0.05, 0.35))
    yield PlannedEvent(
        "cap-rides",
        "cap_notice",
        {**caps, "group": rides, "amount": str(rng.randrange(60, 80))},
        (0.05, 0.35),
    )
    raised: Values = {**caps, "amount": str(rng.randrange(41, 50))}
    yield PlannedEvent("cap-meals-new", "cap_replaced", raised, (0.5, 0.85), ("cap-meals",))
    yield PlannedEvent("floor", "floor_notice", {"amount": str(rng.randrange(8, 15))}, (0.05, 0.35))
    yield PlannedEvent("signoff", "signoff_notice", {"days": "3"}, (0.05, 0.35))
    yield PlannedEvent(
        "signoff-new", "signoff_replaced", {"days": str(rng.choice((5, 6)))}, (0.45, 0.8), ("signoff",)
    )


def _trips(rng: random.Random, names: Cast) -> Iterator[PlannedEvent]:
    """Six trips of the year: long ones need a stamp sheet under any rule, short ones under none, the one
    between only until the rule is changed. A trip starts after the last word on its room."""
    _, first, second, third = names["person"]
    trips = names["trip"]
    long, middling, short = (7, 9), (3, 4), (1, 2)
    side = rng.choice(("training", "business"))
    files = (
        (trips[0], first, "business", long), (trips[1], first, "business", long),
        (trips[2], first, side, middling), (trips[3], second, "business", long),
        (trips[4], second, "private", short), (trips[5], third, "business", long),
    )  # fmt: skip
    last_room = {
        trips[0]: f"moved-{trips[0]}", trips[1]: f"moved-{trips[1]}", trips[2]: "room-again",
        trips[3]: f"room-{trips[3]}", trips[5]: "dropped",
    }  # fmt: skip
    for trip, person, purpose, (least, most) in files:
        anchor, start = last_room.get(trip, ""), rng.randrange(8, 20)
        values: Values = {
            "trip": trip, "person": person, "year": names.year, "purpose": purpose,
            "starts": DayOf(anchor, start), "ends": DayOf(anchor, start + rng.randint(least, most)),
        }  # fmt: skip
        yield PlannedEvent(f"file-{trip}", "trip_opened", values, (0.1, 0.3))
    yield from _rooms(rng, names)


def _rooms(rng: random.Random, names: Cast) -> Iterator[PlannedEvent]:
    """Five rooms taken (the private trip never has one), one confirmed, two moved, one given back."""
    trips, cities, hotels = names["trip"], names["city"], names["hotel"]
    side_city = rng.choice((cities[4], cities[0]))
    taken = (
        (trips[0], hotels[0], cities[2]), (trips[1], hotels[1], cities[2]), (trips[2], hotels[2], side_city),
        (trips[3], hotels[3], cities[1]), (trips[5], hotels[4], cities[4]),
    )  # fmt: skip
    for trip, hotel, city in taken:
        room: Values = {"trip": trip, "hotel": hotel, "city": city}
        yield PlannedEvent(f"room-{trip}", "booking_made", room, (0.15, 0.4), (f"file-{trip}",))
    again: Values = {"trip": trips[2], "hotel": hotels[2], "city": side_city}
    yield PlannedEvent("room-again", "booking_made", again, (0.4, 0.55), (f"room-{trips[2]}",))
    moves = ((trips[0], hotels[0], hotels[5], cities[4]), (trips[1], hotels[1], hotels[6], cities[3]))
    for trip, old, hotel, city in moves:
        swap: Values = {"trip": trip, "old": old, "hotel": hotel, "city": city}
        yield PlannedEvent(f"moved-{trip}", "booking_moved", swap, (0.35, 0.55), (f"room-{trip}",))
    dropped: Values = {"trip": trips[5]}
    yield PlannedEvent("dropped", "booking_dropped", dropped, (0.4, 0.6), (f"room-{trips[5]}",))


def _expenses(rng: random.Random, names: Cast) -> Iterator[PlannedEvent]:
    """On the second trip: a meal over its cap, a ride corrected, a snack without slip; one on the third."""
    trips, expenses = names["trip"], names["expense"]
    claims = (
        (expenses[0], trips[1], rng.randrange(55, 70), "meal", "true"),
        (expenses[1], trips[1], rng.randrange(70, 90), "taxi", "true"),
        (expenses[2], trips[1], rng.randrange(20, 28), "snack", "false"),
        (expenses[3], trips[2], rng.randrange(20, 50), "parking", "true"),
    )
    for expense, trip, whole, category, receipt in claims:
        values: Values = {
            "expense": expense, "trip": trip, "amount": _money(rng, whole), "category": category,
            "receipt": receipt,
        }  # fmt: skip
        yield PlannedEvent(f"claim-{expense}", "expense_filed", values, (0.62, 0.78), (f"file-{trip}",))
    fixed: Values = {"expense": expenses[1], "amount": _money(rng, rng.randrange(30, 50))}
    yield PlannedEvent("claim-fixed", "expense_corrected", fixed, (0.6, 0.9), (f"claim-{expenses[1]}",))
    pot: Values = {"trip": trips[1], "amount": str(rng.randrange(150, 200))}
    yield PlannedEvent("pot", "allowance_set", pot, (0.3, 0.65), (f"file-{trips[1]}",))


def _money(rng: random.Random, whole: int) -> str:
    """An amount whose canonical text has at most one decimal."""
    tenths = rng.choice((0, 5))
    return f"{whole}.{tenths}" if tenths else str(whole)


def _closings(names: Cast) -> Iterator[PlannedEvent]:
    """What is said to be complete: two yearly records, one list of claims, two stamp sheets."""
    head, first, second, _ = names["person"]
    trips, expenses = names["trip"], names["expense"]
    for person, inside in ((first, trips[0:3]), (second, trips[3:5])):
        values: Values = {"person": person, "year": names.year, "trips": inside}
        yield PlannedEvent(
            f"year-{person}", "yearly_record", values, (0.65, 0.88), tuple(f"file-{t}" for t in inside)
        )
    claims: Values = {"trip": trips[1], "expenses": expenses[0:3]}
    done = tuple(f"claim-{expense}" for expense in expenses[0:3])
    yield PlannedEvent("claims-closed", "expense_list_closed", claims, (0.7, 0.9), done)
    signed: Values = {"trip": trips[0], "people": (head,)}
    yield PlannedEvent("sheet-signed", "approvals_closed", signed, (0.55, 0.9), (f"file-{trips[0]}",))
    bare: Values = {"trip": trips[1]}
    yield PlannedEvent("sheet-bare", "approvals_closed_empty", bare, (0.55, 0.9), (f"file-{trips[1]}",))


def _look_alikes(rng: random.Random, names: Cast) -> Iterator[PlannedEvent]:
    """Distractors with facts: old papers forwarded late (D3), another year (D4, D8), an unread fact (D9)."""
    trips, hotels, third = names["trip"], names["hotel"], names["person"][3]
    room = f"room-{trips[0]}"
    forwarded: Values = {"trip": trips[0], "hotel": hotels[0], "as_of": DayOf(room)}
    yield PlannedEvent("old-room", "booking_forwarded", forwarded, (0.8, 0.98), (f"moved-{trips[0]}",), "D3")
    before = str(int(names.year) - 1)
    start = -rng.randrange(400, 440)
    past: Values = {
        "trip": trips[6], "person": third, "year": before, "purpose": "business",
        "starts": DayOf(offset=start), "ends": DayOf(offset=start + 5),
    }  # fmt: skip
    yield PlannedEvent("past-file", "trip_opened", past, (0.1, 0.3), (), "D4")
    closed: Values = {"person": third, "year": before, "trips": (trips[6],)}
    yield PlannedEvent("past-year", "yearly_record", closed, (0.3, 0.9), ("past-file",), "D8")
    coach: Values = {"trip": trips[1], "carrier": names["carrier"][0]}
    yield PlannedEvent("coach", "carrier_note", coach, (0.3, 0.9), (f"file-{trips[1]}",), "D9")


def _late_cap(planned: list[PlannedEvent]) -> PlannedEvent:
    """The forwarded old notice (D3): it repeats the first cap on meals under that notice's day."""
    first = next(event for event in planned if event.name == "cap-meals")
    values: Values = {**first.values, "as_of": DayOf("cap-meals")}
    return PlannedEvent("old-cap", "cap_forwarded", values, (0.85, 0.99), ("cap-meals-new",), "D3")
