"""How the catalogue of an EduOps world changes: what a course asks for, its subject, its branch. PURE."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.domains.eduops.world.catalogue import Catalogue, Course
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import Values
from scenarios.generators.derive.plot import Window

#: The part of the history in which lists of prerequisites change.
CHANGES: Window = (0.32, 0.93)
#: The share of changes that take a line off; the others put one on.
DROPPED = 0.45
#: How many subjects of a full world go to another branch.
SUBJECTS_MOVED = 4
#: How many courses of a full world have a counterpart in the partner house.
TWINS = 10
#: Such a course has at most so many before it.
SHORT = 3


@dataclass
class _List:
    """The prerequisites of one course at a point of the plan."""

    course: Course
    now: list[str]
    last: str


def plan_revisions(stage: Stage, catalogue: Catalogue) -> None:
    """All changes after the first pages."""
    fixed = {name for name in catalogue.names if set(catalogue.edges[name]) & set(catalogue.unpaged)}
    for course in list(catalogue.courses.values()):
        if course.asked and course.name not in fixed and stage.happens(stage.accent.list_changes):
            _list_changes(stage, catalogue, course)
        if course.listed and stage.happens(stage.accent.subject_changes):
            _subject_changes(stage, catalogue, course)
    _branches_change(stage, catalogue)
    _twins(stage, catalogue)


def _list_changes(stage: Stage, catalogue: Catalogue, course: Course) -> None:
    """Lines come and go; a new line is followed by the whole list, but for a few that stay open."""
    page = _List(course, list(course.asked), course.page)
    count = max(1, stage.versions() - 1)
    low, high = max(CHANGES[0], course.ready), CHANGES[1]
    step = (high - low) / count
    for place in range(count):
        start = low + (place + stage.rng.random() * 0.6) * step
        if len(page.now) > 1 and stage.plot.happens(DROPPED):
            _drop(stage, page, start)
        elif not _put_on(stage, catalogue, page, start):
            return


def _drop(stage: Stage, page: _List, start: float) -> None:
    gone = stage.rng.choice(page.now)
    page.now.remove(gone)
    values = {"course": page.course.name, "other": gone}
    page.last = stage.plot.add("entry_dropped", values, (start, start + 0.03), after=(page.last,))


def _put_on(stage: Stage, catalogue: Catalogue, page: _List, start: float) -> bool:
    """A new line, from a lower layer, that was never on the list. False when the list stays open."""
    name = page.course.name
    lower = [
        one.name
        for one in catalogue.courses.values()
        if one.listed
        and one.layer < page.course.layer
        and one.ready < start
        and one.name not in catalogue.edges[name]
    ]
    near = [one for one in lower if catalogue.courses[one].area == page.course.area] or lower
    if not near:
        return False
    other = stage.rng.choice(near)
    catalogue.edges[name].append(other)
    page.now.append(other)
    values = {"course": name, "other": other}
    page.last = stage.plot.add("entry_added", values, (start, start + 0.02), after=(page.last,))
    if not stage.plot.happens(stage.plot.config.completeness_rate):
        return False
    listed: Values = {"course": name, "courses": tuple(page.now)}
    page.last = stage.plot.add("entry_relisted", listed, (start + 0.025, start + 0.07), after=(page.last,))
    return True


def _subject_changes(stage: Stage, catalogue: Catalogue, course: Course) -> None:
    """The course goes to another subject, and perhaps on to a third."""
    others = stage.plot.course(catalogue.areas, max(2, stage.versions()))
    last, now = course.page, course.area
    for area in others[1:]:
        if area != now:
            values, span = {"course": course.name, "area": area}, (max(0.3, course.ready), 0.95)
            last, now = stage.plot.add("subject_changed", values, span, after=(last,)), area


def _branches_change(stage: Stage, catalogue: Catalogue) -> None:
    for area in _leading(stage, catalogue)[: stage.scaled(SUBJECTS_MOVED, 0)]:
        groups = [group for group in catalogue.groups if group != catalogue.group_of[area]]
        values = {"area": area, "group": stage.rng.choice(groups)}
        stage.plot.add("subject_moved", values, (0.35, 0.75), after=_sheets(stage))


def _leading(stage: Stage, catalogue: Catalogue) -> list[str]:
    """The subjects that may move, those first that lead a page of several courses."""
    free = stage.rng.sample(catalogue.areas[1:], len(catalogue.areas) - 1)
    leading = {catalogue.courses[names[0]].area for names in catalogue.pages}
    return sorted(free, key=lambda area: area not in leading)


def _sheets(stage: Stage) -> list[str]:
    """The sheets that say which branch takes which subject."""
    return [event.name for event in stage.plot.events if event.template == "subject_sheet"]


def _twins(stage: Stage, catalogue: Catalogue) -> None:
    """Counterparts, half of them of courses that ask for little, so that questions may mean them."""
    count = stage.scaled(TWINS, 0, len(catalogue.names) // 2)
    short = [name for name in catalogue.names if 0 < len(catalogue.below(name)) <= SHORT]
    others = stage.rng.sample(short, min(len(short), count // 2))
    rest = [name for name in catalogue.names if name not in others and catalogue.is_listed(name)]
    others += stage.rng.sample(rest, min(len(rest), count - len(others)))
    free = [name for name in catalogue.names if name not in others]
    for course, other in zip(stage.rng.sample(free, len(others)), others, strict=True):
        pages = (catalogue.courses[course].page, catalogue.courses[other].page)
        stage.plot.add("twin_note", {"course": course, "other": other}, (0.1, 0.6), after=pages)
