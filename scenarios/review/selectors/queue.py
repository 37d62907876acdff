"""What a person has of a queue: held, done, left; why nothing is left; what can be undone (ux pain 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import connection

from scenarios.models import Adjudication, ReviewItem, Slot, SlotStatus, Suite, Verdict
from scenarios.models.compiled_query import prepared
from scenarios.review import states
from scenarios.review.selectors.desks import NO_TIME, Desk, desk_of
from scenarios.review.selectors.queue_sql import values_of, where_for_me

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

COUNTED_ANEW = 15
"""Seconds for which the count of what is left may stand while a person submits: it takes a look at all that
is free."""
UNDO = 10
"""So many of the last submissions of a person can be taken back."""


@dataclass(frozen=True, slots=True)
class Counts:
    """A person's own work on a suite, in items. Check items count like any other, or they would show."""

    done: int
    held: int
    left: int

    @property
    def assigned(self) -> int:
        """All that is theirs as things stand: done, at work, and what they could still be given."""
        return self.done + self.held + self.left


@dataclass(frozen=True, slots=True)
class EmptyQueue:
    """Why nothing is handed out. ``reason`` is one of ``paused`` (the review), ``paused_you``, ``quota``,
    ``nothing_open`` (no item was ever opened), ``leased`` (others are at all that is left: ``leased`` slots,
    the first until ``until``), ``narrowed`` (there is more, but not of the person's kinds and scenario),
    ``skipped`` (only what they skipped), ``judged`` (only what they judged or worded), ``adjudication`` (all
    is judged and disputes wait), ``done``; empty where something is left."""

    reason: str
    leased: int = 0
    until: datetime | None = None


def held(user: User, suite: Suite, now: datetime) -> list[Slot]:
    """The slots that the person holds, the one at work first, with item, words and draft. A lease that ran
    out counts while the slot was not taken or freed."""
    rows = Slot.objects.filter(suite=suite, person=user, status=SlotStatus.LEASED)
    whole = rows.select_related("item__suite", "item__scenario", "item__rendering", "draft")
    return list(whole.order_by("leased_at", "pk"))


def counts_for(user: User, suite: Suite, desk: Desk | None = None) -> Counts:
    """The person's counts on a suite. Two queries. With their ``desk`` as it was read just now none, mostly:
    what is left is then counted anew every ``COUNTED_ANEW`` seconds, and in between less what they took."""
    left = _left_lately(desk) if desk else None
    desk = desk or desk_of(suite=suite, person=user, now=NO_TIME)
    if left is None:
        left = _left(desk)
        cache.set(_left_key(desk), (left, desk.had), COUNTED_ANEW)
    quota = desk.quota_left()
    return Counts(
        done=desk.had - desk.held,
        held=desk.held,
        left=left if quota is None else min(left, quota),
    )


def _left_lately(desk: Desk) -> int | None:
    """What was left a moment ago, less what the person was handed since; None where it is to be counted."""
    kept = cache.get(_left_key(desk))
    return None if kept is None else max(0, kept[0] - (desk.had - kept[1]))


def _left_key(desk: Desk) -> str:
    return f"review.left.{desk.suite.pk}.{desk.person.pk}"


def _left(desk: Desk, condition: str = "s.status = 'free'", **values: Any) -> int:
    """How many items have a slot for the person under a condition."""
    sql = (
        "SELECT count(DISTINCT s.item_id) FROM scenarios_slot s JOIN scenarios_reviewitem i "
        f"ON i.id = s.item_id WHERE {condition} AND NOT i.is_check AND {where_for_me()}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, {**values_of(desk), **values})
        return int(cursor.fetchone()[0])


def why_empty(user: User, suite: Suite, now: datetime) -> EmptyQueue:
    """Why ``claim`` gave the person nothing."""
    desk = desk_of(suite=suite, person=user, now=now)
    if desk.policy.paused:
        return EmptyQueue("paused")
    if desk.paused:
        return EmptyQueue("paused_you")
    if desk.quota_left() == 0:
        return EmptyQueue("quota")
    items = ReviewItem.objects.filter(suite=suite, is_check=False).exclude(status=states.WITHDRAWN)
    if not items.exists():
        return EmptyQueue("nothing_open")
    if _left(desk):
        return EmptyQueue("")
    return _leased_by_others(desk) or EmptyQueue(_why_not_mine(desk))


def _leased_by_others(desk: Desk) -> EmptyQueue | None:
    """The slots of others that the person could have, were they free."""
    sql = (
        "SELECT count(*), min(s.lease_until) FROM scenarios_slot s JOIN scenarios_reviewitem i "
        "ON i.id = s.item_id WHERE s.status = 'leased' AND NOT i.is_check "
        f"AND s.person_id <> %(me)s AND {where_for_me()}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, values_of(desk))
        n, until = cursor.fetchone()
    return EmptyQueue("leased", leased=n, until=until) if n else None


def _why_not_mine(desk: Desk) -> str:
    free = Slot.objects.filter(suite=desk.suite, status=SlotStatus.FREE, item__is_check=False)
    free = free.filter(item__status__in=(states.OPEN, states.IN_REVIEW))
    if free.exists():
        values = values_of(desk)
        if (values["kinds"] or values["scenario"]) and _left(_widened(desk)):
            return "narrowed"
        skipped = free.filter(item__remarks__person=desk.person, item__remarks__what="skip")
        return "skipped" if skipped.exists() else "judged"
    disputes = ReviewItem.objects.filter(suite=desk.suite, is_check=False, status=states.DISPUTED)
    return "adjudication" if disputes.exists() else "done"


def _widened(desk: Desk) -> Desk:
    return replace(desk, reviewer=None)


_UNDOABLE = """
SELECT count(*) FROM (
    SELECT v.item_id, v.is_current, i.status FROM scenarios_verdict v
    JOIN scenarios_reviewitem i ON i.id = v.item_id
    WHERE v.person_id = %(me)s AND i.suite_id = %(suite)s
    ORDER BY v.submitted_at DESC, v.id DESC LIMIT %(last)s
) s
WHERE s.is_current AND s.status <> 'withdrawn' AND NOT EXISTS (
    SELECT 1 FROM scenarios_adjudication a WHERE a.item_id = s.item_id AND a.is_current
)
"""


def undoable(user: User, suite: Suite) -> int:
    """How many submissions the person can take back, one after the other. One query."""
    [(n,)] = prepared(_UNDOABLE, {"me": user.pk, "suite": suite.pk, "last": UNDO})
    return int(n)


def undoable_verdicts(user: User, suite: Suite) -> list[Verdict]:
    """Those of the person's last ten submissions on a suite that stand and that nobody has decided over,
    newest first. What was taken back keeps its place among the ten, so that ten in a row are the end."""
    rows = Verdict.objects.filter(person=user, item__suite=suite).select_related("item")
    last = list(rows.order_by("-submitted_at", "-pk")[:UNDO])
    decided = set(
        Adjudication.objects.filter(item__in=[one.item_id for one in last], is_current=True).values_list(
            "item_id", flat=True
        )
    )
    return [
        one
        for one in last
        if one.is_current and one.item_id not in decided and one.item.status != states.WITHDRAWN
    ]
