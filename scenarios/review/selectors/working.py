"""What one person works on: a slot of theirs with its subject, entries and step; never anybody else's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.core import signing
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from scenarios.exceptions import NotVisibleError
from scenarios.models import Draft, ReviewItem, Slot, Suite, Verdict
from scenarios.models.slot import SlotStatus
from scenarios.review.services import holding
from scenarios.review.subjects.base import Field, Subject, subject_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

_HELD = signing.Signer(salt="review.held")
#: Texts of many pages that no form shows.
_LARGE = ("item__scenario__program", "item__scenario__config")
_PARTS = (
    "item__scenario",
    "item__rendering__event",
    "item__rendering__query",
    "draft",
)


@dataclass(frozen=True, slots=True)
class Work:
    """A slot as its holder sees it. ``verdict`` is what they said where it is done; ``lost`` says that it was
    theirs once and is not any more. ``entered`` has what they entered, whatever became of the slot; ``step``
    is the step of the form that is open."""

    slot: Slot
    subject: Subject
    verdict: Verdict | None = None
    lost: bool = False
    entered: Mapping[str, Any] = field(default_factory=dict)
    frozen: Mapping[str, Any] = field(default_factory=dict)
    step: int = 1
    version: int = 0
    draft: Draft | None = None
    proof: str = ""

    @property
    def item(self) -> ReviewItem:
        return self.slot.item

    @property
    def steps(self) -> int:
        """How many steps the form has."""
        return self.subject.steps(self.item)

    @property
    def is_last(self) -> bool:
        """Whether the open step is the last one, which is submitted."""
        return self.step >= self.steps

    def shown(self) -> dict[str, Any]:
        """What the subject shows at the open step."""
        return self.subject.shown(self.item, self.step, self.frozen)

    def fields(self) -> list[Field]:
        """The judged fields up to the open step: those of a later one may say what its step reveals."""
        return [one for one in self.subject.fields(self.item) if one.step <= self.step]


def proof_of(user: User, slot: int) -> str:
    """A proof that the person was once handed this slot, for the form to send back: it lets them be told
    that they lost it, and others learn nothing of what there is."""
    return _HELD.sign(f"{slot}:{user.pk}").rpartition(":")[2]


def is_proof(user: User, slot: int, proof: str) -> bool:
    """Whether ``proof_of`` gave it for this person and slot."""
    return bool(proof) and constant_time_compare(proof, proof_of(user, slot))


def work_of(user: User, suite: Suite, pk: int, *, proof: str = "") -> Work:
    """The slot of this number on this suite if it is, or was, the person's.

    Raises ``NotVisibleError`` (404) alike for what is absent and what is not theirs. One query for what they
    hold, two where they submitted it, three where they lost it.
    """
    row = whole(Slot.objects.filter(suite=suite, pk=pk)).order_by().first() if pk < 2**63 else None
    found = None if row is None else _of(row, user, suite, proof)
    if found is None:
        raise NotVisibleError(gettext("There is no such item."))
    return found


def work_at(user: User, suite: Suite, slot: Slot) -> Work:
    """``work_of`` a slot that was just handed out to the person, read by ``whole``: no query."""
    found = _of(slot, user, suite, "")
    if found is None:
        raise NotVisibleError(gettext("There is no such item."))
    return found


def whole(rows: QuerySet[Slot]) -> QuerySet[Slot]:
    """Slots with all that their forms show of item and words, and the draft."""
    return rows.select_related(*_PARTS).defer(*_LARGE)


def _of(row: Slot, user: User, suite: Suite, proof: str) -> Work | None:
    row.suite = row.item.suite = row.item.scenario.suite = suite
    return _held(row, user) or _done(row, user) or _lost(row, user, proof)


def _held(slot: Slot, user: User) -> Work | None:
    draft = _draft_of(slot, user)
    mine = slot.status == SlotStatus.LEASED and slot.person_id == user.pk
    if not mine and not (slot.status == SlotStatus.FREE and draft is not None):
        return None
    proof = proof_of(user, slot.pk)
    if draft is None:
        return Work(slot, subject_of(slot.item), proof=proof)
    subject = subject_of(slot.item)
    step = min(draft.step, subject.steps(slot.item))
    return Work(
        slot=slot,
        subject=subject,
        entered=draft.given,
        frozen=draft.frozen,
        step=step,
        version=draft.version,
        draft=draft,
        proof=proof,
    )


def _done(slot: Slot, user: User) -> Work | None:
    if slot.status != SlotStatus.DONE or slot.person_id != user.pk:
        return None
    verdict = Verdict.objects.filter(item=slot.item_id, person=user, is_current=True).first()
    if verdict is None:
        return None
    subject, draft = subject_of(slot.item), _draft_of(slot, user)
    return Work(
        slot=slot,
        subject=subject,
        verdict=verdict,
        entered=verdict.given if draft is None else draft.given,
        frozen={} if draft is None else draft.frozen,
        step=subject.steps(slot.item),
        version=verdict.version,
        draft=draft,
        proof=proof_of(user, slot.pk),
    )


def _lost(slot: Slot, user: User, proof: str) -> Work | None:
    kept = holding.last_displaced(slot.item_id, user)
    said = Verdict.objects.filter(slot=slot, person=user).exists()
    if kept is None and not said and not is_proof(user, slot.pk, proof):
        return None
    kept = kept or {}
    return Work(
        slot=slot,
        subject=subject_of(slot.item),
        lost=True,
        entered=kept.get("given", {}),
        frozen=kept.get("frozen", {}),
        step=kept.get("step", 1),
        proof=proof_of(user, slot.pk),
    )


def _draft_of(slot: Slot, user: User) -> Draft | None:
    try:
        draft: Draft = slot.draft
    except ObjectDoesNotExist:
        return None
    return draft if draft.person_id == user.pk else None
