"""Lemmas and the lexical gap: questions and records speak in different words (spec 4.5). PURE."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FUNCTION_WORDS = """
a about across after again all also am among an and any anywhere are as at away back be been before
being below between both but by can close could day did do does each else even ever everything few for
from further had has have he her here him his hold how i if in instead into is it its just keep last
leave made make many may me might mine more most much must my next no nobody none nor not nothing now of
off old on once one only or other others our out over own per please same say she should so some
something still such take than thank that the their them then there these they thing this those through
to too two under until up us very was we were what when where whether which who whom whose why will with
within without would year yes yet you your
"""

#: Words that carry no content of their own; units of measure are among them.
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
_WORD = re.compile(r"[a-z]+")
_VOWELS = frozenset("aeiouy")


def lemma(word: str) -> str:
    """A plain stem: endings of number, tense and comparison go, so that ``booked`` meets ``book``."""
    word = word.casefold()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3 or not _VOWELS & set(stem):
            continue
        if ending in ("s", "es") and (stem.endswith(("s", "u", "i")) and not stem.endswith("ss")):
            continue
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
            stem = stem[:-1]
        return stem.removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word


_FUNCTION_LEMMAS = frozenset(lemma(word) for word in FUNCTION_WORDS) | FUNCTION_WORDS


def content_lemmas(text: str) -> frozenset[str]:
    """The lemmas of a text that carry content: no function words, numbers or single letters."""
    found = (
        lemma(word) for word in _WORD.findall(text.casefold()) if len(word) > 1 and word not in FUNCTION_WORDS
    )
    return frozenset(found) - _FUNCTION_LEMMAS


def lemmas(words: Iterable[str]) -> frozenset[str]:
    """The lemmas of a word list."""
    return frozenset(lemma(word) for word in words)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard overlap of two sets of lemmas; 0 where both are empty."""
    union = one | other
    return len(one & other) / len(union) if union else 0.0
