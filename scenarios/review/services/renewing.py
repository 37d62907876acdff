"""Texts whose truth an edit changed: what people said of them held for what they stated before (spec 6.5)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Max, Q
from django.utils.translation import gettext_noop

from scenarios.bundle import Bundle
from scenarios.models import Rendering, ReviewItem, Scenario, Suite
from scenarios.review import states
from scenarios.review.services import holding, opening, transitions
from scenarios.selectors import specs
from scenarios.services import text_checks

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

NOTE = gettext_noop("what it stands for was edited")


def renew(
    *,
    scenario: Scenario,
    events: Collection[str],
    queries: Collection[str],
    by: User | None,
    now: datetime,
) -> int:
    """Withdraw the items of records that stand for other actions now, and of questions whose gold is another;
    how many. Their words become a next version, unchecked so far: the old one keeps its verdicts and its
    state. One query where none of them is in review."""
    texts = Q(rendering__event__scenario=scenario, rendering__event__label__in=list(events))
    texts |= Q(rendering__query__scenario=scenario, rendering__query__label__in=list(queries))
    rows = ReviewItem.objects.filter(texts, is_check=False, rendering__is_current=True)
    found = list(rows.exclude(status=states.WITHDRAWN).order_by("pk").values_list("pk", "rendering_id"))
    for pk, _ in found:
        item = holding.locked_item(pk)
        holding.close_rest(item)
        transitions.move(item=item, after=states.WITHDRAWN, by=by, now=now, note=NOTE)
    for rendering_id in sorted({rendering_id for _, rendering_id in found if rendering_id is not None}):
        _next_version(Rendering.objects.get(pk=rendering_id))
    return len(found)


def _next_version(old: Rendering) -> None:
    last = Rendering.objects.filter(event=old.event_id, query=old.query_id).aggregate(n=Max("version"))["n"]
    Rendering.objects.filter(pk=old.pk).update(is_current=False)
    Rendering.objects.create(
        event_id=old.event_id,
        query_id=old.query_id,
        version=last + 1,
        text=old.text,
        renderer=old.renderer,
        author_id=old.author_id,
    )


def check_edited(
    *,
    suite: Suite,
    scenario: Scenario,
    events: Collection[str],
    queries: Collection[str],
    by: User | None,
    now: datetime,
) -> None:
    """Check all words of a scenario again after an edit of it: those of the records and questions that mean
    something else now without what people said of them. No check reads across scenarios."""
    renew(scenario=scenario, events=events, queries=queries, by=by, now=now)
    places = {(scenario.slug, False, label) for label in events}
    places |= {(scenario.slug, True, label) for label in queries}
    edited = Bundle(suite.slug, suite.title, suite.kind, (specs.spec_of(scenario),))
    text_checks.run(suite=suite, bundle=edited, edited=places, now=now)


def open_again(*, suite: Suite, by: User | None, now: datetime) -> dict[str, int]:
    """Put to people what an edit left without an item, where the suite is in review at all."""
    if not ReviewItem.objects.filter(suite=suite, is_check=False).exists():
        return {}
    return opening.open_items(suite=suite, by=by, now=now)
