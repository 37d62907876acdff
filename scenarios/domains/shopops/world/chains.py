"""Later versions of what another record stated first: a price on an order, a parent in a list. PURE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from scenarios.domains.shopops.world.shop import Shop
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import LATE_RECORDS, LATE_REVISIONS, Plot, Record, Window

T = TypeVar("T")


#: Few kinds of keys have a record that forwards them; those that have make up for the others.
_FORWARDED = 2.5


def revisions(
    shop: Shop, first: str, values: Sequence[T], write: Callable[[T], Record], window: Window, *,
    forward: Callable[[T, DayOf], Record] | None = None,
) -> list[str]:  # fmt: skip
    """Plan the versions behind the first, which the event ``first`` states; all names, ``first`` included.

    Like ``Plot.chain``: the last version now and then comes late, or an obsolete one is forwarded late under
    its old day (D3).
    """
    plot = shop.plot
    names, late = [first], plot.happens(plot.config.late_revision_rate)
    for place, value in enumerate(values[1:], 1):
        span = LATE_REVISIONS if late and place == len(values) - 1 else window
        names.append(plot.add(*write(value), span, after=(names[-1],)))
    if forward is not None and len(names) > 1 and forwards(shop):
        place = plot.rng.randrange(len(names) - 1)
        plot.add(*forward(values[place], DayOf(names[place])), LATE_RECORDS, after=names, distractor="D3")
    return names


def forwards(shop: Shop) -> bool:
    """Whether an old record of this key is forwarded: evenly, so that a history surely has some."""
    shop.owed += _FORWARDED * shop.brief.config.late_obsolete_rate
    if shop.owed < 1:
        return False
    shop.owed -= 1
    return True


def course_from(plot: Plot, first: T, others: Sequence[T]) -> list[T]:
    """The values of a key that begins with ``first``: two at least, since the key is one that changes."""
    count = max(2, plot.versions())
    found = [first]
    for _ in range(count - 1):
        found.append(plot.rng.choice([one for one in (first, *others) if one != found[-1]]))
    if len(found) > 2 and found[-1] not in found[:-1] and plot.happens(1 / 3):
        found[-1] = plot.rng.choice([one for one in found[:-2] if one != found[-2]] or found[-1:])
    return found
