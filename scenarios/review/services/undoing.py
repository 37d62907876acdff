"""Taking verdicts back: by their author, up to ten in a row, or by a lead (ux pain 11)."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext, gettext_noop

from benchmark.floor.audit.services import records as audit
from scenarios.models import Adjudication, Draft, Slot, SlotStatus, Suite, Verdict
from scenarios.review import states
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors.desks import desk_of
from scenarios.review.selectors.queue import undoable_verdicts
from scenarios.review.services import holding, settling

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


@transaction.atomic
def undo(*, suite: Suite, by: User, now: datetime) -> Slot:
    """Take the person's last submission on this suite back, whichever item it was of; the slot, held again
    with what they had entered. It is the one they are at next. The verdict stays on record.

    Raises ``ReviewStateError`` where none of their last ten submissions stands undecided.
    """
    holding.take_turn(by)
    found = undoable_verdicts(by, suite)
    if not found:
        raise ReviewStateError(
            gettext("There is nothing to undo: none of your last ten submissions is undecided.")
        )
    verdict = found[0]
    slot = holding.locked_slot(verdict.slot_id)
    settling.require_undecided(slot.item)
    settling.reopen(item=slot.item, by=by, now=now, note=gettext_noop("a verdict was taken back"))
    _withdraw(verdict, by, now)
    slot.status, slot.token = SlotStatus.LEASED, uuid.uuid4()
    # Before all that is held: what is undone comes first, the last undone foremost.
    slot.leased_at = min([verdict.started_at, *_begun(suite, by)])
    slot.lease_until = desk_of(suite=suite, person=by, now=now).until
    slot.save(update_fields=["status", "token", "leased_at", "lease_until"])
    Draft.objects.filter(slot=slot).update(version=F("version") + 1, saved_at=now)
    return slot


def _begun(suite: Suite, by: User) -> list[datetime]:
    rows = Slot.objects.filter(suite=suite, person=by, status=SlotStatus.LEASED, leased_at__isnull=False)
    first = rows.order_by("leased_at").values_list("leased_at", flat=True).first()
    return [] if first is None else [first - timedelta(milliseconds=1)]


@transaction.atomic
def withdraw(*, verdict: Verdict, by: User, now: datetime, reason: str = "") -> None:
    """Take somebody's verdict out of everything that is counted, as a lead does; it stays on record. The item
    wants another judge in their place, unless it was adjudicated: then the decision stands.

    Raises ``ReviewStateError`` where the verdict does not stand any more.
    """
    slot = holding.locked_slot(verdict.slot_id)
    verdict = Verdict.objects.get(pk=verdict.pk)
    if not verdict.is_current:
        raise ReviewStateError(gettext("This verdict does not stand any more; there is nothing to take out."))
    decided = Adjudication.objects.filter(item=slot.item, is_current=True).exists()
    if not decided:
        settling.reopen(
            item=slot.item, by=by, now=now, note=reason or gettext_noop("a verdict was taken out")
        )
    _withdraw(verdict, by, now)
    holding.displace_draft(slot=slot, now=now)
    closed = decided or slot.item.status == states.WITHDRAWN
    holding.free(slot, status=SlotStatus.CLOSED if closed else SlotStatus.FREE)
    audit.record(
        action="review.verdict_withdrawn",
        subject=f"suite:{slot.item.suite.slug}",
        by=by,
        details={"item": slot.item_id, "label": slot.item.label, "verdict": verdict.pk, "reason": reason},
    )


def _withdraw(verdict: Verdict, by: User, now: datetime) -> None:
    verdict.is_current, verdict.withdrawn_at, verdict.withdrawn_by = False, now, by
    verdict.save(update_fields=["is_current", "withdrawn_at", "withdrawn_by"])
