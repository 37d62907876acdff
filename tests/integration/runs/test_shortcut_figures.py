"""What is read off the scores: the curve, the paired difference, what a suite lacks."""

from __future__ import annotations

from benchmark.models import ShortcutCheck, ShortcutForm
from benchmark.oracles.shortcuts import Shortcut
from benchmark.selectors import shortcuts_page
from benchmark.selectors.shortcuts import Row, ShortcutResults
from scenarios.models import Suite


def row(witness: int, *, bm25: bool, scenario: int = 1, label: str = "answerable", **readers: bool) -> Row:
    """A query on which the readers of all that is needed are right unless told otherwise."""
    right = dict.fromkeys(Shortcut, False) | {
        Shortcut.BM25: bm25,
        Shortcut.FULL_HISTORY: readers.get("full", True),
        Shortcut.SUPPORTING_EVENTS: readers.get("supporting", True),
    }
    return Row(scenario, "rules", label, witness, right, None if label == "unknown" else 1.0)


def results(rows: list[Row], forms: tuple[ShortcutForm, ...] = ()) -> ShortcutResults:
    suite = Suite(slug="made", title="Made", kind="derive", content_hash="a" * 64)
    return ShortcutResults(suite, ShortcutCheck(suite=suite, content_hash="a" * 64, k=10), rows, forms)


def shares(*bands: tuple[int, int, int]) -> list[Row]:
    """Rows by (witness size, right by BM25, of how many), over two scenarios."""
    return [
        row(size, bm25=place < right, scenario=place % 2) for size, right, n in bands for place in range(n)
    ]


def test_a_clear_rise_from_one_band_to_the_next_is_found() -> None:
    found = results(shares((1, 10, 40), (2, 30, 40)))
    assert [step.rises for step in found.curve] == [False, True]
    assert "BM25 rises at witnesses of 2 events, to 75.0% (30 of 40)" in found.failures


def test_a_rise_within_its_interval_is_none() -> None:
    found = results(shares((1, 10, 40), (2, 13, 40)))
    assert [step.rises for step in found.curve] == [False, False]
    assert found.failures == []


def test_a_rise_over_several_bands_counts_by_step_alone() -> None:
    found = results(shares((1, 10, 40), (2, 14, 40), (3, 18, 40), (6, 22, 40)))
    assert [step.band.value for step in found.curve] == ["1", "2", "3-4", "5-8"]
    assert not any(step.rises for step in found.curve)


def test_a_band_without_queries_is_passed_over() -> None:
    found = results(shares((1, 2, 40), (12, 30, 40)))
    assert [(step.band.value, step.rises) for step in found.curve] == [("1", False), ("9-16", True)]


def test_what_is_unknown_has_no_witness() -> None:
    found = results([*shares((1, 1, 4)), *(row(0, bm25=True, label="unknown") for _ in range(9))])
    assert [str(step.share) for step in found.curve] == ["25.0% (1 of 4)"]
    assert found.whole_witness.denominator == 4


def test_a_difference_of_one_scenario_alone_is_drawn_over_queries() -> None:
    rows = [row(1, bm25=place < 10) for place in range(40)]
    spread = results(rows).paired.spread
    assert spread is not None
    assert spread.low < 0.75 < spread.high


def test_a_difference_that_is_not_everywhere_does_not_hold() -> None:
    rows = [row(1, bm25=True, scenario=1) for _ in range(20)]
    rows += [row(1, bm25=place < 19, scenario=2) for place in range(20)]
    found = results(rows)
    assert (found.paired.gained, found.paired.holds) == (1, False)
    assert any("full history is not above BM25" in failure for failure in found.failures)


def test_a_missed_query_of_the_readers_is_a_failure() -> None:
    rows = shares((1, 0, 12))
    rows[0] = row(1, bm25=False, supporting=False)
    assert results(rows).failures == [
        "supporting events: the symbolic reader is right on 91.7% (11 of 12), not on all"
    ]


def test_forms_that_are_explained_come_last_and_are_no_failure() -> None:
    def form(name: str, *, above: bool, reason: str = "") -> ShortcutForm:
        return ShortcutForm(
            domain="trips", form=name, options=2, queries=6, right=6, chance=0.5, p=0.01,
            above_chance=above, reason=reason,
        )  # fmt: skip

    forms = (form("a", above=True, reason="so it is"), form("b", above=True), form("c", above=False))
    found = results(shares((1, 0, 12)), forms)
    assert [one.form for one in found.above_chance] == ["b", "a"]
    assert found.failures == ["above chance: trips/b"]


def test_the_page_draws_what_the_figures_say() -> None:
    shown = shortcuts_page.shown(results(shares((1, 10, 40), (2, 30, 40))))
    assert [multiple.name for multiple in shown.multiples] == ["rules", "all"]
    assert shown.curve.count('<circle class="point"') == 2
    assert [(step.band, step.rises) for step in shown.steps] == [("1", False), ("2", True)]
    assert "BM25: 50.0% (40 of 80)" in shown.multiples[-1].svg


def test_without_rows_nothing_is_drawn() -> None:
    shown = shortcuts_page.shown(results([]))
    assert (shown.multiples, shown.curve, shown.steps) == ([], "", [])
    assert shown.results.failures == []
