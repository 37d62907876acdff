"""Differences of shares with their intervals as small SVG, all at one scale around zero. Colours come from
``static/css/comparison.css``; every picture has a table beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from benchmark.scoring.comparison import Paired
from probes.report.comparison_words import NA, ends, points

#: Where names end and the scale begins, how long it is, how high a row is; where figures and numbers end.
_NAMES: Final = 116
_LONG: Final = 150
_ROW: Final = 18
_FIGURES: Final = _NAMES + _LONG + 46
WIDTH: Final = _FIGURES + 40
#: Names longer than this are cut; the table beside the picture has them whole.
_LONGEST_NAME: Final = 18


def reach(pairs: Iterable[Paired]) -> float:
    """The end of a scale around zero that holds all of them: tenths, at least one."""
    bounds = [abs(end) for one in pairs if one.spread for end in (one.spread.low, one.spread.high)]
    return max(1, math.ceil(10 * max(bounds, default=0) - 1e-9)) / 10


def rows(found: Sequence[tuple[str, Paired]], *, scale: float, says: str) -> str:
    """A row for each (name, pairs): the difference as a point on its interval. ``says`` names the picture for
    those who do not see it; the differences follow."""
    height = _ROW * len(found) + 16
    listed = "; ".join(
        f"{name}: {points(one.difference)} ({ends(one.spread)}, n {one.n})" for name, one in found
    )
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    label = quoteattr(f"{says}, in percentage points. {listed}")
    parts = [f'<svg class="differences" {size} role="img" aria-label={label}>']
    parts += _axis(scale, height - 14)
    for place, (name, one) in enumerate(found):
        parts += _row(name, one, _ROW * place + _ROW / 2, scale)
    return "".join([*parts, "</svg>"])


def line(one: Paired, *, scale: float) -> str:
    """One difference without words, for a cell that has them."""
    size = f'viewBox="{_NAMES} 0 {_LONG} 14" width="{_LONG}" height="14"'
    parts = [f'<svg class="differences" {size} aria-hidden="true">']
    parts.append(f'<line class="zero" x1="{_at(0, scale)}" y1="0" x2="{_at(0, scale)}" y2="14"/>')
    return "".join([*parts, *_bar(one, 7, scale), "</svg>"])


def _axis(scale: float, height: float) -> Iterator[str]:
    zero = _at(0, scale)
    yield f'<line class="zero" x1="{zero}" y1="0" x2="{zero}" y2="{height}"/>'
    for end, anchor in ((-scale, "start"), (scale, "end")):
        x = _at(end, scale)
        yield f'<text class="scale" x="{x}" y="{height + 12}" text-anchor="{anchor}">{points(end)}</text>'
    yield f'<text class="scale" x="{zero}" y="{height + 12}" text-anchor="middle">0</text>'


def _row(name: str, one: Paired, middle: float, scale: float) -> Iterator[str]:
    few = " few" if one.small else ""
    cut = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    yield f'<text class="name{few}" x="{_NAMES - 6}" y="{middle + 3.5:.1f}">{escape(cut)}</text>'
    yield from _bar(one, middle, scale)
    figure = NA if one.difference is None else points(one.difference)
    yield f'<text class="figure{few}" x="{_FIGURES}" y="{middle + 3.5:.1f}">{figure}</text>'
    yield f'<text class="number{few}" x="{WIDTH}" y="{middle + 3.5:.1f}">n {one.n}</text>'


def _bar(one: Paired, middle: float, scale: float) -> Iterator[str]:
    if one.difference is None or one.spread is None:
        return
    few = " few" if one.small else ""
    low, high = _at(one.spread.low, scale), _at(one.spread.high, scale)
    yield f'<path class="interval{few}" d="M{low} {middle - 3:.1f}v6m0 -3H{high}m0 -3v6"/>'
    yield f'<circle class="point{few}" cx="{_at(one.difference, scale)}" cy="{middle:.1f}" r="3.5"/>'


def _at(difference: float, scale: float) -> str:
    return f"{_NAMES + 6 + (_LONG - 12) * (difference + scale) / (2 * scale):.1f}"
