"""Running sums of costs over checkpoints as small SVG, all at one scale; told apart by dashes and by name.
Colours come from ``static/css/maintenance.css``; every picture has a table beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

_LEFT: Final = 44
_RIGHT: Final = 210
_TOP: Final = 12
_BASE: Final = 104
WIDTH: Final = 320
HEIGHT: Final = 126
#: Names at the ends of curves stand at least so far apart.
_APART: Final = 12
#: The classes of curves in order, one for each dash.
_DASHES: Final = ("first", "second", "third")

Curves = Sequence[tuple[str, Sequence[float]]]


def curves(found: Curves, *, marks: Sequence[str], highest: float, says: str) -> str:
    """Up to three curves of (name, sums in order of ``marks``) on a scale from 0 to ``highest``."""
    listed = "; ".join(f"{name}: {', '.join(f'{one:,.0f}' for one in sums)}" for name, sums in found)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [f'<svg class="costs" {size} role="img" aria-label={quoteattr(f"{says}. {listed}")}>']
    for share in (0, 0.5, 1):
        y = _y(share, 1)
        parts.append(f'<line class="axis" x1="{_LEFT}" y1="{y:.1f}" x2="{_RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="name" x="{_LEFT - 6}" y="{y + 3.5:.1f}">{short(share * highest)}</text>')
    for place, mark in enumerate(marks):
        x = _x(place, len(marks))
        parts.append(f'<text class="middle" x="{x:.1f}" y="{_BASE + 16}">{escape(mark)}</text>')
    for dash, (_, sums) in zip(_DASHES, found, strict=False):
        points = " ".join(
            f"{_x(place, len(sums)):.1f},{_y(one, highest):.1f}" for place, one in enumerate(sums)
        )
        parts.append(f'<polyline class="{dash}" points="{points}"/>')
    return "".join([*parts, *_ends(found, highest), "</svg>"])


def short(number: float) -> str:
    """A number in a few letters: 950, 1.2k, 3.4M."""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.1f}".removesuffix(".0") + name
    return f"{number:.0f}"


def _ends(found: Curves, highest: float) -> Iterator[str]:
    """The names at the ends of the curves, pushed apart where these end close together."""
    lowest = float(HEIGHT)
    for name, sums in sorted(found, key=lambda one: one[1][-1] if one[1] else 0):
        y = min(_y(sums[-1] if sums else 0, highest), lowest - _APART)
        lowest = y
        yield f'<text x="{_RIGHT + 6}" y="{y + 3.5:.1f}">{escape(name)}</text>'


def _x(place: int, places: int) -> float:
    step = (_RIGHT - _LEFT) / max(1, places)
    return _LEFT + step * (place + 0.5)


def _y(number: float, highest: float) -> float:
    return _BASE - (_BASE - _TOP) * (number / highest if highest else 0)
