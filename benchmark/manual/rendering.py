"""PURE. A page of the manual as HTML: anchors at its headings, its contents, its links fitted to the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from benchmark.floor import markup

_ABSOLUTE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|/|#", re.IGNORECASE)
Resolve = Callable[[str], str]
"""From a link of a page, as it stands there, to its address on the site; empty where it has none."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its anchor. The title of a page has level 1."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below one heading, as plain text: what is searched."""

    heading: Heading
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as HTML, and what is said about it elsewhere."""

    html: str
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return self.sections[0].heading.text if self.sections else ""

    @property
    def contents(self) -> tuple[Heading, ...]:
        """The headings that a table of contents lists: second and third level."""
        return tuple(one.heading for one in self.sections if one.heading.level in (2, 3))


def anchor_of(text: str) -> str:
    """The anchor of a heading, as code hosts make it of its words.

    >>> anchor_of("Walk it, `by hand`")
    'walk-it-by-hand'
    """
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def render(text: str, resolve: Resolve) -> Rendered:
    """A page of Markdown. Links that are relative go through ``resolve``; one without an address is shown as
    its words alone."""
    tokens = _MARKDOWN.parse(text)
    sections = tuple(_sections(tokens))
    for token in tokens:
        if token.children:
            token.children = list(_linked(token.children, resolve))
    return Rendered(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}), sections)


def links(text: str) -> Iterator[str]:
    """The links and pictures of a page, as they stand there."""
    for token in _MARKDOWN.parse(text):
        for child in token.children or ():
            name = {"link_open": "href", "image": "src"}.get(child.type)
            if name:
                yield str(child.attrGet(name))


def is_relative(link: str) -> bool:
    """Whether a link leads to a file by its place, rather than to an address or within its own page."""
    return not _ABSOLUTE.match(link)


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    """Every heading with the text below it; gives the heading its anchor."""
    heading: Heading | None = None
    said: list[str] = []
    taken: dict[str, int] = {}
    for before, token in zip((None, *tokens), tokens, strict=False):
        if token.type == "inline" and before is not None and before.type == "heading_open":
            if heading is not None:
                yield Section(heading, " ".join(said))
            words = _plain(token)
            anchor = anchor_of(words)
            taken[anchor] = taken.get(anchor, -1) + 1
            anchor += f"-{taken[anchor]}" if taken[anchor] else ""
            heading, said = Heading(int(before.tag[1:]), anchor, words), []
            before.attrSet("id", anchor)
        elif token.type == "inline":
            said.append(_plain(token))
        elif token.type in ("fence", "code_block"):
            said.append(" ".join(token.content.split()))
    if heading is not None:
        yield Section(heading, " ".join(said))


def _plain(token: Token) -> str:
    kept = ("text", "code_inline", "softbreak", "hardbreak")
    found = (child for child in token.children or () if child.type in kept)
    return "".join(child.content if "break" not in child.type else " " for child in found)


def _linked(children: Sequence[Token], resolve: Resolve) -> Iterator[Token]:
    """The parts of a line with their links resolved; those without an address keep their words alone."""
    dropped = False
    for child in children:
        if child.type == "image":
            child.attrSet("src", _address(str(child.attrGet("src")), resolve))
        elif child.type == "link_open":
            address = _address(str(child.attrGet("href")), resolve)
            dropped = not address
            if dropped:
                continue
            child.attrSet("href", address)
        elif child.type == "link_close" and dropped:
            dropped = False
            continue
        yield child


def _address(link: str, resolve: Resolve) -> str:
    return resolve(link) if is_relative(link) else link


def _block(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """A block of code: it scrolls by keys, and its kind is a class."""
    kind = tokens[index].info.split(" ")[0]
    named = f' class="language-{escape(kind)}"' if kind else ""
    return f'<pre tabindex="0"><code{named}>{escape(tokens[index].content, quote=False)}</code></pre>\n'


def _table_open(*_: Any) -> str:
    return '<div class="scroll-x" tabindex="0"><table>\n'


def _table_close(*_: Any) -> str:
    return "</table></div>\n"


def _cell(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """A cell of a table without the inline style that the parser would give it: pages have none."""
    return f"<{tokens[index].tag}>"


def _made() -> MarkdownIt:
    found = markup.parser("table", "image")
    for name, rule in (
        ("fence", _block),
        ("code_block", _block),
        ("table_open", _table_open),
        ("table_close", _table_close),
        ("th_open", _cell),
        ("td_open", _cell),
    ):
        found.add_render_rule(name, rule)
    return found


_MARKDOWN: Final = _made()
