"""The formats of an export: the same rows as JSON Lines, CSV or Parquet, written batch by batch.

In CSV null is an empty cell, JSON is written as JSON, times are ISO 8601. A text that begins with ``= + -
@``, a tab, a carriage return or an apostrophe gets an apostrophe before it, so that no spreadsheet runs it;
who reads the file takes one leading apostrophe off a text to have it back. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from django.utils.module_loading import import_string

from benchmark.models import ExportFormat
from benchmark.services.export_kinds import Column, Type

#: Texts that begin so are escaped in CSV.
ESCAPED: Final = ("=", "+", "-", "@", "\t", "\r", "'")


class Writer(Protocol):
    """Writes batches of rows; ``close`` makes the file whole."""

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        """Append them."""

    def close(self) -> None:
        """Nothing follows."""


def open_writer(format: str, path: Path, columns: Sequence[Column]) -> Writer:
    """The writer of a format. Raises ``ValueError`` for one that does not exist."""
    found: Writer = import_string(_WRITERS[ExportFormat(format)])(path, columns)
    return found


class JsonLines:
    """An object a line, its keys the names of the columns."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        self._names = [column.name for column in columns]
        self._handle = path.open("w", encoding="utf-8", newline="\n")

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        for row in rows:
            line = dict(zip(self._names, row, strict=True))
            self._handle.write(json.dumps(line, ensure_ascii=False, default=_moment) + "\n")

    def close(self) -> None:
        self._handle.close()


class Csv:
    """A line of names, then a line a row."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        self._json = [column.type is Type.JSON for column in columns]
        self._handle = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._handle, lineterminator="\r\n")
        self._writer.writerow([column.name for column in columns])

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        self._writer.writerows(
            [
                as_cell(as_text(cell) if is_json else cell)
                for cell, is_json in zip(row, self._json, strict=True)
            ]
            for row in rows
        )

    def close(self) -> None:
        self._handle.close()


#: By name: the library behind Parquet holds 50 MB, and the other formats do without.
_WRITERS: Final = {
    ExportFormat.JSONL: f"{__name__}.JsonLines",
    ExportFormat.CSV: f"{__name__}.Csv",
    ExportFormat.PARQUET: "benchmark.services.parquet_files.Parquet",
}


def as_cell(value: Any) -> Any:
    """A value as a cell of CSV that no spreadsheet runs."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    return f"'{value}" if isinstance(value, str) and value.startswith(ESCAPED) else value


def as_text(value: Any) -> str | None:
    """A JSON value as text; null stays null."""
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")
