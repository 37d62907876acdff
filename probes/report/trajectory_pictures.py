"""Answers at successive checkpoints as small SVG: one row a system or a query, one column a checkpoint.

Right is a full disc, wrong a cross, wrongly unknown a ring, no score a dash. A triangle above marks a step
at which the gold changed: full where a record states the new value, hollow where none does. Colours come
from ``static/css/maintenance.css``; every picture has a table beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from benchmark.scoring.maintenance import ChangeClass
from probes.graphs import Verdict

#: Where names end, how wide a step and how high a row is.
_NAMES: Final = 116
_STEP: Final = 30
_ROW: Final = 24
_HEAD: Final = 16
#: Longer names are cut; the table beside the picture has them whole.
_LONGEST_NAME: Final = 18


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer: what came of it, and the class of the change of its gold, None where that stayed."""

    verdict: Verdict
    change: ChangeClass | None

    @property
    def words(self) -> str:
        """For those who do not see the picture."""
        return f"{self.verdict} after a change ({self.change})" if self.change else str(self.verdict)


Rows = Sequence[tuple[str, Sequence[Cell]]]


def grid(rows: Rows, *, says: str) -> str:
    """A row for each (name, cells in order of the checkpoints). ``says`` names the picture; the cells
    follow."""
    steps = max((len(cells) for _, cells in rows), default=0)
    width, height = _NAMES + _STEP * steps + 8, _HEAD + _ROW * len(rows) + 2
    listed = "; ".join(f"{name}: {', '.join(cell.words for cell in cells)}" for name, cells in rows)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [f'<svg class="trajectory" {size} role="img" aria-label={quoteattr(f"{says}. {listed}")}>']
    for number in range(1, steps + 1):
        parts.append(f'<text class="number" x="{_x(number)}" y="11">{number}</text>')
    for place, (name, cells) in enumerate(rows):
        parts += _row(name, cells, _HEAD + _ROW * place + _ROW / 2 + 2)
    return "".join([*parts, "</svg>"])


def _row(name: str, cells: Sequence[Cell], y: float) -> Iterator[str]:
    cut = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    yield f'<text class="name" x="{_NAMES - 6}" y="{y + 4:.0f}">{escape(cut)}</text>'
    if len(cells) > 1:
        yield f'<line class="way" x1="{_x(1)}" y1="{y:.0f}" x2="{_x(len(cells))}" y2="{y:.0f}"/>'
    for number, cell in enumerate(cells, 1):
        yield from _cell(cell, _x(number), y)


def _cell(cell: Cell, x: int, y: float) -> Iterator[str]:
    if cell.change:
        yield f'<path class="change {cell.change}" d="M{x - 4} {y - 12:.0f}h8l-4 5z"/>'
    kind = f'class="{cell.verdict}"'
    if cell.verdict in (Verdict.RIGHT, Verdict.UNKNOWN):
        yield f'<circle {kind} cx="{x}" cy="{y:.0f}" r="4.5"/>'
    elif cell.verdict is Verdict.WRONG:
        yield f'<path {kind} d="M{x - 4} {y - 4:.0f}l8 8m0 -8l-8 8"/>'
    else:
        yield f'<path {kind} d="M{x - 4} {y:.0f}h8"/>'


def _x(number: int) -> int:
    return _NAMES + _STEP * (number - 1) + _STEP // 2
