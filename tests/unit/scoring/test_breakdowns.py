"""Slices of answers: bins with stated bounds, micro figures, n/a, lines on the very queries of a cell."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.aggregation import ScoredAnswer, Share, Status
from benchmark.scoring.board_lines import Line, LineKind, Tried
from benchmark.scoring.breakdowns import SlicedAnswer, cell, cells, glances
from benchmark.scoring.gathered import share_of
from benchmark.scoring.traits import BY_NAME, NA, TRAITS, Bins, Dimension, Facts, values_of


def facts(**changed: Any) -> Facts:
    stated: dict[str, Any] = {
        "family": "rules", "label": "answerable", "answer_type": "count", "domain": "tripops",
        "scenario": "trip-1", "degree": 2, "height": 3, "width": 4, "obs": False, "measures": {},
    }  # fmt: skip
    return Facts(**{**stated, **changed})


def row(
    query: int, correct: bool, *, cluster: str = "s1", of: Facts | None = None, **more: Any
) -> SlicedAnswer:
    found = of or facts()
    label = more.pop("label", found.label)
    gathered = more.pop("gathered", None)
    tokens = more.pop("tokens", None)
    scored = ScoredAnswer(
        str(query),
        cluster,
        found.label,
        label,
        correct,
        label == found.label,
        traits=values_of(found),
        **more,
    )
    return SlicedAnswer(query, scored, gathered, tokens)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("witness_size", 0, "1"),
        ("witness_size", 1, "1"),
        ("witness_size", 3, "3-4"),
        ("witness_size", 4, "3-4"),
        ("witness_size", 5, "5-8"),
        ("witness_size", 16, "9-16"),
        ("witness_size", 17, "17-32"),
        ("witness_size", 33, "33-69"),
        ("witness_size", 90, "33-69"),
        ("support_size", 32, "17-32"),
        ("support_size", 33, "33+"),
        ("disp", 0.1, "0 to 0.1"),
        ("disp", 0.1001, "> 0.1 to 0.25"),
        ("disp", 1.0, "> 0.5 to 1"),
        ("disp", 1.7, "> 1"),
        ("span", 0.0, "0 to 0.1"),
        ("age", 0.75, "> 0.5 to 0.75"),
        ("overlap", 0.0, "0"),
        ("overlap", 0.05, "> 0 to 0.1"),
        ("overlap", 0.5, "> 0.4"),
        ("versions", 1.0, "1"),
        ("versions", 1.5, "> 1 to 1.5"),
        ("versions", 3.01, "> 3"),
        ("n_obsolete", 0, "0"),
        ("n_obsolete", 4, "3-4"),
        ("n_obsolete", 9, "9+"),
    ],
)
def test_the_upper_end_of_a_bin_belongs_to_it(name: str, value: float, wanted: str) -> None:
    assert BY_NAME[name].read(facts(measures={name: value})) == wanted


def test_bins_of_the_derivation_are_read_from_the_gold() -> None:
    assert values_of(facts(height=7, width=8, degree=12, obs=True)) == {
        **dict.fromkeys(BY_NAME, NA),
        "family": "rules", "label": "answerable", "answer_type": "count", "domain": "tripops",
        "scenario": "trip-1", "height": "6+", "width": "5-8", "degree": "12", "obs": "yes",
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["witness_size", "support_size", "disp", "span", "age", "overlap", "versions"]
)
def test_a_measure_that_is_null_stands_under_na(name: str) -> None:
    assert BY_NAME[name].read(facts(measures={name: None})) == NA


def test_nothing_supports_an_unknown() -> None:
    assert BY_NAME["support_size"].read(facts(label="unknown", measures={"support_size": 0})) == NA


@given(st.floats(0, 5), st.sampled_from([trait for trait in TRAITS if trait.fixed and trait.name != "obs"]))
def test_every_value_lies_in_a_bin_that_is_shown(value: float, trait: Any) -> None:
    found = trait.read(facts(measures={trait.name: value}, height=round(value), width=round(value)))
    assert found in trait.order(frozenset({found}))


def test_bins_rise_with_their_values() -> None:
    bins = Bins((0, 0.1, 0.2, 0.4), start=0)
    places = [bins.names.index(bins.of(value / 100)) for value in range(60)]
    assert places == sorted(places)
    assert set(places) == set(range(5))


def test_values_stand_in_their_order_and_na_last() -> None:
    assert BY_NAME["family"].order({"zebra", "rules", "temporal", "apple"}) == [
        "temporal", "rules", "apple", "zebra",
    ]  # fmt: skip
    assert BY_NAME["degree"].order({"10", "2", "1"}) == ["1", "2", "10"]
    shown = BY_NAME["disp"].order({NA, "> 1"})
    assert (shown[-1], len(shown)) == (NA, 6)
    assert {trait.dimension for trait in TRAITS} == set(Dimension)


def test_cells_hold_micro_figures_of_their_answers() -> None:
    closure = facts(family="closure", label="unknown")
    rows = [
        row(1, True, precision=1.0, recall=1.0, cited=1, gathered=share_of(1, 1), tokens=10),
        row(2, True, precision=0.5, recall=0.5, cited=2, gathered=share_of(1, 2), tokens=30),
        row(3, False, recall=0.0, gathered=share_of(0, 3), tokens=20, label="unknown"),
        row(4, False, status=Status.INFRASTRUCTURE),
        row(5, True, of=closure, tokens=5),
    ]
    found = {one.value: one for one in cells(rows, BY_NAME["family"])}
    assert list(found) == ["closure", "rules"]
    one = found["rules"]
    assert (one.n, one.small, one.summary.excluded) == (3, True, {"infrastructure": 1})
    assert one.summary.ansacc == Share(2, 3)
    assert one.summary.ansblacc == Share(2, 3)
    assert one.summary.justified_correct == Share(1, 3)
    assert (one.summary.precision.low, one.summary.precision.n) == (0.75, 2)
    assert one.summary.strict_precision.low == pytest.approx(0.5)
    assert one.summary.recall.low == pytest.approx(0.5)
    assert (one.gathered.low, one.gathered.n, one.tokens) == (0.5, 3, 20)
    assert found["closure"].gathered.n == found["closure"].summary.recall.n == 0
    whole = cell("all", rows)
    assert whole.summary.ansacc == Share(3, 4)


def test_an_empty_bin_is_shown_and_has_no_share() -> None:
    rows = [row(1, True, of=facts(measures={"witness_size": 2}))]
    found = {one.value: one for one in cells(rows, BY_NAME["witness_size"])}
    assert len(found) == 7
    assert found["1"].summary.ansacc.value is None
    assert str(found["1"].summary.ansacc) == "n/a (0 of 0)"
    assert found["2"].summary.ansacc == Share(1, 1)


def test_what_was_gathered_counts_although_it_could_not_be_read() -> None:
    rows = [row(1, False, status=Status.UNREAD, gathered=share_of(1, 4), tokens=7)]
    found = cell("all", rows)
    assert (found.n, found.gathered.low, found.tokens) == (0, 0.25, 7)


def test_lines_are_taken_on_the_queries_that_a_cell_counts() -> None:
    line = Line(
        LineKind.FLOOR, "majority", "knows gold",
        {
            1: Tried("answerable", 1, 1), 2: Tried("answerable", 0, 1), 3: Tried("unknown", 1, 1, 2),
            9: Tried("unknown", 1, 1),
        },
    )  # fmt: skip
    rows = [row(1, True), row(2, True), row(4, True), row(9, True, status=Status.INFRASTRUCTURE)]
    (found,) = cells(rows, BY_NAME["family"], [line])
    assert found.beside == (Share(1, 2),)
    assert cell("all", [row(1, True), row(1, False)], [line]).beside == (Share(1, 1),)
    assert line.labels_on({1, 2, 3}) == Share(3, 4)
    assert line.by_label({1, 2, 3}) == {
        "answerable": Share(1, 2), "justified-zero": Share(0, 0), "unknown": Share(1, 2),
    }  # fmt: skip
    assert line.title == "floor: majority"


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from(["rules", "closure"]), st.integers(0, 80)), max_size=30)
)
def test_cells_of_a_trait_add_up_to_the_whole(drawn: list[tuple[bool, str, int]]) -> None:
    rows = [
        row(place, correct, of=facts(family=family, measures={"witness_size": size}))
        for place, (correct, family, size) in enumerate(drawn)
    ]
    for glance in glances(rows):
        parts = [share for _, share in glance.shares]
        assert sum(one.numerator for one in parts) == sum(correct for correct, _, _ in drawn)
        assert sum(one.denominator for one in parts) == len(drawn)


def test_a_glance_says_what_the_cells_say() -> None:
    rows = [row(place, place % 3 == 0, of=facts(width=place)) for place in range(1, 40)]
    glance = next(one for one in glances(rows) if one.trait.name == "width")
    assert [(one.value, one.summary.ansacc) for one in cells(rows, BY_NAME["width"])] == list(glance.shares)
