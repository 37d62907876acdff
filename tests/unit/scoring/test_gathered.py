"""Gathered support: a share where S(q) is known, bounds where it is not."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.gathered import share_of

SETS = st.sets(st.integers(0, 7))


def test_a_known_support_gives_a_share() -> None:
    found = share_of(2, 3)
    assert found is not None
    assert (found.low, found.high, found.exact) == (Fraction(2, 3), Fraction(2, 3), True)


def test_nothing_is_said_without_support_or_where_nothing_was_counted() -> None:
    assert share_of(0, 0) is None
    assert share_of(None, 3) is None
    assert share_of(None, 3, None, 5) is None


@given(sure=SETS, further=SETS, gathered=SETS, chosen=SETS)
def test_the_bounds_hold_for_every_support_between_the_two(
    sure: set[int], further: set[int], gathered: set[int], chosen: set[int]
) -> None:
    possible = sure | further
    found = share_of(len(gathered & sure), len(sure), len(gathered & possible), len(possible))
    support = sure | (further & chosen)
    if not support:
        return
    assert found is not None
    share = Fraction(len(gathered & support), len(support))
    assert found.low <= share <= found.high


@given(sure=st.sets(st.integers(0, 7), min_size=1), further=SETS, gathered=SETS)
def test_the_bounds_are_met(sure: set[int], further: set[int], gathered: set[int]) -> None:
    possible = sure | further
    found = share_of(len(gathered & sure), len(sure), len(gathered & possible), len(possible))
    assert found is not None
    worst, best = sure | (further - gathered), sure | (further & gathered)
    assert found.low == Fraction(len(gathered & worst), len(worst))
    assert found.high == Fraction(len(gathered & best), len(best))
