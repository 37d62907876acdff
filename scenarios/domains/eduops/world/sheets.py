"""Terms that are told on one sheet: all that was sat, closed, with its marks (spec 4.3). PURE."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Course
from scenarios.domains.eduops.world.files import Campus, Life, closing_span, near_marks, sign_up
from scenarios.domains.lines import ENDINGS
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import LATE_RECORDS, Window

#: A second mark of such a term is corrected so much more seldom than the first.
SECOND = 0.3
MOST_CORRECTIONS = 2
#: So many marks fit a sheet.
LINES = len(ENDINGS)


def sit_by_sheet(
    campus: Campus, life: Life, term: Term, courses: Sequence[Course], marks: Sequence[int], *, surely: bool
) -> None:
    """A term whose record, once it closes, says everything; no marks where none are posted. One that never
    closes is known from signing up alone."""
    span = closing_span(campus, term.ends, surely=surely)
    if span is None:
        sign_up(campus, life, term, courses)
        return
    life.seats.append((term, [course.name for course in courses]))
    after = [life.opened, term.leaf, *(course.page for course in courses)]
    values: Values = {
        "student": life.student,
        "term": term.name,
        "courses": tuple(course.name for course in courses),
    }
    if not marks:
        life.closed.append(campus.stage.plot.add("term_record", values, span, after=after))
        return
    graded = list(zip(courses, marks, strict=True))
    lines = min(LINES, len(graded))
    template = f"term_sheet_{lines}" if lines > 1 else "term_record"
    values |= _lines(graded[:lines]) if lines > 1 else {}
    sheet = campus.stage.plot.add(template, values, span, after=after)
    life.closed.append(sheet)
    rest = graded[lines if lines > 1 else 0 :]
    events = [sheet] * (len(graded) - len(rest)) + _more_marks(campus, life, term, rest, span, sheet)
    life.graded += [(course.name, term.name) for course, _ in graded]
    life.best.append(max(graded, key=lambda line: line[1])[0].name)
    chosen = campus.stage.rng.sample(range(len(graded)), min(2, len(graded)))
    for place in chosen:
        share = campus.stage.accent.mark_changes * (1 if place == chosen[0] else SECOND)
        if campus.stage.happens(share):
            _correct(campus, life, term, graded, place, events[place])


def _lines(graded: Sequence[tuple[Course, int]]) -> Values:
    values: Values = {}
    for ending, (course, mark) in zip(ENDINGS, graded, strict=False):
        values |= {f"course{ending}": course.name, f"mark{ending}": str(mark)}
    return values


def _more_marks(
    campus: Campus, life: Life, term: Term, graded: Sequence[tuple[Course, int]], span: Window, sheet: str
) -> list[str]:
    """The marks that the sheet has no line for; the event of each."""
    found: list[str] = []
    for first in range(0, len(graded), LINES):
        some = graded[first : first + LINES]
        values: Values = {"student": life.student, "term": term.name, **_lines(some)}
        template = f"mark_sheet_{len(some)}" if len(some) > 1 else "mark_posted"
        found += [campus.stage.plot.add(template, values, span, after=(sheet,))] * len(some)
    return found


def _correct(
    campus: Campus, life: Life, term: Term, graded: Sequence[tuple[Course, int]], place: int, posted: str
) -> None:
    """A mark is corrected, perhaps again; it becomes equal to no other. The first may be forwarded late."""
    plot, (course, first) = campus.stage.plot, graded[place]
    slots: Values = {"student": life.student, "term": term.name, "course": course.name}
    taken, now, last = {mark for _, mark in graded}, first, posted
    for _ in range(min(MOST_CORRECTIONS, max(1, campus.stage.versions() - 1))):
        free = [one for one in near_marks(campus.stage, now) if one not in taken]
        if not free:
            return
        now = plot.rng.choice(free)
        taken.add(now)
        last = plot.add("mark_corrected", {**slots, "mark": str(now)}, (term.ends, 0.95), after=(last,))
    if plot.happens(plot.config.late_obsolete_rate):
        old: Values = {**slots, "mark": str(first), "as_of": DayOf(posted)}
        plot.add("mark_forwarded", old, LATE_RECORDS, after=(last,), distractor="D3")
