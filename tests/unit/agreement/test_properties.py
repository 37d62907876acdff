"""What holds of measures of agreement whatever was said."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.agreement.ratings import Judgment, Ratings
from scenarios.agreement.summary import MEASURES, Agreement, summarise

ANSWERS = "abcd"
RATERS = range(4)
Rows = list[list[str | None]]
rows_of_answers = st.lists(
    st.lists(st.sampled_from([*ANSWERS, None]), min_size=len(RATERS), max_size=len(RATERS)),
    min_size=1,
    max_size=12,
)
few_examples = settings(max_examples=40, deadline=None)


def table(rows: Rows, categories: str = ANSWERS) -> Ratings:
    said = [
        Judgment(item, rater, value)
        for item, row in enumerate(rows)
        for rater, value in enumerate(row)
        if value is not None
    ]
    return Ratings.of(said, list(categories))


def figures(found: Agreement) -> list[tuple[float | None, ...]]:
    """Value and interval of each measure."""
    measures = [getattr(found, name) for name in MEASURES]
    return [
        (m.value, m.interval.low if m.interval else None, m.interval.high if m.interval else None)
        for m in measures
    ]


def close(one: Agreement, two: Agreement, *, drawn: bool) -> bool:
    """Whether all values are equal, and all intervals where ``drawn`` ones cannot differ either."""
    for first, second in zip(figures(one), figures(two), strict=True):
        for a, b in list(zip(first, second, strict=True))[: 3 if drawn else 1]:
            if (a is None) != (b is None):
                return False
            if a is not None and a != pytest.approx(b, abs=1e-9):
                return False
    return True


@few_examples
@given(rows_of_answers, st.permutations(list(RATERS)))
def test_whoever_is_called_first_judge_changes_nothing(rows: Rows, order: list[int]) -> None:
    swapped = [[row[place] for place in order] for row in rows]
    assert close(summarise(table(rows)), summarise(table(swapped)), drawn=False)


@few_examples
@given(rows_of_answers, st.permutations(list(ANSWERS)))
def test_how_answers_are_called_changes_nothing(rows: Rows, order: list[str]) -> None:
    name = dict(zip(ANSWERS, order, strict=True))
    renamed = [[None if value is None else name[value] for value in row] for row in rows]
    assert close(summarise(table(rows)), summarise(table(renamed)), drawn=False)


@few_examples
@given(rows_of_answers, st.randoms(use_true_random=False))
def test_the_order_of_items_changes_nothing_not_even_drawn_intervals(rows: Rows, chance: Random) -> None:
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert close(summarise(table(rows)), summarise(table(shuffled)), drawn=True)


@few_examples
@given(st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=20))
def test_perfect_agreement_is_one_or_undefined(said: list[str]) -> None:
    found = summarise(table([[value] * len(RATERS) for value in said]))
    assert found.raw.value == found.pabak.value == 1
    assert found.ac1.value == pytest.approx(1)
    corrected = [found.kappa.value, found.fleiss.value, found.alpha.value]
    if len(set(said)) == 1:
        assert corrected == [None] * 3
    else:
        assert corrected == pytest.approx([1] * 3)


@few_examples
@given(rows_of_answers)
def test_a_value_lies_in_its_interval_and_both_in_their_range(rows: Rows) -> None:
    found = summarise(table(rows))
    for name in MEASURES:
        measure = getattr(found, name)
        assert (measure.value is None) == bool(measure.undefined)
        if measure.value is None:
            continue
        assert -3 <= measure.value <= 1 + 1e-9
        if measure.interval is not None and measure.interval.method != "bootstrap over items":
            assert measure.interval.low - 1e-9 <= max(measure.value, -1) <= measure.interval.high + 1e-9


@few_examples
@given(rows_of_answers, st.lists(st.sampled_from(ANSWERS), max_size=4))
def test_items_judged_once_change_nothing(rows: Rows, alone: list[str]) -> None:
    more: Rows = [*rows, *([value, None, None, None] for value in alone)]
    assert close(summarise(table(rows)), summarise(table(more)), drawn=True)


def test_the_same_seed_gives_the_same_interval_and_another_another() -> None:
    ratings = table(
        [["a", "a", "b", "a"], ["b", "b", "b", None], ["a", "c", None, "a"], ["c", "c", "c", "c"]] * 4
    )
    one, again, other = (summarise(ratings, seed=seed).alpha.interval for seed in (1, 1, 2))
    assert one == again != other


def test_an_interval_that_hardly_any_draw_defines_is_none() -> None:
    # Half of all draws leave one answer only, so that alpha is undefined in them.
    ratings = table([["a", "a", None, None], ["b", "a", None, None]])
    found = summarise(ratings)
    assert found.alpha.value == 0
    assert found.alpha.interval is None


def test_a_judge_of_one_item_does_not_break_the_interval() -> None:
    ratings = table(
        [["a", "a", "b", None], ["b", "a", None, "a"], ["a", "a", "a", None], ["b", "b", "b", None]] * 2
    )
    alone = Ratings(ratings.codes[:5], ratings.categories)
    assert (alone.codes[:, 3] >= 0).sum() == 1
    found = summarise(alone).kappa
    assert found.interval is not None
    assert found.interval.low < (found.value or 0) < found.interval.high


def test_without_one_item_undefined_is_without_interval() -> None:
    # Without the second item all say a, so that the spread of kappa is not known.
    found = summarise(table([["a", "a", "a", None], ["b", "a", "a", None], ["a", "a", "a", None]])).kappa
    assert found.value is not None
    assert found.interval is None
