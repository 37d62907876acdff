"""A comparison of runs as its page shows it: the table of lines, and slices as small multiples."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from benchmark.scoring.comparison import Missing, Paired, Slice, Unmatched
from probes.report import difference_pictures
from probes.report.comparison_words import TRAITS, ends, p_value, points
from probes.selectors.comparing import Compared, RunComparison
from probes.selectors.comparison_notes import marks, warnings

#: As many queries without a pair are named on the page; the API names all.
GAPS_NAMED = 100


@dataclass(frozen=True, slots=True)
class PairShown:
    """The pairs of one slice, or of all, with their figures in words; ``bar`` is the interval, drawn."""

    paired: Paired
    bar: str
    difference: str
    spread: str
    p: str
    holm: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A row of the table; ``pair`` is None for the baseline and where there is no comparison."""

    compared: Compared
    place: int
    pair: PairShown | None


@dataclass(frozen=True, slots=True)
class Multiple:
    """The slices of one line, drawn."""

    line: str
    svg: str


@dataclass(frozen=True, slots=True)
class SliceRow:
    """A row of the table of slices; ``filter`` is the slice as an address has it."""

    value: str
    line: str
    place: int
    pair: PairShown
    filter: str


@dataclass(frozen=True, slots=True)
class Sliced:
    """All slices by one trait: a picture a line, and their one table."""

    trait: str
    name: str
    multiples: list[Multiple]
    rows: list[SliceRow]


@dataclass(frozen=True, slots=True)
class Gap:
    """A query without a pair, and why on each side; empty where it counts."""

    query: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Gaps:
    """What has no pair with the baseline on one line; ``named`` are the first of them."""

    line: str
    only_first: int
    only_second: int
    neither: int
    named: list[Gap]

    @property
    def total(self) -> int:
        return self.only_first + self.only_second + self.neither


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    """The whole page but the list of queries."""

    lines: list[LineShown]
    sliced: list[Sliced]
    gaps: list[Gaps]
    warnings: list[str]
    marks: list[str]
    one_scenario: bool

    @property
    def rows(self) -> int:
        """How many slices there are, of all lines."""
        return sum(len(sliced.rows) for sliced in self.sliced)


def shown(found: RunComparison) -> ComparisonShown:
    """What the page shows of a comparison; all pictures have one scale."""
    others = [
        (place, one, one.against) for place, one in enumerate(found.others, 1) if one.against is not None
    ]
    pairs = [against.whole for _, _, against in others]
    pairs += [part.paired for _, _, against in others for part in against.slices]
    scale = difference_pictures.reach(pairs)
    parts = [(place, one, part) for place, one, against in others for part in against.slices]
    return ComparisonShown(
        lines=[
            LineShown(one, place, None if one.against is None else _pair(one.against.whole, scale))
            for place, one in enumerate(found.lines)
        ],
        sliced=[_sliced(trait, [row for row in parts if row[2].trait == trait], scale) for trait in found.by],
        gaps=[_gaps(one) for _, one, against in others if against.unmatched],
        warnings=warnings(found),
        marks=marks(found),
        one_scenario=any(one.clusters == 1 for one in pairs),
    )


def _pair(one: Paired, scale: float) -> PairShown:
    return PairShown(
        paired=one,
        bar=difference_pictures.line(one, scale=scale),
        difference=points(one.difference),
        spread=ends(one.spread),
        p=p_value(one.p),
        holm=p_value(one.holm),
    )


def _sliced(trait: str, parts: list[tuple[int, Compared, Slice]], scale: float) -> Sliced:
    name = TRAITS[trait]
    by_line: dict[str, list[tuple[str, Paired]]] = {}
    for _, one, part in parts:
        by_line.setdefault(str(one.line), []).append((part.value or "none", part.paired))
    return Sliced(
        trait=trait,
        name=name,
        multiples=[
            Multiple(
                line,
                difference_pictures.rows(
                    rows,
                    scale=scale,
                    says=gettext("%(line)s less the baseline by %(trait)s")
                    % {"line": line, "trait": gettext(name)},
                ),
            )
            for line, rows in by_line.items()
        ],
        rows=[
            SliceRow(part.value, str(one.line), place, _pair(part.paired, scale), f"{trait}:{part.value}")
            for place, one, part in sorted(parts, key=lambda row: (row[2].value, row[0]))
        ],
    )


def _gaps(one: Compared) -> Gaps:
    against = one.against
    assert against is not None
    return Gaps(
        line=str(one.line),
        only_first=len(against.only_first),
        only_second=len(against.only_second),
        neither=len(against.neither),
        named=[_gap(gap) for gap in against.unmatched[:GAPS_NAMED]],
    )


def _gap(gap: Unmatched) -> Gap:
    return Gap(gap.query, _why(gap.first), _why(gap.second))


def _why(missing: Missing | None) -> str:
    return "" if missing is None else missing.value
