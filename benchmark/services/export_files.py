"""The formats of an export: the same rows as JSON Lines, CSV or Parquet, written batch by batch.

In CSV null is an empty cell, JSON is written as JSON, times are ISO 8601. A text that begins with ``= + -
@``, a tab, a carriage return or an apostrophe gets an apostrophe before it, so that no spreadsheet runs it;
who reads the file takes one leading apostrophe off a text to have it back. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from benchmark.models import ExportFormat
from benchmark.services.export_kinds import Column, Type

#: Texts that begin so are escaped in CSV.
ESCAPED: Final = ("=", "+", "-", "@", "\t", "\r", "'")
#: Rows of a row group of Parquet: readers want them large, and in columns they take little memory.
GROUP: Final = 10_000
_ARROW: Final = {
    Type.TEXT: pa.string(),
    Type.INTEGER: pa.int64(),
    Type.NUMBER: pa.float64(),
    Type.BOOLEAN: pa.bool_(),
    Type.TIME: pa.timestamp("us", tz="UTC"),
    Type.JSON: pa.string(),
}


class Writer(Protocol):
    """Writes batches of rows; ``close`` makes the file whole."""

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        """Append them."""

    def close(self) -> None:
        """Nothing follows."""


def open_writer(format: str, path: Path, columns: Sequence[Column]) -> Writer:
    """The writer of a format. Raises ``ValueError`` for one that does not exist."""
    return _WRITERS[ExportFormat(format)](path, columns)


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
                as_cell(_as_json(cell) if is_json else cell)
                for cell, is_json in zip(row, self._json, strict=True)
            ]
            for row in rows
        )

    def close(self) -> None:
        self._handle.close()


class Parquet:
    """Row groups of ``GROUP`` rows, types kept; JSON is text. The doc of each column is in its metadata."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        self._json = [column.type is Type.JSON for column in columns]
        self._schema = pa.schema(
            [pa.field(one.name, _ARROW[one.type], metadata={"doc": one.doc}) for one in columns]
        )
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._held: list[pa.RecordBatch] = []

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        columns = list(zip(*rows, strict=True)) or [()] * len(self._schema)
        arrays = [
            pa.array([_as_json(cell) for cell in cells] if is_json else cells, field.type)
            for cells, is_json, field in zip(columns, self._json, self._schema, strict=True)
        ]
        self._held.append(pa.record_batch(arrays, schema=self._schema))
        if sum(batch.num_rows for batch in self._held) >= GROUP:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._held:
            self._writer.write_table(pa.Table.from_batches(self._held))
            self._held.clear()


_WRITERS: Final[Mapping[ExportFormat, Callable[[Path, Sequence[Column]], Writer]]] = {
    ExportFormat.JSONL: JsonLines,
    ExportFormat.CSV: Csv,
    ExportFormat.PARQUET: Parquet,
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


def _as_json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")
