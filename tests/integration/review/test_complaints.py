"""Calling a node of a gold derivation wrong: who may, where it waits, what is decided (spec 6.5)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from scenarios.datalog.derivation import Node, NodeKey
from scenarios.exceptions import NotVisibleError
from scenarios.models import Complaint, GoldAnswer, Query, ReviewItem, Slot, Suite, Transition
from scenarios.review.exceptions import FormRefusedError, NotForYouError
from scenarios.review.selectors import complaints
from scenarios.review.services import complaining, drafting, settling
from scenarios.review.subjects.base import all_subjects, subject_of
from scenarios.selectors import panels
from tests.factories import question_entries, question_forms, reviews
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _questions_alone(settings: LazySettings) -> None:
    question_forms.alone(settings)
    cache.clear()


@pytest.fixture
def suite() -> Suite:
    return question_forms.opened(2)


def query_of(suite: Suite) -> Query:
    return Query.objects.get(scenario__suite=suite, label="q001")


def complain(
    suite: Suite, by: User, text: str = "Grus went elsewhere.", node: str = "dest(Grus)"
) -> Complaint:
    return complaining.complain(
        query=query_of(suite), node_kind="fact", node_label=node, text=text, by=by, now=reviews.NOW
    )


def item_of(complaint: Complaint) -> ReviewItem:
    return ReviewItem.objects.get(kind="complaint", subject_id=complaint.pk)


def decide(item: ReviewItem, by: User, node_right: str) -> ReviewItem:
    settling.adjudicate(
        item=item,
        fields={"node_right": node_right},
        given={},
        reason="As e0001 says.",
        key=uuid.uuid4(),
        by=by,
        now=reviews.later(),
    )
    item.refresh_from_db()
    return item


# ---------------------------------------------------------------- the service
def test_a_complaint_waits_among_the_disputes_and_is_handed_to_nobody(suite: Suite) -> None:
    lead = reviews.person("lee", suite, "lead")
    found = complain(suite, lead, "  Grus went elsewhere. ")
    item = item_of(found)
    assert (found.text, found.node_state, item.status, item.author) == (
        "Grus went elsewhere.", "Corby", "disputed", lead
    )  # fmt: skip
    assert item.label == "q001 dest(Grus)"
    assert not Slot.objects.filter(item=item).exists()
    moves = Transition.objects.filter(item=item).values_list("before", "after", "by", "note")
    assert list(moves) == [("open", "in_review", "lee", ""), ("in_review", "disputed", "lee", found.text)]
    assert AuditRecord.objects.filter(action="review.complained").get().details["node"] == "fact:dest(Grus)"
    assert item.place > max(one.place for one in question_forms.items(suite))


def test_a_person_complains_of_a_node_once_and_others_of_it_too(suite: Suite) -> None:
    lee, kim = (reviews.person(name, suite, "lead") for name in ("lee", "kim"))
    first = complain(suite, lee)
    assert complain(suite, lee, "Other words.") == first
    assert complain(suite, kim).pk != first.pk
    assert ReviewItem.objects.filter(kind="complaint").count() == 2
    assert Complaint.objects.get(pk=first.pk).text == "Grus went elsewhere."


def test_what_is_refused_leaves_nothing_behind(suite: Suite) -> None:
    lee = reviews.person("lee", suite, "lead")
    with pytest.raises(FormRefusedError):
        complain(suite, lee, " \n ")
    with pytest.raises(FormRefusedError):
        complain(suite, lee, "x" * 2001)
    with pytest.raises(NotVisibleError):
        complain(suite, lee, node="dest(Anser)")
    assert not Complaint.objects.exists()
    assert not ReviewItem.objects.filter(kind="complaint").exists()


@pytest.mark.parametrize(("node_right", "status"), [("yes", "verified"), ("no", "rejected")])
def test_a_decision_says_whether_gold_stands_and_changes_nothing_by_itself(
    suite: Suite, node_right: str, status: str
) -> None:
    lee, ada = reviews.person("lee", suite, "lead"), reviews.person("ada", suite, "adjudicator")
    item = item_of(complain(suite, lee))
    before = query_of(suite).gold.answer
    with pytest.raises(NotForYouError):
        decide(item, lee, node_right)
    assert decide(item, ada, node_right).status == status
    assert query_of(suite).gold.answer == before
    assert [one.status for one in question_forms.items(suite)] == ["open", "open"]
    words = {"verified": "gold was found right", "rejected": "gold was found wrong"}[status]
    (line,) = complaints.of_suite(suite)
    assert (line.item, line.status, line.status_words) == (item.pk, status, words)


def test_who_decides_sees_the_node_what_is_around_it_and_the_records_below(suite: Suite) -> None:
    item = item_of(complain(suite, reviews.person("lee", suite, "lead")))
    subject = subject_of(item)
    with CaptureQueriesContext(connection) as caught:
        text = render_to_string(subject.decision_template, subject.revealed(item))
    assert len(caught) <= 9
    for words in (
        "Grus went elsewhere.",
        "dest(Grus)",
        "Corby",
        "e0001",
        "The people on Grus stay in Corby.",
    ):
        assert words in text
    assert subject.decision_fields(item) == subject.fields(item)


def test_states_and_rules_are_read_in_words(suite: Suite) -> None:
    found = complain(suite, reviews.person("lee", suite, "lead"))
    Complaint.objects.filter(pk=found.pk).update(
        node_state={"members": ["Ada", "Bo"], "undecided": [], "open": False}
    )
    subject = subject_of(item_of(found))
    text = render_to_string(subject.decision_template, subject.revealed(item_of(found)))
    assert '<dt>State then</dt><dd dir="auto">{Ada, Bo}, closed</dd>' in text
    key: NodeKey = ("derived", "near", ("Ada",))
    assert panels.rules_of(Node(key, "Bo", {"clause": ["near#1", "near#2"]})) == "near#1\nnear#2"
    assert panels.rules_of(Node(key, "Bo", {"clause_text": "near(P) :- at(P)."})) == "near(P) :- at(P)."
    assert panels.rules_of(Node(key, "Bo", {"clause": []})) == ""


def test_a_complaint_outlives_the_derivation_that_it_was_about(suite: Suite) -> None:
    item, query = item_of(complain(suite, reviews.person("lee", suite, "lead"))), query_of(suite)
    other = make.node(query.scenario, "fact", "dest", "Lutra", state="Lunmar", cutoff=query.cutoff)
    GoldAnswer.objects.filter(query=query).delete()

    def shown() -> str:
        return render_to_string(subject_of(item).decision_template, subject_of(item).revealed(item))

    assert "There is none any more" in shown()
    GoldAnswer.objects.create(query=query, label="answerable", answer="Lunmar", height=1, width=1, root=other)
    text = shown()
    assert "no such node any more" in text
    assert "Corby" in text, "its state when it was called wrong"


def test_opening_the_review_makes_no_complaints() -> None:
    suite = question_forms.suite_of_questions()
    assert reviews.open_review(suite)["complaint"] == 0
    assert list(all_subjects()) == ["question", "complaint"]


# ---------------------------------------------------------------- the panel of a query
def post(client: Client, suite: Suite, **data: str) -> Any:
    query = query_of(suite)
    sent = {"scenario": query.scenario.slug, "query": "q001", "node": str(query.gold.root_id), **data}
    return client.post(f"/review/{suite.slug}/complaints/", sent)


def client_of(person: User) -> Client:
    found = Client()
    found.force_login(person)
    return found


def test_who_sees_gold_complains_from_the_panel_of_the_node(suite: Suite) -> None:
    client, query = client_of(reviews.person("lee", suite, "lead")), query_of(suite)
    page = f"/suites/{suite.slug}/{query.scenario.slug}/queries/q001/?node={query.gold.root_id}"
    assert "This node is wrong" in client.get(page).content.decode()
    response = post(client, suite, text="Grus went elsewhere.")
    assert response.status_code == 303
    assert response["Location"] == f"{page}#node-panel"
    shown = client.get(page).content.decode()
    assert "Grus went elsewhere." in shown
    assert "waits for a decision" in shown
    assert post(client, suite, text="").status_code == 303
    assert Complaint.objects.count() == 1


def test_p03_nobody_complains_of_what_they_may_not_see(suite: Suite) -> None:
    """Case P03: what a person may not see answers like what is not there; nothing is written."""
    annotator, stranger = reviews.person("ann", suite), reviews.person("str", role="lead")
    assert post(client_of(annotator), suite, text="x").status_code == 403
    assert post(client_of(stranger), suite, text="x").status_code == 404
    lead = client_of(reviews.person("lee", suite, "lead"))
    elsewhere = question_forms.suite_of_questions(3)
    foreign = Query.objects.filter(scenario__suite=elsewhere).last()
    assert foreign is not None
    for data in (
        {"scenario": foreign.scenario.slug},
        {"query": "q009"},
        {"node": str(foreign.gold.root_id)},
        {"node": "0"},
        {"node": "x"},
        {"node": "9" * 40},
    ):
        assert post(lead, suite, **{"text": "x", **data}).status_code == 404, data
    assert not Complaint.objects.exists()


# ---------------------------------------------------------------- the form of a question
def held(suite: Suite, name: str = "ann") -> tuple[User, Slot, Client]:
    person = reviews.person(name, suite)
    return person, reviews.claim(person, suite), client_of(person)


def reveal(slot: Slot, person: User) -> None:
    for _ in range(2):
        given = question_entries.entries(slot)
        drafting.reveal(slot_id=slot.pk, token=slot.token, given=given, by=person, now=reviews.NOW)


def sent_from(slot: Slot, **data: str) -> dict[str, str]:
    root = str(slot.item.rendering.query.gold.root_id)  # type: ignore[union-attr]
    return {"_token": str(slot.token), "_version": "2", "_complain": root, f"wrong.{root}": "No.", **data}


def test_who_judges_complains_once_gold_is_revealed_and_loses_nothing(suite: Suite) -> None:
    person, slot, client = held(suite)
    path = f"/review/{suite.slug}/slots/{slot.pk}/"
    assert client.post(f"{path}complaints/", sent_from(slot)).status_code == 409, "nothing is revealed yet"
    reveal(slot, person)
    response = client.post(f"{path}complaints/", sent_from(slot, gold_right="no"))
    assert response.status_code == 303
    assert response["Location"].startswith(path)
    assert Complaint.objects.get().by == person
    page = client.get(path).content.decode()
    assert "called wrong" in page
    assert 'value="no" data-key="4" checked' in page, "the other entries are kept"
    assert ReviewItem.objects.get(kind="complaint").status == "disputed"


def test_the_script_gets_the_place_of_the_node_again(suite: Suite) -> None:
    person, slot, client = held(suite)
    reveal(slot, person)
    path = f"/review/{suite.slug}/slots/{slot.pk}/complaints/"
    root = sent_from(slot)["_complain"]
    refused = client.post(path, sent_from(slot, _fragment="1", **{f"wrong.{root}": ""}))
    assert refused.status_code == 422
    assert "Say what is wrong with it." in refused.content.decode()
    taken = client.post(path, sent_from(slot, _fragment="1"))
    assert taken.status_code == 200
    assert "called wrong" in taken.content.decode()
    assert "<html" not in taken.content.decode()


def test_others_are_not_told_who_called_a_node_wrong(suite: Suite) -> None:
    ann, first, client = held(suite)
    reveal(first, ann)
    client.post(f"/review/{suite.slug}/slots/{first.pk}/complaints/", sent_from(first))
    reviews.opening.add_judges(item=first.item, by=None, now=reviews.NOW)
    reviews.submit(Slot.objects.get(pk=first.pk), ann, question_entries.entries(first))
    ben, slot, other = held(suite, "ben")
    assert slot.item == first.item
    reveal(slot, ben)
    page = other.get(f"/review/{suite.slug}/slots/{slot.pk}/").content.decode()
    assert "called wrong" not in page
    told = other.get(f"/api/v1/suites/{suite.slug}/review/slots/{slot.pk}/")
    assert told.status_code == 200
    assert told.json()["shown"]["gold"]["answer"] == "Corby"
    assert "ann" not in told.content.decode().replace("annotator", "")


# ---------------------------------------------------------------- the API
def test_the_api_complains_lists_and_never_says_who(suite: Suite) -> None:
    lead = client_of(reviews.person("leonora", suite, "lead"))
    path = f"/api/v1/suites/{suite.slug}/review/complaints/"
    body = {
        "scenario": query_of(suite).scenario.slug,
        "query": "q001",
        "node": "fact:dest(Grus)",
        "text": "No.",
    }
    made = lead.post(path, body, content_type="application/json")
    assert made.status_code == 201, made.content
    assert made.json()["status"] == "disputed"
    again = lead.post(path, body, content_type="application/json")
    assert again.json()["complaint"] == made.json()["complaint"]
    listed = lead.get(path)
    assert listed.json()["n"] == 1
    assert "leonora" not in listed.content.decode()
    refused = lead.post(path, {**body, "text": " "}, content_type="application/json")
    assert refused.status_code == 422
    assert lead.post(path, {**body, "node": "fact:x()"}, content_type="application/json").status_code == 404
    assert lead.post(path, {**body, "node": 3}, content_type="application/json").status_code == 422


def test_the_api_lets_a_judge_complain_after_the_reveal_alone(suite: Suite) -> None:
    person, slot, client = held(suite)
    path = f"/api/v1/suites/{suite.slug}/review/slots/{slot.pk}/complaints/"
    body = {"node": "fact:dest(Grus)", "text": "No."}
    if slot.item.label != "q001":
        body["node"] = "fact:dest(Anser)"
    assert client.post(path, body, content_type="application/json").status_code == 409
    reveal(slot, person)
    assert client.post(path, body, content_type="application/json").status_code == 201
    other = client_of(reviews.person("ben", suite))
    assert other.post(path, body, content_type="application/json").status_code == 404
