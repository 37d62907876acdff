"""Counters go down as well as up, count items as items, and keep what people did (case A05)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import ProtectedError

from benchmark.floor.accounts.models import User
from scenarios.models import ReviewItem, Verdict
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors import counters, queue
from scenarios.review.services import people, submitting
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def test_counters_follow_every_step_of_case_a05() -> None:
    suite = make.opened(10, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    lead = make.person("lea", suite, "lead")
    seen = []

    def look() -> None:
        seen.append(tuple(counters.counts(suite)))

    make.judge_all(ann, suite)
    look()
    for minute in range(4):
        make.judge(ben, suite, now=make.later(minute))
    look()
    bens = Verdict.objects.get(person=ben, item__label="e0001")
    submitting.withdraw(verdict=bens, by=lead, now=make.later(5))
    look()
    User.objects.filter(pk=ann.pk).update(is_active=False)
    look()
    ReviewItem.objects.get(label="e0002").delete()
    look()
    with pytest.raises(ProtectedError):
        ann.delete()
    people.anonymise(user=ann, by=lead, now=make.later(6))
    look()
    assert [verdicts for verdicts, _, _ in seen] == [10, 14, 13, 13, 11, 11]
    assert [complete for _, complete, _ in seen] == [0, 4, 3, 3, 2, 2]
    assert [items for _, _, items in seen] == [10, 10, 10, 10, 9, 9]
    ann.refresh_from_db()
    assert (ann.username, ann.email, ann.is_active) == ("former-judge-1", "", False)
    assert not ann.has_usable_password()
    assert Verdict.objects.filter(person=ann).count() == 9


def test_check_items_are_in_no_counter_of_the_suite() -> None:
    suite = make.opened(4, check_every=2)
    (ann,) = make.annotators(suite, "ann")
    own = make.judge_all(ann, suite)
    assert own > 4
    assert counters.counts(suite) == (4, 4, 4)
    assert counters.counts_by_kind(suite) == {"plain": (4, 4, 4)}
    # To the person they count like any other, or they would show.
    assert queue.counts_for(ann, suite).done == own


def test_nobody_takes_their_own_name_off() -> None:
    suite = make.opened(1)
    ann, ben = make.annotators(suite, "ann", "ben")
    with pytest.raises(ReviewStateError, match="own name"):
        people.anonymise(user=ann, by=ann, now=make.NOW)
    make.judge(ann, suite)
    assert people.holdings(ann) == (1, 0, 0)
    names = [people.anonymise(user=one, by=None, now=make.NOW).username for one in (ann, ben)]
    assert names == ["former-judge-1", "former-judge-2"]
    assert not suite.memberships.filter(user__in=[ann, ben]).exists()
