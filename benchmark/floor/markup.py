"""PURE. Markdown as HTML, for guidelines and for the manual (ADR 35): CommonMark of which no raw HTML passes.

Nothing of a text reaches a page unescaped, and ``javascript:`` and the like are no links.
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

LOWEST = 6


def parser(*more: str) -> MarkdownIt:
    """A parser without pictures and tables; ``more`` names rules to have beside (``image``, ``table``)."""
    found = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])
    return found.enable(list(more))


def lower_headings(tokens: Sequence[Token], *, top: int) -> None:
    """Make a heading of the first level an ``<h{top}>``, and those below it lower by as much."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(LOWEST, top + int(token.tag[1:]) - 1)}"
