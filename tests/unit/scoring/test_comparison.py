"""Paired comparison of systems: the vectors of spec 10.4, hand-made pairs, and what has no pair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.aggregation import ScoredAnswer, Share, Status
from benchmark.scoring.comparison import Comparison, Missing, Paired, Side, compare, side, value_of
from benchmark.scoring.statistics import holm


def answer(
    query: str, correct: bool, *, cluster: str = "", gold: str = "answerable", **fields: object
) -> ScoredAnswer:
    return ScoredAnswer(query, cluster or f"s-{query}", gold, gold, correct, True, **fields)  # type: ignore[arg-type]


def verdicts(text: str, **fields: object) -> Side:
    """A side of queries q00, q01 … by their verdicts: ``1`` right, ``0`` wrong."""
    return side(answer(f"q{place:02}", letter == "1", **fields) for place, letter in enumerate(text))  # type: ignore[arg-type]


def one(first: Side, second: Side, *by: str) -> Comparison:
    (found,) = compare(first, [second], seed=1, by=by)
    return found


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [(3, 7, 0.34375), (38, 35, 0.8151), (0, 5, 0.0625), (0, 6, 0.03125), (0, 0, 1)],
)
def test_mcnemar_over_pairs_gives_the_vectors(b: int, c: int, p: float) -> None:
    agreeing = "10" * 4
    found = one(verdicts("1" * b + "0" * c + agreeing), verdicts("0" * b + "1" * c + agreeing)).whole
    assert (len(found.lost), len(found.gained), found.n) == (b, c, b + c + 8)
    assert found.p == pytest.approx(p, abs=5e-5)
    assert found.difference == pytest.approx((c - b) / (b + c + 8))


def test_shares_of_the_pairs_have_the_wilson_vectors() -> None:
    found = one(verdicts("1" * 16 + "0" * 20), verdicts("1" * 36)).whole
    interval = found.first.interval
    assert found.first == Share(16, 36)
    assert interval is not None
    assert (interval.low, interval.high) == (pytest.approx(0.2954, abs=5e-5), pytest.approx(0.6042, abs=5e-5))


def test_pairs_by_hand() -> None:
    found = one(verdicts("1100"), verdicts("1010")).whole
    assert (found.lost, found.gained) == (("q01",), ("q02",))
    assert (found.first, found.second, found.difference, found.p) == (Share(2, 4), Share(2, 4), 0, 1)
    assert found.small
    assert not one(verdicts("1" * 10), verdicts("0" * 10)).whole.small


def test_queries_without_a_pair_leave_both_parts_and_are_listed_with_the_reason() -> None:
    infrastructure, unread = {"status": Status.INFRASTRUCTURE}, {"status": Status.UNREAD}
    first = side(
        [answer("a", True), answer("b", True), answer("c", False), answer("d", False, **infrastructure)],
        asked=["f", "g"],
    )
    second = side(
        [
            answer("a", False),
            answer("c", False, **unread),
            answer("d", False, **unread),
            answer("e", True),
            answer("f", True),
        ]
    )
    found = one(first, second)
    assert (found.whole.n, found.whole.first, found.whole.second) == (1, Share(1, 1), Share(0, 1))
    assert [(gap.query, gap.second) for gap in found.only_first] == [
        ("b", Missing.NOT_ASKED),
        ("c", Missing.UNREAD),
    ]
    assert [(gap.query, gap.first) for gap in found.only_second] == [
        ("e", Missing.NOT_ASKED),
        ("f", Missing.NOT_ANSWERED),
    ]
    assert [(gap.query, gap.first, gap.second) for gap in found.neither] == [
        ("d", Missing.INFRASTRUCTURE, Missing.UNREAD),
        ("g", Missing.NOT_ANSWERED, Missing.NOT_ASKED),
    ]
    assert (first.accuracy, second.accuracy) == (Share(2, 3), Share(2, 3))


def test_a_failure_of_the_system_counts_as_wrong_and_makes_a_pair() -> None:
    failed = side([answer("q00", False, status=Status.SYSTEM_FAILED)])
    assert one(verdicts("1"), failed).whole.lost == ("q00",)


def test_without_pairs_nothing_is_a_number() -> None:
    found = one(verdicts("1"), side([answer("other", True)]), "family")
    whole = found.whole
    assert (whole.n, whole.difference, whole.spread, whole.p, whole.holm) == (0, None, None, None, None)
    assert found.slices == ()
    assert len(found.unmatched) == 2


def test_two_answers_to_one_query_are_refused() -> None:
    with pytest.raises(ValueError, match="two answers to query q"):
        side([answer("q", True), answer("q", False)])


def test_slices_by_trait_label_and_scenario_add_up() -> None:
    rows = [("a", "x", "set", "answerable"), ("b", "x", "bool", "unknown"), ("c", "y", "set", "unknown")]
    first, second = (
        side(
            answer(query, query in right, cluster=scenario, gold=label, traits={"answer_type": kind})
            for query, scenario, kind, label in rows
        )
        for right in ("ab", "c")
    )
    found = one(first, second, "label", "answer_type", "scenario")
    assert [(part.trait, part.value, part.paired.n, part.paired.difference) for part in found.slices] == [
        ("label", "answerable", 1, -1),
        ("label", "unknown", 2, 0),
        ("answer_type", "bool", 1, -1),
        ("answer_type", "set", 2, 0),
        ("scenario", "x", 2, -1),
        ("scenario", "y", 1, 1),
    ]
    assert value_of(answer("q", True), "family") == ""


def test_a_slice_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no slices by colour; known are family, label"):
        compare(verdicts("1"), [verdicts("0")], seed=1, by=["colour"])


def test_holm_goes_over_the_others_and_over_all_their_slices() -> None:
    right = {"traits": {"family": "f"}}
    baseline = verdicts("1" * 12, **right)
    others = [verdicts("0" * lost + "1" * (12 - lost), **right) for lost in (5, 6, 0)]
    found = compare(baseline, others, seed=1, by=["family", "label"])
    raw = [each.whole.p for each in found]
    assert raw == pytest.approx([0.0625, 0.03125, 1])
    assert [each.whole.holm for each in found] == pytest.approx([0.125, 0.09375, 1])
    parts = [part.paired for each in found for part in each.slices]
    assert [part.holm for part in parts] == pytest.approx(holm([part.p or 0 for part in parts]))
    assert parts[2].holm == pytest.approx(6 * 0.03125)


def test_what_has_no_pair_is_no_test_to_correct_for() -> None:
    found = compare(verdicts("1" * 6), [verdicts("0" * 6), side([])], seed=1, by=())
    assert (found[0].whole.holm, found[1].whole.holm) == (0.03125, None)


def test_scenarios_are_drawn_whole() -> None:
    """All of one scenario is gained, all of the other lost: two drawn give -1, 0 or 1."""
    first = side([*(answer(f"a{n}", True, cluster="a") for n in range(20)), *_b(False)])
    second = side([*(answer(f"a{n}", False, cluster="a") for n in range(20)), *_b(True)])
    found = one(first, second).whole
    assert (found.difference, found.clusters) == (0, 2)
    assert found.spread is not None
    assert (found.spread.low, found.spread.high) == (-1, 1)


def _b(correct: bool) -> list[ScoredAnswer]:
    return [answer(f"b{n}", correct, cluster="b") for n in range(20)]


def test_in_one_scenario_queries_are_drawn() -> None:
    """Drawing the only scenario would say that there is no doubt at all."""
    found = one(verdicts("10" * 20, cluster="s"), verdicts("11" * 20, cluster="s")).whole
    assert found.clusters == 1
    assert found.difference == 0.5
    assert found.spread is not None
    # The normal interval of a mean of 40 zeros and ones, half of them ones.
    assert found.spread.low == pytest.approx(0.345, abs=0.02)
    assert found.spread.high == pytest.approx(0.655, abs=0.02)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_turning_the_sides_turns_the_signs(pairs: list[tuple[bool, bool]]) -> None:
    first, second = (
        side(answer(f"q{place:02}", pair[which]) for place, pair in enumerate(pairs)) for which in (0, 1)
    )
    there: Paired = one(first, second).whole
    back: Paired = one(second, first).whole
    assert (there.lost, there.gained, there.p) == (back.gained, back.lost, back.p)
    assert there.difference is not None
    assert back.difference == pytest.approx(-there.difference)
    assert there.spread is not None
    assert back.spread is not None
    assert (there.spread.low, there.spread.high) == pytest.approx((-back.spread.high, -back.spread.low))
    assert there.difference == pytest.approx((there.second.value or 0) - (there.first.value or 0))
