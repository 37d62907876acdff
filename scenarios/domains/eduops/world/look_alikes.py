"""Distractors with facts of an EduOps world (spec 4.6): near names, other periods, other groups. PURE.

None of their entities, groups and keys is asked about. Late obsolete records (D3) come with their keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle

from scenarios.domains.eduops.world.calendar import Term
from scenarios.domains.eduops.world.catalogue import Course
from scenarios.domains.eduops.world.files import MARKS, SIGNING, Campus, Life
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import LATE_RECORDS, Window

#: A student with a near name has at most so many records.
MOST_EACH = 3
STANDINGS = ("regular", "visiting", "resting")
#: The part of the history in which such records lie where nothing else says when.
ANYWHERE: Window = (0.3, 0.95)
#: The kinds that are planned here, in the order in which they are planned: D8 closes groups of D4.
KINDS = ("D2", "D4", "D8", "D9")


@dataclass
class LookAlikes:
    """Plans distractors about students and courses that are asked about elsewhere."""

    campus: Campus
    lives: Sequence[Life]
    #: Seats of other periods: student, term, courses, event.
    other_seats: list[tuple[str, Term, tuple[str, ...], str]] = field(default_factory=list)
    near_files: list[tuple[str, str]] = field(default_factory=list)

    def plan(self) -> None:
        """All of them, as many of each kind as the configuration says."""
        wanted = counts(self.campus)
        self._near_names(wanted["D2"])
        self._other_periods(wanted["D4"])
        self._other_groups(wanted["D8"])
        self._unread(wanted["D9"])
        self._old_copy()

    def _near_names(self, count: int) -> None:
        """A student, then a course, with a name one letter off an asked one, until ``count`` events stand."""
        rng, events = self.campus.stage.rng, self.campus.stage.plot.events
        end = len(events) + count
        seated = [life for life in self.lives if life.seats and life.graded] or list(self.lives)
        courses = list(self.campus.catalogue.courses.values())
        for life, course in zip(
            cycle(rng.sample(seated, len(seated))), cycle(rng.sample(courses, len(courses)))
        ):
            if len(events) >= end:
                return
            self._near_student(life, min(MOST_EACH, end - len(events)))
            if len(events) < end:
                self._near_course(course, end - len(events))

    def _near_student(self, life: Life, most: int) -> None:
        """Another student, who chose another track and got other marks in the same classes."""
        plot, rng = self.campus.stage.plot, self.campus.stage.rng
        near = self.campus.stage.register.near("student", life.student)
        track = rng.choice(self.campus.boards.programmes)
        opened = plot.add(
            "file_opened", {"student": near, "programme": track.name},
            (track.ready, track.ready + 0.1), after=(track.sheet,), distractor="D2",
        )  # fmt: skip
        self.near_files.append((near, opened))
        sat = [(term, course) for term, courses in life.seats for course in courses]
        for term, course in sat[: most - 1]:
            marked = {"student": near, "term": term.name, "course": course, "mark": str(rng.choice(MARKS))}
            span = (term.ends, term.ends + 0.04)
            plot.add("mark_posted", marked, span, after=(opened,), distractor="D2")

    def _near_course(self, course: Course, most: int) -> None:
        """Another course in the catalogue, open to all, later printed with other points."""
        plot, rng = self.campus.stage.plot, self.campus.stage.rng
        near = self.campus.stage.register.near("course", course.name)
        area = rng.choice([area for area in self.campus.catalogue.areas if area != course.area])
        points = rng.sample((2, 3, 4, 5, 6, 8, 9), 2)
        values: Values = {"course": near, "area": area, "points": str(points[0])}
        page = plot.add("catalogue_entry_open", values, (0.2, 0.6), after=(course.page,), distractor="D2")
        if most > 1:
            change: Values = {"course": near, "points": str(points[1])}
            plot.add("points_changed", change, (0.6, 0.95), after=(page,), distractor="D2")

    def _other_periods(self, count: int) -> None:
        """An asked student signs up for another term and never comes."""
        plot, rng = self.campus.stage.plot, self.campus.stage.rng
        free = [
            (life, term)
            for life in self.lives
            for term in self.campus.terms
            if term.begins > 0.4 and all(term is not one for one, _ in life.seats)
        ]
        for life, term in rng.sample(free, min(count, len(free))):
            pool = self.campus.catalogue.out_by(min(term.begins, 0.9) - SIGNING)
            courses = rng.sample(pool, min(len(pool), rng.randint(1, 3)))
            names = tuple(course.name for course in courses)
            start = min(term.begins - SIGNING, 0.95)
            seats = plot.add(
                "signed_up", {"student": life.student, "term": term.name, "courses": names},
                (start, start + SIGNING), after=[life.opened, term.leaf, *(one.page for one in courses)],
                distractor="D4",
            )  # fmt: skip
            self.other_seats.append((life.student, term, names, seats))

    def _other_groups(self, count: int) -> None:
        """Such a seat list is closed, or the page of stops of a student with a near name."""
        plot = self.campus.stage.plot
        for student, opened in self.near_files[: max(0, count - len(self.other_seats))]:
            values: Values = {"student": student}
            plot.add("stops_empty", values, ANYWHERE, after=(opened,), distractor="D8")
            count -= 1
        for student, term, courses, seats in self.other_seats[:count]:
            listed: Values = {"student": student, "term": term.name, "courses": courses}
            start = min(term.begins, 0.96)
            span = (start, min(start + 0.08, 0.99))
            plot.add("term_list_closed", listed, span, after=(seats,), distractor="D8")

    def _unread(self, count: int) -> None:
        """Badges of asked students: no question reads them."""
        plot, rng = self.campus.stage.plot, self.campus.stage.rng
        for life, _ in zip(cycle(rng.sample(self.lives, len(self.lives))), range(count), strict=False):
            values: Values = {"student": life.student, "standing": rng.choice(STANDINGS)}
            plot.add("standing_note", values, ANYWHERE, after=(life.opened,), distractor="D9")

    def _old_copy(self) -> None:
        """An old page forwarded late, should no chain have brought such a record (D3)."""
        plot = self.campus.stage.plot
        changes = [
            event for event in plot.events if event.template == "points_changed" and not event.distractor
        ]
        if not lacks_old_copy(self.campus):
            return
        for change in reversed(changes):
            course = self.campus.catalogue.courses[str(change.values["course"])]
            if str(course.points) != change.values["points"]:
                values: Values = {"course": course.name, "points": str(course.points)}
                values["as_of"] = DayOf(course.page)
                plot.add("points_forwarded", values, LATE_RECORDS, after=(change.name,), distractor="D3")
                return


def lacks_old_copy(campus: Campus) -> bool:
    """Whether an old record is still to be forwarded; a lean world can do without."""
    forwarded = any(event.distractor == "D3" for event in campus.stage.plot.events)
    return not campus.stage.lean and not forwarded


def counts(campus: Campus) -> dict[str, int]:
    """How many distractors of each kind there are to be."""
    config = campus.stage.plot.config
    return {kind: round(config.distractor_rate.get(kind, 0.0) * config.n_events) for kind in KINDS}
