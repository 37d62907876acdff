"""Reads the records of a scenario in observation order, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from scenarios.models import Action, Event, Scenario


@dataclass(frozen=True, slots=True)
class TimelineFilter:
    """What a reader looks for; empty fields filter nothing. ``text`` matches words, labels and speakers."""

    text: str = ""
    kind: str = ""
    pred: str = ""
    since: datetime | None = None
    until: datetime | None = None


def events(
    scenario: Scenario, wanted: TimelineFilter = TimelineFilter(), *, with_actions: bool = False
) -> QuerySet[Event]:
    """Events in observation order with their ``text``; actions come along in one more query if asked.

    The order (observed_at, seq) is total within a scenario, so cursors over it neither repeat nor skip.
    """
    found = scenario.events.with_text().order_by("observed_at", "seq")
    if wanted.text:
        needle = wanted.text
        found = found.filter(
            Q(label__iexact=needle) | Q(text__icontains=needle) | Q(speaker__icontains=needle)
        )
    if wanted.kind:
        found = found.filter(kind=wanted.kind)
    if wanted.pred:
        found = found.filter(pk__in=Action.objects.filter(pred=wanted.pred).values("event_id"))
    if wanted.since is not None:
        found = found.filter(observed_at__gte=wanted.since)
    if wanted.until is not None:
        found = found.filter(observed_at__lte=wanted.until)
    if with_actions:
        found = found.prefetch_related(Prefetch("actions", Action.objects.order_by("pos")))
    return found


def predicates(scenario: Scenario) -> list[str]:
    """The predicates that the scenario's actions speak of, sorted: what a filter may offer."""
    rows = Action.objects.filter(event__scenario=scenario).order_by("pred").values_list("pred", flat=True)
    return list(rows.distinct())
