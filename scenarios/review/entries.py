"""What was entered in a form, from a browser's form or from JSON, as a flat object that can be stored. PURE.

Names map to a text, or to a list of texts where several stand under one name. Names that begin with ``_``
are the page's own (token, key, version) and no entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MOST_NAMES = 500
LONGEST = 100_000
"""Characters of a whole form, names included."""

OF_THE_FORM = frozenset({"step", "guideline"})
"""Entries that the page itself makes, which nobody chooses."""

MANY_ENTRIES = "The form has %(n)s entries; %(most)s are the most."
UNSTORABLE = "%(name)s holds characters that no text may hold."
LONG_FORM = "The form has %(size)s characters; %(longest)s are the most. Shorten a comment."

Given = dict[str, str | list[str]]


class EntriesError(ValueError):
    """Entries that cannot be stored, with the reason; the whole form is at fault, not one field. ``words``
    have the names of ``places`` in them, for a page to say in its language."""

    def __init__(self, words: str, **places: str) -> None:
        self.words, self.places = words, places
        super().__init__(words % places if places else words)


def of_form(lists: Iterable[tuple[str, list[str]]]) -> Given:
    """The entries of a form (``QueryDict.lists()``): blanks are no entries, single values are texts.

    Raises ``EntriesError`` for what is too long or no text that a database holds.
    """
    given: Given = {}
    for name, values in lists:
        if name.startswith("_") or name == "csrfmiddlewaretoken":
            continue
        texts = [value.replace("\r\n", "\n") for value in values]
        if len(texts) > 1:
            given[name] = texts
        elif texts and texts[0]:
            given[name] = texts[0]
    return _checked(given)


def of_json(given: Any) -> Given:
    """The same from JSON: an object of texts and lists of texts. Raises ``EntriesError``."""
    if not isinstance(given, Mapping):
        raise EntriesError("given: must be an object of entries by name.")
    for name, value in given.items():
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            raise EntriesError(f"given: {name!r} must be a text or a list of texts.")
        if name.startswith("_"):
            raise EntriesError(f"given: {name!r} is no name of an entry.")
    return _checked({name: value for name, value in given.items() if value != ""})


def differences(stored: Mapping[str, Any], yours: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """``(name, stored, yours)`` for each entry that differs, in words, by name."""
    names = sorted((set(stored) | set(yours)) - OF_THE_FORM)
    pairs = [(name, _words(stored.get(name)), _words(yours.get(name))) for name in names]
    return [(name, left, right) for name, left, right in pairs if left != right]


def entry_lines(entered: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was entered, in words, by name."""
    return [
        (name, _words(value)) for name, value in sorted(entered.items()) if name not in OF_THE_FORM and value
    ]


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def _checked(given: Given) -> Given:
    if len(given) > MOST_NAMES:
        raise EntriesError(MANY_ENTRIES, n=str(len(given)), most=str(MOST_NAMES))
    size = 0
    for name, value in given.items():
        for text in (name, *(value if isinstance(value, list) else [value])):
            size += len(text)
            if not _storable(text):
                raise EntriesError(UNSTORABLE, name=repr(name))
    if size > LONGEST:
        raise EntriesError(LONG_FORM, size=f"{size:,}", longest=f"{LONGEST:,}")
    return given


def _storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
