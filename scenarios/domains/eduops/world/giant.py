"""The one query of EduOps whose smallest witness has a planned size (spec 4.8, 5.3 stage 2). PURE.

A student lacks some courses of a track of its own. What must be known for that: the file, the track sheet,
the list of terms and each term record, the notice on units sat again, that nothing is accepted in place of
what is lacking, the branch and the mark to reach; and for each course that is passed its page and its mark.
None of these is said twice or changed, but for notices, of which one is current at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.domains.eduops.world.boards import Boards, Programme, add_sheet, set_points
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
from scenarios.generators.derive.plot import Window

#: Everything but term records, pages and marks.
_REST = 7
#: Over so many terms the student may have sat courses, the most welcome number first.
_TERMS = (3, 2, 1)
#: So many courses of the track are never sat.
_LACKING = 3
_PAGES: Window = (0.0, 0.08)
#: A mark that is reached under any notice.
_SAFE = 75


def add_track(stage: Stage, catalogue: Catalogue, boards: Boards, size: int) -> Boards:
    """The track of the student with the witness of this size, with courses of its own."""
    passed, _ = shape_of(size)
    courses = [_page(stage, catalogue) for _ in range(passed + _LACKING)]
    for course in courses:
        catalogue.add(course)
    names = tuple(course.name for course in courses)
    pages = [course.page for course in courses]
    stage.plot.add("in_place_empty", {"courses": names}, (_PAGES[1], 0.2), after=pages)
    programme = stage.register.one("programme")
    sheet, ready = add_sheet(stage, programme, courses)
    set_points(stage, programme, sum(course.points for course in courses), True)
    track = Programme(programme, names, False, True, sheet, ready, list(names))
    return Boards((*boards.programmes, track))


def shape_of(size: int) -> tuple[int, int]:
    """How many passed courses over how many terms make up a witness of this size; none for a small one."""
    for terms in _TERMS:
        passed, odd = divmod(size - _REST - terms, 2)
        if passed >= terms and not odd:
            return passed, terms
    return 0, 0


def _page(stage: Stage, catalogue: Catalogue) -> Course:
    """A course that asks for nothing, in a subject whose branch does not change."""
    name, area = stage.register.one("course"), catalogue.steady
    points = stage.rng.choice((3, 4, 5, 6))
    page = stage.plot.add(
        "catalogue_entry_open", {"course": name, "points": str(points), "area": area}, _PAGES
    )
    return Course(name, area, points, (), 0, page, _PAGES[1])


def live(campus: Campus, size: int) -> Life:
    """The life of the student: the passed courses over some terms, all closed in time."""
    track, (passed, count) = campus.boards.programmes[-1], shape_of(size)
    terms = campus.past[-count:]
    life = open_file(campus, track, terms[0].begins, moves=False)
    courses = [campus.catalogue.courses[name] for name in track.courses[:passed]]
    for place, term in enumerate(terms):
        _sit(campus, life, term, courses[place::count], _SAFE + 5 * place)
    close_terms(campus, life, surely=True)
    return life


def _sit(campus: Campus, life: Life, term: Term, courses: Sequence[Course], best: int) -> None:
    signed = sign_up(campus, life, term, courses)
    for number, course in enumerate(courses):
        mark(campus, life, term, course.name, signed, best + 2 * number, fixed=True)
    close_term(campus, life, term, signed, surely=True)
