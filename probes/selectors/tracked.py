"""Which queries of a suite are tracked, and how their gold changes, by scenario (spec 8.1)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Max, Q

from probes.diagnosis import tracking
from probes.models import ChangeClass, TrackedQuery
from scenarios.models import Suite

Counts = tuple[int, int, int]
"""Of one tracked query: its last checkpoint, its explicit and its implicit changes."""


@dataclass(frozen=True, slots=True)
class TrackedScenario:
    """Counts of one scenario: ``changing`` tracked queries change at least once, by so many ``explicit`` and
    ``implicit`` transitions."""

    scenario: str
    checkpoints: int
    tracked: int
    changing: int
    explicit: int
    implicit: int
    wanted: int = tracking.TRACKED

    @property
    def unmet(self) -> tuple[str, ...]:
        """What the scenario does not reach of spec 8.1, in words."""
        return tracking.unmet(
            tracked=self.tracked,
            changing=self.changing,
            explicit=self.explicit,
            implicit=self.implicit,
            wanted=self.wanted,
        )

    def as_json(self) -> dict[str, Any]:
        """For the command and the API."""
        return {**asdict(self), "unmet": list(self.unmet)}


def of_suite(suite: Suite, *, wanted: int = tracking.TRACKED) -> list[TrackedScenario]:
    """One line a scenario, those without tracked queries too, in their order; two queries. ``wanted`` is how
    many tracked queries were asked for."""
    changed = {
        one: Count("states", filter=Q(states__change=one))
        for one in (ChangeClass.EXPLICIT, ChangeClass.IMPLICIT)
    }
    rows = TrackedQuery.objects.filter(query__scenario__suite=suite).annotate(
        last=Max("states__number"),
        explicit=changed[ChangeClass.EXPLICIT],
        implicit=changed[ChangeClass.IMPLICIT],
    )
    by_scenario: dict[str, list[Counts]] = {}
    for slug, *counts in rows.values_list("query__scenario__slug", "last", "explicit", "implicit"):
        by_scenario.setdefault(slug, []).append((counts[0], counts[1], counts[2]))
    scenarios = suite.scenarios.order_by("position", "pk").values_list("slug", flat=True)
    return [_line(slug, by_scenario.get(slug, []), wanted) for slug in scenarios]


def _line(slug: str, rows: list[Counts], wanted: int) -> TrackedScenario:
    return TrackedScenario(
        scenario=slug,
        checkpoints=max((last for last, _, _ in rows), default=0),
        tracked=len(rows),
        changing=sum(bool(explicit or implicit) for _, explicit, implicit in rows),
        explicit=sum(explicit for _, explicit, _ in rows),
        implicit=sum(implicit for _, _, implicit in rows),
        wanted=wanted,
    )
