"""Cutting a context to a budget, between items and in the system's own order (spec 12.5). PURE."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: The tokenizer's name is stored beside every count of tokens (spec 8.5).
TOKENIZER = "words-and-punctuation"
_TOKEN = re.compile(r"\w+|[^\w\s]")


def count_tokens(text: str) -> int:
    """Tokens of a text: runs of word characters, and single marks of punctuation."""
    return sum(1 for _ in _TOKEN.finditer(text))


def cut_items(texts: Iterable[str], budget: int) -> tuple[int, int]:
    """How many leading items fit into ``budget`` tokens, and how many tokens these have.

    The first item that does not fit ends the context: no later, shorter one is filled in.
    """
    taken = tokens = 0
    for text in texts:
        size = count_tokens(text)
        if tokens + size > budget:
            break
        taken, tokens = taken + 1, tokens + size
    return taken, tokens
