"""The draw of the queries that are diagnosed (spec 7.1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from probes.diagnosis.drawing import SHARE, draw, share_of_eligible

#: Family and label of the derive suite's design, with how many of each can be diagnosed.
STRATA = {
    ("closure", "answerable"): 150, ("closure", "unknown"): 31, ("closure", "justified-zero"): 7,
    ("rules", "answerable"): 240, ("rules", "unknown"): 33, ("rules", "justified-zero"): 39,
    ("semantic", "answerable"): 301, ("set_quant", "answerable"): 411, ("set_quant", "unknown"): 40,
    ("temporal", "answerable"): 96, ("temporal", "unknown"): 1,
}  # fmt: skip
QUERIES = [
    (f"q{place:04}", *stratum)
    for place, stratum in enumerate(name for name, size in STRATA.items() for _ in range(size))
]


def strata_of(drawn: frozenset[str]) -> Counter[tuple[str, str]]:
    return Counter((family, label) for name, family, label in QUERIES if name in drawn)


def test_the_draw_has_the_stated_size_and_every_stratum_its_share():
    share = share_of_eligible(queries=1503, eligible=len(QUERIES))
    drawn = draw(QUERIES, share=share, seed=7)
    assert len(drawn) == 1029
    counts = strata_of(drawn)
    for stratum, size in STRATA.items():
        assert abs(counts[stratum] - size * share) < 1, stratum


def test_what_rounding_leaves_over_goes_to_the_largest_remainders():
    queries = [*(("a", str(n)) for n in range(5)), *(("b", str(n)) for n in range(3)), ("c", "0")]
    drawn = draw([(family + name, family, "x") for family, name in queries], share=Fraction(1, 2), seed=1)
    # 2.5, 1.5 and 0.5 of 4.5: four in all, and of equal remainders the first by name wins
    assert Counter(name[0] for name in drawn) == {"a": 3, "b": 1}


def test_the_draw_depends_on_the_seed_and_not_on_the_order():
    shuffled = QUERIES.copy()
    Random(3).shuffle(shuffled)
    drawn = draw(QUERIES, share=SHARE, seed=7)
    assert draw(shuffled, share=SHARE, seed=7) == drawn
    assert draw(QUERIES, share=SHARE, seed=8) != drawn


def test_all_and_none():
    assert draw(QUERIES, share=Fraction(1), seed=7) == {name for name, _, _ in QUERIES}
    assert draw(QUERIES, share=Fraction(0), seed=7) == frozenset()
    assert draw([], share=SHARE, seed=7) == frozenset()


def test_too_few_that_can_be_diagnosed_are_all_drawn():
    assert share_of_eligible(queries=100, eligible=50) == 1
    assert share_of_eligible(queries=100, eligible=0) == 0
    assert share_of_eligible(queries=1503, eligible=1503) == SHARE


def test_no_share_and_doubled_queries_are_refused():
    with pytest.raises(ValueError, match="3/2 is not a share"):
        draw(QUERIES, share=Fraction(3, 2), seed=7)
    with pytest.raises(ValueError, match="twice"):
        draw([("q1", "a", "x"), ("q1", "b", "x")], share=SHARE, seed=7)
