"""Reads JSON and JSONL strictly: every refusal names file, line and column, and what was wanted there."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from scenarios.exceptions import FileRefusedError
from scenarios.services.folder_files import read_text

#: What later reads a value by recursion must not depend on how deep it stands itself.
MAX_DEPTH = 100
#: Brackets, and texts, whose brackets mean nothing.
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
#: Whole numbers of files; what a column holds is narrower still.
_LEAST, _MOST = -(2**63), 2**63 - 1
#: Escapes of characters that can neither be stored nor written as UTF-8.
_UNSTORABLE = re.compile(
    r"\\u0000|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
#: Digits behind a second that Python reads over.
_FINER = re.compile(r"[.,]\d{6}\d*[1-9]")
_BAD_CHARACTER = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object of a file, with the line it stands on. Its readers refuse what does not fit."""

    file: str
    line: int
    data: dict[str, Any]
    source: str = ""

    def refuse(self, key: str, what: str, hint: str = "") -> NoReturn:
        """Refuse the file at the place of ``key`` in this row."""
        raise FileRefusedError(
            file=self.file, line=self.line, column=self.column(key), what=f"{key!r} {what}", hint=hint
        )

    def column(self, key: str) -> int:
        """Where a key stands on its line, from 1; 1 for one that does not."""
        return max(self.source.find(json.dumps(key)) + 1, 1)

    def text(self, key: str, default: str | None = None) -> str:
        """A required text, or ``default`` where the key is absent."""
        if key not in self.data and default is not None:
            return default
        value = self._required(key)
        return value if isinstance(value, str) else self.refuse(key, "must be a text.")

    def optional_text(self, key: str) -> str | None:
        """A text, or None where the key is absent or null."""
        return None if self.data.get(key) is None else self.text(key)

    def whole(self, key: str, default: int | None = None) -> int:
        """A required whole number, or ``default`` where the key is absent."""
        if key not in self.data and default is not None:
            return default
        value = self._required(key)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(key, "must be a whole number.")
        if not _LEAST <= value <= _MOST:
            self.refuse(key, f"must lie between {_LEAST} and {_MOST}.")
        return value

    def optional_whole(self, key: str) -> int | None:
        """A whole number, or None where the key is absent or null."""
        return None if self.data.get(key) is None else self.whole(key)

    def truth(self, key: str, default: bool = False) -> bool:
        """true or false, ``default`` where the key is absent."""
        value = self.data.get(key, default)
        return value if isinstance(value, bool) else self.refuse(key, "must be true or false.")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where the key is absent."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(key, "must be a list of texts.")
        return tuple(value)

    def object(self, key: str) -> dict[str, Any]:
        """A JSON object, empty where the key is absent."""
        value = self.data.get(key, {})
        return value if isinstance(value, dict) else self.refuse(key, "must be a JSON object.")

    def moment(self, key: str) -> datetime:
        """An aware time, in UTC. Unreadable times and times without a zone are refused."""
        text = self.text(key)
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            self.refuse(key, f"= {text!r} is not a time.", "Write it as 2026-01-15T18:00:00Z.")
        if _FINER.search(text):
            self.refuse(key, f"= {text!r} is finer than a microsecond.", "It would be cut, and lie earlier.")
        if found.utcoffset() is None:
            self.refuse(
                key,
                f"= {text!r} has no time zone.",
                "Write it with its offset, as in 2026-01-15T18:00:00Z; no zone is guessed.",
            )
        try:
            return found.astimezone(UTC)
        except OverflowError:
            self.refuse(key, f"= {text!r} lies outside the years 1 to 9999 in UTC.")

    def optional_moment(self, key: str) -> datetime | None:
        """An aware time, or None where the key is absent or null."""
        return None if self.data.get(key) is None else self.moment(key)

    def _required(self, key: str) -> Any:
        if key not in self.data:
            raise FileRefusedError(
                file=self.file, line=self.line, column=1, what=f"the object has no {key!r}."
            )
        return self.data[key]


def read_object(folder: Path, name: str) -> Row:
    """The one JSON object of a file. Raises ``FileRefusedError``."""
    text = read_text(folder, name)
    return Row(name, 1, _parse(name, 1, text), text.split("\n", 1)[0])


def read_lines(folder: Path, name: str) -> list[Row]:
    """The objects of a JSONL file, one a line; empty lines are passed over. Raises ``FileRefusedError``."""
    lines = read_text(folder, name).split("\n")
    return [
        Row(name, number, _parse(name, number, line), line)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def by_text(rows: Iterable[Row], key: str) -> dict[str, Row]:
    """Rows by a text that must be unique in their file."""
    found: dict[str, Row] = {}
    for row in rows:
        name = row.text(key)
        if name in found:
            row.refuse(key, f"= {name!r} stands on line {found[name].line} already.")
        found[name] = row
    return found


def _parse(name: str, line: int, text: str) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            place = text.rfind(json.dumps(twice)) + 1
            raise FileRefusedError(
                file=name,
                line=line,
                column=max(place, 1),
                what=f"the key {twice!r} stands twice in one object.",
            )
        return found

    def no_constant(word: str) -> NoReturn:
        raise FileRefusedError(
            file=name, line=line, column=text.find(word) + 1, what=f"{word} is not a JSON number."
        )

    def finite(digits: str) -> float:
        if math.isinf(number := float(digits)):
            raise FileRefusedError(
                file=name,
                line=line,
                column=text.find(digits) + 1,
                what=f"{digits[:40]} is too large a number.",
            )
        return number

    if column := _too_deep(text):
        raise FileRefusedError(
            file=name, line=line, column=column, what=f"is nested more than {MAX_DEPTH} levels deep."
        )
    try:
        value = json.loads(text, object_pairs_hook=once, parse_constant=no_constant, parse_float=finite)
    except json.JSONDecodeError as error:
        raise FileRefusedError(
            file=name, line=line + error.lineno - 1, column=error.colno, what=f"{error.msg}."
        ) from error
    except ValueError as error:  # a number of more digits than Python converts
        raise FileRefusedError(
            file=name, line=line, column=1, what="holds a number of too many digits."
        ) from error
    if not isinstance(value, dict):
        raise FileRefusedError(file=name, line=line, column=1, what="a JSON object is wanted here.")
    if (escape := _UNSTORABLE.search(text)) and any(map(_BAD_CHARACTER.search, _texts_in(value))):
        raise FileRefusedError(
            file=name,
            line=line,
            column=escape.start() + 1,
            what=f"{escape[0]} is a NUL or half of a character, which cannot be stored.",
        )
    return value


def _too_deep(text: str) -> int:
    """Where a JSON text is nested deeper than ``MAX_DEPTH``, from 1; 0 where it is not."""
    depth = 0
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    for found in _NESTING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MAX_DEPTH:
            return found.start() + 1
    return 0


def _texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
