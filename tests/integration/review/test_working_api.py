"""The API twin of the working page: claim, enter, reveal, submit, take back, look back (spec 6.5)."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from scenarios.models import Draft, Remark, Slot, Suite, Verdict
from scenarios.review.services import expiring
from tests.factories import judging, reviews

GOOD = {"exact": "yes", "fluent": "yes"}
KEY = "5f0c1f5e-4c0b-4d55-9f0e-0f6c7c1d6f10"


@pytest.fixture(autouse=True)
def plain(db: None, settings: Any) -> None:
    judging.plain_forms(settings)


@dataclass
class Caller:
    """A person who judges by the API, with a token and the slot at hand."""

    person: User
    suite: Suite
    client: Client = field(default_factory=Client)
    slot: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _, secret = tokens.create(user=self.person, name="t", by=self.person, now=timezone.now())
        self.client = Client(headers={"Authorization": f"Token {secret}"})

    def path(self, ending: str) -> str:
        return f"/api/v1/suites/{self.suite.slug}/review/{ending}"

    def post(self, ending: str, **body: Any) -> Any:
        return self.client.post(self.path(ending), json.dumps(body), content_type="application/json")

    def next(self) -> dict[str, Any]:
        self.slot = self.post("next/").json()["slot"]
        return self.slot

    def send(self, what: str, **body: Any) -> Any:
        kept = {"token": self.slot["token"], "held": self.slot["held"]}
        return self.post(f"slots/{self.slot['slot']}/{what}/", **{**kept, **body})

    def submit(self, **given: str) -> Any:
        return self.send("submit", key=str(uuid.uuid4()), given=given, active_ms=1200)


@pytest.fixture
def suite() -> Suite:
    return reviews.opened(2)


@pytest.fixture
def ann(suite: Suite) -> Caller:
    return Caller(*reviews.annotators(suite, "ann"), suite)


def test_the_item_after_the_one_at_hand_is_held_ahead(ann: Caller) -> None:
    assert ann.post("ahead/").json()["slot"] is None  # nothing is at hand
    at_hand = ann.next()
    for _ in range(2):
        ahead = ann.post("ahead/").json()
        assert (ahead["slot"]["label"], ahead["counts"]["held"]) == ("e0002", 2)
    assert ann.next()["slot"] == at_hand["slot"]
    ann.submit(**GOOD)
    assert ann.next()["slot"] == ahead["slot"]["slot"]


def test_desks_tell_how_far_one_is(suite: Suite, ann: Caller) -> None:
    ann.next()
    ann.submit(**GOOD)
    (desk,) = ann.client.get("/api/v1/review/").json()["results"]
    assert (desk["suite"], desk["judges"], desk["follows"]) == (suite.slug, True, False)
    assert (desk["done"], desk["held"]) == (1, 1)  # the submit hands out the next


def test_a_whole_queue_is_judged_by_calls(suite: Suite, ann: Caller) -> None:
    slot = ann.next()
    assert (slot["label"], slot["state"], slot["step"], slot["steps"]) == ("e0001", "held", 1, 1)
    assert slot["shown"] == {"text": "Trip 1 goes to Corby."}
    assert [one["name"] for one in slot["fields"]] == ["exact", "fluent"]
    assert ann.next()["slot"] == slot["slot"]
    body = {"key": KEY, "given": GOOD, "active_ms": 900}
    first = ann.send("submit", **body).json()
    again = ann.send("submit", **body).json()
    assert again["verdict"] == first["verdict"], "the same key is the same verdict"
    assert again["next"]["slot"] == first["next"]["slot"]
    assert first["next"]["label"] == "e0002"
    ann.slot = first["next"]
    last = ann.submit(**GOOD).json()
    assert (last["next"], last["empty"]["reason"]) == (None, "done")
    found = ann.post("next/").json()
    assert found["counts"] == {"done": 2, "held": 0, "left": 0, "assigned": 2}
    assert list(Verdict.objects.order_by("pk").values_list("active_ms", flat=True)) == [900, 1200]


def test_steps_show_nothing_before_their_reveal() -> None:
    suite = reviews.opened(1, form="steps")
    ann = Caller(*reviews.annotators(suite, "ann"), suite)
    slot = ann.next()
    assert [one["name"] for one in slot["fields"]] == ["exact"]
    assert ann.submit(**GOOD).json()["code"] == "conflict"
    assert ann.send("reveal", given={}).status_code == 422
    after = ann.send("reveal", given={"exact": "no"}, step=1).json()
    assert (after["step"], [one["name"] for one in after["fields"]]) == (2, ["exact", "fluent"])
    assert ann.send("reveal", given={"exact": "yes"}, step=1).json()["step"] == 2
    assert Draft.objects.get().frozen == {"1": {"exact": "no"}}
    assert ann.submit(**GOOD).status_code == 200
    assert Verdict.objects.get().fields["exact"] == "no"


def test_drafts_beats_undo_amend_skip_flag_release(ann: Caller) -> None:
    ann.next()
    assert ann.send("draft", version=0, given={"exact": "no"}).json()["version"] == 1
    stale = ann.send("draft", version=0, given={"exact": "yes"})
    problem = stale.json()
    assert (stale.status_code, problem["code"], stale["Content-Type"]) == (
        409,
        "stale",
        "application/problem+json",
    )
    assert problem["stored"] == {"given": {"exact": "no"}, "version": 1}
    assert ann.next()["given"] == {"exact": "no"}
    assert ann.send("beat").json()["lease_until"] > ann.slot["lease_until"]
    assert ann.submit(exact="no", fluent="yes").status_code == 200
    changed = ann.send("amend", version=1, key=KEY, given=GOOD).json()
    assert changed["version"] == 2
    assert ann.send("amend", version=1, key=str(uuid.uuid4()), given=GOOD).json()["code"] == "stale"
    taken = ann.post("undo/").json()["slot"]
    assert (taken["label"], taken["given"]) == ("e0001", GOOD)
    assert ann.post("undo/").status_code == 409
    ann.slot = taken
    assert ann.send("flag", reason="").status_code == 422
    assert ann.send("flag", reason="Two dates").status_code == 200
    assert ann.send("skip", reason="unclear").status_code == 200
    assert Remark.objects.count() == 2
    assert ann.next()["label"] == "e0002"
    assert ann.send("release").status_code == 200
    assert ann.post("pause/").json() == {"released": 0}


WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("submit", {"key": KEY, "given": GOOD, "token": "x"}, "token"),
    ("submit", {"key": "x", "given": GOOD}, "key"),
    ("submit", {"key": KEY, "given": [1]}, "given"),
    ("submit", {"key": KEY, "given": {"exact": 1}}, "given"),
    ("submit", {"key": KEY, "given": {"_token": "x"}}, "given"),
    ("submit", {"key": KEY, "given": GOOD, "active_ms": -1}, "active_ms"),
    ("submit", {"key": KEY, "given": {"exact": "yes"}}, "fluent"),
    ("draft", {"given": {}, "version": True}, "version"),
    ("skip", {"reason": 5}, "reason"),
)


def test_what_cannot_be_read_is_named_and_stores_nothing(ann: Caller) -> None:
    ann.next()
    for what, body, name in WRONG:
        answer = ann.send(what, **body)
        assert answer.status_code == 422, (what, body, answer.content)
        assert set(answer.json()["fields"]) == {name}, (what, body)
    assert ann.client.post(ann.path("undo/"), "[]", content_type="application/json").status_code == 409
    listed = ann.client.post(
        ann.path(f"slots/{ann.slot['slot']}/skip/"), "[]", content_type="application/json"
    )
    assert listed.status_code == 422
    assert not Verdict.objects.exists()
    assert not Draft.objects.exists()
    assert not Remark.objects.exists()


def test_texts_that_no_database_holds_are_refused_with_their_place(ann: Caller) -> None:
    """Case P07."""
    ann.next()
    for what, text in (("submit", "a\x00"), ("submit", "\ud800"), ("draft", "a\x00"), ("draft", "\ud800")):
        answer = ann.send(what, key=KEY, given={"exact": text}, version=0)
        assert answer.status_code == 400, (what, text, answer.content)
        assert set(answer.json()["fields"]) == {"/given/exact"}
    assert not Verdict.objects.exists()
    assert not Draft.objects.exists()


def test_slots_of_others_are_as_if_they_were_not(suite: Suite, ann: Caller) -> None:
    """Case P03."""
    ann.next()
    ben = Caller(*reviews.annotators(suite, "ben"), suite)
    other = reviews.suite_of_records(1, slug="other")
    reviews.open_review(other)
    cid = Caller(*reviews.annotators(other, "cid"), other)
    cid.next()
    before = list(Slot.objects.order_by("pk").values())
    numbers = (10**12, ann.slot["slot"], cid.slot["slot"], 10**30)
    for what in ("", "draft/", "submit/", "reveal/", "amend/", "beat/", "release/", "skip/", "flag/"):
        answers = []
        for number in numbers:
            path, body = f"slots/{number}/{what}", {"token": ann.slot["token"], "key": KEY, "given": GOOD}
            answer = ben.post(path, **body) if what else ben.client.get(ben.path(path))
            assert answer.status_code == 404, (what, number)
            own = ("instance", "request_id")
            answers.append({name: value for name, value in answer.json().items() if name not in own})
        assert all(answer == answers[0] for answer in answers), f"{what} tells them apart"
    assert cid.client.get(ann.path("mine/")).status_code == 404
    assert list(Slot.objects.order_by("pk").values()) == before


def test_who_lost_the_lease_is_told(suite: Suite, ann: Caller) -> None:
    ann.next()
    Slot.objects.filter(person=ann.person).update(lease_until=timezone.now() - timedelta(minutes=1))
    expiring.free_expired_of(suite=suite, now=timezone.now())
    assert Caller(*reviews.annotators(suite, "ben"), suite).next()["slot"] == ann.slot["slot"]
    late = ann.submit(**GOOD)
    assert (late.status_code, late.json()["code"], late.json()["kept"]) == (409, "lease_lost", GOOD)
    assert ann.send("submit", key=KEY, given=GOOD, held="").status_code == 404


def test_mine_lists_what_was_entered_and_nothing_of_peers() -> None:
    suite = reviews.opened(3, judges=2)
    ann, ben = (Caller(person, suite) for person in reviews.annotators(suite, "ann", "ben"))
    for _ in range(3):
        ann.next()
        ann.submit(exact="no", fluent="yes")
    ben.next()
    ben.submit(**GOOD)
    page = ann.client.get(ann.path("mine/?page_size=2")).json()
    assert [row["label"] for row in page["results"]] == ["e0003", "e0002"]
    rest = ann.client.get(page["next"]).json()
    assert [(row["label"], row["state"]) for row in rest["results"]] == [("e0001", "waiting")]
    assert rest["results"][0]["given"] == {"exact": "no", "fluent": "yes"}
    assert "outcome" not in rest["results"][0], "before it is decided"
    assert ann.client.get(ann.path("mine/?state=settled")).json()["results"] == []
    assert ann.client.get(ann.path("mine/?who=ben")).status_code == 400
