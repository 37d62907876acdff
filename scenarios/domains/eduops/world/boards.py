"""What boards declare in an EduOps world: marks and points to reach, sheets, which mark stands. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.domains.eduops.world.catalogue import Catalogue, Course
from scenarios.domains.eduops.world.stage import Stage
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Record, Window

#: Where notices first come, and where the changes of track sheets lie.
NOTICES: Window = (0.02, 0.12)
SHEET_CHANGES: Window = (0.33, 0.88)
#: By how much later than the last of its courses a track sheet comes at most.
_SHEET_STEP = 0.05
#: How many courses stand on the sheet of a long track at first.
LONG_SHEETS = (9, 13)
#: The longest list that fits a record of 60 words.
LONGEST_LIST = 20
PASS_MARKS = (40, 45, 48, 50, 52, 55, 60)
SEALS = (58, 62, 65, 68, 72)
CAPS = (6, 8, 10, 12, 15)
#: So many courses of a full world have another that is accepted in place of them.
PAIRED = 3
#: The share of figures, of marks as of points, that may change.
FIGURES = 0.55
LATEST, BEST = "latest_mark", "best_mark"


@dataclass
class Programme:
    """A track. ``ever`` holds what was ever on its sheet; by ``ready`` the sheet is out. A short one can be
    done within the history; one without a cap was never told what it takes over from elsewhere."""

    name: str
    courses: tuple[str, ...]
    short: bool
    capped: bool
    sheet: str
    ready: float
    ever: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Boards:
    """The tracks with all that is declared of them."""

    programmes: tuple[Programme, ...]


def plan_boards(stage: Stage, catalogue: Catalogue) -> Boards:
    """Everything that boards declare."""
    _marks_to_reach(stage, catalogue)
    _which_mark(stage)
    if not stage.lean:
        _seal(stage)
    count = stage.scaled(stage.accent.programmes, 1)
    programmes = tuple(_programme(stage, catalogue, place, count) for place in range(count))
    _in_place(stage, catalogue)
    return Boards(programmes)


def _seal(stage: Stage) -> None:
    seals = stage.plot.course(SEALS, stage.versions())
    stage.plot.chain(
        seals,
        lambda place, mark: ("seal_replaced" if place else "seal_notice", {"mark": str(mark)}),
        NOTICES,
        confirm=lambda mark: ("seal_notice", {"mark": str(mark)}),
    )


def _marks_to_reach(stage: Stage, catalogue: Catalogue) -> None:
    """A mark for each branch; that of one is taken back in the end where there are several."""
    idle = next((one for one in catalogue.groups if one != catalogue.group_of[catalogue.steady]), "")
    for group in catalogue.groups:
        marks = stage.plot.course(PASS_MARKS, stage.versions(FIGURES))

        def write(place: int, mark: int, group: str = group) -> Record:
            return ("reach_replaced" if place else "reach_notice", {"group": group, "mark": str(mark)})

        def forward(mark: int, day: DayOf, group: str = group) -> Record:
            return ("reach_forwarded", {"group": group, "mark": str(mark), "as_of": day})

        names = stage.plot.chain(marks, write, NOTICES, forward=forward)
        if group == idle and len(catalogue.groups) > 3:
            stage.plot.add("reach_withdrawn", {"group": group}, (0.8, 0.95), after=names)


def _which_mark(stage: Stage) -> None:
    """The notice on units sat again, in turn one way and the other, until the best mark counts; a recess
    takes it back for a while."""
    turns = stage.accent.turns[:1] if stage.lean else stage.accent.turns
    kinds = [(BEST, LATEST)[(len(turns) - place) % 2] for place in range(len(turns) + 1)]
    first = (0.02, 0.06)
    last = ""
    for place, window in enumerate((first, *turns)):
        last = stage.plot.add(kinds[place], {}, window, after=(last,) if last else ())
    if stage.accent.recess and not stage.lean:
        low, high = stage.accent.recess
        before = [event.name for event in stage.plot.events if event.template in (LATEST, BEST)]
        earlier = [name for name, window in zip(before, (first, *turns), strict=True) if window[1] <= low]
        stage.plot.add("which_mark_withdrawn", {}, (low, high), after=earlier)


def _programme(stage: Stage, catalogue: Catalogue, place: int, count: int) -> Programme:
    """A track with its sheet and its points. Every second one is short, or the only one; the last of many
    has no cap."""
    plot, short = stage.plot, place % 2 == 1 or count == 1
    pool = catalogue.out_by(0.3) or [one for one in catalogue.courses.values() if one.listed]
    if short:
        pool = [course for course in pool if course.layer <= 1] or pool
    size = min(len(pool), plot.rng.randint(2, 3) if short else plot.rng.randint(*LONG_SHEETS))
    inside = plot.rng.sample(pool, size)
    name = stage.register.one("programme")
    sheet, ready = add_sheet(stage, name, inside)
    found = Programme(
        name, tuple(one.name for one in inside), short, place < count - 1 or count < 4, sheet, ready
    )
    found.ever += found.courses
    if stage.happens(stage.accent.sheet_changes):
        _sheet_changes(stage, catalogue, found)
    points = sum(one.points for one in inside)
    set_points(stage, name, round(points * (0.7 if short else 1.2)), found.capped)
    return found


def add_sheet(stage: Stage, name: str, inside: Sequence[Course]) -> tuple[str, float]:
    """The first sheet of a track: the event, and by when it is out."""
    start = max(0.02, *(one.ready for one in inside))
    values: Values = {"programme": name, "courses": tuple(one.name for one in inside)}
    event = stage.plot.add(
        "track_sheet", values, (start, start + _SHEET_STEP), after=[one.page for one in inside]
    )
    return event, start + 2 * _SHEET_STEP


def set_points(stage: Stage, name: str, full: int, capped: bool) -> None:
    """At how many points a track is full, and how many it takes over from elsewhere."""
    plot = stage.plot
    fulls = plot.course((full, full + 2, full + 4, max(1, full - 2)), stage.versions(FIGURES))
    plot.chain(
        fulls,
        lambda place, points: (
            "full_replaced" if place else "full_notice",
            {"programme": name, "points": str(points)},
        ),
        NOTICES,
        confirm=lambda points: ("full_notice", {"programme": name, "points": str(points)}),
    )
    if capped:
        caps = plot.course(CAPS, stage.versions(FIGURES))
        plot.chain(
            caps,
            lambda place, points: (
                "along_replaced" if place else "along_notice",
                {"programme": name, "points": str(points)},
            ),
            NOTICES,
        )


def _sheet_changes(stage: Stage, catalogue: Catalogue, track: Programme) -> None:
    """Lines come off and go on; after a new one the whole sheet follows, but for a few that stay open."""
    now, last = list(track.courses), track.sheet
    changes = max(1, stage.versions() - 1)
    step = (SHEET_CHANGES[1] - SHEET_CHANGES[0]) / changes
    for place in range(changes):
        start = SHEET_CHANGES[0] + (place + stage.rng.random() * 0.6) * step
        slots = {"programme": track.name}
        if len(now) > 2 and stage.plot.happens(0.4):
            gone = now.pop(stage.rng.randrange(len(now)))
            last = stage.plot.add(
                "track_sheet_dropped", {**slots, "course": gone}, (start, start + 0.03), after=(last,)
            )
            continue
        more = [one.name for one in catalogue.out_by(start) if one.name not in track.ever]
        if not more:
            return
        now.append(stage.rng.choice(more))
        track.ever.append(now[-1])
        last = stage.plot.add(
            "track_sheet_added", {**slots, "course": now[-1]}, (start, start + 0.02), after=(last,)
        )
        if not stage.plot.happens(stage.plot.config.completeness_rate):
            return
        whole: tuple[str, ...] = tuple(now)
        last = stage.plot.add(
            "track_sheet", {**slots, "courses": whole}, (start + 0.025, start + 0.07), after=(last,)
        )


def _in_place(stage: Stage, catalogue: Catalogue) -> None:
    """What is accepted in place of what: of most courses nothing, of a few one, of the last nobody says."""
    plot, rng = stage.plot, stage.rng
    courses = list(catalogue.courses.values())
    paired = rng.sample(courses, stage.scaled(PAIRED, 0))
    for course in paired:
        other = rng.choice([one for one in courses if one.name != course.name])
        ready = max(course.ready, other.ready)
        slots = {"course": course.name}
        added = plot.add(
            "in_place_added", {**slots, "other": other.name}, (ready, ready + 0.1),
            after=(course.page, other.page),
        )  # fmt: skip
        closed = plot.add(
            "in_place_closed", {**slots, "courses": (other.name,)}, (ready + 0.1, ready + 0.2), after=(added,)
        )
        if plot.happens(0.3):
            plot.add("in_place_withdrawn", {**slots, "other": other.name}, (0.5, 0.9), after=(closed,))
    plain = sorted((one for one in courses if one not in paired), key=lambda one: one.ready)
    for first in range(0, len(plain), LONGEST_LIST):
        _nothing_else(stage, plain[first : first + LONGEST_LIST])


def _nothing_else(stage: Stage, courses: Sequence[Course]) -> None:
    """One notice that nothing is accepted in place of these."""
    ready = max(one.ready for one in courses)
    values = {"courses": tuple(one.name for one in courses)}
    stage.plot.add("in_place_empty", values, (ready, ready + 0.05), after=[one.page for one in courses])
