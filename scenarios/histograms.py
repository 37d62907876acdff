"""Small histograms as SVG, made to stand beside each other at one scale. Colours come from
``static/css/statistics.css``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from scenarios.generators.derive.statistics import Bar

WIDTH, HEIGHT = 232, 84
#: Where bars stand, how high the highest may be, and how much of its column a bar fills.
_BASE, _ROOM, _FILL = 68, 52, 0.72


def drawn(bars: Sequence[Bar], *, top: float, says: str, aims: Sequence[int] = ()) -> str:
    """The bars of one histogram, with their counts above and their ranges below.

    A bar is as high as its share of all counts, ``top`` being the share that fills the room; so histograms
    of different totals compare. ``aims`` are counts that a line marks on each bar. ``says`` names the picture
    for those who do not see it; the counts follow.
    """
    total = sum(bar.count for bar in bars) or 1
    listed = ", ".join(f"{bar.label}: {bar.count}" for bar in bars)
    step = WIDTH / len(bars)
    name = quoteattr(f"{says}. {listed}")
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg class="histogram" {size} role="img" aria-label={name}>',
        f'<line class="axis" x1="0" y1="{_BASE}" x2="{WIDTH}" y2="{_BASE}"/>',
    ]
    for place, bar in enumerate(bars):
        aim = aims[place] / (sum(aims) or 1) if aims else None
        parts += _bar(bar, bar.count / total, aim, step * place, step, top)
    return "".join([*parts, "</svg>"])


def top_of(rows: Sequence[Sequence[Bar]]) -> float:
    """The largest share among the bars of several histograms, the one scale of all of them."""
    shares = [bar.count / total for bars in rows if (total := sum(bar.count for bar in bars)) for bar in bars]
    return max(shares, default=1.0)


def _bar(bar: Bar, share: float, aim: float | None, left: float, step: float, top: float) -> Iterator[str]:
    high, middle = _ROOM * min(share / top, 1), left + step / 2
    start = middle - step * _FILL / 2
    if bar.count:
        yield (
            f'<rect class="bar" x="{start:.1f}" y="{_BASE - high:.1f}" width="{step * _FILL:.1f}" '
            f'height="{high:.1f}"/>'
        )
        yield f'<text class="count" x="{middle:.1f}" y="{_BASE - high - 3:.1f}">{bar.count}</text>'
    if aim is not None:
        at = _BASE - _ROOM * min(aim / top, 1)
        yield f'<path class="aim" d="M{left + 1:.1f} {at:.1f}h{step - 2:.1f}"/>'
    yield f'<text x="{middle:.1f}" y="{HEIGHT - 4}">{bar.label}</text>'
