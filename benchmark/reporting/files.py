"""A report as JSON and as CSV.

The CSV is long: a line a figure, with its parts. Words that a spreadsheet would take for a formula are
written with an apostrophe before them; what is n/a is empty.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

from benchmark.reporting import words
from benchmark.reporting.sections import Column, Section, Table, Value
from benchmark.scoring.aggregation import Mean, Share
from scenarios.selectors.query_export import formula_safe

CSV_HEAD: Final = (
    "section",
    "table",
    "row",
    "figure",
    "value",
    "numerator",
    "denominator",
    "n",
    "low",
    "high",
)


def as_json(sections: Iterable[Section]) -> dict[str, Any]:
    """Sections by slug; of each its tables by name."""
    return {section.slug: _section(section) for section in sections}


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "absent": section.absent,
        "command": section.command,
        "notes": list(section.notes),
        "tables": {
            table.name: {
                "title": table.title,
                "notes": list(table.notes),
                "rows": [
                    {column.name: _value(value) for column, value in zip(table.columns, row, strict=True)}
                    for row in table.rows
                ],
            }
            for table in section.tables
        },
    }


def _value(value: Value) -> Any:
    """A figure with its parts, anything else as it is; null is n/a."""
    if not isinstance(value, Share | Mean):
        return value
    interval = words.interval(value)
    ends = {"low": interval.low if interval else None, "high": interval.high if interval else None}
    if isinstance(value, Share):
        parts = {"numerator": value.numerator, "denominator": value.denominator}
        return {"value": value.value, **parts, **ends}
    return {"value": value.low, "value_high": value.high, "n": value.n, "bounds": value.intervals, **ends}


def as_csv(sections: Iterable[Section]) -> str:
    """A line a figure under a line of names; what a section lacks is said in a line of its own."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_HEAD)
    for section in sections:
        if section.absent:
            said = f"{section.absent} {section.command}".strip()
            writer.writerow([section.slug, "", "", "absent", formula_safe(said), *[""] * 5])
        for table in section.tables:
            writer.writerows(_lines(section, table))
    return out.getvalue()


def _lines(section: Section, table: Table) -> Iterator[list[Any]]:
    for row in table.rows:
        name = formula_safe(table.key_of(row))
        for column, value in zip(table.columns, row, strict=True):
            if not column.key:
                yield [section.slug, table.name, name, *_figure(column, value)]


def _figure(column: Column, value: Value) -> list[Any]:
    if isinstance(value, str):
        value = formula_safe(value)
    found = _value(value)
    if not isinstance(found, dict):
        return [column.name, "" if found is None else found, *[""] * 5]
    names = ("value", "numerator", "denominator", "n", "low", "high")
    return [column.name, *("" if found.get(name) is None else found[name] for name in names)]
