"""Intervals and paired tests (spec 10.4, overview 4.14). PURE; chance comes in as a seed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 10_000
CONFIDENCE: Final = 0.95
#: Resamples drawn at once: bounds memory at any number of clusters.
_CHUNK_CELLS: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends included; ``low`` <= ``high``."""

    low: float
    high: float


def wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson score interval of a share; None for an empty denominator.

    By its formula: scipy, against which a test checks it, works out a p value first, and a page has hundreds.
    """
    if n == 0:
        return None
    share, square = successes / n, NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = math.sqrt(square * (share * (1 - share) / n + square / (4 * n * n))) / (1 + square / n)
    low = middle - half if successes else 0.0
    return Interval(max(0.0, low), min(1.0, middle + half) if successes < n else 1.0)


def mcnemar(b: int, c: int) -> float:
    """Exact two-sided p of McNemar's test for the discordant counts ``b`` and ``c``; 1 if there are none."""
    if b < 0 or c < 0:
        raise ValueError(f"counts of discordant pairs cannot be negative: {b}, {c}")
    if b + c == 0:
        return 1.0
    return min(1.0, _binomial(min(b, c), b + c, 0.5, "two-sided"))


def _binomial(successes: int, n: int, share: float, alternative: str) -> float:
    """The exact p of a binomial test."""
    # Here, not above: it takes 40 MB and most of a second, which processes that test nothing do without.
    from scipy.stats import binomtest

    return float(binomtest(successes, n, share, alternative=alternative).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm-corrected p values, in the given order."""
    corrected = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: (p_values[i], i))):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = running
    return corrected


def cluster_bootstrap(
    values: Mapping[str, Sequence[float]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """Percentile interval of the mean over all values, whole clusters being drawn with replacement.

    ``values`` maps a cluster (a scenario) to its values; for a paired comparison give differences.
    The same seed gives the same interval, whatever the order of the mapping. None without values.
    """
    filled = [values[name] for name in sorted(values) if len(values[name])]
    if not filled:
        return None
    sums = np.array([float(np.sum(cluster)) for cluster in filled])
    sizes = np.array([len(cluster) for cluster in filled], dtype=np.int64)
    generator = np.random.default_rng(seed)
    means = np.concatenate(
        [_means(generator, sums, sizes, count) for count in _chunks(resamples, len(filled))]
    )
    tail = (1 - confidence) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _means(
    generator: np.random.Generator, sums: NDArray[np.float64], sizes: NDArray[np.int64], count: int
) -> NDArray[np.float64]:
    drawn = generator.integers(0, len(sums), size=(count, len(sums)))
    means: NDArray[np.float64] = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return means


def _chunks(resamples: int, clusters: int) -> list[int]:
    size = max(1, _CHUNK_CELLS // clusters)
    return [min(size, resamples - start) for start in range(0, resamples, size)]


def at_least(successes: int, n: int, chance: float) -> float:
    """Exact one-sided p: how likely chance alone is right at least so often; 1 for an empty denominator."""
    return _binomial(successes, n, chance, "greater") if n else 1.0


def difference(first: tuple[int, int], second: tuple[int, int]) -> Interval | None:
    """Newcombe's interval of how much the second of two independent shares (part, n) lies above the first,
    made of their Wilson intervals; None where one of them is empty."""
    one, other = wilson(*first), wilson(*second)
    if one is None or other is None:
        return None
    low, high = first[0] / first[1], second[0] / second[1]
    return Interval(
        high - low - math.hypot(high - other.low, one.high - low),
        high - low + math.hypot(other.high - high, low - one.low),
    )
