"""Exports as Parquet: typed columns, compressed, in row groups."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from benchmark.services.export_files import as_text
from benchmark.services.export_kinds import Column, Type

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
            pa.array([as_text(cell) for cell in cells] if is_json else cells, field.type)
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
