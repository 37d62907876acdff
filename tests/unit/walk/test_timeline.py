"""The plan of a timeline: order, segments, stretches."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from benchmark.walk.segments import Pace, cut, stretches
from benchmark.walk.timeline import Step, StepKind, TimelineError, plan

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def event(number: int, on: int) -> Step:
    return Step(day(on), StepKind.EVENT, number, f"e{number:04d}")


def query(number: int, on: int) -> Step:
    return Step(day(on), StepKind.QUERY, number, f"q{number}")


def test_order_at_one_instant_is_events_checkpoint_queries_probes() -> None:
    steps = [
        Step(day(3), StepKind.PROBE, 0, "p"),
        query(2, 3),
        Step(day(3), StepKind.CHECKPOINT, 0, "c"),
        query(1, 3),
        event(2, 3),
        event(1, 3),
    ]
    assert [step.key for step in plan(steps).steps] == ["e0001", "e0002", "c", "q1", "q2", "p"]


def test_later_events_come_after_the_question_even_with_a_smaller_seq() -> None:
    timeline = plan([event(1, 5), event(2, 1), query(1, 4)])
    assert [step.key for step in timeline.steps] == ["e0002", "q1", "e0001"]
    assert timeline.events_before(1) == 1


def test_order_does_not_depend_on_the_order_of_the_parts() -> None:
    steps = [event(n, n % 7) for n in range(20)] + [query(n, n % 5) for n in range(9)]
    wanted = plan(steps)
    for seed in range(5):
        random.Random(seed).shuffle(steps)
        assert plan(steps) == wanted


def test_a_naive_time_is_refused_by_name() -> None:
    with pytest.raises(TimelineError, match="event e1 has a time without a zone"):
        plan([Step(datetime(2026, 1, 1), StepKind.EVENT, 1, "e1")])  # noqa: DTZ001


def test_a_step_that_stands_twice_is_refused() -> None:
    with pytest.raises(TimelineError, match="query q1 stands twice"):
        plan([query(1, 1), query(1, 2)])


@pytest.mark.parametrize("limit", [0.5, 1.0, 7.0, 1000.0])
def test_segments_cover_the_timeline_without_gap_and_keep_the_limit(limit: float) -> None:
    pace = Pace(event_seconds=0.3, question_seconds=1.0)
    timeline = plan(
        [event(n, n) for n in range(40)]
        + [query(n, n * 2) for n in range(15)]
        + [Step(day(9), StepKind.CHECKPOINT, 0, "c")]
    )
    segments = cut(timeline, pace, limit)
    assert [s.ordinal for s in segments] == list(range(len(segments)))
    assert segments[0].first == 0
    assert segments[-1].end == len(timeline.steps)
    assert all(a.end == b.first for a, b in zip(segments, segments[1:], strict=False))
    assert sum(s.events for s in segments) == 40
    assert sum(s.questions for s in segments) == 15
    for segment in segments:
        seconds = segment.events * 0.3 + segment.questions * 1.0
        assert seconds <= limit + 1e-9 or segment.end - segment.first == 1


def test_an_empty_timeline_has_no_segment() -> None:
    assert cut(plan([]), Pace()) == ()


def test_stretches_are_runs_of_events_and_single_questions() -> None:
    timeline = plan(
        [event(n, 0) for n in range(5)]
        + [Step(day(0), StepKind.CHECKPOINT, 0, "c"), query(1, 0), query(2, 0), event(9, 3)]
    )
    found = stretches(timeline, 0, len(timeline.steps), at_once=2)
    assert [(s.first, s.end, s.asks) for s in found] == [
        (0, 2, False),
        (2, 4, False),
        (4, 6, False),
        (6, 7, True),
        (7, 8, True),
        (8, 9, False),
    ]


def test_stretches_of_a_part_stay_within_it() -> None:
    timeline = plan([event(n, 0) for n in range(5)] + [query(1, 0)])
    assert [(s.first, s.end) for s in stretches(timeline, 3, 5)] == [(3, 5)]


def test_stretches_of_any_part_cover_it_once_and_end_where_it_ends() -> None:
    """Whether the part ends in a question, in a full run of events or in a begun one."""
    timeline = plan([event(n, n) for n in range(9)] + [query(n, n * 3) for n in range(4)])
    steps = len(timeline.steps)
    for first in range(steps):
        for end in range(first, steps + 1):
            found = stretches(timeline, first, end, at_once=2)
            assert [index for s in found for index in range(s.first, s.end)] == list(range(first, end))
            assert all(s.first < s.end for s in found)
            assert all(timeline.steps[s.first].asks is s.asks for s in found)
