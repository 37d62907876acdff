"""All measures of one field together, and in words what skewed answers do to kappa (spec 6.5). PURE."""

from __future__ import annotations

from dataclasses import dataclass
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
class Agreement:
    """``n`` items were judged by at least two of ``raters`` people; ``totals`` says how often each possible
    answer was given. ``note`` explains a kappa that skewed answers keep low, else it is empty."""

    n: int
    raters: int
    totals: dict[str, int]
    raw: Measure
    kappa: Measure
    fleiss: Measure
    pabak: Measure
    ac1: Measure
    alpha: Measure
    note: str

    @property
    def small(self) -> bool:
        """Whether there are too few items to read it as a result."""
        return self.n < FEW

    @property
    def suffices(self) -> bool:
        """Whether the batch rule holds: raw agreement of .90 or an AC1 of .80. False without items."""
        # Rounded, so that nine tenths added up from thirds are nine tenths.
        reached = [round(measure.value or 0.0, 9) for measure in (self.raw, self.ac1)]
        return reached[0] >= RAW_ENOUGH or reached[1] >= AC1_ENOUGH

    def as_json(self) -> dict[str, Any]:
        """Counts, the note and each measure as it stands in answers of the API."""
        measures = {name: getattr(self, name).as_json() for name in MEASURES}
        return {"n": self.n, "raters": self.raters, "totals": self.totals, "note": self.note, **measures}


def summarise(ratings: Ratings, *, seed: int = 0) -> Agreement:
    """All measures of these ratings. ``seed`` is that of the bootstrap intervals."""
    share, chance_corrected = raw(ratings), kappa(ratings, seed=seed)
    return Agreement(
        n=ratings.n,
        raters=ratings.raters,
        totals=ratings.totals,
        raw=share,
        kappa=chance_corrected,
        fleiss=fleiss(ratings),
        pabak=pabak(ratings),
        ac1=ac1(ratings),
        alpha=alpha(ratings, seed=seed),
        note=_note(ratings, share, chance_corrected),
    )


def _note(ratings: Ratings, share: Measure, corrected: Measure) -> str:
    """The kappa paradox in words, where there is one: much raw agreement, little kappa, one common answer."""
    if share.value is None or corrected.value is None or share.value - corrected.value < PARADOX:
        return ""
    totals = ratings.totals
    common = max(totals, key=lambda value: totals[value])
    part = totals[common] / sum(totals.values())
    if part < SKEWED:
        return ""
    return (
        f"{part:.0%} of all answers are {common}, so judges would often agree by chance alone: kappa is "
        f"{corrected.value:.2f} although they agree on {share.value:.0%}. AC1 and PABAK move less."
    )
