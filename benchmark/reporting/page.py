"""A report as its page shows it: each cell with how it is to be laid out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.reporting import words
from benchmark.reporting.sections import Column, Section, Table, Value
from benchmark.scoring.aggregation import Mean, Share


@dataclass(frozen=True, slots=True)
class ShownCell:
    """``share`` or ``mean`` where the cell is one, else ``text``."""

    text: str
    key: bool
    numeric: bool
    share: Share | None = None
    mean: Mean | None = None


@dataclass(frozen=True)
class ShownTable:
    """A table with its cells laid out, row by row; ``head`` has the titles of its columns."""

    table: Table
    head: list[ShownCell]
    rows: list[list[ShownCell]]


@dataclass(frozen=True)
class ShownSection:
    """A section with its tables."""

    section: Section
    tables: list[ShownTable]


def shown(sections: Iterable[Section]) -> list[ShownSection]:
    """Everything on the page of a report."""
    return [
        ShownSection(section, [ShownTable(table, _head(table), _rows(table)) for table in section.tables])
        for section in sections
    ]


def _head(table: Table) -> list[ShownCell]:
    return [
        ShownCell(column.title, column.key, numeric=not table.is_worded(place))
        for place, column in enumerate(table.columns)
    ]


def _rows(table: Table) -> list[list[ShownCell]]:
    return [
        [_cell(value, column) for value, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]


def _cell(value: Value, column: Column) -> ShownCell:
    return ShownCell(
        text=words.cell(value, column),
        key=column.key,
        numeric=not column.key and not isinstance(value, str),
        share=value if isinstance(value, Share) else None,
        mean=value if isinstance(value, Mean) else None,
    )
