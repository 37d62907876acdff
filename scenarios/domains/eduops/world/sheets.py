"""Terms that are told on one sheet: all that was sat, closed, with its marks (spec 4.3). PURE."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Course
from scenarios.domains.eduops.world.files import Campus, Life, closing_span, near_marks, sign_up
from scenarios.domains.lines import ENDINGS
from scenarios.generators.derive.plan import Values
from scenarios.generators.derive.plot import Window

#: A second mark of such a term is corrected so much more seldom than the first.
SECOND = 0.3
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
    if not graded:
        return []
    values: Values = {"student": life.student, "term": term.name, **_lines(graded)}
    template = f"mark_sheet_{len(graded)}" if len(graded) > 1 else "mark_posted"
    return [campus.stage.plot.add(template, values, span, after=(sheet,))] * len(graded)


def _correct(
    campus: Campus, life: Life, term: Term, graded: Sequence[tuple[Course, int]], place: int, last: str
) -> None:
    """A mark is corrected, perhaps again; it becomes equal to no other."""
    course, now = graded[place]
    others = {mark for _, mark in graded}
    for _ in range(max(1, campus.stage.versions() - 1)):
        now = campus.stage.rng.choice([one for one in near_marks(campus.stage, now) if one not in others])
        others.add(now)
        values: Values = {"student": life.student, "term": term.name, "course": course.name}
        values["mark"] = str(now)
        last = campus.stage.plot.add("mark_corrected", values, (term.ends, 0.95), after=(last,))
