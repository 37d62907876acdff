"""The failed queries of a run as CSV, one line a query, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from probes.selectors.diagnoses import DiagnosisFacts
from scenarios.selectors.query_export import formula_safe

HEAD = (
    "system",
    "hint",
    "repetition",
    "scenario",
    "query",
    "family",
    "question",
    "lost",
    "classes",
    "split",
    "self_recovered",
    "gold_recovered",
    "reason",
    "answer",
)


def as_csv(rows: Iterable[DiagnosisFacts]) -> str:
    """A line a failed query under a line of names; what is not known is empty."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(HEAD)
    for row in rows:
        words = (row.scenario, row.query, row.family, row.question)
        writer.writerow(
            [
                formula_safe(row.system),
                row.hint,
                row.repetition,
                *map(formula_safe, words),
                formula_safe("; ".join(node.label for node in row.frontier)),
                "; ".join(f"{node.failure}/{node.dimension}" for node in row.frontier),
                *map(_truth, (row.split, row.self_recovered, row.gold_recovered)),
                formula_safe(row.reason),
                row.answer,
            ]
        )
    return written.getvalue()


def _truth(value: bool | None) -> str:
    return "" if value is None else str(value).lower()
