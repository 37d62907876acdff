"""The kinds of lives that students of an EduOps world lead (spec 4.3). PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from scenarios.domains.eduops.world import accents
from scenarios.domains.eduops.world.boards import Programme
from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Course
from scenarios.domains.eduops.world.files import (
    SIGNING,
    Campus,
    Life,
    carry,
    close_term,
    close_terms,
    excuse,
    mark,
    no_term,
    open_file,
    sign_up,
    stop,
)
from scenarios.domains.eduops.world.sheets import LINES, sit_by_sheet

#: How many courses fill a term: a light one, one that is partly repeated, a full one without and with marks.
LIGHT, REPEATED, FULL, GRADED = (2, 3), (2, 2), (6, 10), (4, 5)
#: The share of full terms whose marks are posted; fewer courses fill them.
MARKS_POSTED = 0.25
#: The share of single terms of courses that are printed together, and how many those are.
TOGETHER, MARKED = 0.6, (4, 5, 6, 7, 8, 8, 10, 12)
#: Full terms are over by then.
LAST_FULL = 0.92
#: The share of full terms that are told on one sheet, and how many courses those hold.
BY_SHEET, SHEET = 0.95, (4, 4, 6, 7, 8, 8, 8, 10, 12, 12, 12)
#: The shares of newcomers with a stop on their file and with a letter of excuse.
STOPPED, EXCUSED = 0.7, 0.4
#: Which tries to find courses without a tie in points are enough.
TRIES = 12


def newcomer(campus: Campus) -> Life:
    """No term yet; perhaps a stop or a letter of excuse."""
    rng = campus.stage.rng
    life = open_file(campus, _track(campus), rng.uniform(0.25, 0.6))
    no_term(campus, life)
    if campus.stage.happens(STOPPED):
        stop(campus, life)
    if campus.stage.happens(EXCUSED):
        _excuse_required(campus, life)
    return life


def carrier(campus: Campus) -> Life:
    """No term yet, but papers from elsewhere."""
    rng = campus.stage.rng
    life = open_file(campus, _track(campus), rng.uniform(0.25, 0.6))
    no_term(campus, life)
    inside = [campus.catalogue.courses[name] for name in life.tracks[0].courses]
    other = [one for one in campus.catalogue.out_by(0.5) if one not in inside]
    chosen = rng.sample(inside, min(len(inside), rng.randint(1, 2)))
    carry(campus, life, [*chosen, *rng.sample(other, min(len(other), rng.randint(0, 2)))])
    if rng.random() < 0.3:
        stop(campus, life)
    return life


def graduate(campus: Campus) -> Life:
    """All of a short track, sat in one term or brought along."""
    rng, tracks = campus.stage.rng, campus.boards.programmes
    short = [track for track in tracks if track.short and track.ever == list(track.courses)]
    track = rng.choice(short or [track for track in tracks if track.short])
    courses = [campus.catalogue.courses[name] for name in track.courses]
    life = open_file(campus, track, _term(campus, courses).begins, moves=False)
    if rng.random() < 0.4:
        no_term(campus, life)
        carry(campus, life, courses)
        return life
    _sit(campus, life, _term(campus, courses), courses, least=66, fixed=True, surely=True)
    close_terms(campus, life, surely=True)
    return life


def one_term(campus: Campus) -> Life:
    """One term with a few courses and their marks."""
    track = _track(campus)
    term = campus.stage.rng.choice(campus.past)
    life = open_file(campus, track, term.begins)
    surely = _surely(campus)
    together = not campus.stage.lean and campus.stage.rng.random() < TOGETHER
    courses = _printed_together(campus, term, MARKED) if together else _courses(campus, term, LIGHT, track)
    sit_by_sheet(campus, life, term, courses, _marks(campus, courses), surely=surely)
    close_terms(campus, life, surely=surely)
    if not campus.stage.lean and campus.stage.happens(0.25):
        stop(campus, life)
    return life


def two_terms(campus: Campus) -> Life:
    """Two terms; a course of the first is sat again in the second."""
    rng, past = campus.stage.rng, campus.past
    first, second = sorted(rng.sample(past, 2), key=lambda term: term.begins)
    track = _track(campus)
    life = open_file(campus, track, first.begins)
    courses = _courses(campus, first, REPEATED, track)
    surely = _surely(campus)
    sit_by_sheet(campus, life, first, courses, _marks(campus, courses), surely=surely)
    _sit(campus, life, second, courses[:1], surely=surely)
    close_terms(campus, life, surely=surely)
    return life


def heavy(campus: Campus) -> Life:
    """One full term or more, for questions about those terms; the terms are not listed in the end."""
    rng, past = campus.stage.rng, [term for term in campus.terms if term.ends < LAST_FULL]
    rarest = sorted(rng.sample(past, len(past)), key=lambda term: campus.full[term.name])
    terms = sorted(rarest[: rng.choice((1, 1, 2))], key=lambda term: term.begins)
    campus.full.update(term.name for term in terms)
    life = open_file(campus, _track(campus), terms[0].begins)
    for term in terms:
        if rng.random() < BY_SHEET:
            _by_sheet(campus, life, term)
            continue
        graded = rng.random() < MARKS_POSTED
        courses = _courses(campus, term, GRADED if graded else FULL, None)
        _sit(campus, life, term, courses, graded=graded, surely=_surely(campus))
    life.light = False
    return life


def idle(campus: Campus) -> Life:
    """Here for a term in which nothing was sat."""
    term = campus.stage.rng.choice(campus.past)
    life = open_file(campus, _track(campus), term.begins)
    life.seats.append((term, []))
    close_term(campus, life, term, term.leaf, surely=True)
    close_terms(campus, life, surely=_surely(campus))
    return life


def pending(campus: Campus) -> Life:
    """Signed up for a late term whose record nobody closes."""
    rng = campus.stage.rng
    term = rng.choice([term for term in campus.terms if term.begins < 0.9][-3:])
    life = open_file(campus, _track(campus), term.begins)
    sign_up(campus, life, term, _courses(campus, term, FULL, None))
    life.light = False
    return life


#: What happens in each kind of life.
LIVES: Final[Mapping[str, Callable[[Campus], Life]]] = MappingProxyType(
    {
        accents.NEWCOMER: newcomer, accents.CARRIER: carrier, accents.GRADUATE: graduate,
        accents.ONE_TERM: one_term, accents.TWO_TERMS: two_terms, accents.HEAVY: heavy, accents.IDLE: idle,
        accents.PENDING: pending,
    }
)  # fmt: skip


def _surely(campus: Campus) -> bool:
    """Whether all of a file is closed in time; else each part is by its own chance."""
    return campus.stage.plot.happens(campus.stage.plot.config.completeness_rate)


def _track(campus: Campus) -> Programme:
    return campus.stage.rng.choice(campus.boards.programmes)


def _term(campus: Campus, courses: Sequence[Course]) -> Term:
    """The first term in which all of these can be sat."""
    ready = max(course.ready for course in courses)
    return next((term for term in campus.past if term.begins - SIGNING >= ready), campus.past[-1])


def _sit(
    campus: Campus, life: Life, term: Term, courses: Sequence[Course], *, graded: bool = True,
    least: int = 36, fixed: bool = False, surely: bool,
) -> None:  # fmt: skip
    """A term from signing up to its record, with a mark for each course; no two marks are equal."""
    signed = sign_up(campus, life, term, courses)
    marks = campus.stage.rng.sample(range(least, 97), len(courses))
    if graded:
        for course, best in zip(courses, marks, strict=True):
            mark(campus, life, term, course.name, signed, best, fixed=fixed)
    close_term(campus, life, term, signed, surely=surely)


def _marks(campus: Campus, courses: Sequence[Course]) -> list[int]:
    """A mark for each, no two equal."""
    return campus.stage.rng.sample(range(36, 97), len(courses))


def _by_sheet(campus: Campus, life: Life, term: Term) -> None:
    """A full term of courses that are printed together, told on one sheet or two."""
    courses = _printed_together(campus, term, SHEET)
    marks = _marks(campus, courses) if len(courses) <= 2 * LINES else []
    sit_by_sheet(campus, life, term, courses, marks, surely=_surely(campus))


def _printed_together(campus: Campus, term: Term, sizes: Sequence[int]) -> list[Course]:
    """The courses of one page and some of others, without a tie in points or subjects; of single pages where
    too few are out."""
    rng, pages = campus.stage.rng, campus.catalogue.pages_by(term.begins - SIGNING)
    if not pages:
        return _courses(campus, term, GRADED, None)
    chosen: list[Course] = []
    for _ in range(TRIES):
        drawn = [course for page in rng.sample(pages, min(len(pages), 3)) for course in page]
        chosen = drawn[: rng.choice(sizes)]
        points = sorted((course.points for course in chosen), reverse=True)
        areas = Counter(course.area for course in chosen).most_common(2)
        if points[0] > points[1] and (len(areas) == 1 or areas[0][1] > areas[1][1]):
            break
    return chosen


def _courses(campus: Campus, term: Term, size: tuple[int, int], track: Programme | None) -> list[Course]:
    """Courses for a term: one subject leads, one course brings most points, so that neither is a tie."""
    rng = campus.stage.rng
    pool = campus.catalogue.out_by(term.begins - SIGNING) or list(campus.catalogue.courses.values())
    wanted = min(len(pool), rng.randint(*size))
    chosen: list[Course] = []
    for _ in range(TRIES):
        chosen = _drawn(campus, pool, wanted, track)
        points = sorted((course.points for course in chosen), reverse=True)
        if len(points) < 2 or points[0] > points[1]:
            break
    return chosen


def _drawn(campus: Campus, pool: Sequence[Course], wanted: int, track: Programme | None) -> list[Course]:
    """Courses with a leading subject; on a track, one of its own courses among them."""
    rng = campus.stage.rng
    own = [course for course in pool if track is not None and course.name in track.courses]
    first = rng.choice(own or list(pool))
    same = [course for course in pool if course.area == first.area and course is not first]
    leading = [first, *rng.sample(same, min(len(same), wanted // 2))]
    others = [course for course in pool if course not in leading]
    return [*leading, *rng.sample(others, min(len(others), wanted - len(leading)))][:wanted]


def _excuse_required(campus: Campus, life: Life) -> None:
    name = campus.stage.rng.choice(life.tracks[0].courses)
    excuse(campus, life, campus.catalogue.courses[name])
