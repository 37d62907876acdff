"""Counting tokens, and filling a context up to a budget (spec 12.5). PURE, deterministic.

The tokenizer is ``words-and-punctuation``: runs of word characters, and single marks. It belongs to no
model; a model's own count is stored beside each answer. Budgets of all systems use this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from sut_adapters.base import ContextItem

TOKENIZER = "words-and-punctuation"
_TOKEN = re.compile(r"\w+|[^\w\s]")


@lru_cache(maxsize=20_000)
def count(text: str) -> int:
    """Tokens of a text; those of records that stand in many contexts are remembered."""
    return sum(1 for _ in _TOKEN.finditer(text))


def fill(items: Iterable[ContextItem], *, k: int | None, budget: int | None) -> tuple[ContextItem, ...]:
    """The leading items: at most ``k``, and at most ``budget`` tokens (None: no bound).

    The first item that does not fit ends the context: no later, shorter one is filled in.
    """
    taken: list[ContextItem] = []
    tokens = 0
    for item in items:
        tokens += count(item.text) if budget is not None else 0
        if (k is not None and len(taken) >= k) or (budget is not None and tokens > budget):
            break
        taken.append(item)
    return tuple(taken)
