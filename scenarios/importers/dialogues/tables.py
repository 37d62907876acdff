"""Messages in tables: CSV with commas, semicolons or tabs, newlines in quotes included. PURE."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator

from scenarios.importers.dialogues.rows import Fault, Found, Row

DELIMITERS = (",", ";", "\t")


def read_csv(text: str) -> Found:
    """The rows of a table whose first line names its columns; what does not fit the header is a fault."""
    found = Found()
    lines = _lines(text, _delimiter(text), found)
    _, header = next(lines, (0, []))
    found.columns = [name.strip() for name in header]
    if not any(found.columns):
        found.faults.append(
            Fault(1, "", "the first line names no columns", "begin with a line such as time,speaker,text")
        )
        return found
    for name, count in Counter(found.columns).items():
        if count > 1:
            found.faults.append(Fault(1, name, f"{count} columns have this name", "give each its own"))
    for line, cells in lines:
        if not cells or cells == [""]:
            continue  # an empty line
        if len(cells) != len(found.columns):
            what = f"{len(cells)} cells stand where the header names {len(found.columns)}"
            found.faults.append(Fault(line, "", what, "put a text that holds the delimiter in quotes"))
            continue
        found.rows.append(Row(line, dict(zip(found.columns, cells, strict=True))))
    return found


def _delimiter(text: str) -> str:
    """The delimiter that the first line has most of, outside quotes."""
    header = io.StringIO(text).readline()
    outside = "".join(header.split('"')[::2])
    return max(DELIMITERS, key=outside.count)


def _lines(text: str, delimiter: str, found: Found) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line on which it begins; at the first that cannot be read the reader stops."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            hint = "quotes within a quoted text are written twice; nothing behind this row was read"
            found.faults.append(Fault(line, "", f"the row cannot be read: {error}", hint))
            return
        yield line, cells
        line = reader.line_num + 1
