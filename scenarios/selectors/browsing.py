"""What the pages of suites and scenarios show beyond plain lists, each by a constant number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from scenarios.models import Action, Event, FactVersion, Finding, Query, Scenario, Suite
from scenarios.models.fact_version import FAR_FUTURE
from scenarios.rendering.action_words import as_stored
from scenarios.selectors import texts, timelines

PAGE = 200
FINDINGS_SHOWN = 50


def families_of(suite: Suite) -> list[dict[str, Any]]:
    """Queries by family: answerable, zero, unknown, all, and how many exclude an obsolete version."""
    label = "gold__label"
    rows = Query.objects.filter(scenario__suite=suite).order_by("family").values("family")
    counted = rows.annotate(
        answerable=Count("pk", filter=Q(**{label: "answerable"})),
        zero=Count("pk", filter=Q(**{label: "justified-zero"})),
        unknown=Count("pk", filter=Q(**{label: "unknown"})),
        all=Count("pk"),
        obsolete=Count("pk", filter=Q(gold__obs_flag=True)),
    )
    return [dict(row) for row in counted]


def findings_of(suite: Suite) -> tuple[list[Finding], int]:
    """The first findings of an import and how many there are."""
    rows = Finding.objects.filter(suite=suite)
    return list(rows.order_by("code", "file", "pk")[:FINDINGS_SHOWN]), rows.count()


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An action in words, and the event that superseded it, if one has."""

    text: str
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """One record of a timeline as the page shows it; ``failed_checks`` of its words, mostly none."""

    event: Event
    text: str
    actions: list[ActionLine] = field(default_factory=list)
    failed_checks: str = ""


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A page of records; ``next_after`` is the label to go on after, None at the end."""

    rows: list[TimelineRow]
    total: int
    next_after: str | None

    @property
    def labels(self) -> frozenset[str]:
        """The records on this page, for links that need not leave it."""
        return frozenset(row.event.label for row in self.rows)


def page_of(scenario: Scenario, wanted: timelines.TimelineFilter, label: str) -> str:
    """The ``after`` of the page that holds a record; empty for the first page and for no such record."""
    event = scenario.events.filter(label=label).first()
    if event is None:
        return ""
    events, at = timelines.events(scenario, wanted), event.observed_at
    earlier = events.filter(Q(observed_at__lt=at) | Q(observed_at=at, seq__lt=event.seq)).count()
    start = earlier - earlier % PAGE
    return events[start - 1].label if start else ""


def timeline(
    scenario: Scenario, wanted: timelines.TimelineFilter, *, after: str = "", with_actions: bool
) -> TimelinePage:
    """The page of records after the one labelled ``after``, with actions for those who may see them."""
    events = timelines.events(scenario, wanted)
    total = events.count()
    last = scenario.events.filter(label=after).first() if after else None
    if last is not None:
        at = last.observed_at
        events = events.filter(Q(observed_at__gt=at) | Q(observed_at=at, seq__gt=last.seq))
    found = list(events[: PAGE + 1])
    page = found[:PAGE]
    lines = _action_lines(scenario, page) if with_actions else {}
    failed = texts.failed_among(page) if with_actions else {}
    rows = [
        TimelineRow(event, event.text or "", lines.get(event.pk, []), failed.get(event.pk, ""))
        for event in page
    ]
    return TimelinePage(rows, total, page[-1].label if len(found) > PAGE else None)


def _action_lines(scenario: Scenario, events: list[Event]) -> dict[int, list[ActionLine]]:
    actions = Action.objects.filter(event__in=events).order_by("event_id", "pos")
    superseders = _superseders(scenario, [event.pk for event in events])
    lines: dict[int, list[ActionLine]] = defaultdict(list)
    for action in actions:
        lines[action.event_id].append(ActionLine(action_in_words(action), superseders.get(action.pk)))
    return lines


def _superseders(scenario: Scenario, event_ids: Iterable[int]) -> dict[int, str]:
    """For each action of these events that something broke: the label of the event that did.

    The text is empty where a newer version was known already when the record arrived.
    """
    broken = list(FactVersion.objects.filter(event_id__in=list(event_ids), valid_until__lt=FAR_FUTURE))
    moments = {version.valid_until for version in broken}
    breakers = FactVersion.objects.filter(scenario=scenario, observed_at__in=moments).select_related("event")
    labels = {(version.observed_at, *_key_of(version)): version.event.label for version in breakers}
    found: dict[int, str] = {}
    for version in broken:
        late = version.valid_until == version.observed_at
        label = "" if late else labels.get((version.valid_until, *_key_of(version)), "")
        found.setdefault(version.action_id, label)
    return found


def _key_of(version: FactVersion) -> tuple[str, ...]:
    return (version.predicate, version.a0, version.a1, version.a2, version.member)


def action_in_words(action: Action) -> str:
    """An action as the chips show it: ``revise dest(Grus) = Corby``."""
    return as_stored(action) + (" (no effect)" if action.ineffective else "")


def texts_by_label(scenario: Scenario, labels: Iterable[str]) -> dict[str, Event]:
    """The named events of a scenario with their texts, by label."""
    return {event.label: event for event in scenario.events.filter(label__in=list(labels)).with_text()}


def versions_at(
    scenario: Scenario, predicate: str, key: tuple[str, ...], cutoff: datetime
) -> list[FactVersion]:
    """All versions of one key (or of one group and its members) observed by the cutoff, oldest first."""
    padded = [*key, "", "", ""]
    return list(
        FactVersion.objects.filter(
            scenario=scenario,
            predicate=predicate,
            a0=padded[0],
            a1=padded[1],
            a2=padded[2],
            observed_at__lte=cutoff,
        )
        .select_related("event")
        .order_by("as_of", "observed_at", "seq", "pos")
    )
