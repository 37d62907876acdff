"""The world of a GlassOps scenario: some glasshouses with their beds, planned to the room of the brief. PURE.

Each house plays a part in turn: its beds are closed, never closed, or there are none and that is said. So
questions find answers, unknowns and zeros. What is revised beyond that depends on the room that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.plan import Cast, DayOf
from scenarios.generators.derive.plot import LATE_RECORDS, Plot, Record, T, Window
from scenarios.generators.derive.world import Arguments, Brief, World
from scenarios.rendering.virtualization import NameBook

#: So many events a house takes about, changes included, and so many beds it has.
HOUSE_EVENTS, BEDS = 11, 3
#: No key takes more than this part of what room is left.
SHARED = 4
KINS, PLANTS, TOOLS, PEOPLE = 5, 6, 4, 5
EARLY: Window = (0.0, 0.2)
SET: Window = (0.1, 0.45)
CLOSED: Window = (0.4, 0.6)
CHANGED: Window = (0.3, 0.9)
#: The parts of houses, in turn.
FULL, OPEN, BARE = "full", "open", "bare"
PARTS = (FULL, OPEN, FULL, BARE)
#: Events of each part without changes: tank, keys and tools; the beds; what is said of them; slack.
PARTS_TAKE = {FULL: 5 + BEDS, OPEN: 3 + BEDS, BARE: 4}


@dataclass
class Garden:
    """The scenario while it is planned. ``spare`` is how many events are left for changes."""

    plot: Plot
    book: NameBook
    names: dict[str, tuple[str, ...]]
    spare: int
    beds: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def litres(self, low: int, high: int) -> str:
        """A round number of litres."""
        return str(5 * self.plot.rng.randrange(low, high))

    def takes(self, rate: float) -> bool:
        """Whether a change happens that has this chance, where there is room; then it takes its place."""
        happens = self.plot.happens(rate) and self.spare > 0
        self.spare -= happens
        return happens

    def revised(
        self, options: Sequence[T], write: Callable[[int, T], Record], window: Window,
        forward: Callable[[T, DayOf], Record] | None = None,
    ) -> str:  # fmt: skip
        """Plan a key with as many versions as the room allows; the name of its first event."""
        before = len(self.plot.events)
        count = min(self.plot.versions(), 1 + self.spare // SHARED)
        values = self.plot.course(options, count)
        names = self.plot.chain(values, write, window, forward=forward)
        self.spare -= len(self.plot.events) - before - 1
        return names[0]


def build(brief: Brief) -> World:
    """Plan a scenario of GlassOps. The same brief gives the same world."""
    count = max(len(PARTS), brief.room // HOUSE_EVENTS)
    book = brief.domain.name_book(brief.names_seed)
    sizes = {"house": count, "kin": KINS, "plant": PLANTS, "tool": TOOLS, "person": PEOPLE}
    names = {type_name: tuple(book.draw(type_name, size)) for type_name, size in sizes.items()}
    parts = _parts(count, brief)
    planned = KINS + PLANTS + sum(PARTS_TAKE[part] for part in parts) + 1
    plot = Plot(brief.config, brief.streams.of("world"))
    garden = Garden(plot, book, names, max(0, brief.room - planned))
    _plants(garden)
    for house, part in zip(names["house"], parts, strict=True):
        _house(garden, house, part)
    if brief.config.distractor_rate.get("D9", 0.0):
        gift = {"plant": names["plant"][0], "person": names["person"][-1]}
        plot.add("gift_note", gift, CHANGED, distractor="D9")
    beds = tuple(bed for inside in garden.beds.values() for bed in inside)
    cast = Cast({**names, "bed": beds}, str(brief.config.horizon[0].year))
    return World(cast, tuple(plot.events), _arguments(garden, beds))


def _parts(count: int, brief: Brief) -> list[str]:
    """The parts of the houses. Full ones beyond the first are closed at the rate of the configuration; where
    unknowns were short, the first is never closed either."""
    parts = [PARTS[place % len(PARTS)] for place in range(count)]
    rng = brief.streams.of("parts")
    for place in range(1, count):
        if parts[place] == FULL and rng.random() >= brief.config.completeness_rate:
            parts[place] = OPEN
    if any(label is Answerability.UNKNOWN for _, label in brief.short):
        parts[0] = OPEN
    return parts


def _plants(garden: Garden) -> None:
    """The tree of kin, one trunk with a long branch and a short one, and a seed card for each plant."""
    trunk, long, short, twig, leaf = garden.names["kin"]
    garden.plot.add("kin_trunk", {"kin": trunk}, EARLY)
    for kin, parent in ((long, trunk), (short, trunk), (twig, long), (leaf, twig)):
        garden.plot.add("kin_card", {"kin": kin, "parent": parent}, EARLY)
    tools = garden.names["tool"]
    for place, plant in enumerate(garden.names["plant"]):
        card = {"plant": plant, "kin": (leaf, short, twig, long)[place % 4]}
        if place == PLANTS - 1:
            garden.plot.add("plant_card_plain", card, EARLY)
        else:
            needed = tuple(garden.plot.rng.sample(tools, 1 + place % 2))
            garden.plot.add("plant_card", {**card, "tools": needed}, EARLY)


def _house(garden: Garden, house: str, part: str) -> None:
    """A house with keys, tank and tools, its beds, and what is said of their being all."""
    plot, spot = garden.plot, {"house": house}
    opened = garden.revised(
        [garden.litres(4, 9), garden.litres(10, 16), garden.litres(17, 24)],
        lambda place, value: ("tank_changed" if place else "tank_opened", {**spot, "litres": value}),
        EARLY,
        lambda value, day: ("tank_forwarded", {**spot, "litres": value, "as_of": day}),
    )
    garden.revised(
        garden.names["person"],
        lambda place, value: ("keys_passed" if place else "keys_handed", {**spot, "person": value}),
        EARLY,
    )
    tools = tuple(plot.rng.sample(garden.names["tool"], 2))
    wall: Record = ("tools_none", spot) if part is BARE else ("tools_hung", {**spot, "tools": tools})
    plot.add(*wall, CLOSED)
    count = 0 if part is BARE else BEDS
    garden.beds[house] = beds = tuple(garden.book.draw("bed", count))
    first = [_bed(garden, house, bed) for bed in beds]
    if part is BARE:
        plot.add("beds_closed_empty", spot, CLOSED)
    elif part is FULL:
        plot.add("beds_closed", {**spot, "beds": beds}, CLOSED, after=first)
        slack = plot.add("slack_noted", {**spot, "ends": DayOf(offset=60)}, CHANGED, after=(opened,))
        if garden.takes(0.5):
            plot.add("slack_struck", spot, CHANGED, after=(slack,))
    elif garden.takes(0.5):
        plot.add("bed_cleared", {**spot, "bed": beds[-1]}, CHANGED, after=first)


def _bed(garden: Garden, house: str, bed: str) -> str:
    """A bed with all versions of what grows on it and, now and then, another amount of water."""
    spot, litres = {"bed": bed}, garden.litres(2, 9)

    def write(place: int, plant: str) -> Record:
        if place:
            return "bed_changed", {**spot, "plant": plant}
        return "bed_set", {**spot, "house": house, "plant": plant, "sown": DayOf(), "litres": litres}

    first = garden.revised(
        garden.names["plant"], write, SET,
        lambda plant, day: ("bed_forwarded", {**spot, "plant": plant, "as_of": day}),
    )  # fmt: skip
    if garden.takes(0.6):
        values = {**spot, "litres": str(int(litres) + 5)}
        changed = garden.plot.add("litres_changed", values, CHANGED, after=(first,))
        if garden.takes(garden.plot.config.late_obsolete_rate):
            old = {**spot, "litres": litres, "as_of": DayOf(first)}
            garden.plot.add("litres_forwarded", old, LATE_RECORDS, after=(changed,), distractor="D3")
    return first


def _arguments(garden: Garden, beds: Sequence[str]) -> Mapping[str, Sequence[Arguments]]:
    """What each form is worth asking of; the forms of other versions take what their T1 form has."""
    houses, kins = garden.names["house"], garden.names["kin"]
    by_house: list[Arguments] = [{"house": house} for house in houses]
    by_bed: list[Arguments] = [{"bed": bed} for bed in beds]
    by_kin: list[Arguments] = [{"kin": kin} for kin in kins]
    by_both: list[Arguments] = [{"house": house, "kin": kin} for house in houses for kin in kins]
    pairs: list[Arguments] = [
        {"first": one, "second": other} for one in beds for other in beds if one < other
    ]
    above: list[Arguments] = [{"kin": one, "other": other} for one in kins for other in kins if one != other]
    of_house = (
        "current_keeper", "beyond_ration", "missing_equipment", "at_fault", "number_of_plots",
        "total_water", "thirstiest_plot", "ration_left",
    )  # fmt: skip
    return {
        **dict.fromkeys(of_house, by_house),
        **dict.fromkeys(("current_species", "current_water", "current_start", "family_of"), by_bed),
        "same_family": pairs,
        **dict.fromkeys(("plots_of_family", "number_of_family"), by_both),
        **dict.fromkeys(("all_above", "levels_above", "very_top"), by_kin),
        "is_above": above,
    }
