"""A small writer of one kind of picture: lines over logarithmic axes, as SVG that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]

_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 40, 84, 60
#: Pixels of a letter, about, and of what stands before and behind the words of a legend.
_LETTER, _SIGN, _GAP = 7.6, 32, 12
#: Lines differ by dash and by mark as well as by colour.
_DASHES = ("none", "7 4", "2 3", "10 3 2 3")
_STYLE = """
svg { background: #ffffff; font: 13px system-ui, sans-serif; }
text { fill: #1f2328; } .faint { fill: #57606a; } .grid { stroke: #d0d7de; } .axis { stroke: #57606a; }
.l0 { --ink: #0b5cad; } .l1 { --ink: #a3480b; } .l2 { --ink: #1a6b3a; } .l3 { --ink: #7a2f8f; }
.line { fill: none; stroke: var(--ink); stroke-width: 2.2; } .mark { fill: var(--ink); }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; } text { fill: #e6edf3; } .faint { fill: #9da7b3; }
  .grid { stroke: #30363d; } .axis { stroke: #9da7b3; }
  .l0 { --ink: #6cb6ff; } .l1 { --ink: #f0a35e; } .l2 { --ink: #7ee29a; } .l3 { --ink: #d2a8ff; }
}
"""


@dataclass(frozen=True, slots=True)
class Axis:
    """One logarithmic axis between two powers of ten, over pixels from ``start`` to ``end``."""

    label: str
    low: int
    high: int
    start: float
    end: float

    @classmethod
    def over(cls, label: str, values: Sequence[float], start: float, end: float) -> Axis:
        """The axis that holds all values, which are above 0."""
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(label, low, max(high, low + 1), start, end)

    def at(self, value: float) -> float:
        """Where a value lies, in pixels."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def drawn(*, title: str, says: str, across: str, up: str, lines: Mapping[str, Points]) -> str:
    """The picture: a title, a line below that ``says`` what it shows, both axes with their units, a legend.

    Raises ``ValueError`` where there is no point, or one that is not above 0 on both axes.
    """
    points = [point for found in lines.values() for point in found]
    if not points or min(min(point) for point in points) <= 0:
        raise ValueError("a picture on logarithmic axes needs points above 0")
    x = Axis.over(across, [one for one, _ in points], _LEFT, _WIDTH - _RIGHT)
    y = Axis.over(up, [one for _, one in points], _HEIGHT - _BOTTOM, _TOP)
    table = "; ".join(
        f"{name}: " + ", ".join(f"{plain(one)} → {plain(other)}" for one, other in found)
        for name, found in lines.items()
    )
    return "\n".join(
        [
            f'<svg {_XMLNS} viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(f"{says} {across} → {up}. {table}.")}</desc>',
            f"<style>{_STYLE}</style>",
            f'<text x="{_LEFT}" y="24" font-size="16" font-weight="600">{escape(title)}</text>',
            f'<text x="{_LEFT}" y="44" class="faint">{escape(says)}</text>',
            *_legend(list(lines)),
            *_axes(x, y),
            *(part for place, found in enumerate(lines.values()) for part in _line(place, found, x, y)),
            "</svg>\n",
        ]
    )


def plain(value: float) -> str:
    """A number as a reader says it: 470, 10,000, 0.25."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _legend(names: Sequence[str]) -> Iterator[str]:
    """One entry a line, side by side."""
    left: float = _LEFT
    for place, name in enumerate(names):
        yield (
            f'<g class="l{place % 4}"><path class="line" d="M{left:.0f} 64h26" '
            f'stroke-dasharray="{_DASHES[place % 4]}"/>{_mark(place, left + 13, 64)}</g>'
        )
        yield f'<text x="{left + _SIGN:.0f}" y="68">{escape(name)}</text>'
        left += _SIGN + len(name) * _LETTER + _GAP


def _axes(x: Axis, y: Axis) -> Iterator[str]:
    for tick in x.ticks:
        at = x.at(tick)
        yield f'<path class="grid" d="M{at} {y.start}V{y.end}"/>'
        yield f'<text x="{at}" y="{y.start + 18}" text-anchor="middle">{plain(tick)}</text>'
    for tick in y.ticks:
        at = y.at(tick)
        yield f'<path class="grid" d="M{x.start} {at}H{x.end}"/>'
        yield f'<text x="{x.start - 8}" y="{at + 4}" text-anchor="end">{plain(tick)}</text>'
    yield f'<path class="axis" fill="none" d="M{x.start} {y.end}V{y.start}H{x.end}"/>'
    middle, below = (x.start + x.end) / 2, _HEIGHT - 16
    yield f'<text x="{middle}" y="{below}" text-anchor="middle" class="faint">{escape(x.label)}</text>'
    height = (y.start + y.end) / 2
    yield (
        f'<text x="20" y="{height}" text-anchor="middle" class="faint" '
        f'transform="rotate(-90 20 {height})">{escape(y.label)}</text>'
    )


def _line(place: int, points: Points, x: Axis, y: Axis) -> Iterator[str]:
    if not points:
        return
    placed = [(x.at(one), y.at(other)) for one, other in points]
    path = "L".join(f"{one} {other}" for one, other in placed)
    yield f'<g class="l{place % 4}"><path class="line" d="M{path}" stroke-dasharray="{_DASHES[place % 4]}"/>'
    yield from (_mark(place, one, other) for one, other in placed)
    yield "</g>"


def _mark(place: int, x: float, y: float) -> str:
    """A disc, a square, a diamond or a triangle."""
    shapes = (
        f'<circle class="mark" cx="{x}" cy="{y}" r="4.5"/>',
        f'<path class="mark" d="M{x - 4} {y - 4}h8v8h-8z"/>',
        f'<path class="mark" d="M{x} {y - 6}l6 6l-6 6l-6 -6z"/>',
        f'<path class="mark" d="M{x} {y - 5.5}l5.5 9.5h-11z"/>',
    )
    return shapes[place % len(shapes)]
