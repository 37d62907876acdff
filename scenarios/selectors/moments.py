"""Where a cutoff lies among the records of a history, and which cutoffs lie next to it (spec 1.4).

Each reads the index of observation order alone, so a long history costs no more than its count.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min, Q

from scenarios.models import Event, Scenario

#: Records shown before and after a cutoff.
AROUND = 3
_MOMENT, _DAY = timedelta(microseconds=1), timedelta(days=1)


@dataclass(frozen=True)
class Moment:
    """A cutoff: how many of the ``total`` records it sees, those next to it, and the cutoffs of steps.

    ``before`` ends with the latest record seen; ``steps`` holds the cutoff of each step that leads elsewhere,
    by name.
    """

    cutoff: datetime
    position: int
    total: int
    before: tuple[Event, ...]
    after: tuple[Event, ...]
    steps: dict[str, datetime]

    @property
    def latest(self) -> Event | None:
        """The last record that the cutoff sees."""
        return self.before[-1] if self.before else None


def end_of(scenario: Scenario) -> datetime | None:
    """When the last record was observed, None in a history without records."""
    return scenario.events.order_by("-observed_at", "-seq").values_list("observed_at", flat=True).first()


def at_position(scenario: Scenario, position: int) -> datetime | None:
    """The cutoff that sees the first ``position`` records (and what was observed at the same time), or none
    for 0; a number beyond the end means the end. None in a history without records."""
    times = scenario.events.order_by("observed_at", "seq").values_list("observed_at", flat=True)
    if position > 0:
        found = times[position - 1 : position]
        return found[0] if found else end_of(scenario)
    first = times.first()
    return None if first is None else first - _MOMENT


def moment(scenario: Scenario, cutoff: datetime) -> Moment:
    """Where a cutoff lies. Four database queries."""
    counted = scenario.events.aggregate(
        total=Count("pk"),
        position=Count("pk", filter=Q(observed_at__lte=cutoff)),
        first=Min("observed_at"),
        last=Max("observed_at"),
    )
    texts = scenario.events.with_text()
    before = list(texts.filter(observed_at__lte=cutoff).order_by("-observed_at", "-seq")[: AROUND + 1])[::-1]
    after = list(texts.filter(observed_at__gt=cutoff).order_by("observed_at", "seq")[:AROUND])
    return Moment(
        cutoff,
        counted["position"],
        counted["total"],
        tuple(before),
        tuple(after),
        _steps(scenario, cutoff, before, after, (counted["first"], counted["last"])),
    )


def _steps(
    scenario: Scenario,
    cutoff: datetime,
    before: list[Event],
    after: list[Event],
    ends: tuple[datetime | None, datetime | None],
) -> dict[str, datetime]:
    """The cutoffs one step away: a record, a day, or an end. A step beyond an end leads to that end."""
    first, last = ends
    if first is None or last is None:
        return {}
    start = first - _MOMENT
    found: dict[str, datetime] = {}
    if before:
        earlier = scenario.events.filter(observed_at__lt=before[-1].observed_at).order_by("-observed_at")
        found["back"] = earlier.values_list("observed_at", flat=True).first() or start
        found["day_back"] = max(start, _moved(cutoff, -_DAY))
        found["first"] = start
    if after:
        found["forward"] = after[0].observed_at
        found["day_forward"] = min(last, _moved(cutoff, _DAY))
        found["last"] = last
    return {name: at for name, at in found.items() if at != cutoff}


def _moved(cutoff: datetime, by: timedelta) -> datetime:
    """A cutoff moved, as far as there are dates."""
    try:
        return cutoff + by
    except OverflowError:
        return cutoff
