"""How much of a query's support a context carried (spec 12.5, overview 4.3). PURE."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class GatheredShare:
    """The share of S(q) that was gathered: both ends are equal where S(q) is known."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        return self.low == self.high


def share_of(
    gathered: int | None, support: int, gathered_high: int | None = None, support_high: int | None = None
) -> GatheredShare | None:
    """The share from counts: so many of the events that are surely support, and so many of those that may
    be, were gathered. None where nothing was counted or there is no support.

    Support lies between the two sets: at worst every further event that was missed is support and no
    further one that was gathered is, at best the other way round.
    """
    if gathered is None or not (support or support_high):
        return None
    found = gathered if gathered_high is None else gathered_high
    size = support if support_high is None else support_high
    missed = (size - support) - (found - gathered)
    worst, best = support + missed, support + found - gathered
    low = Fraction(gathered, worst) if worst else Fraction(1)
    return GatheredShare(low, Fraction(found, best) if best else Fraction(0))
