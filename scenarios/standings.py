"""Draws where one value stands among others: a small histogram with its own bar marked, as SVG.

Colours come from ``static/css/measures.css``.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

WIDTH, HEIGHT = 168, 36
#: As many bars at most; where they stand, how high the highest is, and how much of its column a bar fills.
_BARS, _BASE, _ROOM, _FILL = 14, 34, 24, 0.8


def drawn(values: Sequence[float], own: float, *, says: str) -> str:
    """The spread of ``values``, of which ``own`` is one. ``says`` names the picture in words."""
    low, high = min(*values, own), max(*values, own)
    whole = all(float(value).is_integer() for value in (*values, own))
    bars = min(_BARS, int(high - low) + 1) if whole else _BARS
    step = (high - low + (1 if whole else 0)) / bars or 1.0
    counts = [0] * bars
    for value in values:
        counts[_bar(value, low, step, bars)] += 1
    at, wide = _bar(own, low, step, bars), WIDTH / bars
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg class="standing" {size} role="img" aria-label={quoteattr(says)}>',
        f'<line class="axis" x1="0" y1="{_BASE}" x2="{WIDTH}" y2="{_BASE}"/>',
    ]
    for place, count in enumerate(counts):
        if count:
            tall, left = max(2.0, _ROOM * count / max(counts)), wide * (place + (1 - _FILL) / 2)
            kind = "bar is-own" if place == at else "bar"
            parts.append(
                f'<rect class="{kind}" x="{left:.1f}" y="{_BASE - tall:.1f}" width="{wide * _FILL:.1f}" '
                f'height="{tall:.1f}"/>'
            )
    middle = wide * (at + 0.5)
    parts.append(f'<path class="mark" d="M{middle - 5:.1f} 0h10l-5 7z"/>')
    return "".join([*parts, "</svg>"])


def _bar(value: float, low: float, step: float, bars: int) -> int:
    return min(int((value - low) / step), bars - 1)
