"""Cohen's kappa of two judges, and Conger's of more: each judge with their own habits (spec 6.5). PURE.

Chance agreement is the mean over pairs of judges of the sum of p_gk p_hk, where p_gk is how often judge g
gave answer k. With two judges that is Cohen's; who judged more or less counts alike.
"""

from __future__ import annotations

import numpy as np

from scenarios.agreement.intervals import Interval, around, jackknife
from scenarios.agreement.measure import Measure, without_value
from scenarios.agreement.measures import Shares
from scenarios.agreement.ratings import GAP, Floats, Ratings

COHEN = "large-sample variance of Fleiss, Cohen and Everitt"


def kappa(ratings: Ratings) -> Measure:
    """Cohen's kappa, Conger's where there are more than two judges. Interval by the large-sample variance for
    two judges, by jackknife over items for more."""
    if nothing := without_value(ratings, by_chance=True):
        return nothing
    sums = np.column_stack([np.ones(ratings.n), Shares.of(ratings).agreed, _answers(ratings)])
    totals = sums.sum(axis=0, keepdims=True)
    value = float(_values(totals, ratings)[0])
    if ratings.raters == 2:
        return Measure(value, ratings.n, _interval(ratings, value))
    return Measure(value, ratings.n, jackknife(value, _values(totals - sums, ratings)) if value < 1 else None)


def _answers(ratings: Ratings) -> Floats:
    """By item, 1 for each (judge, answer) that was given, shape (n, raters * categories)."""
    said = ratings.codes[:, :, np.newaxis] == np.arange(len(ratings.categories))
    flat: Floats = said.reshape(ratings.n, -1).astype(np.float64)
    return flat


def _values(totals: Floats, ratings: Ratings) -> Floats:
    """Kappa of each row of totals: items, agreed, then what each judge said how often. A judge who is left
    without an item drops out."""
    said = totals[:, 2:].reshape(len(totals), ratings.raters, -1)
    often = said.sum(axis=2, keepdims=True)
    judges = (often > 0).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        habits = said / np.maximum(often, 1)
        # The sum over ordered pairs of different judges, without a loop over pairs.
        both = habits.sum(axis=1) ** 2 - (habits**2).sum(axis=1)
        chance = both.sum(axis=1) / (judges * (judges - 1))
        found: Floats = (totals[:, 1] / totals[:, 0] - chance) / (1 - chance)
    return found


def _interval(ratings: Ratings, value: float) -> Interval | None:
    k, n = len(ratings.categories), ratings.n
    assert not (ratings.codes == GAP).any()  # two judges of items that two people judged
    shares = np.bincount(ratings.codes[:, 0] * k + ratings.codes[:, 1], minlength=k * k).reshape(k, k) / n
    first, second = shares.sum(axis=1), shares.sum(axis=0)
    chance = float(first @ second)
    alike = float((np.diag(shares) * (1 - (first + second) * (1 - value)) ** 2).sum())
    crossed = shares * (second[:, np.newaxis] + first[np.newaxis, :]) ** 2
    apart = (1 - value) ** 2 * float(crossed.sum() - np.trace(crossed))
    variance = (alike + apart - (value - chance * (1 - value)) ** 2) / (n * (1 - chance) ** 2)
    return around(value, variance, n, COHEN)
