"""Check items: now and then a person is given a record whose verdict is known (spec 6.5, ux "in numbers").

Exactly one claim in each window of ``check_every`` claims of a person is one, at a place of the window that
is drawn from person and window, so that nobody can tell which.
"""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING

from scenarios.models import ReviewItem, Slot, SlotStatus
from scenarios.review import states
from scenarios.review.subjects.base import Prepared, all_subjects

if TYPE_CHECKING:
    from scenarios.review.selectors.desks import Desk


def is_due(desk: Desk) -> bool:
    """Whether the person's next item is to be a check item. One query at most."""
    every = desk.policy.check_every
    if not every:
        return False
    window, place = divmod(desk.had, every)
    late = place - _draw(desk, f"place {window}") % every
    if late < 0 or late & (late + 1):
        return False  # where none was to be had at its place, it is tried again 1, 3, 7 and 15 claims later
    mine = ReviewItem.objects.filter(is_check=True, person=desk.person, suite=desk.suite)
    return not mine.filter(content__window=window).exists()


def make(desk: Desk) -> int | None:
    """A check item for the person with its one slot, leased to them; the slot's id. None where no subject
    has one to offer: nothing is verified yet, say."""
    window = desk.had // desk.policy.check_every
    seed = _draw(desk, f"check {window}")
    for kind, subject in all_subjects().items():
        if desk.reviewer and desk.reviewer.kinds and kind not in desk.reviewer.kinds:
            continue
        found = subject.check_item(desk.suite, desk.person, seed)
        if found is not None and _fits(desk, found):
            return _stored(desk, kind, found, window)
    return None


def _fits(desk: Desk, found: Prepared) -> bool:
    return desk.reviewer is None or desk.reviewer.scenario_id in (None, found.scenario_id)


def _stored(desk: Desk, kind: str, found: Prepared, window: int) -> int:
    content = dict(found.content)
    known = content.pop("known", {})
    item = ReviewItem.objects.create(
        suite=desk.suite,
        scenario_id=found.scenario_id,
        kind=kind,
        subject_id=found.subject_id,
        rendering_id=found.rendering_id,
        label=found.label[:200],
        place=found.place,
        form=found.form,
        wanted=1,
        status=states.IN_REVIEW,
        content={**content, "window": window},
        is_check=True,
        known=known,
        person=desk.person,
        created_at=desk.now,
    )
    slot = Slot.objects.create(
        item=item,
        n=1,
        suite=desk.suite,
        kind=kind,
        place=found.place,
        priority=found.priority,
        status=SlotStatus.LEASED,
        person=desk.person,
        reserved_for=desk.person,
        token=uuid.uuid4(),
        leased_at=desk.now,
        lease_until=desk.until,
    )
    return slot.pk


def _draw(desk: Desk, what: str) -> int:
    """A number that only person, suite and ``what`` decide."""
    text = f"{desk.suite.slug} {desk.person.pk} {what}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
