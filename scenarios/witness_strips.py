"""Draws which records of a history matter to a query as SVG: a lane for each role, the records, the cutoff.

What matters most is a link. Colours come from ``static/css/measures.css``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

WIDTH = 960
#: Where the history begins and ends, between the names of lanes and the border.
_LEFT, _RIGHT = 170, 950
_TOP, _LANE = 8, 30


@dataclass(frozen=True, slots=True)
class Point:
    """A record in a lane: its ``place`` from 0 to 1, what it is in words, and the address that it leads to,
    if any."""

    place: float
    says: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """Records of one role; ``kind`` is the class that colours them."""

    kind: str
    name: str
    points: Sequence[Point]


def drawn(lanes: Sequence[Lane], *, cutoff: float, says: str) -> str:
    """A strip of lanes with names and counts, what comes after the cutoff greyed. ``says`` names it."""
    high = _TOP + _LANE * len(lanes) + 6
    size = f'viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}"'
    parts = [f'<svg class="witness-strip" {size} role="group" aria-label={quoteattr(says)}>']
    x = _at(cutoff)
    parts.append(f'<rect class="later" x="{x:.1f}" y="0" width="{WIDTH - x:.1f}" height="{high}"/>')
    for number, lane in enumerate(lanes):
        parts += _lane(lane, _TOP + _LANE * number)
    return "".join([*parts, f'<path class="cutoff" d="M{x:.1f} 0v{high}"/>', "</svg>"])


def _lane(lane: Lane, top: int) -> Iterator[str]:
    middle = top + _LANE // 2
    yield f'<path class="axis" d="M{_LEFT} {middle}H{_RIGHT}"/>'
    yield f'<text x="4" y="{middle + 4}">{escape(lane.name)} ({len(lane.points)})</text>'
    for point in lane.points:
        x = _at(point.place)
        shape = _SHAPES[lane.kind].format(x=x, y=middle)
        mark = f'<path class="{lane.kind}" d="{shape}"/>'
        if point.href:
            says = quoteattr(point.says)
            name = f"<title>{escape(point.says)}</title>"
            mark = f"<a href={quoteattr(point.href)} aria-label={says}>{name}{mark}</a>"
        yield mark


#: Shapes that differ without their colours: a full bar, a diamond, a cross, a dot.
_SHAPES = {
    "witness": "M{x:.1f} {y}m-3 -11h6v22h-6z",
    "other": "M{x:.1f} {y}m0 -9l6 9l-6 9l-6 -9z",
    "superseded": "M{x:.1f} {y}m-6 -6l12 12m0 -12l-12 12",
    "distractor": "M{x:.1f} {y}m-2 -2h4v4h-4z",
}


def _at(place: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * place
