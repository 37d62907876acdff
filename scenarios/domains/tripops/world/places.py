"""The map of a TripOps world: countries and their moves, ledger columns, what a night costs. PURE."""

from __future__ import annotations

from scenarios.domains.tripops.world.office import Country, Office
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

CATEGORIES = (
    "meal", "taxi", "snack", "parking", "ferry", "laundry", "printing", "breakfast", "fuel", "postage",
    "tram", "dinner",
)  # fmt: skip
#: However large a world is, it has no more regions and no more ledger columns.
MOST = 6
EARLY: Window = (0.0, 0.1)
LATER: Window = (0.3, 0.88)


def plan_places(office: Office) -> None:
    """Countries with their cities, in regions; then what changes on the map."""
    accent, plot = office.accent, office.plot
    regions = [office.name("region") for _ in range(min(office.sized(3, 2), MOST))]
    for place in range(office.sized(accent.countries, 2 if office.tiny else 3)):
        count = 2 if place < 2 or plot.happens(0.6) else 3
        cities = tuple(office.name("city") for _ in range(count))
        name, region = office.name("country"), regions[place % len(regions)]
        values: Values = {"cities": cities, "country": name, "region": region}
        note = plot.add("city_note", values, EARLY)
        office.countries.append(Country(name, region, cities, note))
    _moves(office, regions)


def _moves(office: Office, regions: list[str]) -> None:
    """Now and then a country is filed under another region, and a border passes over a city. Neither touches
    the first countries, so that planned witnesses keep their size."""
    plot = office.plot
    last, *others = reversed(office.countries)
    for country in [last, *others][: office.sized(2)]:
        region = office.pick([one for one in regions if one != country.region])
        values: Values = {"country": country.name, "region": region}
        plot.add("chapter_moved", values, LATER, after=(country.note,))
    if office.sized(1):
        values = {"city": last.cities[-1], "country": office.countries[-2].name}
        plot.add("border_moved", values, LATER, after=(last.note,))


def plan_columns(office: Office) -> None:
    """The columns of the ledger, and the kinds of claims that go to each."""
    plot = office.plot
    count = min(office.sized(4, 2), MOST)
    kinds = CATEGORIES[: 3 * count if office.scale > 0.5 else 2 * count]
    for place in range(count):
        group, inside = office.name("group"), kinds[place::count]
        office.classes[group] = inside
        plot.add("category_sheet", {"categories": inside, "group": group}, EARLY)
    sheets = [event.name for event in plot.events if event.template == "category_sheet"]
    for kind in office.plot.rng.sample(kinds, min(office.sized(3), MOST)):
        own = next(group for group, inside in office.classes.items() if kind in inside)
        other = office.pick([group for group in office.classes if group != own])
        plot.add("category_moved", {"category": kind, "group": other}, LATER, after=sheets)


def plan_prices(office: Office) -> None:
    """Foreign money and its worth; of one currency there is no rate any more in the end."""
    plot = office.plot
    for _ in range(office.sized(2, 1)):
        _worth(office, office.versions())
    if office.sized(1):
        currency = _worth(office, 1)
        notes = [event.name for event in plot.events if event.values.get("currency") == currency]
        plot.add("rate_withdrawn", {"currency": currency}, (0.45, 0.8), after=notes)


def _worth(office: Office, versions: int) -> str:
    """A new currency with so many versions of its rate."""
    plot, currency = office.plot, office.name("currency")

    def note(rate: str) -> Record:
        return "rate_note", {"currency": currency, "rate": rate}

    def write(place: int, rate: str) -> Record:
        return ("rate_changed", {"currency": currency, "rate": rate}) if place else note(rate)

    def forward(rate: str, day: DayOf) -> Record:
        return "rate_forwarded", {"currency": currency, "rate": rate, "as_of": day}

    rates = plot.course([f"0.{number}" for number in range(611, 940, 36)], versions)
    plot.chain(rates, write, EARLY, forward=forward, confirm=note)
    office.currencies.append(currency)
    office.ask("current_worth", currency=currency)
    return currency


def price(office: Office, hotel: str, window: Window) -> None:
    """What a night in a house costs, with its versions; now and then the house takes other money."""
    plot = office.plot
    currency = office.pick(office.currencies)
    prices = plot.course([f"{whole}.5" if whole % 3 else str(whole) for whole in range(58, 190, 9)],
                         office.versions())  # fmt: skip
    switched = len(prices) > 1 and len(office.currencies) > 1 and plot.happens(0.3)
    other = office.pick([one for one in office.currencies if one != currency]) if switched else currency

    def write(place: int, amount: str) -> Record:
        if place == 0:
            return "room_price", {"hotel": hotel, "price": amount, "currency": currency}
        if switched and place == len(prices) - 1:
            return "room_price_switched", {"hotel": hotel, "price": amount, "currency": other}
        return "room_price_changed", {"hotel": hotel, "price": amount}

    plot.chain(prices, write, window)
