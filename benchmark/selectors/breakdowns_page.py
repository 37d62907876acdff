"""Where a system of a run is right as its page shows it: pictures, each with its table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from benchmark import breakdown_pictures as pictures
from benchmark.breakdown_pictures import Bar, Mark
from benchmark.models import Run
from benchmark.scoring.aggregation import NO_LABEL, Mean, Share
from benchmark.scoring.board_lines import Line, LineKind
from benchmark.scoring.breakdowns import Cell, Glance, glances
from benchmark.scoring.envelope import LABELS
from benchmark.scoring.traits import Dimension, Trait
from benchmark.selectors import board_lines, breakdowns, budgets, paper_figures
from benchmark.selectors.breakdowns import Breakdown, SystemLine
from benchmark.selectors.budgets import BudgetTable, Point
from benchmark.selectors.paper_figures import Reference

#: Traits with more values than this, or one alone, are not drawn at a glance; they have a page.
MOST_AT_A_GLANCE: Final = 12
_SHARES: Final = {
    _n("Right labels"): "ansblacc",
    _n("Right with a whole witness cited"): "justified_correct",
}
_MEANS: Final = {
    _n("Citation precision, where cited"): "precision",
    _n("Citation precision, uncited 0"): "strict_precision",
    _n("Citation recall"): "recall",
}
_WORDS: Final = {"33-69": "33+"}
_RANGE: Final = re.compile(r"(\S.*) to (\S+)")
"""A range of figures, as ``scoring.traits`` names it."""


@dataclass(frozen=True, slots=True)
class Multiple:
    """A small picture with its title; ``link`` is the query string of a page about it, empty without one."""

    title: str
    svg: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The traits of one dimension at a glance."""

    title: str
    multiples: tuple[Multiple, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A cell in words, with the query string of the list of its answers."""

    words: str
    cell: Cell
    link: str


@dataclass(frozen=True, slots=True)
class Said:
    """How often a gold label got a label, and the query string of the list of those answers."""

    count: int
    link: str
    right: bool


@dataclass(frozen=True)
class Shown:
    """The whole page; ``found`` holds the figures that are no picture."""

    found: Breakdown
    note: str
    right: str
    multiples: tuple[Multiple, ...]
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    said: tuple[tuple[str, tuple[Said, ...], Share], ...]
    budget_curve: str
    gathered_curve: str
    points: tuple[Point, ...]
    over: int
    table: BudgetTable
    references: tuple[Reference, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels that answers gave, and that none could be read."""
        return (*LABELS, NO_LABEL)


def shown(run: Run, line: SystemLine, trait: Trait, among: Sequence[SystemLine]) -> Shown:
    """What the page of one line of a run shows, sliced by one trait, in a constant number of queries;
    ``among`` are all lines of the run."""
    beside = board_lines.of_run(run)
    found = breakdowns.of_line(run, line, trait, beside.lines)
    points = budgets.of_line(run, line)
    marks = tuple(
        Mark(one.kind.value, _(one.name), share.value)
        for one, share in zip(found.lines, found.whole.beside, strict=True)
        if share.value is not None
    )
    return Shown(
        found=found,
        note=beside.note,
        right=_right(found),
        multiples=_multiples(found),
        rows=tuple(_row(found, cell) for cell in (*found.cells, found.whole)),
        groups=_groups(found),
        said=_said(found),
        budget_curve=_curve(
            [Bar.of_share(one.short, one.ansacc) for one in points],
            marks,
            _("Share of right answers by budget"),
        ),
        gathered_curve=_curve(
            [Bar.of_mean(one.short, one.gathered) for one in points],
            (),
            _("Share of support gathered by budget"),
        ),
        points=tuple(points),
        over=sum(point.over for point in points),
        table=budgets.of_run(run, among),
        references=tuple(paper_figures.of_run(run)),
    )


def in_words(value: str) -> str:
    """A value as people read it."""
    ends = _RANGE.fullmatch(value)
    if ends is not None:
        return _("%(low)s to %(high)s") % {"low": ends[1], "high": ends[2]}
    return _(_WORDS.get(value, value))


def _by(trait: Trait) -> str:
    """What a picture is sliced by, in the middle of a sentence."""
    return _(trait.title).lower() if get_language() == "en" else _(trait.title)


def _right(found: Breakdown) -> str:
    rows = [
        Bar.of_share(in_words(cell.value), cell.summary.ansacc, _marks(found.lines, cell))
        for cell in found.cells
    ]
    return pictures.bars(
        rows,
        says=_("Right answers of %(line)s by %(trait)s")
        % {"line": found.line.title, "trait": _by(found.trait)},
    )


def _marks(lines: Sequence[Line], cell: Cell) -> tuple[Mark, ...]:
    """Of each kind the highest line on the queries of a cell; the table has all of them."""
    best: dict[LineKind, Mark] = {}
    for line, share in zip(lines, cell.beside, strict=True):
        kept = best.get(line.kind)
        if share.value is not None and (kept is None or share.value > kept.value):
            best[line.kind] = Mark(line.kind.value, _(line.name), share.value)
    return tuple(best[kind] for kind in LineKind if kind in best)


def _multiples(found: Breakdown) -> tuple[Multiple, ...]:
    drawn = [
        (_(title), [Bar.of_share(in_words(cell.value), getattr(cell.summary, name)) for cell in found.cells])
        for title, name in _SHARES.items()
    ]
    drawn += [
        (_(title), [Bar.of_mean(in_words(cell.value), getattr(cell.summary, name)) for cell in found.cells])
        for title, name in _MEANS.items()
    ]
    gathered: list[tuple[str, Mean]] = [(cell.value, cell.gathered) for cell in found.cells]
    drawn.append((_("Support gathered"), [Bar.of_mean(in_words(value), mean) for value, mean in gathered]))
    by = _by(found.trait)
    return tuple(
        Multiple(title, pictures.bars(rows, says=_("%(title)s by %(by)s") % {"title": title, "by": by}))
        for title, rows in drawn
    )


def _row(found: Breakdown, cell: Cell) -> Row:
    wanted = {} if cell is found.whole else {"by": found.trait.name, "is": cell.value}
    return Row(in_words(cell.value), cell, _link(found.line, **wanted))


def _link(line: SystemLine, **wanted: str) -> str:
    return urlencode({"system": line.system, "hint": line.hint, **wanted})


def _groups(found: Breakdown) -> tuple[Group, ...]:
    drawn = [
        one
        for one in glances(found.rows)
        if len(one.shares) <= MOST_AT_A_GLANCE
        and sum(share.denominator > 0 for _value, share in one.shares) > 1
    ]
    groups = (
        Group(_(kind.value), tuple(_glance(found, one) for one in drawn if one.trait.dimension is kind))
        for kind in Dimension
    )
    return tuple(group for group in groups if group.multiples)


def _glance(found: Breakdown, one: Glance) -> Multiple:
    rows = [Bar.of_share(in_words(value), share) for value, share in one.shares]
    svg = pictures.bars(rows, says=_("Right answers by %(trait)s") % {"trait": _by(one.trait)})
    return Multiple(_(one.trait.title), svg, _link(found.line, by=one.trait.name))


def _said(found: Breakdown) -> tuple[tuple[str, tuple[Said, ...], Share], ...]:
    """By gold label: the labels that were given, and how many of its answers are right."""
    summary = found.whole.summary
    return tuple(
        (
            gold,
            tuple(
                Said(count, _link(found.line, by="label", said=given, **{"is": gold}), given == gold)
                for given, count in counts.items()
            ),
            summary.by_label[gold],
        )
        for gold, counts in summary.confusion.items()
    )


def _curve(points: Sequence[Bar], marks: Sequence[Mark], says: str) -> str:
    """Nothing to draw with fewer than two points."""
    if len(points) < 2:
        return ""
    return pictures.curve(points, marks, across=_("tokens of context"), says=says)
