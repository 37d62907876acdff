"""The verdicts of a suite as a kind of export: the rows that ``scenarios.review`` counts and writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Export
from benchmark.services.export_kinds import Column, ExportKind, Type
from scenarios.review.services import export_lines

_TYPES: Final = {
    "item": Type.INTEGER,
    "suite_version": Type.INTEGER,
    "version": Type.INTEGER,
    "guideline": Type.INTEGER,
    "started_at": Type.TIME,
    "submitted_at": Type.TIME,
    "active_ms": Type.INTEGER,
    "too_fast": Type.BOOLEAN,
    "right": Type.BOOLEAN,
}
_COLUMNS: Final = (
    *(
        Column(name, _TYPES.get(name, Type.TEXT), f"{name.replace('_', ' ')} of the verdict")
        for name in export_lines.COLUMNS
    ),
    Column("fields", Type.JSON, "what was judged, by field"),
    Column("given", Type.JSON, "what was entered, by name"),
)


def _rows(export: Export) -> Iterator[Sequence[Any]]:
    for row in export_lines.rows(export.suite):
        yield list(row.values())


VERDICTS = ExportKind(
    "verdicts",
    "Verdicts",
    Verb.REVIEW_EXPORT,
    False,
    _COLUMNS,
    _rows,
    lambda export: export_lines.counted(export.suite).count(),
)
"""Current verdicts, without check items and withdrawn items: as many as the page counts (case A07)."""
