"""Shares with their intervals as small SVG: rows of bars, and a curve. Colours come from
``static/css/shortcuts.css``; every picture has a table beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import gettext

from benchmark.scoring.aggregation import Share

#: Bars: where names end, how long a whole share is, how high a row is.
_NAMES, _LONG, _ROW = 116, 140, 18
BARS_WIDTH = _NAMES + _LONG + 48
#: The curve: its size, and where its axes stand.
CURVE_WIDTH, CURVE_HEIGHT = 460, 210
_LEFT, _RIGHT, _TOP, _BASE = 44, 450, 14, 176


def bars(rows: Sequence[tuple[str, str, Share]], *, says: str) -> str:
    """A bar for each (name, class, share) with the Wilson interval across its end. ``says`` names the picture
    for those who do not see it; the shares follow."""
    height = _ROW * len(rows) + 4
    listed = _listed((name, share) for name, _, share in rows)
    parts = [_open("shares", BARS_WIDTH, height, f"{says}. {listed}")]
    parts.append(f'<line class="axis" x1="{_NAMES}" y1="0" x2="{_NAMES}" y2="{height}"/>')
    for place, (name, kind, share) in enumerate(rows):
        parts += _bar(name, kind, share, 2 + _ROW * place)
    return "".join([*parts, "</svg>"])


def _bar(name: str, kind: str, share: Share, top: float) -> Iterator[str]:
    middle = top + _ROW / 2
    yield f'<text class="name" x="{_NAMES - 6}" y="{middle + 3.5:.1f}">{escape(name)}</text>'
    interval = share.interval
    if share.value is None or interval is None:
        yield f'<text x="{_NAMES + 6}" y="{middle + 3.5:.1f}">n/a</text>'
        return
    yield (
        f'<rect class="bar {kind}" x="{_NAMES}" y="{top + 4:.1f}" width="{_LONG * share.value:.1f}" '
        f'height="{_ROW - 8}"/>'
    )
    low, high = (_NAMES + _LONG * end for end in (interval.low, interval.high))
    yield f'<path class="interval" d="M{low:.1f} {middle - 3:.1f}v6m0 -3H{high:.1f}m0 -3v6"/>'
    yield f'<text x="{_NAMES + _LONG + 6}" y="{middle + 3.5:.1f}">{share.value:.0%}</text>'


def curve(points: Sequence[tuple[str, Share]], *, across: str, says: str) -> str:
    """A point for each (name, share) with its Wilson interval, joined in their order; ``across`` names what
    runs along the bottom."""
    listed = _listed(points)
    parts = [_open("shares curve", CURVE_WIDTH, CURVE_HEIGHT, f"{says}. {listed}")]
    for tenths in (0, 25, 50, 75, 100):
        y = _height(tenths / 100)
        parts.append(f'<line class="axis" x1="{_LEFT}" y1="{y:.1f}" x2="{_RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="name" x="{_LEFT - 6}" y="{y + 3.5:.1f}">{tenths} %</text>')
    step = (_RIGHT - _LEFT) / max(1, len(points))
    places = [_LEFT + step * (place + 0.5) for place in range(len(points))]
    line = " ".join(
        f"{x:.1f},{_height(share.value or 0):.1f}" for x, (_, share) in zip(places, points, strict=True)
    )
    parts.append(f'<polyline class="line" points="{line}"/>')
    for x, (name, share) in zip(places, points, strict=True):
        parts += _point(x, name, share)
    parts.append(
        f'<text class="middle" x="{(_LEFT + _RIGHT) / 2:.0f}" y="{CURVE_HEIGHT - 4}">{escape(across)}</text>'
    )
    return "".join([*parts, "</svg>"])


def _point(x: float, name: str, share: Share) -> Iterator[str]:
    yield f'<text class="middle" x="{x:.1f}" y="{_BASE + 14}">{escape(name)}</text>'
    interval = share.interval
    if share.value is None or interval is None:
        return
    low, high = _height(interval.low), _height(interval.high)
    yield f'<path class="interval" d="M{x - 4:.1f} {high:.1f}h8m-4 0V{low:.1f}m-4 0h8"/>'
    yield f'<circle class="point" cx="{x:.1f}" cy="{_height(share.value):.1f}" r="3.5"/>'


def _height(share: float) -> float:
    return _BASE - (_BASE - _TOP) * share


def _listed(shares: Iterable[tuple[str, Share]]) -> str:
    return "; ".join(f"{name}: {share.words.translated(gettext)}" for name, share in shares)


def _open(kind: str, width: float, height: float, name: str) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg class="{kind}" {size} role="img" aria-label={quoteattr(name)}>'
