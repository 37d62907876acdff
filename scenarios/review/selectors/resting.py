"""What rests on a reviewed text: queries, runs and rows of leaderboards, read before anything is done
about it (spec 6.5, overview 4.11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scenarios import bar_lists
from scenarios.generators.derive.statistics import Bar
from scenarios.models import Complaint, Event, GoldAnswer, Query, Rendering, ReviewItem, Scenario, Suite
from scenarios.rendering.action_words import ActionWords, formal
from scenarios.review.services import next_drafts, revising, scenario_checks, withdrawing
from scenarios.review.services.orders import Order
from scenarios.review.services.revising import Denied
from scenarios.selectors import event_page, programs
from scenarios.services import impact
from scenarios.services.impact import Dependent, EditScope

#: Queries that a page lists; the others are counted.
MOST = 200
_REJECTED = frozenset({"rejected", "auto_failed"})


@dataclass(frozen=True, slots=True)
class Resting:
    """A query that rests on a record: ``holding`` of its ``listed`` witnesses hold it. It is the *sole
    witness* where it makes one up by itself, and *needed* where every witness holds it."""

    gold: GoldAnswer
    in_support: bool
    sole: bool
    holding: int
    listed: int

    @property
    def needed(self) -> bool:
        """Whether no witness does without it."""
        return bool(self.listed) and self.holding == self.listed

    @property
    def how(self) -> str:
        """How it rests on the record, in words."""
        if self.sole:
            return gettext("the record alone is a witness")
        if self.needed:
            return gettext("every witness holds it")
        return (
            gettext("%(holding)s of %(listed)s witnesses hold it")
            % {"holding": self.holding, "listed": self.listed}
            if self.in_support
            else gettext("only on its way")
        )


@dataclass(frozen=True, slots=True)
class Stated:
    """An action of the record, in words and formally; ``denied`` by the decision."""

    pos: int
    words: str
    formal: str
    denied: bool


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that the page shows. ``of_words`` is what rests on the words: runs that saw them; ``of_gold`` what
    rests on the gold of the queries. ``current`` is the newest version of the text, ``draft`` the suite in
    which it may change: the item's own while that is a draft, None for a release that has no draft yet."""

    item: ReviewItem
    event: Event | None
    query: Query | None
    current: Rendering | None
    rows: tuple[Resting, ...]
    more: int
    picture: str
    of_words: tuple[Dependent, ...]
    of_gold: tuple[Dependent, ...]
    actions: tuple[Stated, ...]
    denied: Denied | None
    order: Order
    draft: Suite | None
    revised: Suite | None
    complaint: Complaint | None = None

    @property
    def total(self) -> int:
        """How many queries rest on it."""
        return len(self.rows) + self.more

    @property
    def sole(self) -> int:
        """For how many of those listed the record is a witness by itself."""
        return sum(row.sole for row in self.rows)

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """What rests on it, by what it is: how many if its words change, and if the gold changes."""
        gold = {one.what: one for one in self.of_gold}
        return [
            {"what": one.what, "words": one.count, "gold": gold[one.what].count, "names": one.names}
            for one in self.of_words
            if one.count or gold[one.what].count
        ]

    @property
    def rewordable(self) -> bool:
        """Whether the text stands rejected, by people or by its checks, and a template can word it anew."""
        templated = self.event.template if self.event else self.query and "form" in self.query.target
        return bool(templated) and self.current is not None and self.current.status in _REJECTED


def of_item(item: ReviewItem) -> Consequences:
    """What rests on the subject of an item, in a constant number of queries."""
    text = item.rendering
    event = text.event if text else None
    complaint = Complaint.objects.filter(pk=item.subject_id).first() if item.kind == "complaint" else None
    query = text.query if text else complaint.query if complaint else None
    rows, more = _resting(event, query)
    denied = revising.denied_by(item)
    scenario, suite = item.scenario, item.suite
    ids = frozenset(row.gold.query_id for row in rows)
    since = {scenario.pk: event.observed_at} if event else {}
    asked = frozenset({query.pk}) if query else frozenset[int]()
    return Consequences(
        item=item,
        event=event,
        query=query,
        current=current_text(item),
        rows=rows,
        more=more,
        picture=_picture(rows),
        of_words=impact.dependents(EditScope(suite, frozenset(), since, asked)),
        of_gold=impact.dependents(EditScope(suite, ids, {})),
        actions=_actions(scenario, event, denied) if event else (),
        denied=denied,
        order=revising.order_of(item),
        draft=next_drafts.draft_of(suite),
        revised=revising.revised_because_of(item),
        complaint=complaint,
    )


def _resting(event: Event | None, query: Query | None) -> tuple[tuple[Resting, ...], int]:
    if event is None:
        golds = GoldAnswer.objects.filter(query=query).select_related("query") if query else ()
        return tuple(Resting(gold, True, False, 0, 0) for gold in golds), 0
    found = event_page.support(event, most=MOST)
    witnesses = Query.objects.filter(
        pk__in=[row.gold.query_id for row in found.rows], witnesses__events=[event.label]
    )
    alone = set(witnesses.values_list("pk", flat=True))
    rows = (
        Resting(row.gold, row.in_support, row.gold.query_id in alone, row.holding, row.listed)
        for row in found.rows
    )
    return tuple(sorted(rows, key=lambda row: (not row.sole, not row.needed, not row.in_support))), found.more


def current_text(item: ReviewItem) -> Rendering | None:
    """The newest version of what an item's text words, mostly the text itself; None for one without words."""
    text = item.rendering
    if text is None or text.is_current:
        return text
    rows = Rendering.objects.filter(is_current=True)
    return (
        rows.filter(event=text.event_id).first()
        if text.event_id
        else rows.filter(query=text.query_id).first()
    )


def _picture(rows: tuple[Resting, ...]) -> str:
    """Bars of the affected queries by family; empty without any."""
    counted = Counter(row.gold.query.family for row in rows)
    bars = [Bar(family, n) for family, n in sorted(counted.items())]
    return bar_lists.drawn(bars, says=gettext("Queries that rest on it, by family")) if bars else ""


def _actions(scenario: Scenario, event: Event, denied: Denied | None) -> tuple[Stated, ...]:
    program = programs.load(scenario)
    words = ActionWords.speaking(program.decls, scenario_checks.domain_of(scenario))
    gone = denied.actions if denied else ()
    return tuple(
        Stated(action.pos, words.of(action), formal(action), action in gone)
        for action in withdrawing.actions_of(scenario, event.label)
    )


def as_json(found: Consequences) -> dict[str, Any]:
    """For the API."""
    return {
        "item": found.item.pk,
        "kind": found.item.kind,
        "label": found.item.label,
        "status": found.item.status,
        "queries": found.total,
        "sole_witness_of": found.sole,
        "listed": [
            {
                "query": row.gold.query.label,
                "family": row.gold.query.family,
                "how": row.how,
                "sole": row.sole,
                "witnesses": [row.holding, row.listed],
            }
            for row in found.rows
        ],
        "of_words": [{"what": one.what, "count": one.count} for one in found.of_words],
        "of_gold": [{"what": one.what, "count": one.count} for one in found.of_gold],
        "actions": [
            {"pos": one.pos, "words": one.words, "formal": one.formal, "denied": one.denied}
            for one in found.actions
        ],
        "order": found.order.as_json(),
        "draft": found.draft.slug if found.draft else None,
        "revised_in": found.revised.slug if found.revised else None,
    }
