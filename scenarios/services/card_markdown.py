"""A data card as Markdown: the words of its suite stay words, whatever signs they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenarios.services.data_cards import DataCard, Section, Table

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&])")
#: What would begin a list, a heading or a rule at the start of a line.
_START = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])")


def markdown(card: DataCard) -> bytes:
    """The bytes of ``DATACARD.md``."""
    return ("\n".join(_lines(card)) + "\n").encode()


def _lines(card: DataCard) -> Iterator[str]:
    yield f"# Data card: {escaped(card.title)}"
    yield ""
    yield from _table(Table("", ("", ""), card.facts, numbers=2))
    for section in card.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield ""
    yield f"## {section.title}"
    for paragraph in section.paragraphs:
        yield ""
        yield escaped(paragraph)
    if section.items:
        yield ""
        yield from (f"- {escaped(item)}" for item in section.items)
    for table in section.tables:
        yield ""
        yield f"### {table.title}"
        yield ""
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(map(escaped, table.head))} |"
    rules = ["---" if place < table.numbers else "---:" for place in range(len(table.head))]
    yield f"| {' | '.join(rules)} |"
    for row in table.rows:
        yield f"| {' | '.join(map(escaped, row))} |"


def escaped(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    line = _SIGNS.sub(r"\\\1", " ".join(text.split()))
    return _START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line)
