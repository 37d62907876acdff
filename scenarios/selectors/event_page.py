"""One record with all that stands around it: neighbours, actions, the queries it supports, its words' checks.

Each part is read for those who may see it, in a constant number of queries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from scenarios.exceptions import NotVisibleError
from scenarios.models import Event, GoldAnswer, Rendering, Scenario, Witness
from scenarios.selectors import event_versions
from scenarios.selectors.browsing import action_in_words
from scenarios.selectors.event_versions import VersionStory

#: Records shown before and after one, and queries that a page lists.
AROUND, MOST_QUERIES = 3, 200


@dataclass(frozen=True)
class Neighbours:
    """The records before and after one in observation order."""

    before: tuple[Event, ...]
    after: tuple[Event, ...]


@dataclass(frozen=True)
class ActionStory:
    """An action in words, and what each of its statements did; ``ineffective`` ones are never resolved."""

    words: str
    pos: int
    ineffective: bool
    versions: tuple[VersionStory, ...]


@dataclass(frozen=True)
class Supported:
    """A query whose gold rests on a record: ``holding`` of its ``listed`` witnesses hold it. ``exact`` is
    false where that list is not complete and the record is only in the upper bound of the support."""

    gold: GoldAnswer
    in_support: bool
    exact: bool
    holding: int
    listed: int


@dataclass(frozen=True)
class Support:
    """The queries that a record supports, those with it in a witness first; ``more`` are not listed."""

    rows: tuple[Supported, ...]
    more: int

    @property
    def in_witnesses(self) -> int:
        """How many of those listed have it in a witness."""
        return sum(row.in_support for row in self.rows)


@dataclass(frozen=True, slots=True)
class Check:
    """One automatic check of the words of a record."""

    code: str
    passed: bool
    evidence: str


@dataclass(frozen=True)
class Words:
    """Who wrote the current words, what they are verified to be, and what each check found; ``reason`` says
    why none ran."""

    rendering: Rendering
    checks: tuple[Check, ...]
    reason: str


def get(scenario: Scenario, label: str) -> Event:
    """One record with its text. Raises ``NotVisibleError`` where there is none."""
    event = scenario.events.with_text().filter(label=label).first()
    if event is None:
        raise NotVisibleError(f"There is no record {label!r} in scenario {scenario.slug!r}.")
    return event


def neighbours(event: Event) -> Neighbours:
    """Two database queries."""
    at, texts = event.observed_at, Event.objects.filter(scenario=event.scenario_id).with_text()
    # The bound on the time alone is what the index of observation order starts from.
    before = texts.filter(observed_at__lte=at).exclude(observed_at=at, seq__gte=event.seq)
    after = texts.filter(observed_at__gte=at).exclude(observed_at=at, seq__lte=event.seq)
    return Neighbours(
        tuple(before.order_by("-observed_at", "-seq")[:AROUND])[::-1],
        tuple(after.order_by("observed_at", "seq")[:AROUND]),
    )


def actions(event: Event) -> tuple[ActionStory, ...]:
    """Three database queries."""
    told = event_versions.stories(event)
    return tuple(
        ActionStory(action_in_words(one), one.pos, one.ineffective, tuple(told.get(one.pk, ())))
        for one in event.actions.order_by("pos")
    )


def support(event: Event, *, most: int | None = MOST_QUERIES) -> Support:
    """The queries with the record in a witness, and those with it in the derivation only. Two queries."""
    held = [event.label]
    current = Rendering.objects.filter(query=OuterRef("query_id"), is_current=True)
    golds = (
        GoldAnswer.objects.filter(query__scenario=event.scenario_id)
        .filter(Q(support__contains=held) | Q(support_high__contains=held) | Q(context_events__contains=held))
        .select_related("query")
        .annotate(question=Subquery(current.values("text")[:1]))
    )
    found = sorted(golds, key=lambda gold: (not _supports(gold, event), gold.query.cutoff, gold.query.label))
    shown = found[:most]
    counted = (
        Witness.objects.filter(query__in=[gold.query_id for gold in shown])
        .order_by()
        .values_list("query_id")
        .annotate(listed=Count("pk"), holding=Count("pk", filter=Q(events__contains=held)))
    )
    counts = {query: (listed, holding) for query, listed, holding in counted}
    rows = []
    for gold in shown:
        listed, holding = counts.get(gold.query_id, (0, 0))
        exact = gold.exact or event.label in gold.support
        rows.append(Supported(gold, _supports(gold, event), exact, holding, listed))
    return Support(tuple(rows), len(found) - len(shown))


def _supports(gold: GoldAnswer, event: Event) -> bool:
    return event.label in gold.support or event.label in gold.support_high


def words(event: Event) -> Words | None:
    """The checks of the current words. One database query."""
    rendering = event.renderings.filter(is_current=True).first()
    if rendering is None:
        return None
    found: dict[str, Any] = rendering.checks
    checks = tuple(
        Check(code, bool(one["passed"]), str(one["evidence"]))
        for code, one in sorted(found.items())
        if isinstance(one, dict) and "passed" in one
    )
    return Words(rendering, checks, str(found.get("reason", "")))
