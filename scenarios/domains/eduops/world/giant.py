"""The one query of EduOps whose smallest witness has a planned size (spec 4.8, 5.3 stage 2). PURE.

A student lacks some courses of a track of its own. What must be known for that: the file, the track sheet,
the list of terms and each term record, the notice on units sat again, that nothing is accepted in place of
what is lacking, the branch and the mark to reach; and for each course that is passed its page and its mark.
None of these is said twice or changed, but for notices, of which one is current at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.domains.eduops.world.boards import Boards, Programme, add_sheet, set_points
from scenarios.domains.eduops.world.catalogue import Catalogue, Course
from scenarios.domains.eduops.world.files import Campus, Life, close_term, close_terms, mark, open_file, sign_up
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plot import Window

#: Everything but term records, pages and marks.
_REST = 7
_TERMS = 3
#: So many courses of the track are never sat.
_LACKING = 3
_PAGES: Window = (0.0, 0.08)
#: A mark that is reached under any notice.
_SAFE = 75


def add_track(stage: Stage, catalogue: Catalogue, boards: Boards, size: int) -> Boards:
    """The track of the student with the witness of this size, with courses of its own."""
    passed = _passed(size)
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


def _passed(size: int) -> int:
    """How many passed courses make up a witness of this size."""
    passed, odd = divmod(size - _REST - _TERMS, 2)
    if odd or passed < _TERMS:
        raise ValueError(f"no EduOps witness of exactly {size} events can be planned")
    return passed


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
    track, passed = campus.boards.programmes[-1], _passed(size)
    terms = campus.past[-_TERMS - 1 : -1]
    life = open_file(campus, track, terms[0].begins, moves=False)
    courses = [campus.catalogue.courses[name] for name in track.courses[:passed]]
    for place in range(len(terms)):
        _sit(campus, life, courses[place::_TERMS], place)
    close_terms(campus, life, surely=True)
    return life


def _sit(campus: Campus, life: Life, courses: Sequence[Course], place: int) -> None:
    term = campus.past[-_TERMS - 1 :][place]
    signed = sign_up(campus, life, term, courses)
    for number, course in enumerate(courses):
        best = _SAFE + 5 * place + 2 * number
        mark(campus, life, term, course.name, signed, best, fixed=True)
    close_term(campus, life, term, signed, surely=True)
