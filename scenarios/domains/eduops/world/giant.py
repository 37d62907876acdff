"""The one query of EduOps whose smallest witness has a planned size (spec 4.8, 5.3 stage 2). PURE.

A student lacks some courses of a track of its own. What must be known for that: the file, the track sheet,
the list of terms and each term record, the notice on units sat again, that nothing is accepted in place of
what is lacking, the branch and the mark to reach; and for each course that is passed its page and its mark.
None of these is said twice or changed, but for notices, of which one is current at a time. A size that is
too small for that is the size of a list of prerequisites: a page, and those of all that it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.domains.eduops.world.boards import Programme, add_sheet, set_points
from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Catalogue, Course
from scenarios.domains.eduops.world.files import (
    Campus,
    Life,
    close_term,
    close_terms,
    mark,
    open_file,
    sign_up,
)
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import Values
from scenarios.generators.derive.plot import Window
from scenarios.generators.derive.world import Arguments

#: Everything but term records, pages and marks.
_REST = 7
#: Over so many terms the student may have sat courses, the most welcome number first.
_TERMS = (3, 2, 1)
#: So many courses of the track are never sat.
_LACKING = 3
_PAGES: Window = (0.0, 0.08)
#: A mark that is reached under any notice.
_SAFE = 75


@dataclass(frozen=True, slots=True)
class Giant:
    """The planned query: its form and arguments, and the life behind it where there is one."""

    form: str
    arguments: Arguments
    lives: tuple[Life, ...] = ()


def plan_giant(campus: Campus, size: int) -> Giant:
    """Everything behind the query whose smallest witness has this size."""
    passed, count = _shape(size, len(campus.past))
    if not passed:
        return Giant("number_of_prerequisites", {"course": _list(campus, size)})
    life = _life(campus, _track(campus, passed), passed, campus.past[-count:])
    return Giant("number_lacking", {"student": life.student}, (life,))


def _shape(size: int, most_terms: int) -> tuple[int, int]:
    """How many passed courses over how many terms make up a witness of this size; none for a small one."""
    for terms in _TERMS:
        passed, odd = divmod(size - _REST - terms, 2)
        if terms <= most_terms and passed >= terms and not odd:
            return passed, terms
    return 0, 0


def _list(campus: Campus, size: int) -> str:
    """A course that asks for all of as many others as it takes, none of which asks for more."""
    catalogue = campus.catalogue
    lower = [_page(campus.stage, catalogue) for _ in range(size - 1)]
    return _page(campus.stage, catalogue, lower).name


def _track(campus: Campus, passed: int) -> Programme:
    """The track of the student, with courses of its own."""
    stage = campus.stage
    courses = [_page(stage, campus.catalogue) for _ in range(passed + _LACKING)]
    names = tuple(course.name for course in courses)
    pages = [course.page for course in courses]
    stage.plot.add("in_place_empty", {"courses": names}, (_PAGES[1], 0.2), after=pages)
    programme = stage.register.one("programme")
    sheet, ready = add_sheet(stage, programme, courses)
    set_points(stage, programme, sum(course.points for course in courses), True)
    return Programme(programme, names, False, True, sheet, ready, list(names))


def _page(stage: Stage, catalogue: Catalogue, asked: Sequence[Course] = ()) -> Course:
    """A course in a subject whose branch does not change; nothing changes on its page either."""
    name, names = stage.register.one("course"), tuple(course.name for course in asked)
    points, layer = stage.rng.choice((3, 4, 5, 6)), 1 if asked else 0
    values: Values = {"course": name, "points": str(points), "area": catalogue.steady}
    window = (_PAGES[1], 2 * _PAGES[1]) if asked else _PAGES
    if asked:
        values["courses"] = names
    template = "catalogue_entry" if asked else "catalogue_entry_open"
    page = stage.plot.add(template, values, window, after=[one.page for one in asked])
    course = Course(name, catalogue.steady, points, names, layer, page, window[1])
    catalogue.add(course)
    return course


def _life(campus: Campus, track: Programme, passed: int, terms: Sequence[Term]) -> Life:
    """The life of the student: the passed courses over the terms, all closed in time."""
    life = open_file(campus, track, terms[0].begins, moves=False)
    courses = [campus.catalogue.courses[name] for name in track.courses[:passed]]
    for place, term in enumerate(terms):
        _sit(campus, life, term, courses[place :: len(terms)], _SAFE + 5 * place)
    close_terms(campus, life, surely=True)
    return life


def _sit(campus: Campus, life: Life, term: Term, courses: Sequence[Course], best: int) -> None:
    signed = sign_up(campus, life, term, courses)
    for number, course in enumerate(courses):
        mark(campus, life, term, course.name, signed, best + 2 * number, fixed=True)
    close_term(campus, life, term, signed, surely=True)
