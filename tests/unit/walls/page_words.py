"""What a template or a script says outside of what is marked for translation."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.template.base import Lexer, TokenType

SPOKEN = {
    "title",
    "aria-label",
    "aria-description",
    "placeholder",
    "alt",
    "label",
    "data-confirm",
    "data-label",
    "data-means",
}
"""Attributes that a person reads or hears."""
BUTTONS = {"submit", "button", "reset"}
UNSPOKEN = {"code", "kbd", "pre", "samp", "script", "style"}
"""Elements whose text is for programs: commands, keys, examples."""
NAMES = {
    "Stemma",
    "API",
    "UTC",
    "JSON",
    "JSONL",
    "CSV",
    "Markdown",
    "Parquet",
    "ZIP",
    "Datalog",
    "HTTP",
    "SHA",
}
"""Names that are the same in every language."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENTITY = re.compile(r"&#?\w+;")


class Page(HTMLParser):
    """Collects what is said."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self._quiet: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._quiet:
            if tag == self._quiet[0]:
                self._quiet.append(tag)
            return
        spoken = set(SPOKEN)
        if tag == "button" or (tag == "input" and given.get("type") in BUTTONS):
            spoken |= {"value"} if tag == "input" else set()
        self._say(*(given[name] or "" for name in spoken & given.keys()))
        if tag in UNSPOKEN or (given.get("lang") and tag != "html") or given.get("translate") == "no":
            self._quiet.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._quiet and tag == self._quiet[0]:
            self._quiet.pop()

    def handle_data(self, data: str) -> None:
        if not self._quiet:
            self._say(data)

    def _say(self, *texts: str) -> None:
        for text in texts:
            if set(_WORD.findall(_ENTITY.sub(" ", text))) - NAMES:
                self.said.append(" ".join(text.split()))


def unmarked(template: str) -> list[str]:
    """The words of a template that stand outside of ``translate`` and ``blocktranslate``."""
    inside = ""
    text: list[str] = []
    for token in Lexer(template).tokenize():
        tag = token.contents.split(maxsplit=1)[0] if token.token_type is TokenType.BLOCK else ""
        if inside:
            inside = "" if tag == f"end{inside}" else inside
        elif tag in {"blocktranslate", "blocktrans", "comment"}:
            inside = tag
        elif token.token_type is TokenType.TEXT:
            text.append(token.contents)
    return said("".join(text))


def said(html: str) -> list[str]:
    """What a page says to who reads or hears it, apart from what is marked as of a language."""
    page = Page()
    page.feed(html)
    page.close()
    return page.said


_TEXTS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)""", re.S
)
_SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|^[A-Z][a-z]+[.…]?$")
_PIECE = re.compile(r"^ ?[^\W\d_]{2,}:? $|^ [^\W\d_]{2,}$")
"""A piece of a sentence that is put together at run time."""
_FOR_PROGRAMS = re.compile(r"[\[\]#>=<:;]|^\.|use strict|^[a-z-]+( [a-z-]+)?$")
KEYS = re.compile(
    r"^(Enter|Escape|Tab|Home|End|Arrow\w+|Page\w+|Backspace|Delete|Content-Type|Accept|Control|Alt|Shift|Meta)$"
)


def sentences(script: str) -> list[str]:
    """The texts of a script that read like words of a page; those for the console do not count."""
    found = []
    script = re.sub(r"/\*.*?\*/", "", script, flags=re.S)
    for line in re.sub(r"(console\.\w+|new (Type)?Error)\([^)]*\)", "", script).splitlines():
        for match in _TEXTS.finditer(line):
            text = (match[1] or "")[1:-1]
            said = _SENTENCE.search(text) and not _FOR_PROGRAMS.search(text) and not KEYS.match(text)
            if said or _PIECE.search(text):
                found.append(text)
    return found
