"""A new release without what a record was decided not to say (spec 6.5, overview 4.11).

An adjudicator decided that a record does not say one of its actions. The next draft of the release then
leaves the action out, has the gold that rests on it derived anew, and is released. All of it is a job: a
large suite takes minutes. What became of the job stands in the audit records of the item.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from scenarios.datalog.history import ActionRecord
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Adjudication, Event, ReviewItem, Scenario, Suite
from scenarios.rendering.action_words import formal
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.services import next_drafts, orders, renewing, withdrawing
from scenarios.review.services.orders import Order
from scenarios.services import suites

ORDERS: Final = orders.Kind(
    handler="scenarios.review.services.revising.work",
    of="item",
    key="revise",
    lock=0x5E71,
    says="new release because of item",
    asked="review.revision_asked",
    done="review.revised",
    refused="review.revision_refused",
    lost="review.revision_lost",
)
_SAYS: Final = re.compile(r"says\.(\d+)")


@dataclass(frozen=True, slots=True)
class Denied:
    """The actions that a record was decided not to say, and the decision."""

    item: ReviewItem
    decision: Adjudication
    scenario: Scenario
    event: Event
    actions: tuple[ActionRecord, ...]


def denied_by(item: ReviewItem) -> Denied | None:
    """What the current decision on a record denies; None where it denies no action. Up to four queries."""
    decision = Adjudication.objects.filter(item=item, is_current=True).first()
    event = item.rendering.event if item.rendering else None
    if decision is None or event is None or item.is_check:
        return None
    said = {**decision.given, **decision.fields}
    places = {
        int(found[1]) for name, value in said.items() if value == "no" and (found := _SAYS.fullmatch(name))
    }
    stated = withdrawing.actions_of(event.scenario, event.label)
    gone = tuple(action for action in stated if action.pos in places)
    return Denied(item, decision, event.scenario, event, gone) if gone else None


def nothing_denied(item: ReviewItem) -> ReviewStateError:
    """Why there is nothing to revise because of an item."""
    return ReviewStateError(
        gettext("Nobody decided that %(label)s does not say one of its actions.") % {"label": item.label}
    )


def order_of(item: ReviewItem) -> Order:
    """The state of the last order for a new release because of this item. One query."""
    return orders.last(ORDERS, _subject(item))


@transaction.atomic
def ask(*, item: ReviewItem, by: User, now: datetime, release: bool = True) -> Order:
    """Have a worker make the new release, or with ``release`` false its draft alone; once while one waits.

    Raises ``ReviewStateError`` where the item denies no action.
    """
    ReviewItem.objects.select_for_update(of=("self",), no_key=True).get(pk=item.pk)
    if denied_by(item) is None:
        raise nothing_denied(item)
    standing = order_of(item)
    if standing.status == "waiting" or (standing.status == "done" and _is_done(item, release)):
        return standing
    args = {"item": item.pk, "by": by.pk, "release": release}
    return orders.place(ORDERS, subject=_subject(item), args=args, by=by, now=now)


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: an order whose worker was lost is given once more, three times at
    most. Says in a line what it found."""
    return orders.mend(ORDERS, now)


def work(item: int, by: int, release: bool = True) -> str:
    """The job: revise, release, and note what became of it. Says it in a line. Nobody else works on the same
    order meanwhile."""
    with orders.at_work(ORDERS, item) as mine:
        return _work(item, by, release) if mine else f"the new release because of item {item} is being made"


def _work(item: int, by: int, release: bool) -> str:
    found = ReviewItem.objects.select_related("rendering__event__scenario__suite").get(pk=item)
    person = User.objects.get(pk=by)
    try:
        suite = revise_release(item=found, by=person, now=clocks.now(), release=release)
    except (StateRefusedError, InputRefusedError) as error:
        stands = revised_because_of(found)
        slug = stands.slug if stands else ""
        orders.refuse(ORDERS, subject=_subject(found), by=person, message=str(error), suite=slug)
        return f"refused: {error}"
    audit.record(action=ORDERS.done, subject=_subject(found), by=person, details={"suite": suite.slug})
    return f"{suite.slug} is {suite.status}"


def revise_release(*, item: ReviewItem, by: User | None, now: datetime, release: bool = True) -> Suite:
    """The suite without the denied actions: the next draft of a release, which is released then; a draft
    stays what it is. Doing it twice changes nothing more.

    Where the release is refused, the draft stands with the change, to be put right. Raises
    ``ReviewStateError`` where the item denies no action, what ``withdrawing.withdraw`` and ``suites.release``
    raise.
    """
    was_released = item.suite.is_released
    suite = revised_because_of(item) or _revise(item, by, now)
    if release and was_released and not suite.is_released:
        suite = suites.release(suite=suite, by=by)
    return suite


def revised_because_of(item: ReviewItem) -> Suite | None:
    """The draft or release that leaves out what this item denies; None where there is none. One query."""
    rows = Suite.objects.filter(config__revises__changes__contains=[{"item": item.pk}])
    return rows.order_by("pk").first()


@transaction.atomic
def _revise(item: ReviewItem, by: User | None, now: datetime) -> Suite:
    denied = denied_by(item)
    if denied is None:
        raise nothing_denied(item)
    draft = next_drafts.next_draft(suite=denied.scenario.suite, by=by, now=now)
    scenario = draft.scenarios.get(slug=denied.scenario.slug)
    scenario.suite = draft
    done = withdrawing.withdraw(scenario=scenario, event=denied.event.label, gone=denied.actions)
    change = {
        "item": item.pk,
        "scenario": scenario.slug,
        "event": denied.event.label,
        "without": [formal(action) for action in denied.actions],
        "reason": denied.decision.reason,
        "answers": list(done.answers),
    }
    dropped = [
        {"scenario": scenario.slug, "query": label, "reason": why, "event": denied.event.label}
        for label, why in done.dropped.items()
    ]
    next_drafts.add_to_revision(draft=draft, change=change, dropped=dropped)
    audit.record(
        action="review.action_withdrawn",
        subject=f"event:{draft.slug}/{scenario.slug}/{denied.event.label}",
        by=by,
        details={**change, "dropped": list(done.dropped), "content_hash": draft.content_hash},
    )
    renewing.open_again(suite=draft, by=by, now=now)
    return draft


def _is_done(item: ReviewItem, release: bool) -> bool:
    suite = revised_because_of(item)
    return suite is not None and (suite.is_released or not release)


def _subject(item: ReviewItem) -> str:
    return f"review-item:{item.pk}"
