"""One measure of agreement as a value that says what it rests on. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scenarios.agreement.intervals import Interval
from scenarios.agreement.ratings import Ratings

NOBODY = "no item was judged by two people"
ONE_ANSWER = "there is only one possible answer"


@dataclass(frozen=True, slots=True)
class Measure:
    """``value`` is None where the measure is undefined, and ``undefined`` then says why. ``n`` counts the
    items that at least two people judged. ``interval`` is None where there is no spread to tell it by."""

    value: float | None
    n: int
    interval: Interval | None = None
    undefined: str = ""

    def as_json(self) -> dict[str, Any]:
        """The measure as it stands in answers of the API; null where it is undefined."""
        interval = self.interval
        return {
            "value": self.value,
            "n": self.n,
            "low": interval.low if interval else None,
            "high": interval.high if interval else None,
            "interval": interval.method if interval else None,
            "undefined": self.undefined,
        }

    def __str__(self) -> str:
        return "–" if self.value is None else f"{self.value:.4f}"


def without_value(ratings: Ratings, *, by_chance: bool = False, choices: bool = False) -> Measure | None:
    """Why a measure is undefined on these ratings, None where it is not: no item judged twice; for measures
    that correct for ``choices``, a field with one answer; for those that correct for the chance seen in the
    ratings (``by_chance``), one answer throughout."""
    if not ratings.n:
        return Measure(None, 0, undefined=NOBODY)
    if choices and len(ratings.categories) < 2:
        return Measure(None, ratings.n, undefined=ONE_ANSWER)
    said = [value for value, count in ratings.totals.items() if count]
    if by_chance and len(said) == 1:
        why = f"all judges said {said[0]} on every item: chance agreement is 1"
        return Measure(None, ratings.n, undefined=why)
    return None
