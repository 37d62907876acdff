"""Who holds what while a transaction lasts: the order of locks of reviewing, and drafts that change hands.

Whatever a person does on their queue first takes their own lock, so that two tabs do one thing after the
other; then the item, then its slot. A claim locks slots only as it finds them free (``SKIP LOCKED``) and
never waits for an item, so that nothing can wait in a circle.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from scenarios.models import Draft, ReviewItem, Slot, SlotStatus, Suite
from scenarios.models.compiled_query import STAND_IN, CompiledQuery, prepared
from scenarios.review.exceptions import FormRefusedError, LeaseLostError

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: The first half of the advisory locks of reviewing; the second is the person.
_LOCK = 0x5E6D
DISPLACED = "review.draft_displaced"
KEPT_UNDER = "review-draft:"


def take_turn(person: User) -> None:
    """Wait until nothing else of this person is under way on any queue; held until the transaction ends."""
    prepared("SELECT pg_advisory_xact_lock(%s::int, %s::int)", [_LOCK, person.pk])


def locked_item(item_id: int) -> ReviewItem:
    """The item, with its suite and words, held against every other verdict and decision on it."""
    rows = ReviewItem.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("suite", "rendering", "scenario").get(pk=item_id)


def locked_slot(slot_id: int, suite: Suite | None = None) -> Slot:
    """The slot with its item, both held. Raises ``LeaseLostError`` where it went with its item, and where it
    is none of ``suite``, if one is given."""
    item = _ITEM_OF_SLOT.first(slot_id) if slot_id < 2**63 else None
    if item is None or (suite is not None and item.suite_id != suite.pk):
        raise LeaseLostError(gettext("This item is not there any more: its text was removed or replaced."))
    if suite is not None:
        item.suite = suite
    [slot] = _SLOT.rows(slot_id)
    slot.item = item
    return slot


_ITEM_OF_SLOT: CompiledQuery[ReviewItem] = CompiledQuery(
    lambda slot: (
        ReviewItem.objects.select_for_update(of=("self",), no_key=True)
        .select_related("rendering")
        .filter(slots=slot)
        .order_by()
    ),
    STAND_IN,
)
_SLOT: CompiledQuery[Slot] = CompiledQuery(
    lambda pk: (
        Slot.objects.select_for_update(of=("self",), no_key=True)
        .select_related("draft")
        .filter(pk=pk)
        .order_by()
    ),
    STAND_IN,
)


def draft_of(slot: Slot) -> Draft | None:
    """What the holder of a slot has entered so far; None for nothing."""
    found: Draft | None = getattr(slot, "draft", None)
    return found


def is_held(slot: Slot, token: Any, person: User) -> bool:
    """Whether the slot is this person's under this token, or waits for them: a lease that ran out counts
    until somebody else takes the slot."""
    if slot.status == SlotStatus.LEASED:
        return slot.person_id == person.pk and str(slot.token) == str(token)
    if slot.status != SlotStatus.FREE or Slot.objects.filter(item=slot.item_id, person=person).exists():
        return False
    # It was freed when its lease ran out, and keeps a draft in the name of who had it.
    return Draft.objects.filter(slot=slot, person=person).exists()


def require_held(slot: Slot, token: Any, person: User) -> None:
    """Raises ``LeaseLostError``, with the reason, where ``is_held`` says no."""
    if not is_held(slot, token, person):
        raise LeaseLostError(why_lost(slot, person))


def why_lost(slot: Slot, person: User) -> str:
    """Why a slot is not this person's any more, in a sentence for them."""
    if slot.status == SlotStatus.CLOSED:
        return gettext("This item was withdrawn or settled in the meantime; nothing more is asked of it.")
    if slot.status == SlotStatus.DONE and slot.person_id == person.pk:
        return gettext("You have submitted this item already, in another tab perhaps.")
    if slot.person_id is not None and slot.person_id != person.pk:
        return gettext("Your lease of this item ran out and somebody else took it over.")
    return gettext("Your lease of this item has ended: it ran out or was given back.")


def displace_draft(*, slot: Slot, now: datetime) -> None:
    """Make room for another holder: the entries leave the slot and are kept as an audit record, from which
    ``hand_over_draft`` gives them to their author again."""
    draft = Draft.objects.filter(slot=slot).select_related("person").first()
    if draft is None:
        return
    if draft.given or draft.frozen:
        audit.record(
            action=DISPLACED,
            subject=_kept_under(slot.item_id, draft.person_id),
            by=draft.person,
            details={
                "slot": slot.pk,
                "given": draft.given,
                "frozen": draft.frozen,
                "step": draft.step,
                "saved_at": draft.saved_at.isoformat(),
                "at": now.isoformat(),
            },
        )
    draft.delete()


def hand_over_draft(*, slot: Slot, person: User, now: datetime) -> None:
    """Give a slot's new holder their own entries on this item as its draft: those that stand, else those that
    were displaced. What was once revealed to them stays frozen. Another's entries leave the slot."""
    draft = draft_of(slot)
    if draft is not None and draft.person_id == person.pk:
        return
    if draft is not None:
        displace_draft(slot=slot, now=now)
    kept = last_displaced(slot.item_id, person)
    slot._state.fields_cache["draft"] = (
        None
        if kept is None
        else Draft.objects.create(
            slot=slot,
            person=person,
            given=kept["given"],
            frozen=kept["frozen"],
            step=kept["step"],
            saved_at=now,
        )
    )


def last_displaced(item_id: int, person: User) -> dict[str, Any] | None:
    """What the person had entered on this item when they last lost it; None where they lost nothing."""
    rows = AuditRecord.objects.filter(subject=_kept_under(item_id, person.pk), action=DISPLACED)
    return rows.values_list("details", flat=True).first()


def _kept_under(item_id: int, person_id: int) -> str:
    return f"{KEPT_UNDER}{item_id}/{person_id}"


def free(slot: Slot, *, status: str = SlotStatus.FREE) -> None:
    """End a lease or take a judge off: the slot is nobody's."""
    slot.status, slot.person, slot.token = status, None, None
    slot.leased_at = slot.lease_until = None
    slot.save(update_fields=["status", "person", "token", "leased_at", "lease_until"])


def close_rest(item: ReviewItem) -> int:
    """Nobody more is wanted on the item; the number of slots that were still to be judged."""
    rows = Slot.objects.filter(Q(item=item), ~Q(status__in=(SlotStatus.DONE, SlotStatus.CLOSED)))
    return rows.update(status=SlotStatus.CLOSED, person=None, token=None, leased_at=None, lease_until=None)


def form_key(key: Any) -> uuid.UUID:
    """The key of a form, by which it is stored once. Raises ``FormRefusedError`` where it is none."""
    try:
        return key if isinstance(key, uuid.UUID) else uuid.UUID(str(key))
    except ValueError:
        raise FormRefusedError({"key": gettext("The form's key is no UUID. Load the page anew.")}) from None
