"""Who is handed what, and why nothing: weights, quotas, pauses, skips (spec 6.5; ux pains 6 and 24)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.floor.audit.models import AuditRecord
from scenarios.models import Reviewer, ReviewItem, Slot
from scenarios.review.exceptions import FormRefusedError, LeaseLostError, NotForYouError
from scenarios.review.selectors import queue
from scenarios.review.services import claiming, drafting, opening, submitting
from tests.factories import reviews as make
from tests.factories import scenarios as rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def two_scenarios() -> Any:
    """A suite of two histories of two records each, in review."""
    suite = make.suite_of_records(2)
    other = rows.scenario(suite=suite, slug="other", position=1)
    for number in (3, 4):
        rows.event(other, number)
    make.open_review(suite)
    return suite


def test_a_heavier_scenario_goes_first_and_a_weight_can_be_taken_back() -> None:
    suite = two_scenarios()
    (ann,) = make.annotators(suite, "ann")
    opening.set_policy(suite=suite, by=None, weights={"scenario:other": 5})
    assert make.claim(ann, suite).item.label == "e0003"
    claiming.release_all(suite=suite, person=ann, by=ann, now=make.NOW)
    Slot.objects.get(item__label="e0003").draft.delete()
    opening.set_policy(suite=suite, by=None, weights={"scenario:other": 5, "kind:plain": 2})
    assert set(Slot.objects.values_list("priority", flat=True)) == {2, 7}
    opening.set_policy(suite=suite, by=None, weights={})
    assert set(Slot.objects.values_list("priority", flat=True)) == {0}
    assert make.claim(ann, suite).item.label == "e0001"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"weights": {"scenario:elsewhere": 1}}, "weights"),
        ({"weights": {"kind:plain": 1.5}}, "weights"),
        ({"weights": [1]}, "weights"),
        ({"lease_minutes": 0}, "lease_minutes"),
        ({"second_share": 101}, "second_share"),
        ({"record_judges": True}, "record_judges"),
        ({"speed": 7}, "speed"),
    ],
)
def test_a_policy_that_cannot_be_is_refused(changes: dict[str, Any], field: str) -> None:
    suite = make.opened(1)
    with pytest.raises(FormRefusedError) as refused:
        opening.set_policy(suite=suite, by=None, **changes)
    assert list(refused.value.fields) == [field]


def test_a_change_of_policy_is_on_record() -> None:
    suite = make.opened(1)
    lead = make.person("lea", suite, "lead")
    opening.set_policy(suite=suite, by=lead, paused=True, record_judges=1)
    last = AuditRecord.objects.filter(action="review.policy_set").first()
    assert last is not None
    assert (last.actor, last.details) == ("lea", {"paused": {"from": False, "to": True}})


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"quota": 1}, "quota"),
        ({"paused": True}, "paused_you"),
        ({"kinds": ["question"]}, "narrowed"),
    ],
)
def test_a_person_gets_what_a_lead_set_for_them(wanted: dict[str, Any], reason: str) -> None:
    suite = make.opened(3)
    (ann,) = make.annotators(suite, "ann")
    if reason == "quota":
        make.judge(ann, suite)
    Reviewer.objects.create(suite=suite, user=ann, **wanted)
    assert claiming.claim(suite=suite, by=ann, now=make.NOW) is None
    assert queue.why_empty(ann, suite, make.NOW).reason == reason
    assert queue.counts_for(ann, suite).left == {"paused_you": 3}.get(reason, 0)


def test_one_scenario_a_sitting() -> None:
    suite = two_scenarios()
    (ann,) = make.annotators(suite, "ann")
    Reviewer.objects.create(suite=suite, user=ann, scenario=suite.scenarios.get(slug="other"))
    assert make.judge_all(ann, suite) == 2
    assert queue.why_empty(ann, suite, make.NOW).reason == "narrowed"


def test_a_pause_of_the_review_hands_out_nothing_new_and_keeps_what_is_held() -> None:
    suite = make.opened(2)
    ann, ben = make.annotators(suite, "ann", "ben")
    held = make.claim(ann, suite)
    opening.set_policy(suite=suite, by=None, paused=True)
    assert make.claim(ann, suite).pk == held.pk
    assert claiming.claim(suite=suite, by=ben, now=make.NOW) is None
    assert queue.why_empty(ben, suite, make.NOW).reason == "paused"
    make.submit(held, ann)


def test_a_second_item_is_fetched_ahead_and_no_third() -> None:
    suite = make.opened(4)
    (ann,) = make.annotators(suite, "ann")
    assert claiming.claim_ahead(suite=suite, by=ann, now=make.NOW) is None
    first = make.claim(ann, suite)
    second = claiming.claim_ahead(suite=suite, by=ann, now=make.later(1))
    again = claiming.claim_ahead(suite=suite, by=ann, now=make.later(2))
    assert second is not None
    assert again is not None
    assert (again.pk, again.token) == (second.pk, second.token)
    assert [slot.pk for slot in queue.held(ann, suite, make.NOW)] == [first.pk, second.pk]
    counts = queue.counts_for(ann, suite)
    assert (counts.done, counts.held, counts.left, counts.assigned) == (0, 2, 2, 4)
    done = submitting.submit_and_claim(
        slot_id=first.pk,
        token=first.token,
        given=make.entries(first),
        key="0b6f1f0c-0d6c-4a52-8a9c-6a3f7a7b1b11",
        active_ms=1,
        by=ann,
        now=make.later(3),
    )
    assert done.slot is not None
    assert done.slot.pk == second.pk


def test_what_is_skipped_goes_to_others_and_does_not_come_back() -> None:
    suite = make.opened(1)
    ann, ben = make.annotators(suite, "ann", "ben")
    slot = make.claim(ann, suite)
    drafting.save(slot_id=slot.pk, token=slot.token, given={"exact": "no"}, version=0, by=ann, now=make.NOW)
    with pytest.raises(FormRefusedError, match="lead"):
        claiming.flag(slot_id=slot.pk, token=slot.token, reason=" ", by=ann, now=make.NOW)
    claiming.flag(slot_id=slot.pk, token=slot.token, reason="Two dates.", by=ann, now=make.NOW)
    assert make.claim(ann, suite).pk == slot.pk
    claiming.skip(slot_id=slot.pk, token=slot.token, reason="Unsure.", by=ann, now=make.NOW)
    said = slot.item.remarks.order_by("pk").values_list("what", "reason")
    assert list(said) == [("flag", "Two dates."), ("skip", "Unsure.")]
    assert claiming.claim(suite=suite, by=ann, now=make.NOW) is None
    assert queue.why_empty(ann, suite, make.NOW).reason == "skipped"
    with pytest.raises(LeaseLostError):
        make.submit(slot, ann)
    kept = AuditRecord.objects.get(action="review.draft_displaced")
    assert (kept.actor, kept.details["given"]) == ("ann", {"exact": "no"})
    assert not hasattr(make.claim(ben, suite), "draft")


def test_an_empty_queue_says_why() -> None:
    suite = make.suite_of_records(1)
    ann, ben, cy = make.annotators(suite, "ann", "ben", "cy")
    why = [queue.why_empty(ann, suite, make.NOW).reason]
    make.open_review(suite, judges=2)
    why.append(queue.why_empty(ann, suite, make.NOW).reason)
    make.judge(ann, suite)
    why.append(queue.why_empty(ann, suite, make.NOW).reason)
    slot = make.claim(ben, suite)
    waiting = queue.why_empty(cy, suite, make.NOW)
    assert (waiting.reason, waiting.leased, waiting.until) == ("leased", 1, slot.lease_until)
    make.submit(slot, ben, good=False)
    why.append(queue.why_empty(cy, suite, make.NOW).reason)
    ReviewItem.objects.update(status="verified")
    why.append(queue.why_empty(cy, suite, make.NOW).reason)
    assert why == ["nothing_open", "", "judged", "adjudication", "done"]


@pytest.mark.parametrize("role", ["lead", "adjudicator", "viewer", "researcher"])
def test_who_may_see_gold_is_handed_nothing(role: str) -> None:
    suite = make.opened(1)
    with pytest.raises(NotForYouError):
        claiming.claim(suite=suite, by=make.person("x", suite, role), now=make.NOW)


def test_a_reserved_slot_is_for_nobody_else() -> None:
    suite = make.opened(2)
    ann, ben = make.annotators(suite, "ann", "ben")
    Slot.objects.filter(item__label="e0001").update(reserved_for=ben)
    assert make.claim(ann, suite).item.label == "e0002"
    assert make.claim(ben, suite).item.label == "e0001"


def test_items_go_with_their_text_and_take_everything_along() -> None:
    suite = make.opened(2)
    (ann,) = make.annotators(suite, "ann")
    make.judge(ann, suite)
    slot = make.claim(ann, suite)
    suite.scenarios.get().events.all().delete()
    assert not ReviewItem.objects.exists()
    with pytest.raises(LeaseLostError, match="not there any more"):
        claiming.beat(slot_id=slot.pk, token=slot.token, by=ann, now=make.NOW)
    assert queue.why_empty(ann, suite, make.NOW).reason == "nothing_open"


def test_opening_takes_the_same_few_statements_for_any_number() -> None:
    statements = []
    for records in (1, 40):
        suite = make.suite_of_records(records)
        opening.set_policy(suite=suite, by=None, record_judges=2)
        with CaptureQueriesContext(connection) as caught:
            assert opening.open_items(suite=suite, by=None, now=make.NOW) == {"plain": records}
        statements.append(len(caught))
    assert statements[0] == statements[1]
