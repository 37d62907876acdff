"""What leads do: each act told in counts first, done once confirmed, and on the audit (spec 6.5); never on
what is of another suite (case P03)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from scenarios.exceptions import NotVisibleError
from scenarios.models import Membership, Remark, Reviewer, ReviewPolicy, Slot, Suite
from scenarios.permissions import role_on
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.leading import registry
from scenarios.review.selectors import counters
from scenarios.review.services import claiming
from scenarios.services import members
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db
GOOD = {"exact": "yes", "fluent": "yes"}


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


@pytest.fixture
def suite() -> Suite:
    return make.opened(4)


@pytest.fixture
def lead(suite: Suite) -> User:
    return make.person("lia", suite, "lead")


def told(suite: Suite, by: User, slug: str, **given: Any) -> str:
    return " ".join(registry.ask(slug=slug, suite=suite, given=given, by=by, now=make.later(5)).told)


def do(suite: Suite, by: User, slug: str, **given: Any) -> str:
    return registry.do(slug=slug, suite=suite, given=given, by=by, now=make.later(5))


def test_asking_changes_nothing_and_every_act_is_on_the_audit(suite: Suite, lead: User) -> None:
    before = AuditRecord.objects.count()
    assert "4 open places" in told(suite, lead, "pause")
    assert not ReviewPolicy.objects.get(suite=suite).paused
    assert AuditRecord.objects.count() == before
    do(suite, lead, "pause")
    assert ReviewPolicy.objects.get(suite=suite).paused
    assert "4 open places" in told(suite, lead, "resume")
    do(suite, lead, "resume")
    assert not ReviewPolicy.objects.get(suite=suite).paused
    assert AuditRecord.objects.filter(action="review.policy_set", actor="lia").count() == 2


def test_settings_change_what_is_opened_later_and_weights_move_the_queue(suite: Suite, lead: User) -> None:
    values = {"record_judges": 2, "second_share": 0, "question_judges": 2, "blind_share": 0}
    values |= {"check_every": 0, "lease_minutes": 30}
    said = told(suite, lead, "policy", **values)
    assert "Judges a record: 1 → 2." in said
    assert "4 items stay as they are" in said
    do(suite, lead, "policy", **values)
    policy = ReviewPolicy.objects.get(suite=suite)
    assert (policy.record_judges, policy.lease_minutes) == (2, 30)
    weight = {"kind:plain": 3, f"scenario:{suite.slug}-one": -1}
    assert "+0 → +3; 4 open places" in told(suite, lead, "weights", **weight)
    do(suite, lead, "weights", **weight)
    assert set(Slot.objects.filter(suite=suite).values_list("priority", flat=True)) == {2}
    with pytest.raises(FormRefusedError):
        do(suite, lead, "policy", **(values | {"lease_minutes": 0}))


def test_people_come_change_and_go(suite: Suite, lead: User) -> None:
    ann = make.person("ann")
    assert "sees no actions and no gold" in told(suite, lead, "add-member", username="ann", role="annotator")
    do(suite, lead, "add-member", username=" ann ", role="annotator")
    do(suite, lead, "add-member", username="ann", role="annotator")
    assert Membership.objects.filter(suite=suite, user=ann).count() == 1
    with pytest.raises(members.MemberRefusedError, match="annotator here already"):
        do(suite, lead, "add-member", username="ann", role="viewer")
    with pytest.raises(members.MemberRefusedError, match="no account named"):
        do(suite, lead, "add-member", username="nobody", role="viewer")
    make.judge(ann, suite)
    make.claim(ann, suite)
    said = told(suite, lead, "change-role", user=str(ann.pk), role="viewer")
    assert "1 verdict of theirs stay" in said
    assert "1 lease of theirs go back" in said
    do(suite, lead, "change-role", user=str(ann.pk), role="viewer")
    assert role_on(ann, suite) == "viewer"
    assert not Slot.objects.filter(suite=suite, status="leased").exists()
    do(suite, lead, "remove-member", user=str(ann.pk))
    assert not Membership.objects.filter(suite=suite, user=ann).exists()
    assert counters.counts(suite).verdicts == 1
    actions = AuditRecord.objects.filter(subject=f"suite:{suite.slug}", action__startswith="member.")
    assert sorted(actions.values_list("action", flat=True)) == [
        "member.added",
        "member.changed",
        "member.removed",
    ]


def test_a_suite_keeps_its_last_lead(suite: Suite, lead: User) -> None:
    with pytest.raises(members.LastLeadError):
        members.remove(suite=suite, user_id=lead.pk, by=lead)
    with pytest.raises(members.LastLeadError):
        members.change(suite=suite, user_id=lead.pk, role="viewer", by=lead)
    make.person("leo", suite, "lead")
    members.change(suite=suite, user_id=lead.pk, role="viewer", by=lead)
    assert Membership.objects.get(suite=suite, user=lead).role == "viewer"
    with pytest.raises(NotVisibleError):
        members.remove(suite=suite, user_id=10**6, by=lead)
    with pytest.raises(members.MemberRefusedError, match="No role"):
        members.change(suite=suite, user_id=lead.pk, role="owner", by=lead)


def test_a_share_of_the_queue_is_settled_for_one_person(suite: Suite, lead: User) -> None:
    (ann,) = make.annotators(suite, "ann")
    given = {"user": str(ann.pk), "quota": 1, "kinds": ["plain"], "scenario": f"{suite.slug}-one"}
    assert "at most 1 item" in told(suite, lead, "share", **given)
    do(suite, lead, "share", **given)
    row = Reviewer.objects.get(suite=suite, user=ann)
    assert (row.quota, row.kinds, row.paused) == (1, ["plain"], False)
    make.judge(ann, suite)
    assert claiming.claim(suite=suite, by=ann, now=make.later()) is None


def test_items_are_kept_for_a_person_and_given_back(suite: Suite, lead: User) -> None:
    ann, ben = make.annotators(suite, "ann", "ben")
    given = {"user": str(ann.pk), "count": 3, "kind": "plain"}
    assert "3 items of 4 that are free" in told(suite, lead, "assign", **given)
    do(suite, lead, "assign", **given)
    assert make.claim(ben, suite).item == make.items(suite)[3]
    assert make.claim(ann, suite).item == make.items(suite)[0]
    assert "0 items of 0" in told(suite, lead, "assign", **given)
    do(suite, lead, "unassign", user=str(ann.pk))
    assert Slot.objects.filter(suite=suite, reserved_for=ann, status="free").count() == 0
    viewer = make.person("vic", suite, "viewer")
    with pytest.raises(FormRefusedError, match="does not judge"):
        do(suite, lead, "assign", user=str(viewer.pk), count=1)


def test_leases_are_released_and_entries_kept(suite: Suite, lead: User) -> None:
    (ann,) = make.annotators(suite, "ann")
    slot = make.claim(ann, suite)
    assert "1 lease of ann go back" in told(suite, lead, "release", user=str(ann.pk))
    do(suite, lead, "release", user=str(ann.pk))
    slot.refresh_from_db()
    assert (slot.status, slot.person) == ("free", None)


def test_a_verdict_is_taken_out_and_the_counters_follow(suite: Suite, lead: User) -> None:
    (ann,) = make.annotators(suite, "ann")
    verdict = make.judge(ann, suite)
    said = told(suite, lead, "withdraw", verdict=verdict.pk, reason="A slip.")
    assert "wants another judge" in said
    do(suite, lead, "withdraw", verdict=verdict.pk, reason="A slip.")
    assert counters.counts(suite) == (0, 0, 4)
    with pytest.raises(FormRefusedError):
        do(suite, lead, "withdraw", verdict=verdict.pk, reason=" ")


def test_a_batch_and_an_item_are_judged_once_more(suite: Suite, lead: User) -> None:
    (ann,) = make.annotators(suite, "ann")
    make.judge(ann, suite)
    scenario = f"{suite.slug}-one"
    said = told(suite, lead, "second-judgment", scenario=scenario)
    assert "4 items that 1 person judge" in said
    assert "1 settled item" in said
    assert "4 items" in do(suite, lead, "second-judgment", scenario=scenario)
    item = make.items(suite)[1]
    assert "3 people instead of 2" in told(suite, lead, "more-judges", item=item.pk)
    do(suite, lead, "more-judges", item=item.pk)
    item.refresh_from_db()
    assert item.wanted == 3


def test_p03_nothing_of_another_suite_is_acted_on(suite: Suite, lead: User) -> None:
    other = make.opened(1)
    (ben,) = make.annotators(other, "ben")
    slot = make.claim(ben, other)
    flag = claiming.flag(slot_id=slot.pk, token=slot.token, reason="Odd.", by=ben, now=make.NOW)
    verdict = make.submit(slot, ben)
    client = Client()
    client.force_login(lead)
    for slug, given in (
        ("withdraw", {"verdict": verdict.pk, "reason": "x"}),
        ("more-judges", {"item": slot.item_id}),
        ("resolve-flag", {"flag": flag.pk}),
    ):
        missing = {name: 10**6 if isinstance(value, int) else value for name, value in given.items()}
        for confirm in ({}, {"confirm": "yes"}):
            for sent in (given, missing):
                path = f"/review/{suite.slug}/actions/{slug}/"
                assert client.post(path, {**sent, **confirm}).status_code == 404
        path = f"/api/v1/suites/{suite.slug}/review/actions/{slug}/"
        assert client.post(path, given, content_type="application/json").status_code == 404
    assert client.post(f"/review/{suite.slug}/actions/nonsense/").status_code == 404
    verdict.refresh_from_db()
    assert verdict.is_current
    assert Remark.objects.get().resolved_at is None


def test_a_form_with_faults_comes_back_with_them(suite: Suite, lead: User) -> None:
    client = Client()
    client.force_login(lead)
    path = f"/review/{suite.slug}/actions/"
    response = client.post(f"{path}add-member/", {"username": "nobody", "role": "viewer", "confirm": "yes"})
    assert response.status_code == 422
    assert "no account named" in response.content.decode()
    assert 'value="nobody"' in response.content.decode()
    assert client.post(f"{path}assign/", {"user": "1"}).status_code == 422


def test_the_api_acts_with_a_dry_run_and_refuses_what_it_does_not_know(suite: Suite, lead: User) -> None:
    client = Client()
    client.force_login(lead)

    def post(slug: str, body: Any) -> Any:
        path = f"/api/v1/suites/{suite.slug}/review/actions/{slug}/"
        return client.post(path, body, content_type="application/json")

    asked = post("pause", {"dry_run": True}).json()
    assert (asked["done"], "4 open places" in asked["told"][0]) == (False, True)
    assert post("pause", {}).json()["done"]
    assert client.get(f"/api/v1/suites/{suite.slug}/review/policy/").json()["paused"]
    assert post("pause", {"hard": 1}).json()["fields"] == {"hard": ["Unknown; known: none."]}
    assert post("pause", {"dry_run": "yes"}).status_code == 422
    assert post("pause", []).status_code == 422
