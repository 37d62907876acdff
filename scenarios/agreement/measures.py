"""Raw agreement, PABAK, Gwet's AC1 and Fleiss' kappa, for any number of judges with gaps (spec 6.5). PURE.

All rest on how many people gave each answer to each item. P_a is the mean over items of the share of pairs
of judges who agree; p_k the mean over items of the share of judges who gave answer k. For two judges these
are the formulas of spec 6.5. Variances of Fleiss' kappa and of AC1 are Gwet's: an item's addend to P_a, less
twice what it adds to chance agreement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scenarios.agreement.intervals import Interval, around, wilson
from scenarios.agreement.measure import Measure, without_value
from scenarios.agreement.ratings import Floats, Ratings

GWET = "Gwet's variance"


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """``agreed``: by item, the share of pairs of judges that agree, shape (n,); ``given``: by item, the share
    of judges that gave each answer, shape (n, categories)."""

    agreed: Floats
    given: Floats

    @classmethod
    def of(cls, ratings: Ratings) -> Shares:
        """Of ratings with at least one item."""
        counts = ratings.counts
        judges = counts.sum(axis=1)
        agreed = (counts * (counts - 1)).sum(axis=1) / (judges * (judges - 1))
        return cls(agreed, counts / judges[:, np.newaxis])

    @property
    def p_a(self) -> float:
        return float(self.agreed.mean())


def raw(ratings: Ratings) -> Measure:
    """The mean share of pairs of judges that agree. Interval by Wilson."""
    if nothing := without_value(ratings):
        return nothing
    share = Shares.of(ratings).p_a
    return Measure(share, ratings.n, wilson(share, ratings.n))


def pabak(ratings: Ratings) -> Measure:
    """(K P_a - 1) / (K - 1): as if each of the K possible answers were as likely. Interval by Wilson's of the
    raw agreement, put through the same formula."""
    if nothing := without_value(ratings, choices=True):
        return nothing
    k = len(ratings.categories)
    share = Shares.of(ratings).p_a
    found = wilson(share, ratings.n)
    low, high = ((k * end - 1) / (k - 1) for end in (found.low, found.high))
    return Measure((k * share - 1) / (k - 1), ratings.n, Interval(low, high, found.method))


def ac1(ratings: Ratings) -> Measure:
    """Gwet's AC1: chance is the sum of p_k (1 - p_k) over K - 1. Defined even where all say the same."""
    if nothing := without_value(ratings, choices=True):
        return nothing
    shares, k = Shares.of(ratings), len(ratings.categories)
    overall = shares.given.mean(axis=0)
    chance = float((overall * (1 - overall)).sum()) / (k - 1)
    return _corrected(shares, chance, shares.given @ (1 - overall) / (k - 1))


def fleiss(ratings: Ratings) -> Measure:
    """Fleiss' kappa: chance is the sum of p_k squared. With two judges it is Scott's pi."""
    if nothing := without_value(ratings, by_chance=True):
        return nothing
    shares = Shares.of(ratings)
    overall = shares.given.mean(axis=0)
    return _corrected(shares, float((overall**2).sum()), shares.given @ overall)


def _corrected(shares: Shares, chance: float, by_item: Floats) -> Measure:
    """(P_a - chance) / (1 - chance). ``by_item`` is what each item adds to chance agreement."""
    n = len(shares.agreed)
    value = (shares.p_a - chance) / (1 - chance)
    addends = (shares.agreed - chance) / (1 - chance) - 2 * (1 - value) * (by_item - chance) / (1 - chance)
    variance = float(((addends - value) ** 2).sum()) / (n * (n - 1)) if n > 1 else 0.0
    return Measure(value, n, around(value, variance, n, GWET))
