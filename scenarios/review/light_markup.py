"""Guidelines as HTML: CommonMark without raw HTML and without pictures.

Nothing of the input reaches the page unescaped, and links lead to web addresses alone, so whoever edits a
guideline can neither break the page nor put a script on it.
"""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])
_LOWEST = 6


def to_html(text: str, *, top: int = 2) -> SafeString:
    """The text as HTML. A heading of the first level becomes ``<h{top}>``, so that it fits below that of the
    page."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(_LOWEST, top + int(token.tag[1:]) - 1)}"
    return mark_safe(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
