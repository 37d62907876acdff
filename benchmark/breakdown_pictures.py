"""Where a system is right, as SVG: bars by the values of a trait, and a curve over budgets, with floors and
ceilings as hatched lines that are named. Colours come from ``static/css/breakdown.css``; every picture has a
table beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from benchmark.scoring.aggregation import SMALL_CELL, Mean, Share

#: Bars: where names end, how long a whole share is, how high a row is, how wide the names of lines are.
_NAMES, _LONG, _ROW, _LINES = 116, 120, 18, 330
#: Room for a share with its n.
_TAIL = 82
_LONGEST = 18
#: The curve: its size, where its axes stand, and how far the names of lines lie apart at least.
_WIDTH, _HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BASE = 44, 420, 14, 204
_APART = 12


@dataclass(frozen=True, slots=True)
class Mark:
    """A floor, a ceiling, or what people reach: ``kind`` is its class, ``value`` a share."""

    kind: str
    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A share or a mean in 0..1 with both ends of its interval; None where its denominator is empty."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    marks: tuple[Mark, ...] = ()

    @classmethod
    def of_share(cls, name: str, share: Share, marks: tuple[Mark, ...] = ()) -> Bar:
        """With the Wilson interval."""
        ends = share.interval
        return cls(
            name,
            share.value,
            ends.low if ends else None,
            ends.high if ends else None,
            share.denominator,
            marks,
        )

    @classmethod
    def of_mean(cls, name: str, mean: Mean) -> Bar:
        """With the bootstrap interval, at its lower end where it is bounded."""
        ends = mean.spread
        return cls(name, mean.low, ends.low if ends else None, ends.high if ends else None, mean.n)

    @property
    def text(self) -> str:
        return "n/a" if self.value is None else f"{self.value:.1%} (n = {self.n})"


def bars(rows: Sequence[Bar], *, says: str) -> str:
    """A bar for each row with its interval across its end, and its lines as hatched strokes, named on its
    right. ``says`` names the picture for those who do not see it; the figures follow."""
    wide = any(row.marks for row in rows)
    width, height = _NAMES + _LONG + _TAIL + (_LINES if wide else 0), _ROW * max(1, len(rows)) + 4
    listed = "; ".join(f"{row.name}: {row.text}{_listed(row.marks)}" for row in rows)
    parts = [_open("shares breakdown", width, height, f"{says}. {listed}")]
    parts.append(f'<line class="axis" x1="{_NAMES}" y1="0" x2="{_NAMES}" y2="{height}"/>')
    for place, row in enumerate(rows):
        parts += _bar(row, 2 + _ROW * place)
    return "".join([*parts, "</svg>"])


def _listed(marks: Sequence[Mark]) -> str:
    return "".join(f", {mark.kind} {mark.name} {mark.value:.1%}" for mark in marks)


def _bar(row: Bar, top: float) -> Iterator[str]:
    middle = top + _ROW / 2
    base = f"{middle + 3.5:.1f}"
    name = row.name if len(row.name) <= _LONGEST else f"{row.name[: _LONGEST - 1]}…"
    yield f'<text class="name" x="{_NAMES - 6}" y="{base}">{escape(name)}</text>'
    if row.value is None:
        yield f'<text x="{_NAMES + 6}" y="{base}">n/a</text>'
        return
    few = " few" if row.n < SMALL_CELL else ""
    yield (
        f'<rect class="bar{few}" x="{_NAMES}" y="{top + 4:.1f}" width="{_LONG * row.value:.1f}" '
        f'height="{_ROW - 8}"/>'
    )
    for mark in row.marks:
        x = _NAMES + _LONG * mark.value
        yield f'<path class="hatched {mark.kind}" d="M{x:.1f} {top:.1f}v{_ROW}"/>'
    if row.low is not None and row.high is not None:
        low, high = (_NAMES + _LONG * end for end in (row.low, row.high))
        yield f'<path class="interval" d="M{low:.1f} {middle - 3:.1f}v6m0 -3H{high:.1f}m0 -3v6"/>'
    yield f'<text x="{_NAMES + _LONG + 6}" y="{base}">{row.value:.0%} n {row.n}</text>'
    if row.marks:
        said = " · ".join(f"{mark.kind} {mark.name} {mark.value:.0%}" for mark in row.marks)
        yield f'<text class="said" x="{_NAMES + _LONG + _TAIL}" y="{base}">{escape(said)}</text>'


def curve(points: Sequence[Bar], marks: Sequence[Mark], *, across: str, says: str) -> str:
    """A point for each budget with its interval, joined in their order, and each line hatched over the whole
    width, named on its right; ``across`` names what runs along the bottom."""
    listed = "; ".join(f"{point.name}: {point.text}" for point in points)
    parts = [_open("shares breakdown curve", _WIDTH, _HEIGHT, f"{says}. {listed}{_listed(marks)}")]
    for tenths in (0, 25, 50, 75, 100):
        y = _height(tenths / 100)
        parts.append(f'<line class="axis" x1="{_LEFT}" y1="{y:.1f}" x2="{_RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="name" x="{_LEFT - 6}" y="{y + 3.5:.1f}">{tenths} %</text>')
    parts += _lines(marks)
    step = (_RIGHT - _LEFT) / max(1, len(points))
    placed = [(_LEFT + step * (place + 0.5), point) for place, point in enumerate(points)]
    known = " ".join(f"{x:.1f},{_height(one.value):.1f}" for x, one in placed if one.value is not None)
    parts.append(f'<polyline class="line" points="{known}"/>')
    for x, point in placed:
        parts += _point(x, point)
    middle = (_LEFT + _RIGHT) / 2
    parts.append(f'<text class="middle" x="{middle:.0f}" y="{_HEIGHT - 4}">{escape(across)}</text>')
    return "".join([*parts, "</svg>"])


def _lines(marks: Sequence[Mark]) -> Iterator[str]:
    """Hatched lines; their names are moved apart so that each can be read."""
    ordered = sorted(marks, key=lambda mark: -mark.value)
    for mark, at in zip(ordered, spread([_height(mark.value) for mark in ordered]), strict=True):
        y = _height(mark.value)
        yield f'<path class="hatched {mark.kind}" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>'
        yield f'<path class="leader" d="M{_RIGHT} {y:.1f}L{_RIGHT + 10} {at:.1f}"/>'
        said = escape(f"{mark.kind}: {mark.name} {mark.value:.0%}")
        yield f'<text class="said" x="{_RIGHT + 14}" y="{at + 3.5:.1f}">{said}</text>'


def spread(heights: Sequence[float]) -> list[float]:
    """Heights in rising order moved apart, as little as keeps them on the picture."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + _APART) if found else height)
    limit = float(_BASE)
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], limit)
        limit = found[place] - _APART
    return found


def _point(x: float, point: Bar) -> Iterator[str]:
    yield f'<text class="middle" x="{x:.1f}" y="{_BASE + 14}">{escape(point.name)}</text>'
    if point.value is None:
        return
    if point.low is not None and point.high is not None:
        low, high = _height(point.low), _height(point.high)
        yield f'<path class="interval" d="M{x - 4:.1f} {high:.1f}h8m-4 0V{low:.1f}m-4 0h8"/>'
    yield f'<circle class="point" cx="{x:.1f}" cy="{_height(point.value):.1f}" r="3.5"/>'


def _height(share: float) -> float:
    return _BASE - (_BASE - _TOP) * share


def _open(kind: str, width: float, height: float, name: str) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg class="{kind}" {size} role="img" aria-label={quoteattr(name)}>'
