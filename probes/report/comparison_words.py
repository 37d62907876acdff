"""Figures of a comparison in words: shares, differences in percentage points, p values."""

from __future__ import annotations

from typing import Final

from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import Interval
from scenarios.sentences import Sentence

NA: Final = "n/a"
#: Slices as people read them.
TRAITS: Final = {
    "family": Sentence("family"),
    "label": Sentence("gold label"),
    "answer_type": Sentence("answer type"),
    "domain": Sentence("domain"),
    "scenario": Sentence("scenario"),
}


def points(difference: float | None) -> str:
    """A difference of shares in percentage points, with its sign; a true minus, so that it lines up."""
    if difference is None:
        return NA
    rounded = round(100 * difference, 1)
    return f"{rounded:+.1f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.0"


def ends(interval: Interval | None) -> str:
    """Both ends of the interval of a difference, in percentage points."""
    return (
        NA
        if interval is None
        else Sentence("%(low)s to %(high)s", low=points(interval.low), high=points(interval.high))
    )


def p_value(p: float | None) -> str:
    """A p value to three decimals; what is smaller says so."""
    if p is None:
        return NA
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def wilson(share: Share) -> str:
    """The 95 % interval of a share."""
    interval = share.interval
    return (
        NA
        if interval is None
        else Sentence("%(low)s to %(high)s", low=f"{interval.low:.1%}", high=f"{interval.high:.1%}")
    )
