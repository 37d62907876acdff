"""One verdict as a line of an export: the same values as JSON and as CSV (ux pain 10)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery

from scenarios.models import Adjudication, ReviewStatus, Suite, Verdict

BATCH = 2000
#: Columns before the judged fields, with where they stand from a verdict.
COLUMNS: Mapping[str, str] = {
    "item": "item_id",
    "suite": "item__suite__slug",
    "suite_version": "item__suite__version",
    "scenario": "item__scenario__slug",
    "label": "item__label",
    "kind": "item__kind",
    "form": "form",
    "status": "item__status",
    "person": "person__username",
    "version": "version",
    "outcome": "outcome",
    "guideline": "guideline__version",
    "started_at": "started_at",
    "submitted_at": "submitted_at",
    "active_ms": "active_ms",
    "too_fast": "too_fast",
    "right": "score__right",
    "adjudicated_outcome": "decided_outcome",
    "adjudicated_reason": "decided_reason",
}
_FIELDS, _GIVEN = "fields", "given"
#: Cells that a spreadsheet would take for a formula begin so.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def counted(suite: Suite) -> QuerySet[Verdict]:
    """The verdicts that an export holds, and that ``selectors.counters`` counts: current, of items that are
    no checks and were not withdrawn."""
    rows = Verdict.objects.filter(item__suite=suite, is_current=True, item__is_check=False)
    return rows.exclude(item__status=ReviewStatus.WITHDRAWN)


def rows(suite: Suite) -> Iterator[dict[str, Any]]:
    """Every counted verdict as a flat mapping with ``fields`` and ``given``, by item and person; read in
    batches through a cursor of the server, so that a hundred thousand take little memory."""
    decided = Adjudication.objects.filter(item=OuterRef("item"), is_current=True)
    found = counted(suite).annotate(
        decided_outcome=Subquery(decided.values("outcome")[:1]),
        decided_reason=Subquery(decided.values("reason")[:1]),
    )
    names = [*COLUMNS, _FIELDS, _GIVEN]
    places = [*COLUMNS.values(), _FIELDS, _GIVEN]
    ordered = found.order_by("item__place", "item_id", "person_id").values_list(*places)
    for row in ordered.iterator(chunk_size=BATCH):
        yield dict(zip(names, row, strict=True))


def field_names(suite: Suite) -> list[str]:
    """Every judged field that occurs, sorted: the columns of a table. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT jsonb_object_keys(v.fields) AS name FROM scenarios_verdict v"
            " JOIN scenarios_reviewitem i ON i.id = v.item_id"
            " WHERE i.suite_id = %s AND v.is_current AND NOT i.is_check AND i.status <> 'withdrawn'"
            " ORDER BY name",
            [suite.pk],
        )
        return [name for (name,) in cursor.fetchall()]


def as_json(row: Mapping[str, Any]) -> str:
    """A line of JSON Lines."""
    return json.dumps(row, ensure_ascii=False, default=_moment) + "\n"


class Table:
    """Lines of CSV under one head: columns, a column for each judged field, all entries as JSON."""

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = fields
        self._buffer = io.StringIO()
        self._writer = csv.writer(self._buffer, lineterminator="\r\n")

    def head(self) -> str:
        """The names of the columns."""
        return self._line([*COLUMNS, *(f"field.{name}" for name in self._fields), _GIVEN])

    def line(self, row: Mapping[str, Any]) -> str:
        """One verdict."""
        fields = row[_FIELDS]
        return self._line(
            [
                *(row[name] for name in COLUMNS),
                *(fields.get(name) for name in self._fields),
                json.dumps(row[_GIVEN], ensure_ascii=False, sort_keys=True),
            ]
        )

    def _line(self, cells: Iterable[Any]) -> str:
        self._writer.writerow([_cell(value) for value in cells])
        text = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return text


def _cell(value: Any) -> Any:
    """A value that no spreadsheet runs; numbers stay numbers, yes and no are words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _moment(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")
