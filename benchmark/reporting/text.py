"""A report as text for a terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmark.reporting import words
from benchmark.reporting.sections import Section, Table


def text(sections: Iterable[Section]) -> str:
    """Sections one below the other, each under a line of its title."""
    return "\n".join(line for section in sections for line in _section(section)).rstrip()


def _section(section: Section) -> Iterator[str]:
    yield from (section.title, "=" * len(section.title))
    if section.absent:
        yield from _absent(section)
    for table in section.tables:
        yield from ("", table.title)
        yield from _columns(table) if table.rows else ("(no rows)",)
        yield from table.notes
    yield from section.notes
    yield ""


def _columns(table: Table) -> Iterator[str]:
    """Aligned columns: words to the left, figures to the right."""
    head = [column.title for column in table.columns]
    cells = _cells(table)
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    left = [table.is_worded(place) for place in range(len(head))]
    for row in (head, ["-" * width for width in widths], *cells):
        parts = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        )
        yield "  ".join(parts).rstrip()


def _cells(table: Table) -> list[list[str]]:
    return [
        [words.cell(value, column) for value, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]


def _absent(section: Section) -> Iterator[str]:
    yield f"{section.absent} {f'To have it: {section.command}' if section.command else ''}".strip()


def markdown(title: str, sections: Iterable[Section]) -> str:
    """The same as Markdown, to be pasted where people read it."""
    lines = [f"# {_escaped(title)}", ""]
    for section in sections:
        lines += [f"## {_escaped(section.title)}", ""]
        if section.absent:
            lines += [*map(_escaped, _absent(section)), ""]
        for table in section.tables:
            lines += [f"### {_escaped(table.title)}", "", *_grid(table), ""]
            lines += [part for note in table.notes for part in (_escaped(note), "")]
        lines += [part for note in section.notes for part in (_escaped(note), "")]
    return "\n".join(lines).rstrip() + "\n"


def _grid(table: Table) -> Iterator[str]:
    if not table.rows:
        yield "(no rows)"
        return
    yield _line(column.title for column in table.columns)
    yield _line("---" if column.key else "---:" for column in table.columns)
    for row in _cells(table):
        yield _line(row)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(said: str) -> str:
    """Words that say in Markdown what they say: no cell ends early, no tag opens, no line breaks."""
    flat = " ".join(said.split())
    for mark in "\\`*_[]<>|":
        flat = flat.replace(mark, f"\\{mark}")
    return flat
