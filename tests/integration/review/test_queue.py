"""The queue hands out each place once, in order, to who may have it (spec 6.5; cases A03; ux pains 5, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.models import ReviewItem, Slot, Transition
from scenarios.review.selectors import queue
from scenarios.review.services import claiming
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def test_opening_puts_each_text_to_people_once() -> None:
    suite = make.suite_of_records(3)
    assert make.open_review(suite, judges=2) == {"plain": 3}
    assert make.open_review(suite, judges=2) == {"plain": 0}
    assert [item.label for item in make.items(suite)] == ["e0001", "e0002", "e0003"]
    assert Slot.objects.filter(suite=suite, status="free").count() == 6


def test_first_claim_of_an_item_puts_it_and_its_text_in_review() -> None:
    suite = make.opened(1)
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)
    item = ReviewItem.objects.get()
    assert (item.status, item.rendering.status) == ("in_review", "in_review")  # type: ignore[union-attr]
    moved = Transition.objects.get()
    assert (moved.before, moved.after, moved.by) == ("auto_passed", "in_review", "ann")
    assert make.submit(slot, ann).outcome == "verified"
    item.refresh_from_db()
    assert item.status == "verified"


def test_two_people_label_what_a_third_left(settings: Any) -> None:
    """Case A03: overlap 2 over three items; ann opens one and leaves."""
    suite = make.opened(3, judges=2)
    ann, ben, cy = make.annotators(suite, "ann", "ben", "cy")
    make.claim(ann, suite)
    assert make.judge_all(ben, suite) == 3
    assert make.judge_all(cy, suite) == 2
    assert queue.why_empty(cy, suite, make.later(1)).reason == "leased"
    assert make.judge_all(cy, suite, now=make.later(16)) == 1
    assert claiming.claim(suite=suite, by=ann, now=make.later(17)) is None
    assert claiming.claim(suite=suite, by=ben, now=make.later(17)) is None
    assert queue.why_empty(ann, suite, make.later(17)).reason == "done"
    for item in make.items(suite):
        assert sorted(item.verdicts.values_list("person__username", flat=True)) == ["ben", "cy"]
