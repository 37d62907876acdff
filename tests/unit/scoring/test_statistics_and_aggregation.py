"""Intervals, paired tests and the figures of many answers (spec 10.4, 12.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchmark.scoring.aggregation import (
    NO_LABEL,
    ScoredAnswer,
    Share,
    Status,
    Valued,
    by_trait,
    discordant,
    mean_of,
    summarise,
)
from benchmark.scoring.statistics import cluster_bootstrap, holm, mcnemar, wilson


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (3, 7, 0.34375),
        (7, 3, 0.34375),
        (38, 35, 0.8151),
        (0, 5, 0.0625),
        (0, 6, 0.03125),
        (0, 0, 1),
        (4, 4, 1),
    ],
)
def test_mcnemar_vectors(b: int, c: int, p: float) -> None:
    assert mcnemar(b, c) == pytest.approx(p, abs=5e-5)


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(16, 36, 0.2954, 0.6042), (10, 16, 0.3864, 0.8152), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1)],
)
def test_wilson_vectors(k: int, n: int, low: float, high: float) -> None:
    found = wilson(k, n)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_that_of_scipy(counts: tuple[int, int]) -> None:
    found, wanted = wilson(*counts), binomtest(*counts).proportion_ci(method="wilson")
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(wanted.low), pytest.approx(wanted.high))


def test_an_empty_denominator_has_no_interval() -> None:
    assert wilson(0, 0) is None
    assert cluster_bootstrap({"s1": []}, seed=1) is None


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_bootstrap_is_seeded_and_blind_to_order() -> None:
    values = {"s1": [1.0, 0.0, 1.0], "s2": [0.0, 0.0], "s3": [1.0]}
    turned = dict(reversed(values.items()))
    assert cluster_bootstrap(values, seed=7) == cluster_bootstrap(turned, seed=7)
    spread = {f"s{number}": [number / 37] for number in range(30)}
    assert cluster_bootstrap(spread, seed=7) != cluster_bootstrap(spread, seed=8)


def test_the_bootstrap_resamples_whole_clusters() -> None:
    """Two clusters, one all right and one all wrong: the mean of two draws is 0, 1/2 or 1."""
    found = cluster_bootstrap({"a": [1.0] * 50, "b": [0.0] * 50}, seed=3)
    assert found is not None
    assert (found.low, found.high) == (0.0, 1.0)
    flat = cluster_bootstrap({"a": [0.5] * 4}, seed=3)
    assert flat is not None
    assert (flat.low, flat.high) == (0.5, 0.5)


def test_the_bootstrap_agrees_with_the_normal_interval_of_a_large_sample() -> None:
    values = {f"s{number}": [float(number % 2)] for number in range(400)}
    found = cluster_bootstrap(values, seed=5)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(0.451, abs=0.005), pytest.approx(0.549, abs=0.005))


@given(
    st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=4), min_size=1, max_size=5), st.integers(0, 99)
)
def test_bootstrap_intervals_stay_within_the_values(clusters: list[list[float]], seed: int) -> None:
    found = cluster_bootstrap({str(i): values for i, values in enumerate(clusters)}, seed=seed, resamples=200)
    flat = [value for values in clusters for value in values]
    assert found is not None
    assert min(flat) - 1e-9 <= found.low <= found.high <= max(flat) + 1e-9


def row(query: str, gold: str, label: str, correct: bool, **options: object) -> ScoredAnswer:
    return ScoredAnswer(query, "s1", gold, label, correct, label == gold, **options)  # type: ignore[arg-type]


ROWS = [
    row(
        "q1", "answerable", "answerable", True, precision=1.0, recall=1.0, cited=2, traits={"family": "count"}
    ),
    row("q2", "answerable", "unknown", False, recall=0.0, traits={"family": "count"}),
    row("q3", "unknown", "unknown", True, cited=1, traits={"family": "closure"}),
    row("q4", "unknown", "answerable", False, traits={"family": "closure"}),
    row("q5", "justified-zero", "", False, format_error=True, recall=0.0, traits={"family": "closure"}),
    row("q6", "answerable", "", False, status=Status.SYSTEM_FAILED),
    row("q7", "answerable", "", False, status=Status.INFRASTRUCTURE),
    row("q8", "answerable", "", False, status=Status.UNREAD),
    row("q9", "answerable", "answerable", True, precision=0.5, recall=0.5, cited=4, invalid=1),
]


def test_every_share_has_both_its_parts() -> None:
    found = summarise(ROWS)
    assert found.ansacc == Share(3, 7)
    assert found.by_label == {
        "answerable": Share(2, 4), "justified-zero": Share(0, 1), "unknown": Share(1, 2),
    }  # fmt: skip
    assert found.ansblacc == Share(3, 7)
    assert found.false_abstention == Share(1, 5)
    assert found.over_answer == Share(1, 2)
    assert found.format_errors == Share(1, 7)
    assert found.system_failures == Share(1, 7)
    assert found.uncited == Share(3, 5)
    assert found.invalid_citations == Share(1, 7)
    assert found.justified_correct == Share(2, 7)
    assert found.excluded == {"infrastructure": 1, "unread": 1}
    assert str(found.ansacc) == "42.9% (3 of 7)"
    assert found.ansacc.small


def test_means_leave_out_what_is_undefined() -> None:
    found = summarise(ROWS)
    assert (found.precision.low, found.precision.n) == (0.75, 2)
    assert (found.strict_precision.low, found.strict_precision.n) == (pytest.approx(0.3), 5)
    assert (found.recall.low, found.recall.high, found.recall.n, found.recall.intervals) == (0.3, 0.3, 5, 0)
    assert found.f_score.low == pytest.approx(0.3)


def test_means_say_how_many_were_intervals() -> None:
    bounds = {"precision": 0.5, "precision_high": 1.0, "recall": 0.0, "recall_high": 0.5}
    exact = {"precision": 1.0, "precision_high": 1.0, "recall": 1.0, "recall_high": 1.0}
    rows = [
        row("q1", "answerable", "answerable", True, exact=False, cited=1, **bounds),
        row("q2", "answerable", "answerable", True, cited=1, **exact),
    ]
    found = summarise(rows)
    assert (found.recall.low, found.recall.high, found.recall.intervals) == (0.5, 0.75, 1)
    assert "1 of them intervals" in str(found.recall)
    assert "n = 2" in str(summarise(rows[1:] * 2).recall)


def test_nothing_is_not_a_number() -> None:
    found = summarise([row("q1", "answerable", "", False, status=Status.INFRASTRUCTURE)])
    assert found.ansacc == Share(0, 0)
    assert found.ansacc.value is None
    assert found.ansacc.interval is None
    assert str(found.ansacc) == "n/a (0 of 0)"
    assert str(found.precision) == "n/a (n = 0)"


def test_the_label_confusion_has_a_column_for_no_label() -> None:
    table = summarise(ROWS).confusion
    assert table["answerable"] == {"answerable": 2, "justified-zero": 0, "unknown": 1, NO_LABEL: 1}
    assert table["unknown"] == {"answerable": 1, "justified-zero": 0, "unknown": 1, NO_LABEL: 0}
    assert table["justified-zero"][NO_LABEL] == 1


def test_a_run_that_always_says_unknown_is_shown_per_label() -> None:
    golds = ["answerable"] * 8 + ["unknown"] * 2
    rows = [row(f"q{i}", gold, "unknown", gold == "unknown", recall=0.0) for i, gold in enumerate(golds)]
    parts = by_trait(rows, "gold_label")
    assert parts["answerable"].ansacc == Share(0, 8)
    assert parts["unknown"].ansacc == Share(2, 2)
    assert summarise(rows).false_abstention == Share(8, 8)


def test_groups_add_up_to_the_whole() -> None:
    parts = by_trait(ROWS, "family")
    assert list(parts) == ["", "closure", "count"]
    assert sum(part.ansacc.denominator for part in parts.values()) == summarise(ROWS).ansacc.denominator
    assert parts["count"].ansacc == Share(1, 2)


def test_pairs_are_taken_over_shared_and_counted_queries() -> None:
    other = [
        row("q1", "answerable", "", False),
        row("q2", "answerable", "", True),
        row("q7", "answerable", "", True),
    ]
    assert discordant(ROWS, other) == (1, 1, 2)


def test_a_mean_over_one_cluster_has_an_interval_over_its_queries() -> None:
    found = mean_of([Valued("s1", value) for value in (0.0, 1.0) * 20], seed=3)
    assert found.spread is not None
    assert found.spread.low < 0.5 < found.spread.high
    assert str(mean_of([Valued("s1", 0.2), Valued("s2", 0.4, 0.8, exact=False)], seed=1)) == (
        "30.0% to 50.0% (n = 2, 1 of them intervals)"
    )
    assert mean_of([], seed=1).low is None
