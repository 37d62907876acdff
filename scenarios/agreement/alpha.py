"""Krippendorff's alpha, nominal: the one file that calls the library of that name (spec 6.5). PURE."""

from __future__ import annotations

import krippendorff
import numpy as np

from scenarios.agreement.intervals import Interval, bootstrap
from scenarios.agreement.measure import Measure, without_value
from scenarios.agreement.ratings import Floats, Ratings


def alpha(ratings: Ratings, *, seed: int = 0) -> Measure:
    """1 - observed over expected disagreement, of any number of judges with gaps. Interval by bootstrap over
    items."""
    if nothing := without_value(ratings, by_chance=True):
        return nothing
    value = float(krippendorff.alpha(value_counts=ratings.counts, level_of_measurement="nominal"))
    return Measure(value, ratings.n, _interval(ratings, seed) if value < 1 else None)


def _interval(ratings: Ratings, seed: int) -> Interval | None:
    counts = ratings.counts.astype(np.float64)
    judges = counts.sum(axis=1)
    # Disagreeing pairs of an item, weighted as in the matrix of coincidences.
    apart = (judges**2 - (counts**2).sum(axis=1)) / (judges - 1)
    return bootstrap(np.column_stack([apart, counts]), _values, seed=seed)


def _values(totals: Floats) -> Floats:
    """Alpha of each row of totals: weighted disagreements, then how often each answer was given."""
    said = totals[:, 1:]
    every = said.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = (every**2 - (said**2).sum(axis=1)) / (every - 1)
        found: Floats = 1 - totals[:, 0] / expected
    return found
