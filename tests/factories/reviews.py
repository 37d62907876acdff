"""Reviews in small: a suite with a few records put to people, who claim and submit.

Without ``REVIEW_SUBJECTS`` set otherwise, the registered subjects are asked; tests of the queue itself set it
to ``[plain_subject.PATH]`` (``plain`` below) and so need no true form.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from benchmark.floor.accounts.models import User
from scenarios.models import Rendering, ReviewItem, Slot, Suite, Verdict
from scenarios.review.services import claiming, drafting, opening, submitting
from scenarios.review.subjects.base import subject_of
from tests.factories import plain_subject, question_entries
from tests.factories import scenarios as make

NOW = make.day(100)
"""When the reviews of these tests take place."""


def later(minutes: float = 1) -> datetime:
    """So many minutes after ``NOW``."""
    return NOW + timedelta(minutes=minutes)


def person(name: str, suite: Suite | None = None, role: str = "annotator", **fields: Any) -> User:
    """Somebody with a role, a member with the same role of the suite if one is given."""
    user = User.objects.create_user(name, role=role, **fields)
    if suite is not None:
        make.member(user, suite, role)
    return user


def annotators(suite: Suite, *names: str) -> list[User]:
    """Annotators of the suite by name: ``ann, ben = annotators(suite, "ann", "ben")``."""
    return [person(name, suite) for name in names]


def suite_of_records(records: int = 3, *, form: str = "plain", **fields: Any) -> Suite:
    """A draft suite of one scenario whose records state a destination each and passed their checks."""
    suite = make.suite(config={"form": form}, **fields)
    scenario = make.scenario(suite=suite, slug=f"{suite.slug}-one")
    for number in range(1, records + 1):
        event = make.event(scenario, number, f"Trip {number} goes to Corby.")
        make.action(event, key=[f"Trip {number}"])
    Rendering.objects.filter(event__scenario=scenario).update(status="auto_passed")
    return suite


def opened(records: int = 3, *, judges: int = 1, form: str = "plain", **policy: Any) -> Suite:
    """``suite_of_records`` with its review open: so many judges a record, no check items unless asked for."""
    suite = suite_of_records(records, form=form)
    open_review(suite, judges=judges, **policy)
    return suite


def open_review(suite: Suite, *, judges: int = 1, **policy: Any) -> dict[str, int]:
    """Set the policy and open the items of a suite."""
    settings = {"record_judges": judges, "second_share": 0, "blind_share": 0, "check_every": 0, **policy}
    opening.set_policy(suite=suite, by=None, **settings)
    return opening.open_items(suite=suite, by=None, now=NOW)


def items(suite: Suite) -> list[ReviewItem]:
    """The items of a suite in their order, without check items."""
    return list(ReviewItem.objects.filter(suite=suite, is_check=False).order_by("place", "pk"))


def claim(by: User, suite: Suite, now: datetime = NOW) -> Slot:
    """The person's next slot; there must be one."""
    slot = claiming.claim(suite=suite, by=by, now=now)
    assert slot is not None, "nothing is left for this person"
    return slot


Entries = Callable[[Slot, bool], dict[str, Any]]


def _plain(slot: Slot, good: bool) -> dict[str, Any]:
    return {"exact": "yes" if good else "no", "fluent": "yes"}


ENTRIES: dict[str, Entries] = {"plain": _plain, "question": question_entries.entries}
"""What is entered on a slot of a kind that is found good, or not; other kinds: every field answered."""


def entries(slot: Slot, good: bool = True) -> dict[str, Any]:
    """What somebody enters who finds the subject of a slot good, or not."""
    if slot.item.kind in ENTRIES:
        return ENTRIES[slot.item.kind](slot, good)
    found = {}
    for field in subject_of(slot.item).fields(slot.item):
        wanted = [one.value for one in field.options if (one.value == field.good) == good]
        found[field.name] = wanted[0] if field.good and wanted else field.options[0].value
    return found


def submit(
    slot: Slot,
    by: User,
    given: Mapping[str, Any] | None = None,
    *,
    good: bool = True,
    key: uuid.UUID | None = None,
    now: datetime = NOW,
    active_ms: int = 4000,
) -> Verdict:
    """What the person says of a slot that they hold: ``given``, else that it is good or not. Steps of the
    form before the last are revealed on the way."""
    said = dict(entries(slot, good) if given is None else given)
    for _ in range(subject_of(slot.item).steps(slot.item) - _step(slot)):
        drafting.reveal(slot_id=slot.pk, token=slot.token, given=said, by=by, now=now)
    return submitting.submit(
        slot_id=slot.pk,
        token=slot.token,
        given=said,
        key=key or uuid.uuid4(),
        active_ms=active_ms,
        by=by,
        now=now,
    )


def _step(slot: Slot) -> int:
    fresh = Slot.objects.select_related("draft").get(pk=slot.pk)
    return fresh.draft.step if hasattr(fresh, "draft") else 1


def judge(by: User, suite: Suite, *, good: bool = True, now: datetime = NOW, **given: Any) -> Verdict:
    """The person claims their next slot and judges it."""
    slot = claim(by, suite, now)
    said = {**entries(slot, good), **given} if given else None
    return submit(slot, by, said, good=good, now=now)


def judge_all(by: User, suite: Suite, *, good: bool = True, now: datetime = NOW) -> int:
    """The person judges until nothing is left; how many."""
    done = 0
    while (slot := claiming.claim(suite=suite, by=by, now=now)) is not None:
        submit(slot, by, good=good, now=now)
        done += 1
    return done


def plain(settings: Any) -> None:
    """Let nothing but the plain subject be registered for a test (``settings`` is the fixture)."""
    settings.REVIEW_SUBJECTS = [plain_subject.PATH]
    plain_subject.PLAIN.judged.clear()
