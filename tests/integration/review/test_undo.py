"""A person takes back their last ten submissions, across items; both stay on record (ux pain 11)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scenarios.models import Slot, Verdict
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors import queue
from scenarios.review.services import settling, submitting
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def test_ten_are_taken_back_newest_first_and_no_more() -> None:
    suite = make.opened(12)
    (ann,) = make.annotators(suite, "ann")
    for minute in range(12):
        make.judge(ann, suite, now=make.later(minute), note=f"said {minute}")
    assert queue.undoable(ann, suite) == 10
    undone = [submitting.undo(suite=suite, by=ann, now=make.later(20 + n)).item.label for n in range(10)]
    assert undone == [f"e{number:04}" for number in range(12, 2, -1)]
    assert queue.undoable(ann, suite) == 0
    with pytest.raises(ReviewStateError, match="nothing to undo"):
        submitting.undo(suite=suite, by=ann, now=make.later(31))
    assert Verdict.objects.filter(withdrawn_by=ann).count() == 10
    assert [item.status for item in make.items(suite)] == ["verified"] * 2 + ["in_review"] * 10


def test_what_is_undone_comes_first_with_its_entries() -> None:
    suite = make.opened(3)
    (ann,) = make.annotators(suite, "ann")
    make.judge(ann, suite, note="one")
    make.judge(ann, suite, note="two", now=make.later(1))
    ahead = make.claim(ann, suite, make.later(2))
    for minute, words in ((3, "two"), (4, "one")):
        undone = submitting.undo(suite=suite, by=ann, now=make.later(minute))
        first = make.claim(ann, suite, make.later(minute))
        assert (first.pk, first.draft.given["note"]) == (undone.pk, words)
    again = make.submit(first, ann, good=False, now=make.later(5))
    assert (again.version, again.outcome) == (2, "rejected")
    assert make.claim(ann, suite, make.later(6)).item.label == "e0002"
    make.judge(ann, suite, now=make.later(6))
    assert make.claim(ann, suite, make.later(6)).pk == ahead.pk


def test_an_undo_reopens_what_was_agreed_or_disputed() -> None:
    suite = make.opened(2, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    make.judge_all(ann, suite)
    make.judge(ben, suite)
    make.judge(ben, suite, good=False, now=make.later(1))
    agreed, disputed = make.items(suite)
    assert (agreed.status, disputed.status) == ("verified", "disputed")
    submitting.undo(suite=suite, by=ben, now=make.later(2))
    submitting.undo(suite=suite, by=ben, now=make.later(3))
    for item in make.items(suite):
        assert (item.status, item.rendering.status) == ("in_review", "in_review")  # type: ignore[union-attr]
    make.judge_all(ben, suite, now=make.later(4))
    assert [item.status for item in make.items(suite)] == ["verified", "verified"]
    assert Verdict.objects.filter(person=ben).count() == 4


def test_what_somebody_decided_is_not_undone() -> None:
    suite = make.opened(1, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    judge = make.person("judge", suite, "adjudicator")
    make.judge(ann, suite)
    last = make.judge(ben, suite, good=False)
    settling.adjudicate(
        item=last.item,
        fields={"exact": "yes", "fluent": "yes"},
        given={},
        reason="It is.",
        key=uuid.uuid4(),
        by=judge,
        now=make.later(1),
    )
    assert queue.undoable(ben, suite) == 0
    with pytest.raises(ReviewStateError):
        submitting.undo(suite=suite, by=ben, now=make.later(2))
    with pytest.raises(ReviewStateError, match="adjudicated"):
        submitting.amend(verdict=last, given={}, key=uuid.uuid4(), version=1, by=ben, now=make.later(2))


def test_what_a_lead_takes_out_is_judged_by_another() -> None:
    suite = make.opened(1, judges=2)
    ann, ben, cy = make.annotators(suite, "ann", "ben", "cy")
    lead = make.person("lea", suite, "lead")
    make.judge(ann, suite)
    out = make.judge(ben, suite)
    submitting.withdraw(verdict=out, by=lead, now=make.later(1), reason="guessed")
    assert queue.why_empty(ben, suite, make.later(1)).reason == "judged"
    assert queue.undoable(ben, suite) == 0
    item = make.items(suite)[0]
    assert (item.status, item.transitions.last().note) == ("in_review", "guessed")  # type: ignore[union-attr]
    make.judge(cy, suite, good=False, now=make.later(2))
    item.refresh_from_db()
    assert item.status == "disputed"
    assert Slot.objects.filter(item=item, status="done").count() == 2
    with pytest.raises(ReviewStateError, match="does not stand"):
        submitting.withdraw(verdict=out, by=lead, now=make.later(3))
