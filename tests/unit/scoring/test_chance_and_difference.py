"""The exact one-sided test, and the interval of a difference of two shares."""

from __future__ import annotations

from math import comb, isclose

import pytest

from benchmark.scoring.statistics import at_least, difference, wilson


@pytest.mark.parametrize(("right", "n", "chance"), [(6, 6, 0.5), (5, 5, 0.5), (7, 10, 0.25), (0, 4, 0.5)])
def test_chance_is_summed_exactly(right: int, n: int, chance: float) -> None:
    tail = sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(right, n + 1))
    assert isclose(at_least(right, n, chance), tail)


def test_nothing_asked_is_no_surprise() -> None:
    assert at_least(0, 0, 0.5) == 1.0


def test_a_difference_has_newcombes_interval() -> None:
    found = difference((48, 80), (56, 70))  # Newcombe 1998, table II (a), the second less the first
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def test_equal_shares_do_not_differ_and_empty_ones_have_none() -> None:
    found, same = difference((3, 10), (3, 10)), wilson(3, 10)
    assert found is not None
    assert same is not None
    assert isclose(found.low, -found.high)
    assert difference((0, 0), (3, 10)) is None
    assert difference((3, 10), (0, 0)) is None
