"""A submission is stored once, whatever the network does, and nothing of it is lost (case A01, ux pain 7)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from scenarios.models import Draft, Guideline, Slot, Verdict
from scenarios.review.exceptions import FormRefusedError, LeaseLostError, ReviewStateError, StaleError
from scenarios.review.services import claiming, drafting, submitting, ticking
from tests.factories import reviews as make
from tests.factories.at_once import at_once

GOOD = {"exact": "yes", "fluent": "yes"}
BAD = {"exact": "no", "fluent": "yes"}


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def sent(slot: Slot, by: User, given: dict[str, Any], key: uuid.UUID, minutes: float = 0) -> Verdict:
    """The person's submission of a slot with a form's key."""
    return submitting.submit(
        slot_id=slot.pk,
        token=slot.token,
        given=given,
        key=key,
        active_ms=5000,
        by=by,
        now=make.later(minutes),
    )


@pytest.mark.django_db(transaction=True)
def test_eight_posts_of_one_form_at_once_are_one_verdict() -> None:
    suite = make.opened(2, judges=2)
    (ann,) = make.annotators(suite, "ann")
    slot, key = make.claim(ann, suite), uuid.uuid4()

    def post() -> tuple[int, int | None]:
        done = submitting.submit_and_claim(
            slot_id=slot.pk, token=slot.token, given=GOOD, key=key, active_ms=5, by=ann, now=make.NOW
        )
        return done.verdict.pk, done.slot.pk if done.slot else None

    replies = at_once([post] * 8)
    verdict = Verdict.objects.get()
    held = Slot.objects.get(person=ann, status="leased")
    assert replies == [(verdict.pk, held.pk)] * 8


@pytest.mark.django_db
def test_a_key_belongs_to_one_form() -> None:
    suite = make.opened(2)
    (ann,) = make.annotators(suite, "ann")
    key = uuid.uuid4()
    first = sent(make.claim(ann, suite), ann, GOOD, key)
    second = make.claim(ann, suite)
    with pytest.raises(ReviewStateError, match="another item"):
        sent(second, ann, GOOD, key)
    with pytest.raises(FormRefusedError, match="UUID"):
        sent(second, ann, GOOD, "seven")  # type: ignore[arg-type]
    assert list(Verdict.objects.all()) == [first]


@pytest.mark.django_db
def test_missing_answers_are_named_and_the_draft_stays() -> None:
    suite = make.opened(1)
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)
    drafting.save(slot_id=slot.pk, token=slot.token, given={"exact": "yes"}, version=0, by=ann, now=make.NOW)
    with pytest.raises(FormRefusedError) as refused:
        sent(slot, ann, {"exact": "yes"}, uuid.uuid4())
    assert refused.value.fields == {"fluent": ["Say yes or no."]}
    assert Draft.objects.get().given == {"exact": "yes"}
    assert Slot.objects.get().status == "leased"


@pytest.mark.django_db
@pytest.mark.parametrize("freed", [True, False])
def test_a_late_submission_counts_while_nobody_took_the_slot(freed: bool) -> None:
    suite = make.opened(1)
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)
    if freed:
        assert "ann" in ticking.free_expired(make.later(16))
        assert ticking.free_expired(make.later(16)) == ""
        assert Slot.objects.get().person is None
    assert sent(slot, ann, GOOD, uuid.uuid4(), minutes=17).outcome == "verified"
    assert Slot.objects.get().person == ann


@pytest.mark.django_db
def test_who_comes_back_takes_up_their_own_first() -> None:
    suite = make.opened(3)
    (ann,) = make.annotators(suite, "ann")
    first = make.claim(ann, suite)
    assert make.submit(first, ann)
    second = make.claim(ann, suite)
    drafting.save(slot_id=second.pk, token=second.token, given=BAD, version=0, by=ann, now=make.NOW)
    claiming.release_all(suite=suite, person=ann, by=ann, now=make.NOW)
    Slot.objects.filter(item__label="e0003").update(priority=9)
    again = make.claim(ann, suite, make.later(30))
    assert again.pk == second.pk
    assert again.draft.given == BAD
    assert again.lease_until == make.later(45)


@pytest.mark.django_db
def test_who_lost_a_slot_keeps_what_they_entered() -> None:
    suite = make.opened(1, judges=2)
    ann, ben, cy = make.annotators(suite, "ann", "ben", "cy")
    slot = make.claim(ann, suite)
    drafting.save(slot_id=slot.pk, token=slot.token, given=BAD, version=0, by=ann, now=make.NOW)
    make.submit(make.claim(ben, suite), ben)
    taken = make.claim(cy, suite, make.later(16))
    assert (taken.pk, getattr(taken, "draft", None)) == (slot.pk, None)
    with pytest.raises(LeaseLostError, match="took it over") as lost:
        sent(slot, ann, BAD, uuid.uuid4(), minutes=17)
    assert lost.value.problem == {"kept": BAD}
    claiming.release(slot_id=taken.pk, by=cy, now=make.later(18))
    back = make.claim(ann, suite, make.later(19))
    assert (back.pk, back.draft.given) == (slot.pk, BAD)


@pytest.mark.django_db
def test_another_tab_is_shown_both_drafts() -> None:
    suite = make.opened(1)
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)

    def save(given: dict[str, Any], version: int) -> Draft:
        return drafting.save(
            slot_id=slot.pk, token=slot.token, given=given, version=version, by=ann, now=make.NOW
        )

    assert save(GOOD, 0).version == 1
    assert save(GOOD, 0).version == 1
    assert save(BAD, 1).version == 2
    with pytest.raises(StaleError) as stale:
        save(GOOD, 1)
    assert stale.value.problem == {
        "stored": {"given": BAD, "version": 2},
        "yours": {"given": GOOD, "version": 1},
    }
    assert Draft.objects.get().given == BAD


@pytest.mark.django_db
def test_what_was_answered_before_a_reveal_is_frozen() -> None:
    suite = make.opened(1, form="steps")
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)
    with pytest.raises(ReviewStateError, match="still to be revealed"):
        sent(slot, ann, GOOD, uuid.uuid4())

    def reveal(given: dict[str, Any]) -> Draft:
        return drafting.reveal(slot_id=slot.pk, token=slot.token, given=given, by=ann, now=make.NOW)

    with pytest.raises(FormRefusedError):
        reveal({})
    assert reveal({"exact": "no", "step": "1"}).step == 2
    assert reveal({"exact": "yes", "step": "1"}).frozen == {"1": {"exact": "no"}}
    with pytest.raises(ReviewStateError, match="Submit it"):
        reveal({"exact": "yes"})
    verdict = sent(slot, ann, GOOD, uuid.uuid4())
    assert (verdict.fields["exact"], verdict.outcome) == ("no", "rejected")


@pytest.mark.django_db
def test_a_revealed_step_stays_closed_for_who_loses_the_slot() -> None:
    suite = make.opened(1, form="steps")
    ann, ben = make.annotators(suite, "ann", "ben")
    slot = make.claim(ann, suite)
    drafting.reveal(slot_id=slot.pk, token=slot.token, given={"exact": "no"}, by=ann, now=make.NOW)
    taken = make.claim(ben, suite, make.later(16))
    claiming.release(slot_id=taken.pk, by=ben, now=make.later(16))
    back = make.claim(ann, suite, make.later(17))
    assert (back.draft.step, back.draft.frozen) == (2, {"1": {"exact": "no"}})


@pytest.mark.django_db
def test_a_verdict_is_pinned_to_the_guideline_that_its_form_showed() -> None:
    suite = make.opened(3)
    (ann,) = make.annotators(suite, "ann")
    old, new = (
        Guideline.objects.create(suite=suite, kind="plain", version=n, text=f"v{n}", at=make.later(n))
        for n in (2, 3)
    )
    slot = make.claim(ann, suite, make.later(5))
    with pytest.raises(FormRefusedError, match="version 4"):
        sent(slot, ann, {**GOOD, "guideline": "4"}, uuid.uuid4())
    assert sent(slot, ann, {**GOOD, "guideline": "2"}, uuid.uuid4()).guideline == old
    during = make.claim(ann, suite, make.later(2.5))
    assert sent(during, ann, GOOD, uuid.uuid4(), minutes=9).guideline == old
    after = make.claim(ann, suite, make.later(9))
    verdict = sent(after, ann, GOOD, uuid.uuid4(), minutes=9)
    assert (verdict.guideline, "guideline" in verdict.given) == (new, False)


@pytest.mark.django_db
def test_a_verdict_is_amended_by_its_next_version() -> None:
    suite = make.opened(1)
    (ann,) = make.annotators(suite, "ann")
    first = make.judge(ann, suite)
    key = uuid.uuid4()

    def amend(version: int, key: uuid.UUID) -> Verdict:
        return submitting.amend(verdict=first, given=BAD, key=key, version=version, by=ann, now=make.later(1))

    second = amend(1, key)
    assert amend(1, key) == second
    assert (second.version, second.outcome, second.started_at) == (2, "rejected", first.started_at)
    with pytest.raises(StaleError):
        amend(1, uuid.uuid4())
    assert [v.is_current for v in Verdict.objects.order_by("version")] == [False, True]
    item = make.items(suite)[0]
    assert item.status == "rejected"
    assert [(t.before, t.after) for t in item.transitions.all()] == [
        ("auto_passed", "in_review"),
        ("in_review", "agreed"),
        ("agreed", "verified"),
        ("verified", "in_review"),
        ("in_review", "agreed"),
        ("agreed", "rejected"),
    ]


@pytest.mark.django_db
def test_a_beat_renews_and_tells_who_lost_it() -> None:
    suite = make.opened(1)
    ann, ben = make.annotators(suite, "ann", "ben")
    slot = make.claim(ann, suite)

    def beat(minutes: float) -> Any:
        return claiming.beat(slot_id=slot.pk, token=slot.token, by=ann, now=make.later(minutes))

    assert beat(10) == make.later(25)
    assert claiming.claim(suite=suite, by=ben, now=make.later(20)) is None
    ticking.free_expired(make.later(26))
    assert beat(27) == make.later(42)
    assert beat(28) == make.later(43)
    make.claim(ben, suite, make.later(44))
    with pytest.raises(LeaseLostError):
        beat(45)


@pytest.mark.django_db
def test_submitting_and_claiming_costs_the_same_few_statements_in_any_suite() -> None:
    costs = []
    for records in (3, 40):
        suite = make.opened(records)
        (ann,) = make.annotators(suite, f"ann-{records}")
        slot = make.claim(ann, suite)
        with CaptureQueriesContext(connection) as caught:
            submitting.submit_and_claim(
                slot_id=slot.pk,
                token=slot.token,
                given=GOOD,
                key=uuid.uuid4(),
                active_ms=5000,
                by=ann,
                now=make.NOW,
            )
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 30
