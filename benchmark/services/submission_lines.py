"""The lines of a submitted file, checked against a released suite before anything is stored (ADR 23).

A line is ``{"query", "context": [text | {"text", "events"}], "label", "answer", "citations", "scenario"}``:
a context, an answer, or both. What the chosen reader needs must be there.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.utils.translation import gettext as _

from benchmark.services import answer_lines, readers
from benchmark.services.answer_lines import Given
from scenarios.models import Query, Suite

#: What one file may hold at most: bytes as sent, bytes when unpacked, lines, and bytes of one line.
MOST_BYTES = 64 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024
MOST_LINES = 100_000
MOST_LINE_BYTES = 1024 * 1024
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Inspection:
    """What a file holds. ``given`` lines can be used; ``faults`` are (line, what is wrong), of which
    ``unknown`` name no query of the suite and ``doubled`` name one again; ``missing`` queries of
    the ``asked`` have no line and count as missed."""

    given: tuple[Given, ...]
    faults: tuple[tuple[int, str], ...]
    asked: int
    missing: tuple[str, ...]
    unknown: int
    doubled: int

    @property
    def counts(self) -> dict[str, int]:
        """The counts by name."""
        return {
            "asked": self.asked,
            "matched": len(self.given),
            "missing": len(self.missing),
            "unknown": self.unknown,
            "doubled": self.doubled,
            "faulty": len(self.faults),
        }


class _TooLargeError(ValueError):
    """A limit is passed; nothing after it is read."""


def inspect(*, suite: Suite, path: Path, reader: str) -> Inspection:
    """Read a file, plain or gzip, for a run by ``reader``. Never raises: what is wrong stands in ``faults``,
    by line; a limit that is passed, or a file that cannot be unpacked, ends the reading there."""
    given: list[Given] = []
    faults: list[tuple[int, str]] = []
    lines = _Counted(path)
    try:
        for line in answer_lines.stream(suite=suite, lines=lines, both=True):
            if isinstance(line, Given):
                given.append(line)
            else:
                faults.append(line)
    except (_TooLargeError, UnicodeDecodeError, OSError, EOFError, zlib.error) as error:
        faults.append((lines.read + 1, _("the file cannot be read further: %(why)s") % {"why": error}))
    return _sorted(suite, given, faults, reader)


class _Counted:
    """The lines of a file, counted as they are read."""

    def __init__(self, path: Path) -> None:
        self.read = 0
        self._path = path

    def __iter__(self) -> Iterator[str]:
        for line in lines_of(self._path):
            self.read += 1
            yield line


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file within the limits."""
    with path.open("rb") as raw:
        packed = raw.read(2) == _GZIP
        raw.seek(0)
        with gzip.open(raw) if packed else raw as body:
            yield from _bounded(body)


def _bounded(body: IO[bytes] | gzip.GzipFile) -> Iterator[str]:
    size = 0
    for number in range(1, MOST_LINES + 2):
        line = body.readline(MOST_LINE_BYTES + 1)
        if not line:
            return
        size += len(line)
        if number > MOST_LINES:
            raise _TooLargeError(
                _("it holds more than %(most_lines)s lines") % {"most_lines": f"{MOST_LINES:,}"}
            )
        if len(line) > MOST_LINE_BYTES:
            raise _TooLargeError(
                _("the line is longer than %(most_line_bytes)s bytes")
                % {"most_line_bytes": f"{MOST_LINE_BYTES:,}"}
            )
        if size > MOST_UNPACKED:
            raise _TooLargeError(
                _("it is longer than %(most_unpacked)s bytes") % {"most_unpacked": f"{MOST_UNPACKED:,}"}
            )
        yield line.decode("utf-8-sig" if number == 1 else "utf-8")


def _sorted(suite: Suite, given: list[Given], faults: list[tuple[int, str]], reader: str) -> Inspection:
    """Move the lines that cannot be used to the faults, and count what is missing."""
    unknown = sum(isinstance(what, answer_lines.NamesNoQuery) for _line, what in faults)
    first: dict[int, Given] = {}
    doubled = 0
    for line in given:
        if line.query.pk in first:
            doubled += 1
            at = first[line.query.pk].number
            faults.append(
                (
                    line.number,
                    _("query %(label)s stands twice, first in line %(at)s")
                    % {"label": line.query.label, "at": at},
                )
            )
        elif (lack := _lacks(line, reader)) is not None:
            faults.append((line.number, lack))
        else:
            first[line.query.pk] = line
    if not given and not faults:
        faults.append((1, 'the file holds no line; write one a question: {"query": "q001", "context": []}'))
    asked = list(Query.objects.filter(scenario__suite=suite).order_by("scenario", "label"))
    missing = tuple(query.label for query in asked if query.pk not in first)
    return Inspection(tuple(first.values()), tuple(sorted(faults)), len(asked), missing, unknown, doubled)


def _lacks(line: Given, reader: str) -> str | None:
    if line.probe:
        return _("holds a probe; a file is asked the queries alone (manage.py score takes probes)")
    if reader == readers.OWN and line.raw is None:
        return _("holds no answer, which the reader %(reader)s needs; give label, answer and citations") % {
            "reader": reader
        }
    if reader != readers.OWN and line.context is None:
        return _(
            "holds no context, which the reader %(reader)s needs; or submit it for the reader %(own)s"
        ) % {"reader": reader, "own": readers.OWN}
    return None
