"""The audit trail as a file, row by row: what the filters leave, however much that is."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db.models import QuerySet

from benchmark.floor.audit.models import AuditRecord
from scenarios.selectors import audit
from scenarios.selectors.query_export import formula_safe

COLUMNS: Final = ("id", "at", "actor", "actor_role", "by_service", "action", "subject", "details")
READ_AT_ONCE: Final = 2000


class _Line:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(rows: QuerySet[AuditRecord]) -> Iterator[str]:
    """A line of names, then a line a record; no cell is a formula."""
    writer: Any = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for found in _each(rows):
        found["details"] = json.dumps(found["details"], ensure_ascii=False, sort_keys=True)
        yield writer.writerow(
            [formula_safe(found[name]) if isinstance(found[name], str) else found[name] for name in COLUMNS]
        )


def as_lines(rows: QuerySet[AuditRecord]) -> Iterator[str]:
    """An object a line."""
    for found in _each(rows):
        yield json.dumps(found, ensure_ascii=False) + "\n"


def _each(rows: QuerySet[AuditRecord]) -> Iterator[dict[str, Any]]:
    for row in rows.iterator(chunk_size=READ_AT_ONCE):
        yield audit.as_dict(row)


FORMATS: Final[dict[str, tuple[str, Callable[[QuerySet[AuditRecord]], Iterator[str]]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "jsonl": ("application/jsonl; charset=utf-8", as_lines),
}
