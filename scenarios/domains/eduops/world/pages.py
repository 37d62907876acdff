"""Pages that print several courses at once: courses of which nobody says what they ask for (spec 4.3). PURE.

Students fill whole terms with the courses of one or two pages, so that much follows from few records.
"""

from __future__ import annotations

from scenarios.domains.eduops.world.catalogue import POINTS, Catalogue, Course
from scenarios.domains.eduops.world.stage import Stage
from scenarios.domains.lines import ENDINGS
from scenarios.generators.derive.plan import Values
from scenarios.generators.derive.plot import Window

#: How many such pages a full world has, and how many courses are on each.
COUNT, LINES = 6, len(ENDINGS)
#: The share of these courses whose points may change, once.
POINTS_CHANGED = 0.25
#: The share of pages with a course of another branch.
MIXED = 0.4
#: The part of the history in which these pages come out, and that in which points change.
PAGES: Window = (0.0, 0.14)
CHANGES: Window = (0.32, 0.75)


def plan_pages(stage: Stage, catalogue: Catalogue) -> None:
    """All pages, with all the points that their courses will ever be printed with; none in a lean world."""
    count = 0 if stage.lean else stage.scaled(COUNT, 1)
    for window in stage.plot.spread(count, PAGES) if count else ():
        catalogue.pages.append(_page(stage, catalogue, window[1], window))


def _page(stage: Stage, catalogue: Catalogue, ready: float, window: Window) -> tuple[str, ...]:
    """A page: two of its courses share a subject, the others are in subjects of the same branch if it has
    several."""
    names = stage.register.several("course", LINES)
    points = stage.rng.sample(POINTS, LINES)
    areas = _areas(stage, catalogue)
    values: Values = {}
    for ending, name, worth, area in zip(ENDINGS, names, points, areas, strict=True):
        values |= {f"course{ending}": name, f"points{ending}": str(worth), f"area{ending}": area}
    event = stage.plot.add(f"catalogue_page_{LINES}", values, window)
    for name, worth, area in zip(names, points, areas, strict=True):
        catalogue.add(Course(name, area, worth, (), 0, event, ready, listed=False))
        _points_change(stage, name, worth, event)
    return names


def _areas(stage: Stage, catalogue: Catalogue) -> list[str]:
    first = stage.rng.choice(catalogue.areas)
    near = [one for one in catalogue.areas if catalogue.group_of[one] == catalogue.group_of[first]]
    others = [one for one in near if one != first] or [one for one in catalogue.areas if one != first]
    strange = [one for one in catalogue.areas if one not in near]
    last = stage.rng.choice(strange if stage.plot.happens(MIXED) else others)
    return [first, first, stage.rng.choice(others), last]


def _points_change(stage: Stage, course: str, points: int, page: str) -> None:
    if stage.happens(POINTS_CHANGED):
        now = stage.rng.choice([one for one in POINTS if one != points])
        values: Values = {"course": course, "points": str(now)}
        stage.plot.add("points_changed", values, CHANGES, after=(page,))
