"""Verdicts that came too fast, and how people do on check items (spec 6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import ReviewItem, Suite, Verdict
from scenarios.review.selectors import quality as figures
from scenarios.review.services import quality
from tests.factories import reviews, verdicts
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db
YES = {"exact": "yes"}


@pytest.fixture
def suite() -> Suite:
    row = make.suite()
    make.scenario(suite=row, slug="one")
    return row


@pytest.fixture
def ann(suite: Suite) -> User:
    return reviews.person("ann", suite)


def judged(suite: Suite, person: User, count: int, active_ms: int, **more: Any) -> list[Verdict]:
    """Verdicts on items of 200 characters."""
    made = verdicts.items(suite.scenarios.get(), count)
    return verdicts.give(((item, person, YES) for item in made), active_ms=active_ms, **more)


def fast(suite: Suite, person: User, active_ms: int, length: int = 200) -> bool:
    return quality.is_too_fast(person_id=person.pk, suite=suite, length=length, active_ms=active_ms)


def test_under_a_quarter_of_ones_own_pace_is_too_fast(
    suite: Suite, ann: User, django_assert_num_queries: Any
) -> None:
    judged(suite, ann, 10, 4000)
    with django_assert_num_queries(1):
        assert fast(suite, ann, 999)
    assert not fast(suite, ann, 1000)
    # A text of half the length may take half the time.
    assert not fast(suite, ann, 500, length=100)
    assert fast(suite, ann, 499, length=100)


def test_with_nine_verdicts_nobody_is_too_fast(suite: Suite, ann: User) -> None:
    judged(suite, ann, 9, 4000)
    assert not fast(suite, ann, 1)


def test_only_ones_own_measured_first_verdicts_on_the_suite_are_looked_at(suite: Suite, ann: User) -> None:
    judged(suite, ann, 9, 4000)
    judged(suite, ann, 5, 0)
    judged(suite, ann, 5, 4000, version=2)
    judged(suite, reviews.person("ben", suite), 5, 4000)
    other = make.suite()
    make.scenario(suite=other)
    judged(other, ann, 5, 4000)
    assert not fast(suite, ann, 1)
    judged(suite, ann, 1, 4000)
    assert fast(suite, ann, 1)


def test_a_time_that_was_not_measured_is_not_too_fast(suite: Suite, ann: User) -> None:
    judged(suite, ann, 10, 4000)
    assert not fast(suite, ann, 0)


def test_who_becomes_quicker_is_compared_with_the_last_fifty(suite: Suite, ann: User) -> None:
    judged(suite, ann, 60, 40_000)
    assert fast(suite, ann, 999)
    judged(suite, ann, 50, 2000, submitted_at=reviews.later())
    assert not fast(suite, ann, 999)
    assert fast(suite, ann, 499)


def test_what_there_was_to_read_is_the_length(suite: Suite, ann: User) -> None:
    judged(suite, ann, 10, 4000, length=800)
    assert fast(suite, ann, 249)
    assert not fast(suite, ann, 250)
    # Verdicts whose length is not known count in no median.
    judged(suite, ann, 20, 1, length=0)
    assert fast(suite, ann, 249)


def test_a_submission_keeps_how_much_there_was_to_read(settings: Any) -> None:
    reviews.plain(settings)
    suite = reviews.opened(1)
    [ann] = reviews.annotators(suite, "ann")
    assert reviews.judge(ann, suite).length == len("Trip 1 goes to Corby.")


def test_a_submission_is_flagged_and_counts_nevertheless(settings: Any) -> None:
    reviews.plain(settings)
    suite = reviews.opened(12)
    [ann] = reviews.annotators(suite, "ann")
    times = [5000] * 10 + [100, 5000]
    made = [reviews.submit(reviews.claim(ann, suite), ann, active_ms=ms) for ms in times]
    assert [one.too_fast for one in made] == [False] * 10 + [True, False]
    assert ReviewItem.objects.get(pk=made[10].item_id).status == "verified"


def checked(suite: Suite, person: User, *right: bool) -> None:
    made = verdicts.items(suite.scenarios.get(), len(right), is_check=True, person=person)
    for item, was_right in zip(made, right, strict=True):
        verdicts.said(item, person, YES, score={"right": was_right})


def test_ones_own_accuracy_is_shown_after_ten_check_items(
    suite: Suite, ann: User, django_assert_num_queries: Any
) -> None:
    assert figures.own_accuracy(ann, suite) is None
    checked(suite, ann, *[True] * 7, False, False)
    found = figures.own_accuracy(ann, suite)
    assert found is not None
    assert (found.right, found.n, found.shown) == (7, 9, False)
    checked(suite, ann, True)
    with django_assert_num_queries(1):
        found = figures.own_accuracy(ann, suite)
    assert found == figures.Accuracy(right=8, n=10)
    assert (found.shown, found.value) == (True, 0.8)


def test_accuracy_is_that_of_standing_verdicts_on_check_items_of_the_suite(suite: Suite, ann: User) -> None:
    ben = reviews.person("ben", suite)
    checked(suite, ann, True, False)
    checked(suite, ben, False)
    [item, unknown] = verdicts.items(suite.scenarios.get(), 2, is_check=True, person=ann)
    verdicts.said(item, ann, YES, score={"right": True}, is_current=False)
    verdicts.said(unknown, ann, YES)
    judged(suite, ann, 1, 4000, score={"right": False})
    other = make.suite()
    make.scenario(suite=other)
    checked(other, ann, True)
    assert figures.accuracies(suite) == {ann.pk: figures.Accuracy(1, 2), ben.pk: figures.Accuracy(0, 1)}
    assert figures.Accuracy(0, 0).value is None


def test_times_of_each_person_by_kind(suite: Suite, ann: User, django_assert_num_queries: Any) -> None:
    ben = reviews.person("ben", suite)
    for ms in (2000, 3000, 10_000, 0):
        judged(suite, ann, 1, ms)
    judged(suite, ben, 2, 1000)
    [other] = verdicts.items(suite.scenarios.get(), 1, kind="question")
    verdicts.said(other, ann, YES, active_ms=60_000)
    with django_assert_num_queries(1):
        found = figures.times(suite)
    assert found == [
        figures.Times(ann.pk, "plain", 3, 3000, 15_000),
        figures.Times(ann.pk, "question", 1, 60_000, 60_000),
        figures.Times(ben.pk, "plain", 2, 1000, 2000),
    ]
