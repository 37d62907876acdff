"""All measures of one field together, and in words what skewed answers do to kappa (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from scenarios.agreement.alpha import alpha
from scenarios.agreement.kappa import kappa
from scenarios.agreement.measure import Measure
from scenarios.agreement.measures import ac1, fleiss, pabak, raw
from scenarios.agreement.ratings import Ratings

MEASURES: Final = ("raw", "kappa", "fleiss", "pabak", "ac1", "alpha")
FEW: Final = 10
"""With fewer items an agreement is not to be read as a result."""
SKEWED: Final = 0.8
"""From this share of judgments on, one answer is so common that kappa is to be read with care."""
PARADOX: Final = 0.2
"""So much lower than raw agreement, kappa wants an explanation."""

#: The batch rule of spec 6.5.
RAW_ENOUGH: Final = 0.90
AC1_ENOUGH: Final = 0.80


@dataclass(frozen=True, slots=True)
class Rule:
    """What the batch rule looks at, of ``n`` items."""

    n: int
    raw: Measure
    ac1: Measure

    @property
    def small(self) -> bool:
        """Whether there are too few items to read it as a result."""
        return self.n < FEW

    @property
    def suffices(self) -> bool:
        """Whether the batch rule holds: raw agreement of .90 or an AC1 of .80. False without items."""
        # Rounded, so that nine tenths added up from thirds are nine tenths.
        share, corrected = (round(measure.value or 0.0, 9) for measure in (self.raw, self.ac1))
        return share >= RAW_ENOUGH or corrected >= AC1_ENOUGH

    def as_json(self) -> dict[str, Any]:
        """The count and each measure as it stands in answers of the API."""
        return {"n": self.n, **{name: getattr(self, name).as_json() for name in self.measures()}}

    @classmethod
    def measures(cls) -> tuple[str, ...]:
        """The names of its measures in their order."""
        return tuple(name for name in MEASURES if name in {one.name for one in fields(cls)})


@dataclass(frozen=True, slots=True)
class Brief(Rule):
    """What pairs of people are compared by."""

    kappa: Measure
    pabak: Measure


@dataclass(frozen=True, slots=True)
class Agreement(Brief):
    """All measures. ``raters`` people judged the items; ``totals`` says how often each possible answer was
    given. ``note`` explains a kappa that skewed answers keep low, else it is empty."""

    fleiss: Measure
    alpha: Measure
    raters: int
    totals: dict[str, int]
    note: str

    @property
    def skew(self) -> str:
        """The ``note`` in short: which answer is so common. Empty where there is no note."""
        return "{1:.0%} {0}".format(*_most_common(self.totals)) if self.note else ""

    def as_json(self) -> dict[str, Any]:
        """Counts, the note and each measure as it stands in answers of the API."""
        more = {"raters": self.raters, "totals": self.totals, "note": self.note}
        return {**Rule.as_json(self), **more}


def rule(ratings: Ratings) -> Rule:
    """What the batch rule looks at."""
    return Rule(ratings.n, raw(ratings), ac1(ratings))


def brief(ratings: Ratings) -> Brief:
    """What pairs of people are compared by; nothing is drawn for it."""
    return Brief(ratings.n, raw(ratings), ac1(ratings), kappa(ratings), pabak(ratings))


def summarise(ratings: Ratings, *, seed: int = 0) -> Agreement:
    """All measures of these ratings. ``seed`` is that of the bootstrap interval of alpha."""
    found = brief(ratings)
    return Agreement(
        **{name: getattr(found, name) for name in ("n", *Brief.measures())},
        fleiss=fleiss(ratings),
        alpha=alpha(ratings, seed=seed),
        raters=ratings.raters,
        totals=ratings.totals,
        note=_note(ratings, found.raw, found.kappa),
    )


def _note(ratings: Ratings, share: Measure, corrected: Measure) -> str:
    """The kappa paradox in words, where there is one: much raw agreement, little kappa, one common answer."""
    if share.value is None or corrected.value is None or share.value - corrected.value < PARADOX:
        return ""
    common, part = _most_common(ratings.totals)
    if part < SKEWED:
        return ""
    return (
        f"{part:.0%} of all answers are {common}, so judges would often agree by chance alone: kappa is "
        f"{corrected.value:.2f} although they agree on {share.value:.0%}. AC1 and PABAK move less."
    )


def _most_common(totals: Mapping[str, int]) -> tuple[str, float]:
    """The answer given most often, with its share of all answers."""
    common = max(totals, key=lambda value: totals[value])
    return common, totals[common] / sum(totals.values())
