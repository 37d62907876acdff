"""Tutors, their houses and the classes they run in an EduOps world (spec 4.3). PURE."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Catalogue
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import Record, Window

TUTORS, HOUSES, WINGS, CLASSES = 6, 4, 3, 5
#: The part of the history in which tutors are introduced.
CARDS: Window = (0.0, 0.1)
#: The share of tutors and of houses that move; the last tutor surely does.
MOVES, HOUSES_MOVED = 0.4, 0.3
#: Classes of terms that begin before this are over when the last changes come, and stay as they are.
STILL_TO_CHANGE = 0.7


@dataclass
class Teaching:
    """Who is there to teach, and the classes that are set: pairs of course and term."""

    teachers: tuple[str, ...]
    classes: list[tuple[str, str]]


def plan_teaching(stage: Stage, catalogue: Catalogue, terms: tuple[Term, ...]) -> Teaching:
    """Cards of tutors, moves of tutors and houses, and the first classes."""
    plot, register = stage.plot, stage.register
    teachers = register.several("teacher", stage.scaled(TUTORS, 2))
    houses = register.several("dept", stage.scaled(HOUSES, 2))
    wings = register.several("faculty", stage.scaled(WINGS, 2))
    wing_of = {house: wings[place % len(wings)] for place, house in enumerate(houses)}
    cards: list[str] = []
    for place, teacher in enumerate(teachers):
        home = houses[place % len(houses)]
        values = {"teacher": teacher, "dept": home, "faculty": wing_of[home]}
        cards.append(plot.add("tutor_card", values, CARDS))
        if place == len(teachers) - 1 or (place and stage.happens(MOVES)):
            _move(stage, teacher, [home, *(house for house in houses if house != home)], cards[-1])
    for house in houses[1:]:
        if stage.happens(HOUSES_MOVED):
            wing = plot.rng.choice([wing for wing in wings if wing != wing_of[house]])
            plot.add("house_moved", {"dept": house, "faculty": wing}, (0.35, 0.9), after=cards)
    teaching = Teaching(teachers, [])
    for _ in range(stage.scaled(CLASSES, 1)):
        set_class(stage, catalogue, terms, teaching, plain=stage.lean)
    return teaching


def _move(stage: Stage, teacher: str, houses: list[str], card: str) -> None:
    """The tutor leaves the first house for another, and perhaps that one too."""
    now, last = houses[0], card
    for _ in range(max(1, stage.versions() - 1)):
        now = stage.rng.choice([house for house in houses if house != now])
        last = stage.plot.add("tutor_moved", {"teacher": teacher, "dept": now}, (0.25, 0.95), after=(last,))


def set_class(
    stage: Stage, catalogue: Catalogue, terms: tuple[Term, ...], teaching: Teaching, *,
    plain: bool = False,
) -> bool:  # fmt: skip
    """One more class, False if none is left to set. Those of early terms stay with their tutor, later ones
    may be handed over; a ``plain`` one is a single event."""
    plot = stage.plot
    free = [
        (course, term)
        for term in terms
        for course in catalogue.out_by(term.begins)
        if (course.name, term.name) not in teaching.classes
    ]
    if not free:
        return False
    course, term = plot.rng.choice(free)
    changes = term.begins >= STILL_TO_CHANGE and not plain
    tutors = plot.course(teaching.teachers, stage.versions() if changes else 1)
    slots = {"course": course.name, "term": term.name}
    start = max(course.ready, term.noted, min(term.begins, 0.9) - 0.35 * changes - 0.06)

    def write(place: int, teacher: str) -> Record:
        return ("class_handed_over" if place else "class_set", {**slots, "teacher": teacher})

    def forward(teacher: str, day: DayOf) -> Record:
        return ("class_forwarded", {**slots, "teacher": teacher, "as_of": day})

    def confirm(teacher: str) -> Record:
        return ("class_set", {**slots, "teacher": teacher})

    window = (start, max(start + 0.01, min(term.begins, 0.95)))
    plot.chain(
        tutors, write, window, after=(course.page, term.leaf), forward=forward,
        confirm=None if plain else confirm,
    )  # fmt: skip
    teaching.classes.append((course.name, term.name))
    return True
