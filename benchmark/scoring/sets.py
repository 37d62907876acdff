"""Sets and paths as answers write them (overview 5, spec 12.2). PURE.

A JSON list is split by JSON only. A text is matched against the known names first, longest first, so
a name that holds a comma or "and" stays whole; what is left is split at separators.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.scoring.dates import DateFormatError, parse_date
from benchmark.scoring.numbers import NumberFormatError, parse_number
from benchmark.scoring.texts import normalise, squeezed
from scenarios.datalog.values import canonical

_SET_MARKS = r"(?:\s*(?:[,;\n&]|\band\b)\s*)+"
_PATH_MARKS = r"(?:\s*(?:[,;\n]|->|=>|\u2192|>)\s*)+"
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|[0-9]+[.)])\s+", re.MULTILINE)


class ListFormatError(ValueError):
    """A field is neither a JSON list of plain values nor a text."""


def member_key(item: Any, index: Mapping[str, str]) -> str:
    """The text by which a member is compared: canonical name, number, ISO date or normal form."""
    if isinstance(item, bool):
        return "true" if item else "false"
    text = str(item)
    form = normalise(text)
    if form in index:
        return index[form]
    try:
        return canonical(parse_number(text))
    except NumberFormatError:
        pass
    try:
        return parse_date(text).isoformat()
    except DateFormatError:
        return form


def parse_set(answer: Any, index: Mapping[str, str]) -> frozenset[str]:
    """The members an answer names, each once. Raises ``ListFormatError``."""
    return frozenset(_members(answer, index, _SET_MARKS))


def parse_path(answer: Any, index: Mapping[str, str]) -> tuple[str, ...]:
    """The stations an answer names, in order, repeats kept. Raises ``ListFormatError``."""
    return tuple(_members(answer, index, _PATH_MARKS))


def f1(given: frozenset[str], gold: frozenset[str]) -> float:
    """Harmonic mean of the shares of right members, within 0 and 1; 1 for two empty sets."""
    return 2 * len(given & gold) / (len(given) + len(gold)) if given or gold else 1.0


def _members(answer: Any, index: Mapping[str, str], marks: str) -> list[str]:
    if isinstance(answer, str):
        listed = _json_list(answer)
        items: Sequence[Any] = _split(answer, index, marks) if listed is None else listed
    elif isinstance(answer, list):
        items = answer
    else:
        raise ListFormatError(f"expected a JSON list or a text, got {answer!r}")
    for item in items:
        if not isinstance(item, str | int):
            raise ListFormatError(f"the list holds {item!r}; members must be plain texts or numbers")
    keys = [member_key(item, index) for item in items]
    if not all(keys):
        raise ListFormatError("the list holds an empty member")
    return keys


def _json_list(text: str) -> list[Any] | None:
    if not text.strip().startswith("["):
        return None
    try:
        value = json.loads(text, parse_float=str)
    except ValueError:
        return None
    return value if isinstance(value, list) else None


def _split(text: str, index: Mapping[str, str], marks: str) -> list[str]:
    """Cut a text into members: at each place the longest known name that ends at a separator or at
    the end of the text, else everything up to the next separator."""
    text = squeezed(unicodedata.normalize("NFKC", text))
    rest = _BULLET.sub("", text).casefold().strip().strip("[]{}()").strip()
    rest = rest.rstrip(".!?").strip()
    names = sorted(index, key=len, reverse=True)
    separator, found = re.compile(marks), []
    rest = _drop_separator(rest, separator)
    while rest:
        item = _known_prefix(rest, names, separator) or _up_to(rest, separator)
        found.append(item)
        rest = _drop_separator(rest[len(item) :], separator)
    return found


def _known_prefix(text: str, names: Sequence[str], separator: re.Pattern[str]) -> str:
    for lead in ("", "the ", "a ", "an "):
        if not text.startswith(lead):
            continue
        for name in names:
            end = len(lead) + len(name)
            if text.startswith(name, len(lead)) and (end == len(text) or separator.match(text, end)):
                return text[:end]
    return ""


def _up_to(text: str, separator: re.Pattern[str]) -> str:
    match = separator.search(text)
    return text[: match.start()] if match and match.start() else text if not match else text[: match.end()]


def _drop_separator(text: str, separator: re.Pattern[str]) -> str:
    match = separator.match(text)
    return text[match.end() :] if match else text
