"""The catalogue of an EduOps world: fields of courses, each a graph of prerequisites (spec 4.3). PURE."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import Record, Window

AREAS = (
    "algebra", "botany", "drama", "optics", "rhetoric", "geology", "logic", "weaving", "harmony", "surveying",
    "anatomy", "masonry", "ethics", "cartography", "metallurgy", "philology",
)  # fmt: skip
#: The part of the history in which the first pages of the catalogue come out.
PAGES: Window = (0.0, 0.3)
POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 12)
#: By how much the way from a page to those that it names may push it back.
_STEP = 0.021
#: The layers of the courses of a small field; two of three fields are small.
SMALL_FIELD = (0, 1, 1, 2)
#: Chances of a second and further direct prerequisites in a large field.
_MORE_ASKED = (0.95, 0.85, 0.7, 0.6, 0.5)


@dataclass(frozen=True, slots=True)
class Course:
    """A course as its first page has it. ``asked`` are its direct prerequisites, which nobody told where
    it is not ``listed``; by ``ready`` it is out."""

    name: str
    area: str
    points: int
    asked: tuple[str, ...]
    layer: int
    page: str
    ready: float
    listed: bool = True


@dataclass
class Catalogue:
    """All courses by name. ``edges`` are the direct prerequisites a course has ever had. What is ``unpaged``
    is only named by others, and nothing is known of it. ``pages`` holds what is printed together."""

    groups: tuple[str, ...]
    group_of: dict[str, str]
    courses: dict[str, Course] = field(default_factory=dict)
    unpaged: list[str] = field(default_factory=list)
    edges: dict[str, list[str]] = field(default_factory=dict)
    pages: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def areas(self) -> tuple[str, ...]:
        return tuple(self.group_of)

    @property
    def steady(self) -> str:
        """A subject that stays in its branch."""
        return self.areas[0]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.courses)

    def below(self, name: str) -> list[str]:
        """Every course that ever came before this one, nearest first."""
        found: list[str] = []
        queue = list(self.edges.get(name, ()))
        while queue:
            one = queue.pop(0)
            if one not in found:
                found.append(one)
                queue += self.edges.get(one, ())
        return found

    def add(self, course: Course) -> None:
        self.courses[course.name] = course
        self.edges[course.name] = list(course.asked)

    def is_listed(self, name: str) -> bool:
        """Whether a page says what this course asks for."""
        return name in self.courses and self.courses[name].listed

    def out_by(self, point: float) -> list[Course]:
        """The courses whose pages are out by then, and say what they ask for."""
        return [course for course in self.courses.values() if course.ready <= point and course.listed]

    def pages_by(self, point: float) -> list[list[Course]]:
        """The courses of each page that is out by then and prints several."""
        found = [[self.courses[name] for name in names] for names in self.pages]
        return [page for page in found if page[0].ready <= point]


def plan_catalogue(stage: Stage) -> Catalogue:
    """Subjects and their branches, then the pages of all courses, field by field."""
    catalogue = _subjects(stage)
    for number, size in enumerate(_sizes(stage.scaled(stage.accent.courses, 5), stage.accent.field)):
        _field(stage, catalogue, size, number)
    return catalogue


def _sizes(courses: int, field: int) -> list[int]:
    """The sizes of the fields, a large one and two small ones in turn; the last one has what is left over."""
    found: list[int] = []
    while courses:
        size = len(SMALL_FIELD) if len(found) % 3 else field
        size = courses if courses < size + len(SMALL_FIELD) else size
        found.append(size)
        courses -= size
    return found


def _subjects(stage: Stage) -> Catalogue:
    """Every branch takes over some subjects, all on one sheet."""
    areas = AREAS[: stage.scaled(11, 4, len(AREAS))]
    groups = stage.register.several("group", stage.scaled(5, 2, 6))
    shuffled = stage.rng.sample(areas, len(areas))
    group_of = {area: groups[place % len(groups)] for place, area in enumerate(shuffled)}
    for group in groups:
        inside = tuple(area for area in shuffled if group_of[area] == group)
        stage.plot.add("subject_sheet", {"areas": inside, "group": group}, (0.0, 0.05))
    return Catalogue(groups, {area: group_of[area] for area in areas})


def _field(stage: Stage, catalogue: Catalogue, size: int, number: int) -> None:
    """Courses that build on each other, from those that ask for nothing upwards."""
    rng, large = stage.rng, size != len(SMALL_FIELD)
    layers = _layers(size, stage.accent.depth) if large else SMALL_FIELD
    windows = stage.plot.spread(size, PAGES)
    areas = rng.sample(catalogue.areas, min(3, len(catalogue.areas)))
    inside: list[Course] = []
    for layer, window in zip(layers, windows, strict=True):
        asked = _asked(rng, inside, layer, _MORE_ASKED if large else ())
        course = _page(stage, asked, layer, rng.choice(areas), window)
        catalogue.add(course)
        inside.append(course)
    if number % 6 == 3:
        _unpaged(stage, catalogue, inside)


def _layers(size: int, depth: int) -> list[int]:
    """The layer of each course of a field, lowest first: broad at the bottom, one course at the top."""
    depth = min(depth, size - 1)
    spare = size - depth - 1
    extra = [0] * (depth + 1)
    for place in range(spare):
        extra[place % max(1, depth)] += 1
    return [layer for layer in range(depth + 1) for _ in range(1 + extra[layer])]


def _asked(
    rng: random.Random, inside: Sequence[Course], layer: int, more: Sequence[float]
) -> tuple[Course, ...]:
    """One course of the layer below, and by chance more of any below."""
    if layer == 0:
        return ()
    found = [rng.choice([one for one in inside if one.layer == layer - 1])]
    for chance in more:
        others = [one for one in inside if one.layer < layer and one not in found]
        if others and rng.random() < chance:
            found.append(rng.choice(others))
    return tuple(found)


def _page(stage: Stage, asked: Sequence[Course], layer: int, area: str, window: Window) -> Course:
    """The page of a course, with all the points that it will ever be printed with."""
    name = stage.register.one("course")
    points = stage.plot.course(POINTS, stage.versions(stage.accent.page_changes))
    names = tuple(one.name for one in asked)

    def write(place: int, value: int) -> Record:
        if place:
            return ("points_changed", {"course": name, "points": str(value)})
        values = {"course": name, "points": str(value), "area": area}
        if names:
            return ("catalogue_entry", {**values, "courses": names})
        return ("catalogue_entry_open", values)

    def forward(value: int, day: DayOf) -> Record:
        return ("points_forwarded", {"course": name, "points": str(value), "as_of": day})

    events = stage.plot.chain(points, write, window, after=[one.page for one in asked], forward=forward)
    ready = max([window[1], *(one.ready + _STEP for one in asked)])
    return Course(name, area, points[0], names, layer, events[0], ready)


def _unpaged(stage: Stage, catalogue: Catalogue, inside: Sequence[Course]) -> None:
    """A course of the partner house, asked for by the top of this field; no page says what it asks for."""
    top, name = inside[-1], stage.register.one("course")
    catalogue.unpaged.append(name)
    values = {"course": top.name, "other": name}
    start = stage.rng.uniform(0.35, 0.6)
    added = stage.plot.add("entry_added", values, (start, start + 0.02), after=(top.page,))
    catalogue.edges[top.name].append(name)
    listed: tuple[str, ...] = (*top.asked, name)
    stage.plot.add(
        "entry_relisted", {"course": top.name, "courses": listed}, (start + 0.03, start + 0.1), after=(added,)
    )
