"""Submitting verdicts: once, whatever the network does, and the next item in the same transaction (spec 6.5).

A submission is known by its form's ``key``: sent twice, or eight times at once, it is one row and every
reply shows it (case A01).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max, Q, Subquery
from django.utils.translation import gettext, gettext_noop

from scenarios.models import Draft, Guideline, Slot, SlotStatus, Suite, Verdict
from scenarios.models.compiled_query import OTHER_STAND_IN, STAND_IN, CompiledQuery
from scenarios.review.exceptions import FormRefusedError, LeaseLostError, ReviewStateError, StaleError
from scenarios.review.selectors.desks import Desk, desk_of
from scenarios.review.services import claiming, holding, settling
from scenarios.review.services.quality import is_too_fast
from scenarios.review.services.undoing import undo, withdraw
from scenarios.review.subjects.base import Reading, subject_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User
    from scenarios.models import ReviewItem

__all__ = ["Submitted", "amend", "submit", "submit_and_claim", "undo", "withdraw"]

Given = Mapping[str, Any]
MOST_ACTIVE_MS = 24 * 3600 * 1000
"""No form is worked on for longer; a clock that says so is wrong."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A stored verdict, the slot that the person is at next (None: nothing is left), and their desk now."""

    verdict: Verdict
    slot: Slot | None
    desk: Desk


@transaction.atomic
def submit(
    *,
    slot_id: int,
    token: Any,
    given: Given,
    key: Any,
    active_ms: int,
    by: User,
    now: datetime,
    suite: Suite | None = None,
) -> Verdict:
    """Store what a person says of the item of a slot, and settle the item where this was the last word.

    Where a ``suite`` is given, a slot of another one is treated as gone. ``given`` has the entries of the
    form and, under ``guideline``, the version of the guideline that it showed. The same ``key`` again gives
    the same verdict. A lease that ran out is no hindrance while nobody else took the slot. Raises
    ``FormRefusedError`` naming entries that are missing or cannot be read,
    ``LeaseLostError`` (with the entries), and ``ReviewStateError`` where a step is still to be revealed.
    """
    holding.take_turn(by)
    return _submit(slot_id, token, given, key, active_ms, by, now, suite)


def _submit(
    slot_id: int,
    token: Any,
    given: Given,
    key: Any,
    active_ms: int,
    by: User,
    now: datetime,
    suite: Suite | None,
) -> Verdict:
    """``submit`` of somebody whose turn it is."""
    form_key = holding.form_key(key)
    said = _said_before(form_key, slot_id, by)
    if (same := [pk for pk, key, _ in said if key == form_key]) and (before := _known(same[0], suite)):
        return _same(before, slot_id)
    slot = holding.locked_slot(slot_id, suite)
    if not holding.is_held(slot, token, by):
        raise LeaseLostError(holding.why_lost(slot, by), kept=dict(given))
    draft = holding.draft_of(slot)
    if slot.status == SlotStatus.FREE:
        slot.leased_at = now
    item, subject = slot.item, subject_of(slot.item)
    if _open_step(draft) < subject.steps(item):
        raise ReviewStateError(gettext("A step of this form is still to be revealed; nothing was submitted."))
    entries = {name: value for name, value in given.items() if name not in ("guideline", "step")}
    reading = subject.read(item, entries, draft.frozen if draft else {})
    length = subject.length(item)
    verdict = _stored(
        slot=slot,
        by=by,
        reading=reading,
        version=1 + max((version for _, _, version in said), default=0),
        key=form_key,
        guideline=_guideline(item, given, slot.leased_at or now),
        started_at=slot.leased_at or now,
        now=now,
        active_ms=active_ms,
        length=length,
        too_fast=is_too_fast(person_id=by.pk, suite=item.suite, length=length, active_ms=active_ms),
    )
    _keep_entries(slot, draft, by, entries, now)
    _end(slot, by)
    settling.settle(item=item, by=by, now=now)
    return verdict


@transaction.atomic
def submit_and_claim(
    *,
    slot_id: int,
    token: Any,
    given: Given,
    key: Any,
    active_ms: int,
    by: User,
    now: datetime,
    suite: Suite | None = None,
) -> Submitted:
    """``submit``, and the next slot of the person in the same transaction. Raises as ``submit``."""
    holding.take_turn(by)
    verdict = _submit(slot_id, token, given, key, active_ms, by, now, suite)
    desk = desk_of(suite=verdict.item.suite, person=by, now=now)
    slot = claiming.hand_out(desk)
    if slot is not None and not desk.held:
        desk = replace(desk, had=desk.had + 1, held=1)
    return Submitted(verdict, slot, desk)


@transaction.atomic
def amend(*, verdict: Verdict, given: Given, key: Any, version: int, by: User, now: datetime) -> Verdict:
    """Say something else of an item that one has judged, while nobody has decided over it: the next version,
    and the item is settled anew. ``version`` is that of the verdict which the person saw.

    Raises ``StaleError`` with both where another version stands, ``FormRefusedError``, ``ReviewStateError``
    where the item was adjudicated or withdrawn, ``LeaseLostError`` where the verdict was taken back or is
    another's.
    """
    holding.take_turn(by)
    form_key = holding.form_key(key)
    same = Verdict.objects.filter(person=by, key=form_key).order_by().values_list("pk", flat=True)
    if same and (before := _known(same[0], None)):
        return _same(before, verdict.slot_id)
    slot = holding.locked_slot(verdict.slot_id)
    stands = Verdict.objects.filter(item=slot.item, person=by, is_current=True).first()
    if stands is None or stands.slot_id != slot.pk:
        gone = gettext("This verdict does not stand any more: it was taken back.")
        raise LeaseLostError(gone, kept=dict(given))
    if stands.version != version:
        raise StaleError(
            gettext("You have changed this verdict since, in another tab perhaps."),
            stored={"given": stands.given, "version": stands.version},
            yours={"given": dict(given), "version": version},
        )
    item, subject = slot.item, subject_of(slot.item)
    settling.require_undecided(item)
    draft = holding.draft_of(slot)
    entries = {name: value for name, value in given.items() if name not in ("guideline", "step")}
    reading = subject.read(item, entries, draft.frozen if draft else {})
    settling.reopen(item=item, by=by, now=now, note=gettext_noop("a verdict was changed"))
    Verdict.objects.filter(pk=stands.pk).update(is_current=False)
    changed = _stored(
        slot=slot,
        by=by,
        reading=reading,
        version=1 + _last_version(slot.item, by),
        key=form_key,
        guideline=_guideline(item, given, now),
        started_at=stands.started_at,
        now=now,
        active_ms=stands.active_ms,
        length=stands.length,
        too_fast=stands.too_fast,
    )
    _keep_entries(slot, draft, by, entries, now)
    settling.settle(item=item, by=by, now=now)
    return changed


def _said_before(key: uuid.UUID, slot_id: int, by: User) -> list[tuple[int, uuid.UUID, int]]:
    """Id, key and version of what a person, whose turn it is, said under a key or of the item of a slot."""
    return _SAID.rows(key, slot_id, by.pk)


_SAID: CompiledQuery[tuple[int, uuid.UUID, int]] = CompiledQuery(
    lambda key, slot, person: (
        Verdict.objects.filter(
            Q(key=key) | Q(item=Subquery(Slot.objects.filter(pk=slot).order_by().values("item_id"))),
            person=person,
        )
        .order_by()
        .values_list("pk", "key", "version")
    ),
    uuid.UUID(int=STAND_IN),
    STAND_IN,
    OTHER_STAND_IN,
)


def _known(pk: int, suite: Suite | None) -> Verdict | None:
    """A stored verdict with its item, of ``suite`` if one is given."""
    rows = Verdict.objects.select_related("item__suite").filter(pk=pk)
    return (rows.filter(item__suite=suite) if suite else rows).first()


def _last_version(item: ReviewItem, by: User) -> int:
    found: int | None = Verdict.objects.filter(item=item, person=by).aggregate(n=Max("version"))["n"]
    return found or 0


def _same(before: Verdict, slot_id: int) -> Verdict:
    if before.slot_id != slot_id:
        raise ReviewStateError(gettext("This form was submitted for another item. Load the item anew."))
    return before


def _stored(
    *,
    slot: Slot,
    by: User,
    reading: Reading,
    version: int,
    key: uuid.UUID,
    guideline: int | None,
    started_at: datetime,
    now: datetime,
    active_ms: int,
    length: int,
    too_fast: bool,
) -> Verdict:
    return Verdict.objects.create(
        item=slot.item,
        slot=slot,
        person=by,
        version=version,
        form=slot.item.form,
        fields=dict(reading.fields),
        given=dict(reading.given),
        outcome=reading.outcome,
        score=dict(reading.score),
        guideline_id=guideline,
        key=key,
        started_at=min(started_at, now),
        submitted_at=now,
        active_ms=max(0, min(active_ms, MOST_ACTIVE_MS)),
        length=length,
        too_fast=too_fast,
    )


def _keep_entries(slot: Slot, draft: Draft | None, by: User, entries: Given, now: datetime) -> None:
    """The entries as they were sent stay with the slot, so that an undo or a change begins with them."""
    if draft is None:
        slot.draft = Draft.objects.create(slot=slot, person=by, given=dict(entries), saved_at=now)
        return
    Draft.objects.filter(pk=draft.pk).update(given=dict(entries), version=draft.version + 1, saved_at=now)


def _end(slot: Slot, by: User) -> None:
    slot.status, slot.person, slot.token = SlotStatus.DONE, by, None
    slot.leased_at = slot.lease_until = None
    slot.save(update_fields=["status", "person", "token", "leased_at", "lease_until"])


def _open_step(draft: Draft | None) -> int:
    return 1 if draft is None else draft.step


def _guideline(item: ReviewItem, given: Given, began: datetime) -> int | None:
    """The id of the guideline that the form showed: as it says, else the newest when it was taken up."""
    shown = str(given.get("guideline", "") or "")
    known = _GUIDELINES.rows(item.suite_id, item.kind)
    if not shown:
        return next((pk for pk, _, at in known if at <= began), None)
    found = next((pk for pk, version, _ in known if str(version) == shown), None)
    if found is None:
        wrong = gettext("There is no version %(shown)s of this guideline.") % {"shown": shown}
        raise FormRefusedError({"guideline": wrong})
    return found


_GUIDELINES: CompiledQuery[tuple[int, int, datetime]] = CompiledQuery(
    lambda suite, kind: (
        Guideline.objects.filter(suite=suite, kind=kind)
        .order_by("-version")
        .values_list("pk", "version", "at")
    ),
    STAND_IN,
    "stand-in",
)
