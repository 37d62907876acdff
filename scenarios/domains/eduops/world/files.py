"""The files of students in an EduOps world, record by record: tracks, terms, marks, papers, stops. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.domains.eduops.world.boards import Boards, Programme
from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Catalogue, Course
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

#: Students sign up within so much before a term begins; its records close within so much after its end.
SIGNING, CLOSING = 0.03, 0.03
#: Records that close late close here, at this rate.
LATE: Window = (0.86, 0.97)
LATE_RATE = 0.08
#: The shares of students who may change tracks, and of seats that are handed back.
TRACK_CHANGES, HANDED_BACK = 0.3, 0.1
#: The share of corrected marks that are struck off in the end.
VOIDED = 0.12
MARKS = range(34, 97)


@dataclass
class Campus:
    """All that students meet with; ``full`` counts the full terms that were planned, by term."""

    stage: Stage
    catalogue: Catalogue
    boards: Boards
    terms: tuple[Term, ...]
    full: Counter[str] = field(default_factory=Counter)

    @property
    def past(self) -> list[Term]:
        """The terms that are over before most questions are asked."""
        return [term for term in self.terms if term.ends < 0.83]


@dataclass
class Life:
    """A student with all that questions may ask about. ``light``: the file is small enough for questions
    about the whole of it. ``best`` holds the courses that brought the best mark of a term at first."""

    student: str
    tracks: list[Programme]
    opened: str
    seats: list[tuple[Term, list[str]]] = field(default_factory=list)
    graded: list[tuple[str, str]] = field(default_factory=list)
    best: list[str] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)
    stopped: bool = False
    closed: list[str] = field(default_factory=list)
    light: bool = True

    @property
    def taken(self) -> list[str]:
        """Courses that were sat, each once."""
        return list(dict.fromkeys(course for _, courses in self.seats for course in courses))

    @property
    def required(self) -> list[str]:
        """Courses that were ever required on a track of this student."""
        return list(dict.fromkeys(course for track in self.tracks for course in track.ever))


def open_file(campus: Campus, track: Programme, point: float, *, moves: bool = True) -> Life:
    """Open the file of a new student before ``point``; the track may change later."""
    stage, student = campus.stage, campus.stage.register.one("student")
    tracks = stage.plot.course(campus.boards.programmes, stage.versions(TRACK_CHANGES) if moves else 1)
    if len(tracks) == 1 or tracks[1] is not track:
        tracks[0] = track

    def write(place: int, one: Programme) -> Record:
        return ("track_changed" if place else "file_opened", {"student": student, "programme": one.name})

    def forward(one: Programme, day: DayOf) -> Record:
        return ("track_forwarded", {"student": student, "programme": one.name, "as_of": day})

    start = max(*(one.ready for one in tracks), 0.0, point - 0.08)
    names = stage.plot.chain(
        tracks, write, (start, max(start + 0.01, point - 0.04)),
        after=[one.sheet for one in tracks], forward=forward,
        confirm=lambda one: ("track_chosen", {"student": student, "programme": one.name}),
    )  # fmt: skip
    return Life(student, list({one.name: one for one in tracks}.values()), names[0])


def sign_up(campus: Campus, life: Life, term: Term, courses: Sequence[Course]) -> str:
    """Seats for a term; now and then one more that is handed back before the record closes."""
    plot, listed = campus.stage.plot, [course.name for course in courses]
    life.seats.append((term, list(listed)))
    others = [one for one in campus.catalogue.out_by(term.begins - SIGNING) if one.name not in listed]
    extra = plot.rng.choice(others) if others and campus.stage.happens(HANDED_BACK) else None
    slots = {"student": life.student, "term": term.name}
    pages = [course.page for course in courses]
    signed = plot.add(
        "signed_up",
        {**slots, "courses": tuple([*listed, extra.name] if extra else listed)},
        (term.begins - SIGNING, term.begins),
        after=[life.opened, term.leaf, *pages, *([extra.page] if extra else [])],
    )
    if extra is None:
        return signed
    span = (term.begins, term.ends - 0.02)
    return plot.add("signed_off", {**slots, "course": extra.name}, span, after=(signed,))


def close_term(campus: Campus, life: Life, term: Term, signed: str, *, surely: bool) -> None:
    """The record of a term: in time, late or never."""
    courses = next(courses for one, courses in life.seats if one is term)
    slots = {"student": life.student, "term": term.name}
    span = closing_span(campus, term.ends, surely=surely)
    if span is None:
        return
    if courses:
        values: Values = {**slots, "courses": tuple(courses)}
        life.closed.append(campus.stage.plot.add("term_record", values, span, after=(signed,)))
    else:
        life.closed.append(campus.stage.plot.add("term_record_empty", slots, span, after=(signed,)))


def closing_span(campus: Campus, point: float, *, surely: bool) -> Window | None:
    """When a group is said to be complete that could be from ``point`` on, None for never."""
    plot = campus.stage.plot
    if not surely and not plot.happens(plot.config.completeness_rate):
        return None
    if not surely and point < LATE[0] and plot.happens(LATE_RATE):
        return LATE
    return (min(point, 0.96), min(point + CLOSING, 0.99))


def close_terms(campus: Campus, life: Life, *, surely: bool) -> None:
    """The list of all terms of a student: after the last of them, late or never."""
    point = max(term.ends for term, _ in life.seats) + CLOSING
    span = closing_span(campus, point, surely=surely)
    if span is not None:
        names = tuple(term.name for term, _ in life.seats)
        values: Values = {"student": life.student, "terms": names}
        campus.stage.plot.add("terms_closed", values, span, after=(life.opened, *life.closed))


def mark(
    campus: Campus, life: Life, term: Term, course: str, signed: str, best: int, *, fixed: bool = False
) -> None:
    """The mark of an attempt with its corrections; ``fixed`` ones are never corrected."""
    stage = campus.stage
    count = 1 if fixed else stage.versions(stage.accent.mark_changes)
    marks = stage.plot.course(sorted({best, *near_marks(stage, best)}), count)
    if count == 1:
        marks = [best]
    slots = {"student": life.student, "course": course, "term": term.name}

    def write(place: int, value: int) -> Record:
        return ("mark_corrected" if place else "mark_posted", {**slots, "mark": str(value)})

    def forward(value: int, day: DayOf) -> Record:
        return ("mark_forwarded", {**slots, "mark": str(value), "as_of": day})

    names = stage.plot.chain(
        marks, write, (term.ends - 0.01, term.ends + CLOSING), after=(signed,), forward=forward,
        confirm=None if fixed else lambda value: ("mark_posted", {**slots, "mark": str(value)}),
    )  # fmt: skip
    life.graded.append((course, term.name))
    repeated = any(event.values == {**slots, "mark": str(marks[-1])} for event in stage.plot.events[-1:])
    if count > 1 and not repeated and stage.plot.happens(VOIDED):
        stage.plot.add("mark_voided", slots, (term.ends + CLOSING, 0.95), after=names)


def near_marks(stage: Stage, around: int) -> list[int]:
    """Marks that a correction may give instead."""
    return [around + step for step in (-14, -9, -6, -4, 3, 5, 8, 12) if around + step in MARKS]


def no_term(campus: Campus, life: Life) -> None:
    """The file says that its student has not been here for any term yet."""
    values = {"student": life.student}
    campus.stage.plot.add("terms_empty", values, _behind(campus, life), after=(life.opened,))


def _behind(campus: Campus, life: Life) -> Window:
    """Soon after the file was opened."""
    opened = next(one for one in campus.stage.plot.events if one.name == life.opened)
    return (opened.window[1], min(opened.window[1] + 0.08, 0.97))


def carry(campus: Campus, life: Life, courses: Sequence[Course]) -> None:
    """Papers from elsewhere for these courses, the page closed afterwards; one may be sent back."""
    plot, slots = campus.stage.plot, {"student": life.student}
    low, high = _behind(campus, life)
    low = max([low, *(course.ready for course in courses)])
    added = [
        plot.add(
            "brought_along", {**slots, "course": one.name}, (low, low + 0.06), after=(life.opened, one.page)
        )
        for one in courses
    ]
    life.carried += [one.name for one in courses]
    if not plot.happens(plot.config.completeness_rate):
        return
    values: Values = {**slots, "courses": tuple(one.name for one in courses)}
    closed = plot.add("brought_along_closed", values, (low + 0.06, low + 0.12), after=added)
    if len(courses) > 1 and plot.happens(0.3):
        gone = {**slots, "course": plot.rng.choice(courses).name}
        plot.add("brought_along_undone", gone, (0.4, 0.9), after=(closed,))


def stop(campus: Campus, life: Life) -> None:
    """Stops set on a file, the page checked, and one lifted again."""
    plot, slots = campus.stage.plot, {"student": life.student}
    low, _ = _behind(campus, life)
    start = max(low, plot.rng.uniform(0.2, 0.75))
    life.stopped = True
    holds = campus.stage.register.several("hold", plot.rng.choice((1, 1, 2)))
    set_ = [
        plot.add("stop_set", {**slots, "hold": hold}, (start, start + 0.05), after=(life.opened,))
        for hold in holds
    ]
    if not plot.happens(plot.config.completeness_rate):
        return
    checked = plot.add("stops_closed", {**slots, "holds": holds}, (start + 0.06, start + 0.1), after=set_)
    if plot.happens(0.6):
        gone = {**slots, "hold": plot.rng.choice(holds)}
        plot.add("stop_lifted", gone, (start + 0.1, 0.97), after=(checked,))


def excuse(campus: Campus, life: Life, course: Course) -> None:
    """A letter of excuse that holds for one term, perhaps moved to another, perhaps withdrawn."""
    plot = campus.stage.plot
    slots = {"student": life.student, "course": course.name}
    low, _ = _behind(campus, life)
    late = [term for term in campus.terms if 0.4 < term.begins < 1]
    first, second = plot.rng.choice(late), plot.rng.choice(late)
    start = max(low, course.ready, first.noted, second.noted)
    given = plot.add(
        "excused", {**slots, "term": first.name}, (start, start + 0.1),
        after=(life.opened, course.page, first.leaf),
    )  # fmt: skip
    life.excused.append(course.name)
    if second is not first and plot.happens(0.4):
        moved = {**slots, "term": second.name}
        plot.add("excuse_moved", moved, (start + 0.1, start + 0.3), after=(given, second.leaf))
    if plot.happens(plot.config.completeness_rate):
        values: Values = {"student": life.student, "courses": (course.name,)}
        closed = plot.add("excuses_closed", values, (start + 0.1, start + 0.15), after=(given,))
        if plot.happens(0.25):
            plot.add("excuse_withdrawn", slots, (start + 0.15, 0.97), after=(closed,))
