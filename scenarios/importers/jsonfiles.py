"""JSON files from outside, read whole or refused with their place (line and column). PURE.

Files come with byte order marks, in old encodings, empty, cut off or with repeated keys. None of it may
pass unseen: what can be read is read with a note, the rest raises ``UnreadableFileError``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scenarios.importers.errors import Place, UnreadableFileError

#: More than any file of a text benchmark needs; a guard against reading a disk image.
MAX_BYTES = 256 * 1024 * 1024
#: The character put where text holds something that no database column can: NUL or half of a surrogate pair.
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd about a file that could still be read: a finding's code and words."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read: its name as findings show it, its content and what was odd about it."""

    file: str
    content: Any
    notes: tuple[Note, ...] = ()


def load(path: Path, shown: str) -> Document:
    """Read one JSON file. Raises ``UnreadableFileError`` naming line and column where there is one."""
    text, notes = _text(path, shown)
    if not text.strip():
        size = "of 0 bytes" if not text else "that holds nothing but white space"
        raise UnreadableFileError(Place(shown), f"an empty file {size}", "fetch the file again")
    repeated: list[str] = []
    replaced: list[str] = []
    try:
        content = _storable(_parsed(text, shown, repeated), replaced)
    except RecursionError as error:
        raise UnreadableFileError(Place(shown), "nested too deeply to be a data set") from error
    if repeated:
        names = ", ".join(sorted(set(repeated)))
        notes.append(Note("repeated-key", f"keys given twice in one object, the last holds: {names}"))
    if replaced:
        notes.append(
            Note(
                "unstorable-character",
                f"NUL or half a surrogate pair replaced by U+FFFD in {len(replaced)} texts",
            )
        )
    return Document(shown, content, tuple(notes))


def _text(path: Path, shown: str) -> tuple[str, list[Note]]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise UnreadableFileError(Place(shown), f"the file has {size} bytes, the limit is {MAX_BYTES}")
        raw = path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(Place(shown), f"cannot be opened: {error.strerror}") from error
    for mark, encoding, name in (
        (b"\xef\xbb\xbf", "utf-8", "UTF-8"),
        (b"\xff\xfe", "utf-16-le", "UTF-16"),
        (b"\xfe\xff", "utf-16-be", "UTF-16"),
    ):
        if raw.startswith(mark):
            note = Note(
                "byte-order-mark", f"the file starts with a byte order mark of {name}; it was skipped"
            )
            return _decoded(raw[len(mark) :], encoding, shown), [note]
    try:
        return raw.decode("utf-8"), []
    except UnicodeDecodeError as error:
        place = _place_of_byte(raw, error.start)
        note = Note(
            "foreign-encoding",
            f"not UTF-8 (byte 0x{raw[error.start]:02x} at {place}); read as Latin-1, accents may be wrong",
        )
        return raw.decode("latin-1"), [note]


def _decoded(raw: bytes, encoding: str, shown: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        reason = f"broken {encoding} at byte {error.start} after the byte order mark"
        raise UnreadableFileError(Place(shown), reason, "save the file as UTF-8") from error


def _place_of_byte(raw: bytes, position: int) -> str:
    line = raw.count(b"\n", 0, position) + 1
    column = position - raw.rfind(b"\n", 0, position)
    return f"line {line}, byte {column} of the line"


def _parsed(text: str, shown: str, repeated: list[str]) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_keys_noted(repeated), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise UnreadableFileError(
            Place(shown, error.lineno, error.colno), f"not JSON: {error.msg}", "the whole file was left out"
        ) from error
    except ValueError as error:  # a constant refused below, or a number of more digits than Python converts
        raise UnreadableFileError(Place(shown), f"a number that cannot be read: {error}") from error


def _keys_noted(repeated: list[str]) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                repeated.append(name)
            seen.add(name)
        return dict(pairs)

    return build


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number of JSON")


def _storable(content: Any, replaced: list[str]) -> Any:
    """The content with every text fit to be stored; ``replaced`` collects the texts that were mended."""
    if isinstance(content, dict):
        return {_storable(key, replaced): _storable(value, replaced) for key, value in content.items()}
    if isinstance(content, list):
        return [_storable(value, replaced) for value in content]
    if isinstance(content, str) and any(char == "\x00" or "\ud800" <= char <= "\udfff" for char in content):
        replaced.append(content)
        return "".join(
            REPLACEMENT if char == "\x00" or "\ud800" <= char <= "\udfff" else char for char in content
        )
    return content
