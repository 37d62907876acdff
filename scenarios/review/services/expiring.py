"""Leases that ran out: the slot goes back to the queue, what was entered waits (spec 6.5, ux pain 6)."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from scenarios.models import Draft, Slot, SlotStatus, Suite
from scenarios.review.services import holding


@transaction.atomic
def free_expired_of(*, suite: Suite | None, now: datetime, but: User | None = None) -> list[Slot]:
    """Free the slots, of one suite or all, whose lease has run out; those freed, with ``person`` as who had
    them. Slots that somebody is at just now are left to them. A few writes, however many they are."""
    rows = Slot.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
    rows = rows.filter(status=SlotStatus.LEASED, lease_until__lte=now).order_by("pk")
    rows = rows.filter(suite=suite) if suite else rows
    found = list((rows.exclude(person=but) if but else rows).select_related("person", "suite"))
    if found:
        keep_places(found, now)
        Slot.objects.filter(pk__in=[slot.pk for slot in found]).update(
            status=SlotStatus.FREE, person=None, token=None, leased_at=None, lease_until=None
        )
    return found


@transaction.atomic
def release_slots(*, slots: Collection[int], by: User | None, now: datetime) -> int:
    """Give back leases of whomever, as a lead or an admin does; how many. What was entered waits."""
    held = Slot.objects.filter(pk__in=slots, status=SlotStatus.LEASED).order_by("pk")
    for person in User.objects.filter(pk__in=held.values("person_id")).order_by("pk"):
        holding.take_turn(person)
    rows = held.select_for_update(of=("self",), no_key=True).select_related("suite", "person")
    found = list(rows)
    keep_places(found, now)
    for slot in found:
        name = slot.person.username if slot.person else ""
        audit.record(
            action="review.released",
            subject=f"suite:{slot.suite.slug}",
            by=by,
            details={"person": name, "slots": [slot.pk]},
        )
    Slot.objects.filter(pk__in=[slot.pk for slot in found]).update(
        status=SlotStatus.FREE, person=None, token=None, leased_at=None, lease_until=None
    )
    return len(found)


def keep_places(slots: Sequence[Slot], now: datetime) -> None:
    """Note who had slots that go back, by an empty draft where they entered nothing: the queue offers them to
    their holders first while nobody else takes them, and a late submission is still accepted. One write."""
    places = [Draft(slot=slot, person_id=slot.person_id, saved_at=now) for slot in slots]
    Draft.objects.bulk_create(places, ignore_conflicts=True)


def lease_again(*, slot: Slot, person: User, token: object, now: datetime, until: datetime) -> None:
    """Give a slot that ran out back to who had it and is still there, under the token that their page has."""
    slot.status, slot.person, slot.token = SlotStatus.LEASED, person, _token(token)
    slot.leased_at, slot.lease_until = now, until
    slot.save(update_fields=["status", "person", "token", "leased_at", "lease_until"])


def _token(given: object) -> uuid.UUID:
    try:
        return uuid.UUID(str(given))
    except ValueError:
        return uuid.uuid4()
