"""Drafts: entries saved as they are made, and steps of a form that a reveal closes (ux pain 7)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext

from scenarios.models import Draft, Slot
from scenarios.review.exceptions import ReviewStateError, StaleError
from scenarios.review.selectors.desks import desk_of
from scenarios.review.services import expiring, holding
from scenarios.review.subjects.base import subject_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

Given = Mapping[str, Any]


@transaction.atomic
def save(*, slot_id: int, token: Any, given: Given, version: int, by: User, now: datetime) -> Draft:
    """Keep what was entered so far. ``version`` is that of the draft which the page knows, 0 for none.

    Raises ``StaleError`` with both values where another tab has saved since; equal entries are no conflict.
    ``LeaseLostError`` where the slot is another's by now.
    """
    slot = _held_slot(slot_id, token, by, now)
    draft = holding.draft_of(slot)
    if draft is not None and draft.given == dict(given):
        return draft
    if draft is not None and version != draft.version and draft.given:
        raise StaleError(
            gettext("Other entries were saved for this item since, in another tab or on another device."),
            stored={"given": draft.given, "version": draft.version},
            yours={"given": dict(given), "version": version},
        )
    return _store(slot, draft, by, now, given=dict(given))


@transaction.atomic
def reveal(*, slot_id: int, token: Any, given: Given, by: User, now: datetime) -> Draft:
    """Close the open step of a form and open the next: what was answered is frozen, and what follows may be
    shown. A second reveal of a step that is closed changes nothing.

    Raises ``FormRefusedError`` naming entries that are missing, ``LeaseLostError``, and ``ReviewStateError``
    where the last step is open.
    """
    slot = _held_slot(slot_id, token, by, now)
    draft = holding.draft_of(slot)
    step = draft.step if draft else 1
    sent = str(given.get("step", step))
    if sent.isdigit() and int(sent) < step and draft is not None:
        return draft
    subject = subject_of(slot.item)
    if step >= subject.steps(slot.item):
        raise ReviewStateError(
            gettext("Nothing more is revealed: the last step of the form is open. Submit it.")
        )
    kept = subject.freeze(slot.item, step, given)
    frozen = {**(draft.frozen if draft else {}), str(step): kept}
    return _store(slot, draft, by, now, given=dict(given), frozen=frozen, step=step + 1)


def _held_slot(slot_id: int, token: Any, by: User, now: datetime) -> Slot:
    holding.take_turn(by)
    slot = holding.locked_slot(slot_id)
    holding.require_held(slot, token, by)
    if slot.person_id is None:
        until = desk_of(suite=slot.item.suite, person=by, now=now).until
        expiring.lease_again(slot=slot, person=by, token=token, now=now, until=until)
    return slot


def _store(slot: Slot, draft: Draft | None, by: User, now: datetime, **changes: Any) -> Draft:
    if draft is None:
        return Draft.objects.create(slot=slot, person=by, saved_at=now, **changes)
    for name, value in changes.items():
        setattr(draft, name, value)
    draft.version += 1
    draft.saved_at = now
    draft.save(update_fields=[*changes, "version", "saved_at"])
    return draft
