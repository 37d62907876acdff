"""A new release without what a record was decided not to say (spec 6.5, overview 4.11).

An adjudicator decided that a record does not say one of its actions. The next draft of the release then
leaves the action out, has the gold that rests on it derived anew, and is released. All of it is a job: a
large suite takes minutes. What became of the job stands in the audit records of the item.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs.models import Bell
from benchmark.floor.jobs.services import queue
from scenarios.datalog.history import ActionRecord
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Adjudication, Event, ReviewItem, Scenario, Suite
from scenarios.rendering.action_words import formal
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.services import next_drafts, renewing, withdrawing
from scenarios.services import suites

HANDLER: Final = "scenarios.review.services.revising.work"
ASKED, DONE, REFUSED = "review.revision_asked", "review.revised", "review.revision_refused"
#: An order of which nothing was heard for so long, and that nobody works on, has lost its worker.
LOST_AFTER: Final = timedelta(seconds=30)
MOST_LOSSES: Final = 3
LOST: Final = "review.revision_lost"
#: The first half of the advisory lock that is held while an order is worked on; the second is the item.
_LOCK: Final = 0x5E71
_SAYS: Final = re.compile(r"says\.(\d+)")


@dataclass(frozen=True, slots=True)
class Denied:
    """The actions that a record was decided not to say, and the decision."""

    item: ReviewItem
    decision: Adjudication
    scenario: Scenario
    event: Event
    actions: tuple[ActionRecord, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Where the order for a new release stands: ``none``, ``waiting``, ``done`` or ``refused``. ``suite`` is
    the slug of the draft or release that it led to; ``message`` says why nothing was released."""

    status: str = "none"
    message: str = ""
    suite: str = ""
    at: datetime | None = None


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
    return ReviewStateError(f"Nobody decided that {item.label} does not say one of its actions.")


def order_of(item: ReviewItem) -> Order:
    """The state of the last order for a new release because of this item. One query."""
    last = AuditRecord.objects.filter(subject=_subject(item), action__in=(ASKED, DONE, REFUSED)).first()
    if last is None:
        return Order()
    if last.action == ASKED:
        return Order("waiting", at=last.at)
    status = "done" if last.action == DONE else "refused"
    return Order(status, last.details.get("message", ""), last.details.get("suite", ""), last.at)


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
    audit.record(action=ASKED, subject=_subject(item), by=by, details=args)
    _ring(args)
    return Order("waiting", at=now)


def _ring(args: dict[str, Any]) -> None:
    queue.enqueue(handler=HANDLER, args=args, key=f"revise-{args['item']}")


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: an order whose worker was lost is given once more, three times at
    most. Says in a line what it found."""
    said = []
    for order in _open_orders(now):
        args, subject = order.details, order.subject
        losses = AuditRecord.objects.filter(subject=subject, action=LOST, pk__gt=order.pk).count()
        with transaction.atomic():
            if not _was_taken(args["item"]):
                _ring(args)  # it waits for a worker; a message that was lost is sent anew
                continue
            if not _nobody_works_on(args["item"]):
                continue
            if losses >= MOST_LOSSES:
                message = f"kills its worker: {losses} workers were lost while they made this release"
                audit.record(action=REFUSED, subject=subject, by=None, details={"message": message})
            else:
                message = f"its worker was lost; given once more ({losses + 1} of {MOST_LOSSES})"
                audit.record(action=LOST, subject=subject, by=None, details={"message": message})
                _ring(args)
            said.append(f"new release because of item {args['item']}: {message}")
    return "; ".join(said)


def _open_orders(now: datetime) -> list[AuditRecord]:
    """Orders that nothing was heard of for ``LOST_AFTER``, the last loss included."""
    rows = AuditRecord.objects.filter(subject=OuterRef("subject"), pk__gt=OuterRef("pk"))
    heard = rows.filter(Q(action__in=(DONE, REFUSED)) | Q(action=LOST, at__gt=now - LOST_AFTER))
    asked = AuditRecord.objects.filter(action=ASKED, at__lte=now - LOST_AFTER)
    return list(asked.exclude(Exists(heard)).order_by("pk"))


def _was_taken(item: int) -> bool:
    return Bell.objects.filter(key=f"revise-{item}", taken_at__isnull=False).exists()


def _nobody_works_on(item: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, item])
        return bool(cursor.fetchone()[0])


def work(item: int, by: int, release: bool = True) -> str:
    """The job: revise, release, and note what became of it. Says it in a line. Nobody else works on the same
    order meanwhile: a lock of the session says so, and falls with a worker that dies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [_LOCK, item])
        if not cursor.fetchone()[0]:
            return f"the new release because of item {item} is being made"
    try:
        return _work(item, by, release)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [_LOCK, item])


def _work(item: int, by: int, release: bool) -> str:
    found = ReviewItem.objects.select_related("rendering__event__scenario__suite").get(pk=item)
    person = User.objects.get(pk=by)
    try:
        suite = revise_release(item=found, by=person, now=timezone.now(), release=release)
    except (StateRefusedError, InputRefusedError) as error:
        stands = revised_because_of(found)
        details = {"message": str(error)[:4000], "suite": stands.slug if stands else ""}
        audit.record(action=REFUSED, subject=_subject(found), by=person, details=details)
        return f"refused: {error}"
    audit.record(action=DONE, subject=_subject(found), by=person, details={"suite": suite.slug})
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


def as_detail(order: Order) -> dict[str, Any]:
    """For the API."""
    return {"status": order.status, "message": order.message, "suite": order.suite}
