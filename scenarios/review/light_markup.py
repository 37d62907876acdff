"""Guidelines as HTML: CommonMark without raw HTML and without pictures.

Nothing of the input reaches the page unescaped, and links lead to web addresses alone, so whoever edits a
guideline can neither break the page nor put a script on it.
"""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString, mark_safe

from benchmark.floor import markup

_MARKDOWN: Final = markup.parser()


def to_html(text: str, *, top: int = 2) -> SafeString:
    """The text as HTML. A heading of the first level becomes ``<h{top}>``, so that it fits below that of the
    page."""
    tokens = _MARKDOWN.parse(text)
    markup.lower_headings(tokens, top=top)
    return mark_safe(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
