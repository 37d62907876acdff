"""The figures of a suite as its page shows them: cells with their aims, rows with small histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from scenarios import histograms
from scenarios.generators.derive.statistics import (
    BARS,
    MEASURES,
    DomainRow,
    FamilyRow,
    Share,
    SuiteStatistics,
    Summary,
    mean_text,
    number,
)
from scenarios.generators.derive.targets import ALL, FAMILIES, Band, bands_of_family
from scenarios.generators.derive.verdict import Verdict

#: What is drawn by family, with what the picture says.
_SAYS = {
    "witness": _n("Queries of %(family)s by size of the smallest witness"),
    "height": _n("Queries of %(family)s by height of the derivation"),
    "width": _n("Queries of %(family)s by width of the derivation"),
}
#: Columns of the table by domain.
_COUNTS = ("scenarios", "events", "queries", "answerable", "zero", "unknown")
#: What is measured beyond the paper's table by family, with the words that head its column.
FURTHER = {
    "degree": _n("Composition degree"), "disp": _n("Dispersion"), "span": _n("Span"), "age": _n("Age"),
    "overlap": _n("Overlap"), "versions": _n("Versions"), "obsolete": _n("Obsolete events"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in words. ``state`` is empty without a target, else ``right``, ``wrong``, or ``stale`` for one
    outside that is allowed, with its ``reason``."""

    text: str
    aim: str = ""
    state: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Multiple:
    """A histogram, the mean it is drawn around, and its median and largest value."""

    svg: str
    mean: Cell
    beside: str


@dataclass(frozen=True, slots=True)
class FamilyShown:
    """A row of the table by family; ``further`` belongs to the table of further figures."""

    name: str
    queries: Cell
    obs: Cell
    obs_count: str
    multiples: list[Multiple]
    further: list[Cell]


@dataclass(frozen=True, slots=True)
class DomainShown:
    """A row of the table by domain."""

    name: str
    cells: list[Cell]
    true: str


@dataclass(frozen=True, slots=True)
class StatisticsShown:
    """The whole page."""

    domains: list[DomainShown]
    families: list[FamilyShown]
    further: list[str]
    bounded: int
    is_empty: bool
    verdict: Verdict | None


def shown(found: SuiteStatistics, verdict: Verdict | None) -> StatisticsShown:
    """What the page of a suite shows."""
    tops = {name: histograms.top_of([bars(row) for row in found.families]) for name, bars in BARS.items()}
    return StatisticsShown(
        domains=[_domain(row, verdict) for row in found.domains],
        families=[_family(row, verdict, tops) for row in found.families],
        further=list(FURTHER.values()),
        bounded=found.families[-1].bounded,
        is_empty=found.is_empty,
        verdict=verdict,
    )


def _domain(row: DomainRow, verdict: Verdict | None) -> DomainShown:
    values: dict[str, float | None] = {name: getattr(row, name) for name in _COUNTS}
    values |= {"witness_median": row.witness.median, "witness_max": row.witness.largest}
    cells = [_cell(number(value), f"domains.{row.name}.{name}", verdict) for name, value in values.items()]
    true = "n/a" if not row.true.n else f"{_part_of(row.true)} ({row.true.percent:.0f} %)"
    return DomainShown(row.name, cells, true)


def _family(row: FamilyRow, verdict: Verdict | None, tops: dict[str, float]) -> FamilyShown:
    key = f"families.{row.name}"
    return FamilyShown(
        name=row.name,
        queries=_cell(number(row.queries), f"{key}.queries", verdict),
        obs=_cell(mean_text(row.obs.percent), f"{key}.obs", verdict),
        obs_count=_part_of(row.obs),
        multiples=[_multiple(row, name, verdict, tops[name]) for name in BARS],
        further=[_summary_cell(row.measures[name]) for name in MEASURES if name in FURTHER],
    )


def _multiple(row: FamilyRow, name: str, verdict: Verdict | None, top: float) -> Multiple:
    summary = row.measures[name]
    aims = _aims(row.name) if name == "witness" and verdict is not None else ()
    svg = histograms.drawn(BARS[name](row), top=top, says=_(_SAYS[name]) % {"family": _(row.name)}, aims=aims)
    mean = _cell(mean_text(summary.mean), f"families.{row.name}.{name}", verdict)
    beside = _("median %(median)s, largest %(largest)s, n %(n)s") % {
        "median": number(summary.median),
        "largest": number(summary.largest),
        "n": summary.n,
    }
    return Multiple(svg, mean, beside)


def _part_of(share: Share) -> str:
    return _("%(part)s of %(n)s") % {"part": share.part, "n": share.n}


def _aims(family: str) -> Sequence[int]:
    """Queries by witness size as Table D wants them, nothing for a family that it does not know."""
    if family == ALL:
        return [sum(bands_of_family(name)[band] for name in FAMILIES) for band in Band]
    return list(bands_of_family(family).values()) if family in FAMILIES else []


def _cell(text: str, key: str, verdict: Verdict | None) -> Cell:
    figure = verdict.figure(key) if verdict is not None else None
    if figure is None:
        return Cell(text)
    state = "right" if figure.inside else "stale" if figure.holds else "wrong"
    return Cell(text, figure.aim, state, "" if figure.inside else figure.reason)


def _summary_cell(summary: Summary) -> Cell:
    """The mean, with median and largest behind it."""
    if summary.mean is None:
        return Cell("n/a")
    return Cell(mean_text(summary.mean), f"{number(summary.median)}, {number(summary.largest)}")
