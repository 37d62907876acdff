"""Two libraries that others wrote come to the same values and intervals, on tables drawn at random."""

from __future__ import annotations

from typing import Any

import krippendorff
import numpy as np
import pandas
import pytest
from irrCAC.raw import CAC as RawCoefficients
from irrCAC.table import CAC as TableCoefficients

from scenarios.agreement.measure import Measure
from scenarios.agreement.ratings import GAP, Judgment, Ratings
from scenarios.agreement.summary import summarise

CASES = [
    (seed, k, raters) for seed, (k, raters) in enumerate([(2, 2), (3, 2), (4, 3), (5, 4), (2, 5), (3, 6)])
]


def drawn(seed: int, k: int, raters: int, gaps: float) -> Ratings:
    """Judges who mostly follow the item's own answer; every answer occurs."""
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, k, size=40)
    noise = chance.integers(0, k, size=(40, raters))
    codes = np.where(chance.random((40, raters)) < 0.6, truth[:, np.newaxis], noise)
    missing = chance.random((40, raters)) < gaps
    names = tuple(str(place) for place in range(k))
    rows = [Judgment(i, g, names[codes[i, g]]) for i in range(40) for g in range(raters) if not missing[i, g]]
    return Ratings.of(rows, names)


def frame(ratings: Ratings) -> pandas.DataFrame:
    values = np.where(ratings.codes == GAP, np.nan, ratings.codes.astype(float))
    return pandas.DataFrame(values)


def agrees(mine: Measure, theirs: dict[str, Any], *, interval: bool) -> None:
    assert mine.value == pytest.approx(theirs["est"]["coefficient_value"], abs=2e-5)
    if interval:
        assert mine.interval is not None
        low, high = theirs["est"]["confidence_interval"]
        assert (mine.interval.low, mine.interval.high) == pytest.approx((max(low, -1), high), abs=2e-5)


@pytest.mark.parametrize(("seed", "k", "raters"), CASES)
@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")  # irrCAC is older than pandas 3
def test_values_of_several_judges_with_and_without_gaps(seed: int, k: int, raters: int, gaps: float) -> None:
    ratings = drawn(seed, k, raters, gaps)
    mine = summarise(ratings)
    categories = [float(place) for place in range(k)]
    theirs = RawCoefficients(frame(ratings), categories=categories)
    agrees(mine.fleiss, theirs.fleiss(), interval=True)
    agrees(mine.ac1, theirs.gwet(), interval=True)
    agrees(mine.pabak, theirs.bp(), interval=False)
    agrees(mine.alpha, theirs.krippendorff(), interval=False)
    agrees(mine.kappa, theirs.conger(), interval=False)
    assert mine.raw.value == pytest.approx(theirs.pa, abs=2e-5)
    values = [[np.nan if code == GAP else code for code in row] for row in ratings.codes.T]
    assert mine.alpha.value == pytest.approx(krippendorff.alpha(values, level_of_measurement="nominal"))


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_two_judges_in_a_table(k: int) -> None:
    chance = np.random.default_rng(k)
    cells = chance.integers(0, 6, size=(k, k)) + np.eye(k, dtype=int) * 6
    mine = summarise(Ratings.of_table(cells.tolist()))
    theirs = TableCoefficients(pandas.DataFrame(cells))
    agrees(mine.kappa, theirs.cohen(), interval=True)
    agrees(mine.fleiss, theirs.scott(), interval=False)
    agrees(mine.ac1, theirs.gwet(), interval=False)
    agrees(mine.pabak, theirs.bp(), interval=False)


def test_the_drawn_tables_have_gaps_so_that_the_comparison_means_something() -> None:
    assert any((drawn(seed, k, raters, 0.3).codes == GAP).any() for seed, k, raters in CASES)
    assert {k for _, k, _ in CASES} == {2, 3, 4, 5}


@pytest.mark.parametrize(("seed", "k", "raters"), CASES[2:])
@pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")
def test_leaving_out_or_drawing_items_gives_about_the_interval_of_the_formulas(
    seed: int, k: int, raters: int
) -> None:
    ratings = drawn(seed, k, raters, 0.0)
    mine = summarise(ratings)
    theirs = RawCoefficients(frame(ratings), categories=[float(place) for place in range(k)])
    for found, method, wanted in (
        (mine.alpha.interval, "bootstrap over items", theirs.krippendorff()),
        (mine.kappa.interval, "jackknife over items", theirs.conger()),
    ):
        assert found is not None
        assert found.method == method
        assert (found.low, found.high) == pytest.approx(wanted["est"]["confidence_interval"], abs=0.04)
