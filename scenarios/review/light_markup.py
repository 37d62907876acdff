"""A little markup for guidelines: headings, lists, paragraphs, code, emphasis. Everything else is text.

Nothing of the input reaches the page unescaped, and no other mark exists, so whoever edits a guideline can
neither break the page nor put a script on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_HEADING = re.compile(r"(#{1,3})\s+(.*)")
_BULLET = re.compile(r"[-*]\s+(.*)")
_NUMBER = re.compile(r"\d+[.)]\s+(.*)")
_INLINE = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*")


def to_html(text: str, *, top: int = 2) -> SafeString:
    """The text as HTML. Its highest heading becomes ``<h{top}>``, so that it fits below that of the page."""
    return mark_safe("\n".join(_blocks(text.replace("\r\n", "\n").split("\n"), top)))


def _blocks(lines: list[str], top: int) -> Iterator[str]:
    kind, held = "", list[str]()
    for raw in [*lines, ""]:
        line = raw.strip()
        now, content = _kind(line)
        if held and (now != kind or now == "h"):
            yield _block(kind, held, top)
            held = []
        kind = now
        if now:
            held.append(content)


def _kind(line: str) -> tuple[str, str]:
    """Which block a line belongs to: "h", "ul", "ol", "p", or none where it is empty; and what it says."""
    if not line:
        return "", ""
    if found := _HEADING.fullmatch(line):
        return "h", f"{len(found[1])} {found[2]}"
    if found := _BULLET.fullmatch(line):
        return "ul", found[1]
    if found := _NUMBER.fullmatch(line):
        return "ol", found[1]
    return "p", line


def _block(kind: str, held: list[str], top: int) -> str:
    if kind == "h":
        depth, _, words = held[0].partition(" ")
        level = min(6, top + int(depth) - 1)
        return f"<h{level}>{_inline(words)}</h{level}>"
    if kind in ("ul", "ol"):
        return f"<{kind}>" + "".join(f"<li>{_inline(item)}</li>" for item in held) + f"</{kind}>"
    return f"<p>{_inline(' '.join(held))}</p>"


def _inline(words: str) -> str:
    return _INLINE.sub(_marked, escape(words).replace("&#x27;", "'"))


def _marked(found: re.Match[str]) -> str:
    if found[1]:
        return f"<code>{found[1]}</code>"
    return f"<strong>{found[2]}</strong>" if found[2] else f"<em>{found[3]}</em>"
