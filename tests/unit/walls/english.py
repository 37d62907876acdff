"""What of a page asked for in German still reads as English (ADR 36)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.unit.walls import page_words

FUNCTION_WORDS = frozenset(
    # One text: a line each would be longer than the rest.
    re.findall(
        r"\w+",
        """
        the of and with is are not no each which from by were has have had only for this that these those it
        its to or if at as be been being does did do what when where who whose how why there than then they
        their between without nothing something into out over but can cannot on any every other another one
        two after before until because both some more most here nobody
        """,
    )
)
"""English words that carry no matter and are no German words: not "in", "an", "so", "was", "war", "also"."""
SHORT = 4
"""A run of at most so many words reads as English by one of them."""
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")
"""No part of a code such as ``no_memory`` or ``words-and-punctuation``."""
_INPUT = re.compile(r"<textarea\b.*?</textarea>", re.S)


def reads_english(text: str) -> bool:
    """Whether a run of text has the words that English sentences have, and German ones have not.

    Words with a capital count at the beginning alone: ``Not`` and ``These`` are German nouns.
    """
    words = _WORD.findall(text)
    found = [word for at, word in enumerate(words) if _counts(word, at) in FUNCTION_WORDS]
    return len(found) > 1 or (bool(found) and len(words) <= SHORT)


def _counts(word: str, at: int) -> str:
    return word.lower() if at == 0 and word not in {"Not", "These", "Do", "Over", "Out"} else word


def left(html: str, data: Iterable[str] = ()) -> list[str]:
    """The runs of a page that read as English, outside of elements that say so and of commands.

    ``data`` are texts of the suite, which nobody translates: a run that quotes one, or a part of it, is none.
    """
    english = [text for text in page_words.said(_INPUT.sub("", html)) if reads_english(text)]
    known = list(data)
    return [text for text in english if not any(_quotes(text, one) for one in known)]


def _quotes(text: str, known: str) -> bool:
    """Whether a run is the known text, or the beginning of it, as lists shorten it, or holds it."""
    short = text.rstrip("…").rstrip()
    begun = short.partition(": ")[2]
    return known in text or short in known or (len(begun) > len("a few words") and begun in known)
