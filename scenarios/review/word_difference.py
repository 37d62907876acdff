"""What changed between two versions of a text, word by word. PURE."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words: ``kind`` is "same", "added" or "removed"."""

    kind: str
    text: str


def between(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces in reading order; joined without the added ones they are ``before``, without the removed
    ones ``after``."""
    return tuple(_pieces(_WORDS.findall(before), _WORDS.findall(after)))


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(old[old_from:old_to]))
            continue
        if old_to > old_from:
            yield Piece("removed", "".join(old[old_from:old_to]))
        if new_to > new_from:
            yield Piece("added", "".join(new[new_from:new_to]))
