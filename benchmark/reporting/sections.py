"""A report as plain data: sections of tables, which text, CSV, JSON, Markdown and pages all render.

A figure keeps its parts: ``Share`` and ``Mean`` of ``scoring.aggregation`` bring numerator, denominator, n
and interval along, so that no rendering can lose them. None is n/a.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.scoring.aggregation import SMALL_CELL, Mean, Share

if TYPE_CHECKING:
    from benchmark.models import Run

Value = str | int | float | Share | Mean | None
"""What a cell holds."""


@dataclass(frozen=True, slots=True)
class Column:
    """``name`` is the key in JSON and CSV, ``title`` what people read. ``digits`` are shown behind the mark
    of a plain number. ``key`` columns say what a row is about."""

    name: str
    title: str
    key: bool = False
    digits: int = 1


@dataclass(frozen=True)
class Table:
    """``rows`` hold a value for each column. ``notes`` stand below."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    notes: Sequence[str] = ()

    def is_worded(self, place: int) -> bool:
        """Whether a column holds words, which are read from the left; figures are lined up at the right."""
        return self.columns[place].key or any(isinstance(row[place], str) for row in self.rows)

    def key_of(self, row: Sequence[Value]) -> str:
        """What a row is about, in words."""
        parts = (str(value) for column, value in zip(self.columns, row, strict=True) if column.key and value)
        return " / ".join(parts)


@dataclass(frozen=True)
class Section:
    """One part of a report. ``absent`` says that the run has nothing for it, and ``command`` what would bring
    it about."""

    slug: str
    title: str
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    absent: str = ""
    command: str = ""


@dataclass(frozen=True)
class ReportSection:
    """A section of every report, as the setting ``REPORT_SECTIONS`` names it. ``of`` reads it for one run, in
    a constant number of queries."""

    slug: str
    title: str
    of: Callable[[Run], Section]


def keys(*titles: str) -> tuple[Column, ...]:
    """Columns that say what a row is about, each named by its title in lower case."""
    return tuple(Column(title.lower().replace(" ", "_"), title, key=True) for title in titles)


def is_small(value: Value) -> bool:
    """Whether a figure rests on too few to be read as a result."""
    if isinstance(value, Share):
        return value.small
    return isinstance(value, Mean) and value.n < SMALL_CELL
