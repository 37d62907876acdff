"""The answers of one system by what their queries are like (spec 12.4). PURE.

Micro figures: every answer counts once. A query without a measure stands under ``n/a``. Floors and ceilings
are taken on the very queries that a cell counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.scoring.aggregation import Mean, ScoredAnswer, Share, Summary, Valued, mean_of, summarise
from benchmark.scoring.board_lines import Line
from benchmark.scoring.gathered import GatheredShare
from benchmark.scoring.traits import TRAITS, Trait

#: The value of the cell over everything.
ALL = "all"


@dataclass(frozen=True, slots=True)
class SlicedAnswer:
    """An answer with the row of its query, what of the support its context carried (None where that is not
    known), and the tokens of that context (None where nothing was handed over)."""

    query: int
    scored: ScoredAnswer
    gathered: GatheredShare | None = None
    tokens: int | None = None

    def value_of(self, trait: Trait) -> str:
        return self.scored.traits[trait.name]


@dataclass(frozen=True, slots=True)
class Cell:
    """The figures of the answers with one value. ``beside`` are the shares of the lines, in their order, on
    the queries that count here."""

    value: str
    summary: Summary
    gathered: Mean
    tokens: float | None
    beside: tuple[Share, ...]

    @property
    def n(self) -> int:
        """Answers in the denominators."""
        return self.summary.ansacc.denominator

    @property
    def small(self) -> bool:
        """True for a cell too small to be read as a result."""
        return self.summary.ansacc.small


def cells(
    rows: Iterable[SlicedAnswer], trait: Trait, lines: Sequence[Line] = (), *, seed: int = 0
) -> list[Cell]:
    """A cell per value of a trait, in the trait's order."""
    groups: dict[str, list[SlicedAnswer]] = {}
    for row in rows:
        groups.setdefault(row.value_of(trait), []).append(row)
    return [cell(value, groups.get(value, []), lines, seed=seed) for value in trait.order(frozenset(groups))]


def cell(value: str, rows: Sequence[SlicedAnswer], lines: Sequence[Line] = (), *, seed: int = 0) -> Cell:
    """The figures of some answers; ``seed`` is that of the bootstrap."""
    counted = {row.query for row in rows if row.scored.counted}
    return Cell(
        value=value,
        summary=summarise((row.scored for row in rows), seed=seed),
        gathered=gathered_of(rows, seed=seed),
        tokens=mean_tokens(rows),
        beside=tuple(line.on(counted) for line in lines),
    )


def gathered_of(rows: Iterable[SlicedAnswer], *, seed: int) -> Mean:
    """The mean share of the support that contexts carried; whether they could be read does not matter."""
    values = (
        Valued(row.scored.cluster, float(row.gathered.low), float(row.gathered.high), row.gathered.exact)
        for row in rows
        if row.gathered is not None
    )
    return mean_of(values, seed=seed)


def mean_tokens(rows: Iterable[SlicedAnswer]) -> float | None:
    """Tokens of a context in the mean; None without any."""
    found = [row.tokens for row in rows if row.tokens is not None]
    return sum(found) / len(found) if found else None


@dataclass(frozen=True, slots=True)
class Glance:
    """A trait with the share of right answers by its values."""

    trait: Trait
    shares: tuple[tuple[str, Share], ...]


def glances(rows: Sequence[SlicedAnswer]) -> list[Glance]:
    """Right answers by every trait."""
    counted = [row for row in rows if row.scored.counted]
    found = []
    for trait in TRAITS:
        counts: dict[str, list[int]] = {}
        for row in counted:
            parts = counts.setdefault(row.value_of(trait), [0, 0])
            parts[0] += row.scored.correct
            parts[1] += 1
        order = trait.order(frozenset(counts))
        found.append(Glance(trait, tuple((value, Share(*counts.get(value, (0, 0)))) for value in order)))
    return found
