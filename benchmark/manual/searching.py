"""PURE. Search in the manual: words in headings first, then in texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.manual.rendering import Section
from benchmark.manual.shelf import Page

MOST = 40
LONGEST = 200
"""Characters of what is searched for that are read."""
_AROUND = 90


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that holds all words, with the text around the first of them."""

    page: Page
    section: Section
    excerpt: str


def search(pages: Iterable[Page], asked: str) -> list[Hit]:
    """The sections that hold every word of ``asked``, at most ``MOST``: first those whose title or heading
    has all of them, then those that have them most often, then in the order of reading."""
    words = asked[:LONGEST].lower().split()
    if not words:
        return []
    found = [
        (_rank(page, section, words), at, Hit(page, section, _excerpt(section.text, words)))
        for at, (page, section) in enumerate((page, one) for page in pages for one in page.rendered.sections)
        if all(word in f"{section.heading.text} {section.text}".lower() for word in words)
    ]
    return [hit for _, _, hit in sorted(found, key=lambda one: one[:2])[:MOST]]


def _rank(page: Page, section: Section, words: list[str]) -> tuple[bool, bool, int]:
    heading, text = section.heading.text.lower(), section.text.lower()
    in_title = section.heading.level == 1 and all(word in heading for word in words)
    return (not in_title, not all(word in heading for word in words), -sum(map(text.count, words)))


def _excerpt(text: str, words: list[str]) -> str:
    at = min((found for word in words if (found := text.lower().find(word)) >= 0), default=0)
    start, end = max(0, at - _AROUND), at + 2 * _AROUND
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"
