"""Refresh and preservation (spec 8.2, AC-8.1)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from benchmark.scoring.aggregation import Share
from benchmark.scoring.maintenance import (
    ChangeClass,
    LabelChange,
    State,
    Transition,
    label_change,
    preservation,
    refresh,
    summarise,
)

UNKNOWN = State("unknown", None)
EXPLICIT, IMPLICIT = ChangeClass.EXPLICIT, ChangeClass.IMPLICIT


def known(answer: Any) -> State:
    return State("answerable", answer)


def trajectory(
    query: str, golds: list[State], classes: dict[int, ChangeClass], right: str, repeated: str = ""
) -> list[Transition]:
    """The transitions of one query; ``right`` holds 1, 0 or - (not scored) for each checkpoint."""
    scored = [None if mark == "-" else mark == "1" for mark in right]
    found = []
    for step, ((before, after), (was, now)) in enumerate(
        zip(pairwise(golds), pairwise(scored), strict=True), 2
    ):
        change = label_change(before, after)
        again = str(step) in repeated
        found.append(Transition(query, "s", step, change, classes.get(step), was, now, again))
    return found


A = trajectory("A", [UNKNOWN, known(3), known(2), known(2)], {2: IMPLICIT, 3: IMPLICIT}, "1100", "34")
B = trajectory("B", [known("Halewick")] * 2 + [known("Corby")] * 2, {3: EXPLICIT}, "1111")
C = trajectory("C", [known("Corvia")] * 4, {}, "1110")


def test_the_worked_example() -> None:
    found = summarise([*A, *B, *C])
    assert found.refresh == Share(2, 3)
    assert found.by_class == {EXPLICIT: Share(1, 1), IMPLICIT: Share(1, 2)}
    assert found.preservation == Share(4, 5)
    assert found.preservation.value == 0.8
    assert found.by_change == {
        LabelChange.LEARNT: Share(1, 1),
        LabelChange.LOST: Share(0, 0),
        LabelChange.REPLACED: Share(1, 2),
    }
    assert (found.transitions, found.changed, found.excluded) == (9, 3, 0)


def test_nothing_to_refresh_is_no_share() -> None:
    assert refresh(C).value is None
    assert refresh(C).interval is None
    assert preservation([]).value is None


def test_a_wrong_first_answer_is_in_no_denominator() -> None:
    late = trajectory("D", [known(1), known(1), known(2)], {3: EXPLICIT}, "001")
    assert (refresh(late), preservation(late)) == (Share(0, 0), Share(0, 0))


@pytest.mark.parametrize("right", ["-1", "1-", "--"])
def test_what_was_not_scored_leaves_both_parts(right: str) -> None:
    changed = trajectory("D", [known(1), known(2)], {2: EXPLICIT}, right)
    stayed = trajectory("E", [known(1), known(1)], {}, right)
    found = summarise(changed + stayed)
    assert (found.refresh, found.preservation) == (Share(0, 0), Share(0, 0))
    assert found.excluded == 2


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (UNKNOWN, known(3), LabelChange.LEARNT),
        (UNKNOWN, State("justified-zero", []), LabelChange.LEARNT),
        (known(3), UNKNOWN, LabelChange.LOST),
        (known(3), State("justified-zero", 0), LabelChange.REPLACED),
        (known(3), known("3.5"), LabelChange.REPLACED),
        (known(1), known(True), LabelChange.REPLACED),
        (known(["a", "b"]), known(["a", "b"]), None),
        (UNKNOWN, UNKNOWN, None),
    ],
)
def test_label_changes(before: State, after: State, change: LabelChange | None) -> None:
    assert label_change(before, after) == change


def test_the_silently_stale_gave_their_right_answer_again() -> None:
    stale = summarise([*A, *B, *C]).stale
    assert [(one.query, one.step) for one in stale] == [("A", 3)]
    other = trajectory("A", [known(3), known(2)], {2: IMPLICIT}, "10")
    assert not summarise(other).stale, "another wrong answer is not the old one"


def test_parts_add_up_over_any_split() -> None:
    rng = random.Random(8)
    drawn = []
    for number in range(300):
        golds = [rng.choice([UNKNOWN, known(1), known(2)]) for _ in range(6)]
        classes = {
            step: rng.choice([EXPLICIT, IMPLICIT])
            for step, (one, two) in enumerate(pairwise(golds), 2)
            if one != two
        }
        drawn += trajectory(str(number), golds, classes, "".join(rng.choice("01-") for _ in range(6)))
    found = summarise(drawn)
    for parts in (found.by_class, found.by_change):
        assert sum(share.numerator for share in parts.values()) == found.refresh.numerator
        assert sum(share.denominator for share in parts.values()) == found.refresh.denominator
    right_before = sum(1 for one in drawn if one.counted and one.before)
    assert found.refresh.denominator + found.preservation.denominator == right_before
    assert 0 < found.refresh.numerator < found.refresh.denominator


def test_a_transition_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="checkpoint 2"):
        Transition("A", "s", 1, None, None, True, True)
    with pytest.raises(ValueError, match="class"):
        Transition("A", "s", 2, LabelChange.LOST, None, True, True)
