"""What is read out of a file of dialogues: rows, what is wrong with them, and what may be chosen. PURE."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scenarios.importers.errors import ImporterError

MAX_BYTES = 10 * 1024 * 1024
MAX_ROWS = 50_000
#: As many faults are shown; all are counted.
SHOWN_FAULTS = 200

#: What a column may hold, and by which names it is known, the likeliest first.
KNOWN: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "content", "message", "utterance", "body", "msg"),
    "time": ("time", "timestamp", "datetime", "date_time", "date", "t", "created_at", "sent_at"),
    "speaker": ("speaker", "role", "author", "name", "sender", "from", "user"),
    "session": (
        "session",
        "session_id",
        "conversation",
        "conversation_id",
        "dialogue_id",
        "dialog_id",
        "thread",
    ),
    "group": ("group", "sample", "sample_id"),
    "id": ("id", "message_id", "dia_id", "turn_id", "uid"),
}
ROLES = tuple(KNOWN)
#: How messages are parted into scenarios.
SPLITS = ("none", "group", "session")
FORMATS = ("json", "jsonl", "csv")


class TooLargeError(ImporterError):
    """The file has more bytes than are read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: 1-based line (0: the file), the column or key, what was found and what to do."""

    line: int
    column: str
    what: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "file"
        column = f", {self.column}" if self.column else ""
        return f"{place}{column}: {self.what}{f' ({self.hint})' if self.hint else ''}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd that was read nevertheless: a finding's code, where, and what was seen."""

    code: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True)
class Row:
    """One message as it stands in the file. ``session``, ``group`` and ``time`` are those of what it stands
    in, where they are stated there; its own columns go before them."""

    line: int
    data: Mapping[str, Any]
    session: str = ""
    group: str = ""
    time: Any = None


@dataclass(slots=True)
class Found:
    """The rows of a file, the names of its columns in their order, and what is wrong with it."""

    rows: list[Row] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Options:
    """``columns`` says which column holds what (role to name, an empty name for none) where the known names
    do not; ``zone`` is that of all times without one (``Europe/Berlin``, ``+02:00``); ``split`` parts the
    messages into scenarios; ``skip_empty`` leaves out rows without text; ``format`` is found out where
    empty."""

    columns: Mapping[str, str] = field(default_factory=dict)
    zone: str = ""
    split: str = "none"
    skip_empty: bool = False
    format: str = ""


def plain(name: str) -> str:
    """A column's name as it is looked up."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def mapping_of(columns: Iterable[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Which column holds what: as chosen, else by its name; a role that none holds is absent."""
    names = list(columns)
    taken = {name for name in chosen.values() if name}
    found: dict[str, str] = {}
    for role, known in KNOWN.items():
        if role in chosen:
            name: str | None = chosen[role] or None
        else:
            free = {plain(name): name for name in reversed(names) if name not in taken}
            name = next((free[one] for one in known if one in free), None)
        if name is not None:
            found[role] = name
            taken.add(name)
    return found


def row_problem(text: str) -> str:
    """Why no column can hold a text, empty where one can."""
    if "\x00" in text:
        return "a NUL character cannot be stored"
    if any("\ud800" <= char <= "\udfff" for char in text):
        return "half of a character (a lone surrogate) cannot be stored"
    return ""
