"""PURE. JSON read as RFC 8259 means it: what Python's own reader lets pass, or fails on later, is refused
with its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

_LONE = re.compile("[\ud800-\udfff]")


class NotJsonError(ValueError):
    """The bytes are no JSON that is taken here; the message says where and why."""


class BadValueError(ValueError):
    """A value inside cannot be stored. ``place`` is its JSON pointer (RFC 6901), empty for the whole."""

    def __init__(self, place: str, message: str) -> None:
        self.place = place
        super().__init__(message)


def read(raw: bytes, *, deepest: int) -> Any:
    """The value of a UTF-8 text. Raises ``NotJsonError`` for bytes that are none, a name that stands twice in
    an object and nesting beyond ``deepest`` levels; ``BadValueError`` for a number that is not finite, a NUL
    and a lone surrogate, in names as in texts."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJsonError(f"byte {error.start + 1} is not UTF-8; send JSON as UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except NotJsonError:
        raise
    except RecursionError:
        raise _too_deep(deepest) from None
    except json.JSONDecodeError as error:
        raise NotJsonError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except ValueError as error:  # Python's own limit on the digits of an integer
        raise NotJsonError(str(error)) from None
    _check(value, deepest)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJsonError(f"the name {twice[:80]!a} stands twice in one object")
    return found


def _too_deep(deepest: int) -> NotJsonError:
    return NotJsonError(f"arrays and objects are nested more than {deepest} deep")


def _check(value: Any, deepest: int) -> None:
    """Look at every value, without recursion: a hostile text must not end the thread that reads it."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while waiting:
        place, one = waiting.pop()
        if isinstance(one, str):
            _check_text(place, one)
        elif isinstance(one, float) and not math.isfinite(one):
            raise BadValueError(pointer(place), "Not a finite number. Write a number or null.")
        elif isinstance(one, dict | list):
            if len(place) >= deepest:
                raise _too_deep(deepest)
            waiting += [((*place, name), part) for name, part in _parts(place, one)]


def _parts(place: tuple[str, ...], value: dict[str, Any] | list[Any]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        yield from ((str(index), part) for index, part in enumerate(value))
        return
    for name, part in value.items():
        _check_text((*place, name), name)
        yield name, part


def _check_text(place: tuple[str, ...], text: str) -> None:
    if "\x00" in text:
        raise BadValueError(pointer(place), "Null characters are not allowed.")
    if _LONE.search(text):
        raise BadValueError(pointer(place), "Surrogate characters are not allowed without their other half.")


def pointer(place: tuple[str, ...]) -> str:
    """The JSON pointer of a place, in ASCII so that any client can show it."""
    escaped = (ascii(name)[1:-1].replace("~", "~0").replace("/", "~1") for name in place)
    return "".join(f"/{name[:80]}" for name in escaped)
