"""95 % intervals of measures of agreement. PURE; chance comes in as a seed.

Each says how it was made: by a formula where one is known, else by drawing items anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np

from scenarios.agreement.ratings import Floats

CONFIDENCE: Final = 0.95
RESAMPLES: Final = 2_000
#: The lowest that a measure of agreement can be, and the highest.
_LEAST, _MOST = -1.0, 1.0


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends included; ``low`` <= ``high``. ``method`` says in words how it was made."""

    low: float
    high: float
    method: str


def wilson(share: float, n: int) -> Interval:
    """Of a mean of ``n`` > 0 values in 0..1, by Wilson's formula. Exact in kind for values that are 0 or 1,
    as those of items with two judgments are; on the safe side for values in between."""
    square = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = math.sqrt(square * (share * (1 - share) / n + square / (4 * n * n))) / (1 + square / n)
    low = 0.0 if share <= 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if share >= 1 else min(1.0, middle + half), "Wilson")


def around(value: float, variance: float, n: int, method: str) -> Interval | None:
    """``value`` give or take its standard error, by Student's t with ``n`` - 1 degrees of freedom. None
    where there is no spread to tell it by: a single item, or all items alike."""
    if n < 2 or variance < 1e-18:
        return None
    # Here, not above: every process that starts would load it, a quarter of a second and 20 MB.
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * math.sqrt(variance)
    return Interval(max(_LEAST, value - half), min(_MOST, value + half), method)


def jackknife(value: float, without: Floats) -> Interval | None:
    """``value`` give or take its standard error, told by ``without``: its values with each item left out in
    turn. None where one of them is undefined, or where there is no spread."""
    n = len(without)
    if not np.isfinite(without).all():
        return None
    variance = (n - 1) / n * float(((without - without.mean()) ** 2).sum())
    return around(value, variance, n, "jackknife over items")


def bootstrap(sums: Floats, measure: Callable[[Floats], Floats], *, seed: int) -> Interval | None:
    """Percentiles of a measure over items drawn with replacement.

    ``sums`` has a row of addends an item, shape (n, m); ``measure`` takes their totals of many draws, shape
    (draws, m), and gives a value a draw, NaN where it is undefined. The same seed and the same items give the
    same interval, in whatever order the items stand. None where the items do not differ, or where more than
    one draw in twenty is undefined.
    """
    kinds, often = np.unique(sums, axis=0, return_counts=True)
    if len(kinds) < 2:
        return None
    drawn = np.random.default_rng(seed).multinomial(len(sums), often / len(sums), size=RESAMPLES)
    values = measure(drawn.astype(np.float64) @ kinds)
    values = values[np.isfinite(values)]
    if len(values) < CONFIDENCE * RESAMPLES:
        return None
    low, high = np.quantile(values, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(max(_LEAST, float(low)), min(_MOST, float(high)), "bootstrap over items")
