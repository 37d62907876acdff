"""Draws the strip of a history as SVG: records, ends of versions, changes of rules, witness, cutoffs.

It is stretched to the width of its place, so it holds lines and no text. Colours come from
``static/css/time.css``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

WIDTH, HEIGHT = 1_000, 60
#: Where records stand, and how high the bar of the most superseded part is.
_BASE, _ROOM = 46, 30


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on a strip, each place from 0 to 1: how far the cutoff sees, the cutoff that it is
    compared with, and the records of a witness."""

    cutoff: float
    against: float | None = None
    witness: Sequence[float] = ()


def drawn(bars: Sequence[tuple[int, int]], marks: Marks, *, single: bool, says: str) -> str:
    """A strip of parts, each with how many versions ended and how many rules changed there.

    ``single`` parts are single records, drawn one by one; ``says`` names the picture for those who do not see
    it.
    """
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none"'
    parts = [f'<svg class="strip" {size} role="img" aria-label={quoteattr(says)}>']
    parts += _records(len(bars), single)
    parts += _bars(bars)
    parts += [_line("witness", place, 24, _BASE + 12) for place in marks.witness]
    x = WIDTH * marks.cutoff
    parts.append(f'<rect class="later" x="{x:.1f}" y="0" width="{WIDTH - x:.1f}" height="{HEIGHT}"/>')
    if marks.against is not None:
        parts.append(_line("against", marks.against, 0, HEIGHT))
    return "".join([*parts, _line("cutoff", marks.cutoff, 0, HEIGHT), "</svg>"])


def _records(count: int, single: bool) -> Iterator[str]:
    if single:
        yield from (_line("record", (place + 0.5) / count, _BASE, _BASE + 8) for place in range(count))
    elif count:
        yield f'<rect class="records" x="0" y="{_BASE}" width="{WIDTH}" height="8"/>'


def _bars(bars: Sequence[tuple[int, int]]) -> Iterator[str]:
    most = max((ended for ended, _ in bars), default=0)
    step = WIDTH / max(len(bars), 1)
    for place, (ended, declared) in enumerate(bars):
        left = step * place
        if ended:
            high = max(4.0, _ROOM * ended / most)
            yield (
                f'<rect class="superseding" x="{left + step * 0.2:.1f}" y="{_BASE - high:.1f}"'
                f' width="{step * 0.6:.1f}" height="{high:.1f}"/>'
            )
        if declared:
            yield _line("declaring", (place + 0.5) / len(bars), 4, 12)


def _line(kind: str, place: float, top: float, bottom: float) -> str:
    x = f"{WIDTH * place:.1f}"
    return f'<line class="{kind}" x1="{x}" y1="{top:g}" x2="{x}" y2="{bottom:g}"/>'
