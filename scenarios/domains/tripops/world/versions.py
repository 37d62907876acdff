"""Later versions of keys whose first version another record asserts too. PURE."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import (
    LATE_RECORDS,
    LATE_REVISIONS,
    Plot,
    Record,
    T,
    Window,
    late_obsolete,
)


def revised(
    plot: Plot, first: str, values: Sequence[T], write: Callable[[int, T], Record], window: Window, *,
    forward: Callable[[T, DayOf], Record] | None = None, late: bool = True, after: Sequence[str] = (),
) -> list[str]:  # fmt: skip
    """Plan the versions behind the first, which the event ``first`` asserts, as ``Plot.chain`` would; returns
    the names of the events of all versions. Unless ``late``, every revision lies in ``window``."""
    names = [first]
    fate = plot.rng.random()
    for place, value in enumerate(values[1:], 1):
        last = place == len(values) - 1
        span = LATE_REVISIONS if late and last and fate < plot.config.late_revision_rate else window
        names.append(plot.add(*write(place, value), span, after=(names[-1], *after)))
    if late_obsolete(fate, plot.config) and len(values) > 1 and forward is not None:
        place = plot.rng.randrange(len(values) - 1)
        plot.add(*forward(values[place], DayOf(names[place])), LATE_RECORDS, after=names, distractor="D3")
    return names
