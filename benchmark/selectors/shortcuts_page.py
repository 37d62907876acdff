"""What shortcuts score on a suite as its page shows it: pictures, each with its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from benchmark import pictures
from benchmark.oracles.shortcuts import KNOWS, Shortcut
from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import Interval
from benchmark.selectors.shortcuts import READERS, FamilyShares, ShortcutResults, Step

#: What each of them does, for people.
WORDS: Final = {
    Shortcut.ALWAYS_UNKNOWN: (
        _n("always unknown"),
        _n("Says of every question that the records do not decide it."),
    ),
    Shortcut.ALWAYS_ZERO: (
        _n("always zero"),
        _n("Says 0 of every count and amount, [] of every set, else none."),
    ),
    Shortcut.MAJORITY: (
        _n("majority"),
        _n("Says the commonest gold of the same operator over the other queries."),
    ),
    Shortcut.LAST_MENTION: (
        _n("last mention"),
        _n("Says the last value of the asked type that a record up to the cutoff names."),
    ),
    Shortcut.MOST_FREQUENT: (
        _n("most frequent"),
        _n("Says the value of the asked type that most records up to the cutoff name."),
    ),
    Shortcut.QUESTION_ONLY: (
        _n("question only"),
        _n("Sees no record. Of two answers it says that of most other questions of the form, else unknown."),
    ),
    Shortcut.BM25: (_n("BM25"), _n("The symbolic reader over the records that BM25 ranks first.")),
    Shortcut.FULL_HISTORY: (_n("full history"), _n("The symbolic reader over all records up to the cutoff.")),
    Shortcut.SUPPORTING_EVENTS: (
        _n("supporting events"),
        _n("The symbolic reader over the records that the gold rests on."),
    ),
}


@dataclass(frozen=True, slots=True)
class Multiple:
    """The bars of one family; ``n`` queries."""

    name: str
    n: int
    svg: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """One shortcut over all families, its mark, and what it does."""

    name: str
    knows: str
    does: str
    shares: list[Share]


@dataclass(frozen=True, slots=True)
class StepShown:
    """One point of the curve in words."""

    band: str
    share: Share
    interval: str
    rises: bool


@dataclass(frozen=True, slots=True)
class ShortcutsShown:
    """The whole page; ``results`` holds the figures that are no picture."""

    results: ShortcutResults
    multiples: list[Multiple]
    families: list[str]
    table: list[TableRow]
    curve: str
    steps: list[StepShown]
    difference: str
    spread: str
    mcnemar: str


def shown(results: ShortcutResults) -> ShortcutsShown:
    """What the page of a suite's shortcuts shows."""
    families = [] if results.is_empty else results.families
    return ShortcutsShown(
        results=results,
        multiples=[_multiple(family) for family in families],
        families=[_(family.name) for family in families],
        table=[_table_row(one, families) for one in Shortcut],
        curve=_curve(results.curve),
        steps=[
            StepShown(step.band.value, step.share, ends(step.share.interval), step.rises)
            for step in results.curve
        ],
        difference=f"{results.paired.mean or 0:+.1%}",
        spread=ends(results.paired.spread),
        mcnemar=f"{results.paired.p:.2g}",
    )


def ends(interval: Interval | None) -> str:
    """Both ends of an interval of shares."""
    return (
        "n/a"
        if interval is None
        else _("%(low)s to %(high)s") % {"low": f"{interval.low:.1%}", "high": f"{interval.high:.1%}"}
    )


def _multiple(family: FamilyShares) -> Multiple:
    rows = [
        (_(WORDS[one][0]), "reader" if one in READERS else "simple", family.shares[one]) for one in Shortcut
    ]
    svg = pictures.bars(
        rows, says=_("Share of %(family)s that each shortcut answers right") % {"family": _(family.name)}
    )
    return Multiple(_(family.name), family.shares[Shortcut.BM25].denominator, svg)


def _table_row(one: Shortcut, families: Sequence[FamilyShares]) -> TableRow:
    name, does = WORDS[one]
    return TableRow(_(name), ", ".join(map(_, KNOWS)), _(does), [family.shares[one] for family in families])


def _curve(steps: Sequence[Step]) -> str:
    if not steps:
        return ""
    points = [(step.band.value, step.share) for step in steps]
    return pictures.curve(
        points,
        across=_("events of the smallest witness"),
        says=_("Share that BM25 answers right, by witness size"),
    )
