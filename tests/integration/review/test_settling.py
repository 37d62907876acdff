"""Agreed, disputed, decided: what becomes of an item once people have said what they think (spec 6.5)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Adjudication, ReviewItem, Slot, Transition, Verdict
from scenarios.review.exceptions import FormRefusedError, NotForYouError, ReviewStateError
from scenarios.review.services import opening, settling, submitting
from scenarios.services import verification
from tests.factories import reviews as make
from tests.factories.plain_subject import PLAIN

pytestmark = pytest.mark.django_db

GOOD = {"exact": "yes", "fluent": "yes"}


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def decide(
    item: ReviewItem, by: User, fields: dict[str, str] | None = None, reason: str = "So it is.", **more: Any
) -> Adjudication:
    """A decision on an item."""
    return settling.adjudicate(
        item=item,
        fields=GOOD if fields is None else fields,
        given={},
        reason=reason,
        key=more.pop("key", uuid.uuid4()),
        by=by,
        now=make.later(9),
    )


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        ({"exact": "yes", "fluent": "yes"}, {"exact": "yes", "fluent": "yes"}, "verified"),
        ({"exact": "no", "fluent": "no"}, {"exact": "no", "fluent": "no"}, "rejected"),
        # A field that does not decide differs, and that is a dispute as well.
        ({"exact": "yes", "fluent": "yes"}, {"exact": "yes", "fluent": "no"}, "disputed"),
        ({"exact": "no", "fluent": "yes"}, {"exact": "yes", "fluent": "yes"}, "disputed"),
    ],
)
def test_equal_fields_are_agreed_and_any_difference_is_a_dispute(
    first: dict[str, str], second: dict[str, str], ends: str
) -> None:
    suite = make.opened(1, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    make.judge(ann, suite, **first)
    assert make.items(suite)[0].status == "in_review"
    make.judge(ben, suite, **second)
    item = make.items(suite)[0]
    assert (item.status, item.rendering.status) == (ends, ends)  # type: ignore[union-attr]
    assert [("e0001", ends)][: ends != "disputed"] == PLAIN.judged


def test_a_decision_is_by_another_with_a_reason_and_every_field() -> None:
    suite = make.opened(1, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    ada = make.person("ada", suite, "adjudicator")
    make.judge(ann, suite)
    item = make.items(suite)[0]
    with pytest.raises(ReviewStateError, match="not disputed"):
        decide(item, ada)
    make.judge(ben, suite, good=False)
    with pytest.raises(NotForYouError, match="judged"):
        decide(item, ben)
    with pytest.raises(FormRefusedError) as refused:
        decide(item, ada, {"exact": "perhaps"}, " ")
    assert set(refused.value.fields) == {"exact", "fluent", "reason"}
    key = uuid.uuid4()
    decision = decide(item, ada, key=key)
    assert decide(item, ada, key=key) == decision
    item.refresh_from_db()
    assert (item.status, decision.outcome) == ("verified", "verified")
    assert [(t.before, t.after, t.by, t.note) for t in Transition.objects.all()][-2:] == [
        ("disputed", "adjudicated", "ada", ""),
        ("adjudicated", "verified", "ada", "So it is."),
    ]
    assert [("e0001", "verified")] == PLAIN.judged


def test_a_decision_taken_anew_is_its_next_version() -> None:
    suite = make.opened(1, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    ada, leo = make.person("ada", suite, "adjudicator"), make.person("leo", suite, "lead")
    make.judge(ann, suite)
    make.judge(ben, suite, good=False)
    item = make.items(suite)[0]
    decide(item, ada)
    second = decide(item, leo, {"exact": "no", "fluent": "yes"})
    item.refresh_from_db()
    assert (second.version, item.status) == (2, "rejected")
    assert list(Adjudication.objects.filter(is_current=True)) == [second]


def test_who_worded_a_text_neither_judges_nor_decides() -> None:
    suite = make.suite_of_records(1)
    lea = make.person("lea", suite, "adjudicator")
    ann, ben = make.annotators(suite, "ann", "ben")
    suite.scenarios.get().events.get().renderings.update(author=ann)
    make.open_review(suite)
    assert make.judge_all(ann, suite) == 0
    assert make.judge_all(ben, suite) == 1
    item = make.items(suite)[0]
    ReviewItem.objects.filter(pk=item.pk).update(status="disputed", author=lea)
    with pytest.raises(NotForYouError, match="worded"):
        decide(item, lea)


def test_one_more_judge_reopens_what_was_agreed() -> None:
    suite = make.opened(1)
    ann, ben = make.annotators(suite, "ann", "ben")
    lea = make.person("lea", suite, "lead")
    make.judge(ann, suite)
    slot = opening.add_judges(item=make.items(suite)[0], by=lea, now=make.later(1))
    item = make.items(suite)[0]
    assert (item.status, item.wanted, slot.n, slot.status) == ("in_review", 2, 2, "free")
    make.judge(ben, suite, good=False, now=make.later(2))
    decide(item, lea)
    with pytest.raises(ReviewStateError, match="adjudicated"):
        opening.add_judges(item=item, by=lea, now=make.later(10))


def test_a_batch_is_judged_once_more_in_a_few_queries(django_assert_max_num_queries: Any) -> None:
    suite = make.opened(5)
    ann, ben = make.annotators(suite, "ann", "ben")
    ada = make.person("ada", suite, "adjudicator")
    make.judge(ann, suite)
    make.judge(ann, suite, now=make.later(1))
    scenario = suite.scenarios.get()
    with django_assert_max_num_queries(13):
        assert settling.second_judgment(scenario=scenario, by=ada, now=make.later(2)) == 5
    assert {item.wanted for item in make.items(suite)} == {2}
    assert Slot.objects.filter(suite=suite).count() == 10
    make.judge_all(ann, suite, now=make.later(3))
    make.judge_all(ben, suite, now=make.later(4))
    assert {item.status for item in make.items(suite)} == {"verified"}


def test_check_items_move_no_text_and_settle_apart() -> None:
    suite = make.opened(6, check_every=3)
    (ann,) = make.annotators(suite, "ann")
    make.judge_all(ann, suite)
    checks = ReviewItem.objects.filter(is_check=True)
    said = list(Verdict.objects.order_by("pk").values_list("item__is_check", flat=True))
    assert [sum(said[at : at + 3]) for at in range(0, 6, 3)] == [1, 1]
    assert [item.verdicts.get().score for item in checks] == [{"right": False}] * len(checks)
    assert {item.status for item in checks} == {"verified"}
    assert not Transition.objects.filter(item__in=checks, rendering__isnull=False).exists()
    assert len(PLAIN.judged) == 6


def test_what_a_suite_states_follows_its_verdicts() -> None:
    suite = make.opened(2)
    ann, ben = make.annotators(suite, "ann", "ben")
    make.judge(ann, suite)
    assert verification.restate(suite=suite).verification == "sampled"
    last = make.judge(ann, suite, good=False, now=make.later(1))
    suite.refresh_from_db()
    assert suite.verification == "sampled"
    assert last.item.label == "e0002"
    submitting.undo(suite=suite, by=ann, now=make.later(2))
    submitting.undo(suite=suite, by=ann, now=make.later(3))
    suite.refresh_from_db()
    assert suite.verification == "none"
