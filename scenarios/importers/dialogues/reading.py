"""Reads a file of dialogues whole: every message with its time, and every fault at once (spec 16). PURE."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from scenarios.importers.dialogues.decoding import decode
from scenarios.importers.dialogues.objects import read_json, read_jsonl, said
from scenarios.importers.dialogues.rows import (
    FORMATS,
    KNOWN,
    MAX_ROWS,
    ROLES,
    SHOWN_FAULTS,
    SPLITS,
    Fault,
    Found,
    Note,
    Options,
    Row,
    mapping_of,
    row_problem,
)
from scenarios.importers.dialogues.tables import read_csv
from scenarios.importers.dialogues.times import TimeTextError, read_time, zone_of
from scenarios.importers.errors import OptionError

#: Where messages without any time begin, a minute each.
SYNTHETIC_START = datetime(2000, 1, 1, tzinfo=UTC)
#: Rows that a preview shows.
SAMPLED = 20
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,59}")


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``scenario`` is the label of the history it belongs to, empty for the only one; ``seq``
    its place in the file. ``id`` is the file's own, or empty where one has to be given."""

    line: int
    id: str
    t: datetime
    seq: int
    text: str
    speaker: str | None
    session: str | None
    scenario: str = ""
    synthetic_time: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """A row as a preview shows it, whatever is wrong with it; ``t`` is None for a time that was not read."""

    line: int
    id: str
    written_time: str
    t: datetime | None
    speaker: str
    session: str
    text: str


@dataclass(frozen=True, slots=True)
class Dialogues:
    """What a file holds. With ``faults`` nothing of it is stored; ``messages`` are those that could be read.
    ``wants_zone``: some times state none, and none was chosen."""

    format: str
    columns: tuple[str, ...]
    mapping: Mapping[str, str]
    n_rows: int
    skipped: int
    messages: tuple[Message, ...]
    faults: tuple[Fault, ...]
    notes: tuple[Note, ...]
    wants_zone: bool = False
    sample: tuple[Sample, ...] = ()

    @property
    def shown_faults(self) -> tuple[Fault, ...]:
        """The first of the faults, in the order of the file."""
        return self.faults[:SHOWN_FAULTS]


def read(data: bytes, name: str = "", options: Options | None = None) -> Dialogues:
    """All messages of a file with all that is wrong with them. Raises ``TooLargeError`` for a file above
    10 MB and ``OptionError`` for an option that is not known."""
    chosen = options or Options()
    zone = _checked(chosen)
    text, faults = decode(data)
    kind = chosen.format or format_of(name, text)
    if not faults and not text.strip():
        faults = [Fault(0, "", "the file is empty")]
    found = Found(faults=faults) if faults else _rows(kind, text, chosen)
    mapping = mapping_of(found.columns, chosen.columns)
    if not found.faults and len(found.rows) > MAX_ROWS:
        what = f"it has {len(found.rows):,} messages, {MAX_ROWS:,} are read at most"
        found.faults.append(Fault(found.rows[MAX_ROWS].line, "", what, "part the file into several"))
    _column_faults(found, mapping)
    reader = _Reader(found, mapping, zone, chosen)
    messages = () if len(found.rows) > MAX_ROWS or "text" not in mapping else tuple(reader.read())
    return Dialogues(
        format=kind,
        columns=tuple(found.columns),
        mapping=mapping,
        n_rows=len(found.rows),
        skipped=reader.skipped,
        messages=messages,
        faults=tuple(sorted(found.faults, key=lambda fault: fault.line)),
        notes=tuple(found.notes),
        wants_zone=reader.wants_zone,
        sample=tuple(reader.sample),
    )


def format_of(name: str, text: str) -> str:
    """json, jsonl or csv, by the file's name or, where that says nothing, by how its text begins."""
    ending = name.rpartition(".")[2].lower()
    known = {"json": "json", "jsonl": "jsonl", "ndjson": "jsonl", "csv": "csv", "tsv": "csv"}
    start = text.lstrip()[:1]
    if ending in known and (known[ending] == "csv") == (start not in ("[", "{")):
        return known[ending]
    if start == "[":
        return "json"
    if start == "{":
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        return "jsonl" if len(lines) > 1 and lines[0].endswith("}") and lines[1].startswith("{") else "json"
    return "csv"


def _checked(options: Options) -> tzinfo | None:
    for given, known, what in (
        (options.split, SPLITS, "split"),
        (options.format or "csv", FORMATS, "format"),
    ):
        if given not in known:
            raise OptionError(f"{what}: {given[:40]!r} is none of {', '.join(known)}")
    if unknown := sorted(set(options.columns) - set(ROLES)):
        raise OptionError(f"columns: {unknown[0][:40]!r} is none of {', '.join(ROLES)}")
    return zone_of(options.zone)


def _rows(kind: str, text: str, options: Options) -> Found:
    if kind == "csv":
        return read_csv(text)
    return (read_json if kind == "json" else read_jsonl)(text, options.columns.get("text", ""))


def _column_faults(found: Found, mapping: Mapping[str, str]) -> None:
    if not found.columns:
        return
    if "text" not in mapping:
        hint = (
            f"say which of {', '.join(found.columns[:12])} it is, or call it {' or '.join(KNOWN['text'][:4])}"
        )
        found.faults.append(Fault(1, "", "no column holds what is said", hint))
    for role, name in mapping.items():
        if name not in found.columns:
            found.faults.append(Fault(1, name, f"chosen for the {role}, and there is no such column"))


class _Reader:
    """Reads rows into messages; what is wrong goes to ``found``."""

    def __init__(
        self, found: Found, mapping: Mapping[str, str], zone: tzinfo | None, options: Options
    ) -> None:
        self.found, self.mapping, self.zone, self.options = found, mapping, zone, options
        self.skipped, self.wants_zone = 0, False
        self.sample: list[Sample] = []
        self._places: Counter[str] = Counter()
        self._ids: dict[tuple[str, str], int] = {}
        self._renamed = 0

    def read(self) -> Iterator[Message]:
        timed = any(self._time_of(row) not in (None, "") for row in self.found.rows)
        for row in self.found.rows:
            before = len(self.found.faults)
            text = self._text(row)
            if text == "" and self.options.skip_empty:
                self.skipped += 1
                continue
            if text == "":
                self._fault(row, "text", "it has no text", "or leave out rows without text")
            scenario = self._scenario(row)
            t = self._time(row, scenario, timed=timed)
            message = self._message(row, text, scenario, t, synthetic=not timed)
            if len(self.found.faults) == before and message is not None:
                yield message
        if self._renamed:
            what = f"{self._renamed} ids have other signs than letters, digits and _ . : - or are too long"
            self.found.notes.append(Note("ids-replaced", "", f"{what}; they got others"))

    def _message(
        self, row: Row, text: str, scenario: str, t: datetime | None, *, synthetic: bool
    ) -> Message | None:
        self._places[scenario] += 1
        speaker = self._word(row, "speaker")
        session = self._word(row, "session") or row.session or None
        label = self._id(row, scenario)
        if len(self.sample) < SAMPLED:
            written = str(self._time_of(row) or "")
            self.sample.append(Sample(row.line, label, written, t, speaker or "", session or "", text))
        if t is None:
            return None
        return Message(
            row.line, label, t, self._places[scenario], text, speaker, session, scenario, synthetic
        )

    def _fault(self, row: Row, role: str, what: str, hint: str = "") -> None:
        self.found.faults.append(Fault(row.line, self.mapping.get(role, role), what, hint))

    def _text(self, row: Row) -> str:
        value = row.data.get(self.mapping["text"])
        text = said(value)
        if text is None:
            self._fault(row, "text", f"what is said must be text, not {type(value).__name__}")
            return "\ufffd"  # a fault has been told, and no second one for the same
        if problem := row_problem(text):
            self._fault(row, "text", problem, "remove it")
        return text if text.strip() else ""

    def _word(self, row: Row, role: str) -> str | None:
        """The text of a column that a message may lack."""
        value = row.data.get(self.mapping.get(role, ""))
        if value is None or isinstance(value, (dict, list)):
            return None
        text = str(value).strip()
        if problem := row_problem(text):
            self._fault(row, role, problem, "remove it")
        return text or None

    def _scenario(self, row: Row) -> str:
        if self.options.split == "none":
            return ""
        session = self._word(row, "session") or row.session
        group = self._word(row, "group") or row.group
        return group if self.options.split == "group" else " ".join(filter(None, (group, session)))

    def _time_of(self, row: Row) -> Any:
        own = row.data.get(self.mapping.get("time", ""))
        return row.time if own in (None, "") else own

    def _time(self, row: Row, scenario: str, *, timed: bool) -> datetime | None:
        if not timed:
            return SYNTHETIC_START + timedelta(minutes=self._places[scenario])
        value = self._time_of(row)
        if value in (None, ""):
            self._fault(
                row, "time", "it has no time, and others have", "give it one, or leave out the column"
            )
            return None
        try:
            return read_time(value, self.zone)
        except TimeTextError as error:
            self.wants_zone |= error.naive
            hint = "choose one for the whole file" if error.naive else "write 2026-03-01T10:00:00Z"
            self._fault(row, "time", str(error), hint)
        return None

    def _id(self, row: Row, scenario: str) -> str:
        """The file's id where it can be kept; empty where the message has none of its own."""
        label = self._word(row, "id")
        if label is None:
            return ""
        if (scenario, label) in self._ids:
            hint = "once a history: make one of each group, or choose no column for the id"
            self._fault(
                row, "id", f"{label[:60]!r} stands already on line {self._ids[scenario, label]}", hint
            )
        self._ids.setdefault((scenario, label), row.line)
        if _LABEL.fullmatch(label):
            return label
        self._renamed += 1
        return ""
