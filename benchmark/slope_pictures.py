"""Shares before and after as slope lines, small SVG. Colours come from ``static/css/effects.css``; a table
stands beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import gettext

WIDTH, _LEFT, _RIGHT, _TOP, _LONG, _GAP = 460, 60, 250, 26, 170, 15
#: A system's name, its share before and after; None is n/a.
Slope = tuple[str, float | None, float | None]


def drawn(slopes: Sequence[Slope], *, before: str, after: str, says: str) -> str:
    """A line for each system from its share before to that after; those that move are drawn thick and named
    with both. ``before`` and ``after`` head the two axes; ``says`` names the picture."""
    whole = [(name, old, new) for name, old, new in slopes if old is not None and new is not None]
    listed = "; ".join(f"{name}: {_moved(old, new)}" for name, old, new in whole)
    high = _TOP + _LONG + 24
    size = f'viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}"'
    parts = [
        f'<svg class="slopes" {size} role="img" aria-label={quoteattr(f"{says}. {listed}")}>',
        *_axis(_LEFT, before, "end"),
        *_axis(_RIGHT, after, "start"),
    ]
    places = _spread([new for _, _, new in whole])
    for (name, old, new), place in zip(whole, places, strict=True):
        parts += _line(name, old, new, place)
    return "".join([*parts, "</svg>"])


def _moved(old: float, new: float) -> str:
    return gettext("%(low)s to %(high)s") % {"low": f"{old:.1%}", "high": f"{new:.1%}"}


def _axis(x: int, head: str, anchor: str) -> Iterator[str]:
    kind = "soft end" if anchor == "end" else "soft"
    at = x + 24 if anchor == "end" else x - 24
    yield f'<line class="axis" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_TOP + _LONG}"/>'
    yield f'<text class="{kind}" x="{at}" y="{_TOP - 12}">{escape(head)}</text>'


def _line(name: str, old: float, new: float, place: float) -> Iterator[str]:
    kind = "same" if old == new else "moved"
    y1, y2 = _height(old), _height(new)
    yield f'<path class="{kind}" d="M{_LEFT} {y1:.1f}L{_RIGHT} {y2:.1f}"/>'
    for x, y in ((_LEFT, y1), (_RIGHT, y2)):
        yield f'<circle class="{kind}" cx="{x}" cy="{y:.1f}" r="3.5"/>'
    if kind == "moved":
        yield f'<text class="end" x="{_LEFT - 8}" y="{y1 + 4:.1f}">{old:.0%}</text>'
    told = f"{new:.0%} {name}" if len(name) < 22 else f"{new:.0%} {name[:20]}…"
    yield f'<text x="{_RIGHT + 10}" y="{place + 4:.1f}">{escape(told)}</text>'


def _spread(shares: Sequence[float]) -> list[float]:
    """Where the names stand: at their shares, moved down where two would lie on each other."""
    order = sorted(range(len(shares)), key=lambda place: -shares[place])
    found = [0.0] * len(shares)
    last = -float(_GAP)
    for place in order:
        last = found[place] = max(_height(shares[place]), last + _GAP)
    over = last - (_TOP + _LONG + 16)
    return [place - over if over > 0 else place for place in found]


def _height(share: float) -> float:
    return _TOP + _LONG * (1 - share)
