"""The office of a TripOps world: staff cards, moves of base, reporting lines and their changes. PURE."""

from __future__ import annotations

from scenarios.domains.tripops.world.office import Office, Person
from scenarios.domains.tripops.world.versions import revised
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

EARLY: Window = (0.01, 0.15)
#: How many pairs of people a form of two is worth asking of, in a derive world.
PAIRS = 50
#: Who makes the long year, by place: somebody who never moves and whose card is issued once.
TRAVELLER = 2
#: How often the cards of the highest levels are issued again in the end; of others, this share once.
AGAIN, REISSUED = {0: 2, 1: 2, 2: 1}, 0.15


def plan_people(office: Office) -> None:
    """One line from a head down to the deepest level, others beside it, and a side line whose head has no
    card, so that nothing is known above it."""
    accent = office.accent
    count = office.sized(accent.people, 4)
    levels = max(3, min(accent.levels, count - 2))
    for place in range(count):
        level = place if place < levels else office.plot.rng.randrange(levels // 2, levels)
        _card(office, level)
    _questions(office)
    if office.sized(2):
        _side_line(office, late=True)
        _side_line(office, late=False)


def _card(office: Office, level: int) -> None:
    """A card; nobody ever works under somebody of the same or a deeper level, so no line is longer."""
    plot, accent = office.plot, office.accent
    name = office.name("person")
    home = office.countries[0].cities
    place = len(office.people)
    cities = [home[0]]
    if place not in (0, TRAVELLER):
        cities = [office.pick(home) if plot.happens(0.7) else office.countries[1].cities[0]]
        cities = _bases(office) if plot.happens(office.share(accent.moved_people)) else cities
    bosses = [one for one in office.people if level - 2 <= one.level < level and (one.level or level < 3)]
    values: Values = {"person": name, "city": cities[0]}
    line = _line(office, bosses, level) if bosses else []
    if line:
        values["boss"] = line[0].name
    window = (EARLY[0], 0.04 + 0.02 * level)
    card = plot.add(
        "hr_card" if line else "hr_card_top", values, window, after=[boss.card for boss in bosses]
    )
    boss = line[0].name if line else None
    office.people.append(Person(name, cities[0], level, boss, card, len(cities) == 1))
    words = [
        *_moved(office, name, cities, card),
        *_handed_over(office, name, [one.name for one in line], card),
    ]
    if not office.small and place != TRAVELLER:
        last: Values = {"person": name, "city": cities[-1], **({"boss": line[-1].name} if line else {})}
        for _ in range(AGAIN.get(level, int(plot.happens(REISSUED)))):
            plot.add("hr_card" if line else "hr_card_top", last, (0.2, 0.7), after=words)


def _line(office: Office, bosses: list[Person], level: int) -> list[Person]:
    """Under whom somebody works in turn: at first under one of the level above."""
    plot = office.plot
    first = office.pick([one for one in bosses if one.level == level - 1])
    line = [first]
    if len(bosses) > 1 and plot.happens(office.share(office.accent.moved_lines)):
        for _ in range(max(2, office.versions()) - 1):
            line.append(office.pick([one for one in bosses if one is not line[-1]]))
    return line


def _bases(office: Office) -> list[str]:
    """The cities in which somebody sits in turn, home most likely first."""
    cities = [city for country in office.countries for city in country.cities]
    return office.plot.course([*office.countries[0].cities * 2, *cities], max(2, office.versions()))


def _moved(office: Office, name: str, cities: list[str], card: str) -> list[str]:
    return revised(
        office.plot, card, cities,
        lambda _, city: ("desk_moved", {"person": name, "city": city}),
        (0.15, 0.9),
        forward=lambda city, day: ("desk_forwarded", {"person": name, "city": city, "as_of": day}),
    )  # fmt: skip


def _handed_over(office: Office, name: str, line: list[str], card: str) -> list[str]:
    def forward(boss: str, day: DayOf) -> Record:
        return "line_forwarded", {"person": name, "boss": boss, "as_of": day}

    return revised(
        office.plot, card, line,
        lambda _, boss: ("line_changed", {"person": name, "boss": boss}),
        (0.15, 0.9), forward=forward,
    )  # fmt: skip


def _side_line(office: Office, *, late: bool) -> None:
    """Two people under a head whose card comes late or never."""
    plot = office.plot
    head, first, second = (office.name("person") for _ in range(3))
    city = office.countries[1].cities[0]
    one = plot.add("hr_card", {"person": first, "city": city, "boss": head}, EARLY)
    plot.add("hr_card", {"person": second, "city": city, "boss": first}, EARLY, after=(one,))
    if late:
        plot.add("hr_card_top", {"person": head, "city": city}, (0.6, 0.85), after=(one,))
        office.ask("current_base", "home_country", person=head)
    for person in (first, second):
        _ask_line(office, person)
    office.ask("is_superior", "levels_between", person=second, other=office.people[0].name)
    office.ask("is_superior", "levels_between", person=second, other=head)


def _ask_line(office: Office, person: str) -> None:
    office.ask("all_superiors", "levels_above", "very_top", "current_superior", person=person)


def _questions(office: Office) -> None:
    """Everybody is worth asking of. Pairs are mostly of somebody and the superiors at first, the nearest most
    often, for their lines are long and the way is short; some lie in no line."""
    people = office.people
    for person in people:
        _ask_line(office, person.name)
        office.ask("current_base", "home_country", person=person.name)
    lines = {person.name: _above(office, person) for person in people}
    near = [(name, above[step]) for name, above in lines.items() for step in (0, 0, 1) if step < len(above)]
    far = [(name, other) for name, above in lines.items() for other in above[2:]]
    flat = [
        (name, one.name) for name, above in lines.items() for one in people if one.name not in (name, *above)
    ]
    for form, shares in (("is_superior", (0.6, 0.15, 0.25)), ("levels_between", (0.3, 0.3, 0.4))):
        for pairs, share in zip((near, far, flat), shares, strict=True):
            for name, other in _drawn(office, pairs, PAIRS * share):
                office.ask(form, person=name, other=other)
    for name, other in _drawn(office, [*near, *far, *flat], PAIRS / 2):
        office.ask("same_home", person=name, other=other)


def _above(office: Office, person: Person) -> list[str]:
    """The superiors of somebody at first, the direct one first."""
    found: list[str] = []
    boss = person.boss
    while boss is not None:
        found.append(boss)
        boss = next(one for one in office.people if one.name == boss).boss
    return found


def _drawn(office: Office, pairs: list[tuple[str, str]], count: float) -> list[tuple[str, str]]:
    return office.plot.rng.sample(pairs, min(len(pairs), office.sized(count, 3)))
