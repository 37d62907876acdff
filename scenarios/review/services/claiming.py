"""Handing out slots under leases: a pull queue that never gives one place to two people (spec 6.5).

A claim is one update over ``FOR UPDATE SKIP LOCKED`` (ux "Annotating, in numbers"): counting verdicts let
three people on an item that wanted two, a row for each place does not.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from benchmark.floor.audit.services import records as audit
from scenarios.models import Remark, ReviewItem, Slot, SlotStatus, Suite
from scenarios.models.compiled_query import STAND_IN, CompiledQuery, prepared
from scenarios.permissions import may_judge
from scenarios.review import states
from scenarios.review.exceptions import FormRefusedError, NotForYouError
from scenarios.review.selectors.desks import Desk, desk_of
from scenarios.review.selectors.queue_sql import claim_statement
from scenarios.review.selectors.working import whole
from scenarios.review.services import checking, expiring, holding, transitions

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

MOST_HELD = 2
"""The item at work and the one fetched ahead; an undo may add to them."""


@transaction.atomic
def claim(*, suite: Suite, by: User, now: datetime) -> Slot | None:
    """The slot that the person holds already, the oldest first, its lease renewed; else the next one of the
    queue; None where there is none (``selectors.queue.why_empty`` says why).

    Raises ``NotForYouError`` for somebody who may not judge on this suite.
    """
    desk = _at_desk(suite, by, now)
    return hand_out(desk, mine_first=True)


@transaction.atomic
def claim_ahead(*, suite: Suite, by: User, now: datetime) -> Slot | None:
    """The slot that follows the one at work, fetched ahead under a lease of its own. A person never claims
    more than ``MOST_HELD``. None while nothing is at work, or nothing is left. Raises as ``claim``."""
    desk = _at_desk(suite, by, now)
    held = _held(desk)
    if not held:
        return None
    return _renewed(held[1], desk) if len(held) >= MOST_HELD else _next(desk)


def hand_out(desk: Desk, *, mine_first: bool = False) -> Slot | None:
    """``claim`` for somebody whose turn it is (``holding.take_turn``), within their transaction. With
    ``mine_first``, who just arrives is given what they put down before anything new."""
    held = _held(desk)
    return _renewed(held[0], desk) if held else _next(desk, mine_first=mine_first)


def _at_desk(suite: Suite, by: User, now: datetime) -> Desk:
    if not may_judge(by, suite):
        raise NotForYouError(
            gettext("You do not judge on this suite: who may see its gold, or is no judge, may not.")
        )
    holding.take_turn(by)
    return desk_of(suite=suite, person=by, now=now)


def _held(desk: Desk) -> list[Slot]:
    """What the person holds, oldest first; slots of others whose lease ran out are freed on the way."""
    if not desk.held and not desk.expired:
        return []
    rows = Slot.objects.filter(
        Q(person=desk.person) | Q(lease_until__lte=desk.now), suite=desk.suite, status=SlotStatus.LEASED
    )
    found = list(rows.order_by().values_list("pk", "person_id"))
    mine = [pk for pk, person_id in found if person_id == desk.person.pk]
    if len(mine) < len(found):
        expiring.free_expired_of(suite=desk.suite, now=desk.now, but=desk.person)
    return list(whole(Slot.objects.filter(pk__in=mine)).order_by("leased_at", "pk")) if mine else []


def _renewed(slot: Slot, desk: Desk) -> Slot:
    slot.lease_until = desk.until
    Slot.objects.filter(pk=slot.pk).update(lease_until=desk.until)
    return slot


def _next(desk: Desk, *, mine_first: bool = False) -> Slot | None:
    """Take up what was put down, else be checked where it is due, else the next of the queue."""
    if desk.paused or desk.quota_left() == 0:
        return None
    taken = _take(desk, mine=True) if mine_first else None
    if taken is None and checking.is_due(desk):
        made = checking.make(desk)
        taken = None if made is None else (made, False)
    taken = taken or _take(desk)
    return None if taken is None else _taken(*taken, desk)


def _take(desk: Desk, *, mine: bool = False) -> tuple[int, bool] | None:
    """Lease the first slot that the person may have; its id, and whether entries of theirs on its item were
    displaced. ``mine``: only those put down by them."""
    found = prepared(*claim_statement(desk, token=uuid.uuid4(), mine=mine))
    return (found[0][0], found[0][1]) if found else None


_WHOLE: CompiledQuery[Slot] = CompiledQuery(lambda pk: whole(Slot.objects.filter(pk=pk)).order_by(), STAND_IN)


def _taken(pk: int, has_entries: bool, desk: Desk) -> Slot:
    [slot] = _WHOLE.rows(pk)
    if slot.item.status == states.OPEN:
        _begin(slot, desk)
    if has_entries or holding.draft_of(slot) is not None:
        holding.hand_over_draft(slot=slot, person=desk.person, now=desk.now)
    return slot


def _begin(slot: Slot, desk: Desk) -> None:
    """The first claim of an item puts it in review. Whoever holds the item just now does it for us."""
    if _STILL_OPEN.rows(slot.item_id):
        path = (states.IN_REVIEW,)
        transitions.move_along(item=slot.item, path=path, by=desk.person, now=desk.now)
    slot.item.status = states.IN_REVIEW


_STILL_OPEN: CompiledQuery[tuple[int]] = CompiledQuery(
    lambda pk: (
        ReviewItem.objects.select_for_update(skip_locked=True, no_key=True)
        .filter(pk=pk, status=states.OPEN)
        .order_by()
        .values_list("pk")
    ),
    STAND_IN,
)


# ------------------------------------------------------------------ while it is held
@transaction.atomic
def beat(*, slot_id: int, token: Any, by: User, now: datetime) -> datetime:
    """Renew a lease; until when it holds. Raises ``LeaseLostError`` where it is not the person's any more."""
    holding.take_turn(by)
    slot = holding.locked_slot(slot_id)
    holding.require_held(slot, token, by)
    until = desk_of(suite=slot.item.suite, person=by, now=now).until
    if slot.status == SlotStatus.FREE:
        expiring.lease_again(slot=slot, person=by, token=token, now=now, until=until)
    else:
        Slot.objects.filter(pk=slot.pk).update(lease_until=until)
    return until


@transaction.atomic
def release(*, slot_id: int, by: User, now: datetime) -> None:
    """Give a slot back; what was entered waits for the person on it. Their own slot only; nothing happens
    where it is not theirs any more."""
    holding.take_turn(by)
    slot = holding.locked_slot(slot_id)
    if slot.status == SlotStatus.LEASED and slot.person_id == by.pk:
        expiring.keep_places([slot], now)
        holding.free(slot)


@transaction.atomic
def release_all(*, suite: Suite, person: User, by: User | None, now: datetime) -> int:
    """Give back all that a person holds on a suite (a break, a lead's intervention); how many slots."""
    holding.take_turn(person)
    rows = Slot.objects.select_for_update(no_key=True)
    slots = list(rows.filter(suite=suite, person=person, status=SlotStatus.LEASED).order_by("pk"))
    expiring.keep_places(slots, now)
    for slot in slots:
        holding.free(slot)
    if slots and (by is None or by.pk != person.pk):
        details = {"person": person.username, "slots": [slot.pk for slot in slots]}
        audit.record(action="review.released", subject=f"suite:{suite.slug}", by=by, details=details)
    return len(slots)


@transaction.atomic
def skip(*, slot_id: int, token: Any, reason: str, by: User, now: datetime) -> Remark:
    """Pass an item on to others: it does not come back to this person. What they had entered is kept on
    record. Raises ``LeaseLostError``."""
    holding.take_turn(by)
    slot = holding.locked_slot(slot_id)
    holding.require_held(slot, token, by)
    holding.displace_draft(slot=slot, now=now)
    holding.free(slot)
    return _remark(slot, Remark.What.SKIP, reason, by, now)


@transaction.atomic
def flag(*, slot_id: int, token: Any, reason: str, by: User, now: datetime) -> Remark:
    """Ask a lead to look at an item. The person still holds it, and may judge or skip it. Raises
    ``FormRefusedError`` without a reason, ``LeaseLostError``."""
    if not reason.strip():
        raise FormRefusedError({"reason": gettext("Say what a lead should look at.")})
    holding.take_turn(by)
    slot = holding.locked_slot(slot_id)
    holding.require_held(slot, token, by)
    return _remark(slot, Remark.What.FLAG, reason, by, now)


def _remark(slot: Slot, what: str, reason: str, by: User, now: datetime) -> Remark:
    return Remark.objects.create(item=slot.item, person=by, what=what, reason=reason.strip(), at=now)
