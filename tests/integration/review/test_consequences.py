"""A record is decided not to say one of its actions: the forecast, the new release, what drops out, and the
order that a worker carries out (spec 6.5, overview 4.11)."""

from __future__ import annotations

import os
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs.models import Bell
from benchmark.models import Run
from benchmark.selectors import moved
from benchmark.services import carrying, shortcuts
from scenarios.exceptions import EditStateError, StateRefusedError, WitnessCheckError
from scenarios.models import Adjudication, GoldAnswer, Rendering, ReviewItem, Suite
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.services import next_drafts, orders, revising, withdrawing
from scenarios.selectors import specs
from scenarios.services import copies, gold_revision, releases
from tests.factories import consequences, reviews
from tests.factories.consequences import CHANGED, MOVED, REASON

pytestmark = pytest.mark.django_db


@pytest.fixture
def release() -> Suite:
    return consequences.released()


@pytest.fixture
def lead(release: Suite) -> User:
    return reviews.person("lena", release, "lead")


@pytest.fixture
def item(release: Suite, lead: User) -> ReviewItem:
    return consequences.denied_item(release, reviews.person("ada", release, "adjudicator"))


def answers(suite: Suite) -> dict[str, object]:
    rows = GoldAnswer.objects.filter(query__scenario__suite=suite)
    return dict(rows.values_list("query__label", "answer"))


def test_a_decision_denies_the_actions_that_it_names(item: ReviewItem) -> None:
    denied = revising.denied_by(item)
    assert denied is not None
    (action,) = denied.actions
    assert (denied.event.label, action.pred, action.value) == (MOVED, "booking", "Ulaerabel")
    Adjudication.objects.filter(item=item).update(fields={"recoverable": "no", "says.0": "yes"})
    assert revising.denied_by(item) is None


def test_the_forecast_says_what_the_release_then_does(item: ReviewItem, lead: User, release: Suite) -> None:
    run = consequences.finished_run(release)
    before = answers(release)
    denied = revising.denied_by(item)
    assert denied is not None
    thought = moved.forecast(scenario=denied.scenario, event=MOVED, gone=denied.actions)
    release.refresh_from_db()
    assert (release.status, answers(release)) == ("released", before)
    assert [one.query for one in thought.golds] == list(CHANGED)
    (row,) = thought.moved
    assert (row.before.system, row.accuracy.before, row.accuracy.after) == ("keeps-all", 1.0, 5 / 8)
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    carrying.work()
    done = moved.of_release(suite)
    assert done is not None
    assert [(one.query, one.before, one.after) for one in done.golds] == [
        (one.query, one.before, one.after) for one in thought.golds
    ]
    assert [(one.before.system, one.moved) for one in done.rows] == [
        (one.before.system, one.moved) for one in thought.rows
    ]
    assert done.rows[0].figures == thought.rows[0].figures
    assert {one.cause.reason for one in done.golds if one.cause} == {REASON}
    assert Run.objects.get(carried_from=run).suite == suite


def test_the_new_release_lacks_the_action_and_keeps_the_words(
    item: ReviewItem, lead: User, release: Suite
) -> None:
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    assert (suite.slug, suite.version, suite.status) == ("trips-small-v2", 2, "released")
    assert releases.verify(suite).ok
    old, new = (
        next(event for event in specs.bundle_of(one).scenarios[0].events if event.id == MOVED)
        for one in (release, suite)
    )
    assert new.text == old.text
    assert [action.pred for action in old.actions] == ["booking", "hotel_in"]
    assert [action.pred for action in new.actions] == ["hotel_in"]
    assert (new.template, new.worded_by) == ("", "given")
    stated = next_drafts.revision_of(suite)
    assert stated is not None
    (change,) = stated["changes"]
    assert (change["event"], change["answers"], change["reason"]) == (MOVED, list(CHANGED), REASON)
    assert change["without"] == ["revise booking(Elaesesk) = Ulaerabel"]
    assert (answers(release)["q001"], answers(suite)["q001"]) == ("Ulaerabel", "Jorathock")
    assert AuditRecord.objects.filter(action="review.action_withdrawn").count() == 1


def test_a_copy_revises_nothing(item: ReviewItem, lead: User) -> None:
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    assert next_drafts.revision_of(copies.copy_suite(suite=suite, slug="a-copy", by=None)) is None


def test_doing_it_twice_changes_nothing_more(item: ReviewItem, lead: User) -> None:
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    assert revising.revise_release(item=item, by=lead, now=reviews.NOW) == suite
    assert Suite.objects.count() == 2


def test_a_draft_is_put_right_where_it_is(release: Suite, lead: User) -> None:
    draft = next_drafts.next_draft(suite=release, by=lead, now=reviews.NOW)
    item = consequences.denied_item(draft, reviews.person("ada", draft, "adjudicator"))
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    assert (suite.pk, suite.status) == (draft.pk, "draft")
    assert answers(suite)["q001"] == "Jorathock"
    text = Rendering.objects.get(event__scenario__suite=suite, event__label=MOVED, is_current=True)
    assert text.status == "draft"
    assert ReviewItem.objects.filter(rendering=text, status="open", is_check=False).exists()


def test_what_is_found_later_goes_into_the_draft_of_the_last_release(
    release: Suite, item: ReviewItem, lead: User
) -> None:
    second = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    by = User.objects.get(username="ada")
    late = consequences.denied_item(release, by, label="e0016", places=(0,))
    third = revising.revise_release(item=late, by=lead, now=reviews.NOW)
    assert (third.slug, third.version, third.status) == ("trips-small-v3", 3, "released")
    stated = next_drafts.revision_of(third)
    assert stated is not None
    assert (stated["suite"], [one["event"] for one in stated["changes"]]) == (second.slug, ["e0016"])
    assert (answers(third)["q001"], answers(third)["q005"]) == ("Jorathock", "Cadaris Moroumer")
    assert next_drafts.latest_of(release) == third
    assert next_drafts.draft_of(release) is None


def test_a_record_that_says_nothing_any_more_is_a_filler(release: Suite, lead: User) -> None:
    by = reviews.person("ada", release, "adjudicator")
    item = consequences.denied_item(release, by, label="e0016", places=(0,))
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW, release=False)
    event = next(one for one in specs.bundle_of(suite).scenarios[0].events if one.id == "e0016")
    assert (event.kind, event.actions, suite.status) == ("filler", (), "draft")
    assert next_drafts.draft_of(release) == suite


def test_nothing_is_withdrawn_that_a_record_does_not_state(release: Suite) -> None:
    scenario = release.scenarios.get()
    (other, *_) = withdrawing.actions_of(scenario, "e0001")
    with pytest.raises(EditStateError, match="states none of these"):
        withdrawing.forecast(scenario=scenario, event=MOVED, gone=[other], look=lambda done: None)


def test_a_query_that_breaks_the_checks_drops_out_with_its_reason(
    item: ReviewItem, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_check = gold_revision.check_generated

    def check(*, asked: Any, **rest: Any) -> Any:
        if any(query.label == "q008" for query in asked):
            raise WitnessCheckError(("trips/q008: C4 fails on it",))
        return true_check(asked=asked, **rest)

    monkeypatch.setattr(gold_revision, "check_generated", check)
    denied = revising.denied_by(item)
    assert denied is not None
    thought, _ = withdrawing.forecast(
        scenario=denied.scenario, event=MOVED, gone=denied.actions, look=lambda done: None
    )
    assert (dict(thought.dropped), thought.answers) == ({"q008": "C4 fails on it"}, CHANGED[:2])
    suite = revising.revise_release(item=item, by=lead, now=reviews.NOW)
    stated = next_drafts.revision_of(suite)
    assert stated is not None
    assert stated["dropped"] == [
        {"scenario": "trips", "query": "q008", "reason": "C4 fails on it", "event": MOVED}
    ]
    assert "q008" not in answers(suite)
    assert releases.verify(suite).ok


def test_an_order_is_carried_out_by_a_worker_and_told(item: ReviewItem, lead: User, release: Suite) -> None:
    now = timezone.now()
    assert revising.order_of(item).status == "none"
    assert revising.ask(item=item, by=lead, now=now).status == "waiting"
    assert revising.ask(item=item, by=lead, now=now).status == "waiting"
    assert AuditRecord.objects.filter(action=revising.ORDERS.asked).count() == 1
    assert revising.work(item=item.pk, by=lead.pk) == "trips-small-v2 is released"
    done = revising.order_of(item)
    assert (done.status, done.suite) == ("done", "trips-small-v2")
    assert revising.mend(timezone.now() + 2 * orders.LOST_AFTER) == ""


def test_an_order_whose_worker_was_lost_is_given_again_and_given_up_in_the_end(
    item: ReviewItem, lead: User
) -> None:
    revising.ask(item=item, by=lead, now=timezone.now())
    assert revising.mend(timezone.now()) == "", "it was given a moment ago"
    later = timezone.now() + 2 * orders.LOST_AFTER
    assert revising.mend(later) == "", "no worker has taken it"
    Bell.objects.create(key=f"revise-{item.pk}", rung_at=later, taken_at=later)
    for number in (1, 2, 3):
        assert f"({number} of 3)" in revising.mend(later)
        assert revising.order_of(item).status == "waiting"
    assert "kills its worker" in revising.mend(later)
    order = revising.order_of(item)
    assert (order.status, order.suite) == ("refused", "")
    assert "3 workers were lost" in order.message
    assert revising.ask(item=item, by=lead, now=timezone.now()).status == "waiting"


def test_an_order_that_is_worked_on_is_not_given_again() -> None:
    item, lead = 7, User.objects.create_user("lead-of-locks")
    audit.record(
        action=revising.ORDERS.asked,
        subject="review-item:7",
        by=lead,
        details={"item": item, "by": lead.pk, "release": True},
    )
    later = timezone.now() + 2 * orders.LOST_AFTER
    Bell.objects.create(key="revise-7", rung_at=later, taken_at=later)
    name = connection.settings_dict["NAME"]
    with psycopg.connect(os.environ["DATABASE_URL"], dbname=name) as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [revising.ORDERS.lock, item])
        assert revising.mend(later) == ""
        assert "being made" in revising.work(item=item, by=lead.pk)
    assert "(1 of 3)" in revising.mend(later)


def test_what_refuses_the_release_is_told_and_the_draft_stands(
    item: ReviewItem, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(suite: Suite) -> None:
        raise StateRefusedError("a form is answered above chance")

    monkeypatch.setattr(shortcuts, "at_release", refuse)
    revising.ask(item=item, by=lead, now=timezone.now())
    assert revising.work(item=item.pk, by=lead.pk).startswith("refused")
    order = revising.order_of(item)
    assert (order.status, order.suite) == ("refused", "trips-small-v2")
    assert "above chance" in order.message
    assert Suite.objects.get(slug="trips-small-v2").status == "draft"


def test_where_no_action_is_denied_nothing_is_ordered(item: ReviewItem, lead: User) -> None:
    Adjudication.objects.filter(item=item).delete()
    with pytest.raises(ReviewStateError, match="Nobody decided"):
        revising.ask(item=item, by=lead, now=reviews.NOW)
