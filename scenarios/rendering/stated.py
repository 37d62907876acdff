"""Whether a value stands in a text as records write it: names, numbers, amounts, days (spec 6.2). PURE."""

from __future__ import annotations

import re
from functools import lru_cache

from scenarios.rendering.presence import normal
from scenarios.rendering.slots import DATE_PATTERN, date_words

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")

_POINTS = (".", ",")


class Stated:
    """One text, read once for many questions."""

    def __init__(self, text: str) -> None:
        self._text = normal(text).casefold()
        days = re.compile(DATE_PATTERN, re.IGNORECASE)
        self._without_days = days.sub(" ", self._text)

    def has(self, value: str, *, in_days: bool = True) -> bool:
        """Whether ``value`` stands here as a whole. ``in_days`` lets a number be part of a written day."""
        text = self._text if in_days or not _NUMBER.fullmatch(value) else self._without_days
        return any(_stands(form, text) for form in _forms(value))


@lru_cache(maxsize=50_000)
def _forms(value: str) -> tuple[str, ...]:
    plain = normal(value).casefold()
    try:
        return (plain, date_words(value).casefold())
    except ValueError:
        return (plain,)


def _stands(form: str, text: str) -> bool:
    """Whether a form stands in a text as a whole: no part of a longer word or number."""
    start = text.find(form) if form else -1
    while start >= 0:
        end = start + len(form)
        before, after = text[max(start - 2, 0) : start], text[end : end + 2]
        if not (_is_of_word(before[-1:]) or _is_of_word(after[:1])) and not (
            (before[-1:] in _POINTS and before[:1].isdigit() and len(before) == 2)
            or (after[:1] in _POINTS and after[1:].isdigit())
        ):
            return True
        start = text.find(form, start + 1)
    return False


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
