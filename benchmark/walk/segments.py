"""Cutting a timeline into chained segments of a few minutes each, by count (overview 4.6). PURE."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.walk.timeline import StepKind, Timeline

#: What a segment aims to stay under; a worker hands back what takes longer.
SEGMENT_SECONDS = 240.0
#: A segment commits every this many events at the latest.
EVENTS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Pace:
    """How long one event and one question take a system, in seconds: measured, or a guess to start with."""

    event_seconds: float = 0.02
    question_seconds: float = 0.25


@dataclass(frozen=True, slots=True)
class Segment:
    """Steps ``first`` up to, not including, ``end``, with the count of events and questions in them."""

    ordinal: int
    first: int
    end: int
    events: int
    questions: int


def cut(timeline: Timeline, pace: Pace, limit: float = SEGMENT_SECONDS) -> tuple[Segment, ...]:
    """Segments that cover the timeline without gap or overlap, each under ``limit`` seconds by ``pace``.

    A step that alone takes longer than ``limit`` stands in a segment of its own. An empty timeline has
    no segment.
    """
    found: list[Segment] = []
    first, events, questions, seconds = 0, 0, 0, 0.0
    for index, step in enumerate(timeline.steps):
        cost = pace.event_seconds if step.kind == StepKind.EVENT else pace.question_seconds
        cost = 0.0 if step.kind == StepKind.CHECKPOINT else cost
        if index > first and seconds + cost > limit:
            found.append(Segment(len(found), first, index, events, questions))
            first, events, questions, seconds = index, 0, 0, 0.0
        seconds += cost
        events += step.kind == StepKind.EVENT
        questions += step.asks
    if timeline.steps:
        found.append(Segment(len(found), first, len(timeline.steps), events, questions))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a worker does in one go: hand over events, or ask one question. Steps [first, end)."""

    first: int
    end: int
    asks: bool


def stretches(timeline: Timeline, first: int, end: int, at_once: int = EVENTS_AT_ONCE) -> tuple[Stretch, ...]:
    """Steps [first, end) as stretches: runs of at most ``at_once`` events, and single questions.

    Checkpoints join the stretch before them, or stand alone: they mark a place and cost nothing.
    """
    found: list[Stretch] = []
    start, events = first, 0
    for index in range(first, end):
        step = timeline.steps[index]
        if step.asks:
            if start < index:
                found.append(Stretch(start, index, False))
            found.append(Stretch(index, index + 1, True))
            start, events = index + 1, 0
        elif step.kind == StepKind.EVENT:
            events += 1
            if events == at_once:
                found.append(Stretch(start, index + 1, False))
                start, events = index + 1, 0
    if start < end:
        found.append(Stretch(start, end, False))
    return tuple(found)
