"""Texts compared by their normal form (overview 5). PURE.

NFKC, casefold, outer quotes and closing punctuation stripped, one leading article dropped unless
nothing is left. Aliases must be listed; initials are not inferred.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

ARTICLES: Final = ("the", "a", "an")
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "`": "`", "\u00ab": "\u00bb"}
_CLOSING = ".,;:!?"
_BLANKS = re.compile(r"[^\S\n]{2,}")


@lru_cache(maxsize=65_536)
def normalise(text: str) -> str:
    """The normal form. Empty where a text says nothing (blanks, quotes and punctuation only)."""
    current = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).casefold().strip()
    while (peeled := _peel(current)) != current:
        current = peeled
    head, _, rest = current.partition(" ")
    return rest if head in ARTICLES and rest else current


def squeezed(text: str) -> str:
    """Each run of blanks as one blank; line ends stay. Patterns that look for marks between blanks cost the
    square of a run's length, and a model may write thousands."""
    return _BLANKS.sub(" ", text)


def is_blank(value: object) -> bool:
    """True for null and for text that says nothing: "no answer", wrong everywhere."""
    return value is None or (isinstance(value, str) and not normalise(value))


def name_index(known: Iterable[str], aliases: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Normal form to canonical name. A form that is one thing's name is never another's alias, and
    an alias that two things share names neither."""
    canonical = dict.fromkeys([*known, *aliases])
    index = {normalise(name): name for name in canonical}
    own = set(index)
    shared: set[str] = set()
    for name in canonical:
        for alias in aliases.get(name, ()):
            form = normalise(alias)
            if form in own:
                continue
            if index.setdefault(form, name) != name:
                shared.add(form)
    return {form: name for form, name in index.items() if form and form not in shared}


def _peel(text: str) -> str:
    """One pair of outer quotes or one run of closing punctuation off."""
    if len(text) >= 2 and _QUOTES.get(text[0]) == text[-1]:
        return text[1:-1].strip()
    return text.rstrip(_CLOSING).strip()
