"""Lists of named bars as SVG, for what has names in place of ranges. Colours come from
``static/css/statistics.css``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from scenarios.generators.derive.statistics import Bar

WIDTH, STEP = 232, 18
#: Where bars begin, and how long the longest is; names stand before them and counts behind.
_LEFT, _ROOM = 92, 104
_LONGEST = 15


def drawn(bars: Sequence[Bar], *, says: str) -> str:
    """A bar a line, as long as its count beside the largest. ``says`` names the picture for those who do not
    see it; the counts follow."""
    most = max((bar.count for bar in bars), default=0) or 1
    listed = ", ".join(f"{bar.label}: {bar.count}" for bar in bars)
    high = STEP * max(len(bars), 1)
    size = f'viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}"'
    name = quoteattr(f"{says}. {listed}")
    parts = [f'<svg class="histogram bar-list" {size} role="img" aria-label={name}>']
    for place, bar in enumerate(bars):
        parts += _line(bar, bar.count / most, STEP * place)
    return "".join([*parts, "</svg>"])


def _line(bar: Bar, share: float, top: int) -> Iterator[str]:
    base, long = top + 13, _ROOM * share
    name = bar.label if len(bar.label) <= _LONGEST else f"{bar.label[: _LONGEST - 1]}…"
    yield f'<text class="name" x="{_LEFT - 6}" y="{base}">{escape(name)}</text>'
    if bar.count:
        yield f'<rect class="bar" x="{_LEFT}" y="{top + 3}" width="{long:.1f}" height="{STEP - 6}"/>'
    yield f'<text class="count" x="{_LEFT + long + 5:.1f}" y="{base}">{bar.count}</text>'
