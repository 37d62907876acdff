"""The terms of an EduOps world: when they begin and end, announced and moved beforehand (spec 4.3). PURE."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from scenarios.domains.eduops.world.stage import Stage

#: Where terms begin, as points of the horizon; those from 1 on are still to come when the history ends.
BEGINS = (0.1, 0.18, 0.26, 0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.83, 0.92)
TO_COME = (1.01, 1.1)
LENGTH = 0.075
#: The share of terms whose opening is surely moved.
ANNOUNCED_TWICE = 0.3
#: The share of the others whose opening may be moved.
MOVED = 0.55
#: An opening has at most so many versions.
MOST_OPENINGS = 3
#: By so many days an opening is moved.
SHIFTS = (0, -12, -9, -5, 4, 6, 8, 11)
#: The share of terms whose last day is moved while they run.
CLOSING_MOVED = 0.35


@dataclass(frozen=True, slots=True)
class Term:
    """A term between two points of the horizon; by ``noted`` its calendar leaf is out."""

    name: str
    begins: float
    ends: float
    noted: float
    leaf: str


def plan_terms(stage: Stage) -> tuple[Term, ...]:
    """All terms in the order of time."""
    past = _evenly(BEGINS, stage.scaled(len(BEGINS), 2, len(BEGINS)))
    future = TO_COME[: stage.scaled(len(TO_COME), 1, len(TO_COME))]
    return tuple(_term(stage, begins) for begins in (*past, *future))


def _evenly(points: tuple[float, ...], count: int) -> tuple[float, ...]:
    """``count`` of the points, over all of them."""
    return tuple(points[place * len(points) // count] for place in range(count))


def _term(stage: Stage, begins: float) -> Term:
    plot, name = stage.plot, stage.register.one("term")
    window = (0.0, 0.04) if begins < 0.4 else (begins - 0.45, begins - 0.25)
    ends = begins + LENGTH
    first_day = plot.day(begins)
    openings = plot.course([_moved(first_day, shift) for shift in SHIFTS], _versions(stage))
    leaf = plot.add("calendar_note", {"term": name, "begins": openings[0], "ends": plot.day(ends)}, window)
    last = leaf
    for opening in openings[1:]:
        span = (window[1], min(begins - 0.01, 0.98))
        last = plot.add("calendar_opening_moved", {"term": name, "begins": opening}, span, after=(last,))
    if ends < 1 and stage.happens(CLOSING_MOVED):
        closing = _moved(plot.day(ends), plot.rng.choice(SHIFTS[1:]))
        span = (begins, ends - 0.03)
        plot.add("calendar_closing_moved", {"term": name, "ends": closing}, span, after=(last,))
    return Term(name, begins, ends, window[1], leaf)


def _versions(stage: Stage) -> int:
    """More often two than of other keys, for questions after days have few others to ask about."""
    return min(MOST_OPENINGS, max(stage.versions(MOVED), 1 + stage.happens(ANNOUNCED_TWICE)))


def _moved(day: str, shift: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=shift)).isoformat()
