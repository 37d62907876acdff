"""People attach actions to records of imported dialogues; what they agree on becomes part of the history."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from benchmark.floor.accounts.models import User
from scenarios.exceptions import StateRefusedError
from scenarios.importers.dialogues.rows import Options
from scenarios.models import Entity, Event, Rendering, ReviewItem, Slot, Suite, Transition
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services import attaching, settling, submitting
from scenarios.review.subjects.annotation import ANNOTATION
from scenarios.review.subjects.base import subject_of
from scenarios.services import own_texts, suites
from tests.factories import reviews

pytestmark = pytest.mark.django_db

PROGRAM = """
func dest(trip) -> city
func stars(hotel) -> int
set trip(person ; trip)
derived away(person ; trip)
away(P, T) :- trip(P, T), dest(T, C), C != "Home".
"""
SAID = (
    "Vera is off on the trip Grus. It goes to Port Corby.",
    "Anser is cancelled.",
    "Good morning!",
)
ROWS = {
    "says": "rows",
    "rows.0.pred": "trip",
    "rows.0.a1": "vera",
    "rows.0.a2": "GRUS",
    "rows.1.pred": "dest",
    "rows.1.a1": "grus",
    "rows.1.a2": "port corby",
}
TYPED = {"says": "text", "text": 'dest(Grus, "Port Corby")\ntrip(Vera; Grus)'}
AGREED = 'dest(Grus, "Port Corby"),\ntrip(Vera; Grus)'


def brought(*said: str, program: str = PROGRAM) -> Suite:
    """A suite of one's own with a review open, two judges a record."""
    rows = [
        {"text": text, "time": f"2026-03-0{n}T09:00:00Z", "speaker": "Vera"} for n, text in enumerate(said, 1)
    ]
    suite = own_texts.bring_in(
        data=json.dumps(rows).encode(),
        name="talk.json",
        options=Options(),
        slug="talk",
        title="Talk",
        program=program,
        by=None,
    )
    reviews.open_review(suite, question_judges=2)
    return suite


def judged(suite: Suite, people: list[User], *given: dict[str, Any]) -> ReviewItem:
    """Each person takes up the next record and says what is given; the item as it is then."""
    for person, entries in zip(people, given, strict=True):
        slot = reviews.claim(person, suite)
        reviews.submit(slot, person, entries)
    return ReviewItem.objects.get(pk=slot.item_id)


def read(item: ReviewItem, given: dict[str, Any]) -> str:
    return ANNOTATION.read(item, given, {}).fields["actions"]


def refused(item: ReviewItem, given: dict[str, Any]) -> dict[str, list[str]]:
    with pytest.raises(FormRefusedError) as caught:
        ANNOTATION.read(item, given, {})
    return caught.value.fields


def test_unannotated_records_are_put_to_two_people_each_and_once() -> None:
    suite = brought(*SAID)
    items = reviews.items(suite)
    assert [(item.kind, item.label, item.wanted, item.place) for item in items] == [
        ("annotation", f"m000{n}", 2, n) for n in (1, 2, 3)
    ]
    assert set(Rendering.objects.values_list("status", flat=True)) == {"draft"}
    assert sum(reviews.open_review(suite, question_judges=2).values()) == 0


def test_rows_and_statements_in_any_letters_are_the_same_answer() -> None:
    item = reviews.items(brought(*SAID))[0]
    assert read(item, ROWS) == read(item, TYPED) == AGREED
    assert read(item, {"says": "nothing"}) == "nothing"
    assert read(item, {"text": TYPED["text"]}) == AGREED  # the way that is filled is the one that is meant


def test_what_cannot_be_read_is_named_where_it_was_entered() -> None:
    item = reviews.items(brought(*SAID))[0]
    assert set(refused(item, {})) == {"says"}
    assert "Nothing was entered" in refused(item, {"says": "rows"})["says"][0]
    assert "also rows" in refused(item, {**ROWS, "says": "nothing"})["says"][0]
    assert "also statements" in refused(item, {**ROWS, "text": "x"})["says"][0]
    assert set(
        refused(item, {"rows.0.pred": "away", "rows.1.pred": "stars", "rows.1.a1": "H", "rows.1.a2": "five"})
    ) == {
        "rows.0.pred",
        "rows.1.a2",
    }
    [shown] = refused(item, {"says": "text", "text": "dest(Grus)\nstars(H, five)"})["text"]
    assert "line 1" in shown
    assert "line 2" in shown
    assert shown.count("^") > 1


def test_what_two_people_agree_on_is_attached_with_its_entities() -> None:
    suite = brought(*SAID)
    before = suite.content_hash
    people = reviews.annotators(suite, "ann", "ben")
    item = judged(suite, people, ROWS, TYPED)
    assert (item.status, item.content["decided"]) == ("verified", AGREED)
    assert list(attaching.waiting(suite)) == [item]
    assert not Event.objects.get(
        label="m0001"
    ).actions.exists()  # the worker does it, not the person's submit

    assert attaching.run(suite.pk) == "suite talk: 1 record(s) annotated, 0 refused"
    event = Event.objects.get(label="m0001")
    assert (event.kind, [str(action) for action in event.actions.all()]) == (
        "record",
        ["assert dest(Grus)", "member trip(Vera)"],
    )
    named = dict(Entity.objects.values_list("name", "type"))
    assert named == {"Grus": "trip", "Port Corby": "city", "Vera": "person"}
    suite.refresh_from_db()
    assert suite.content_hash not in ("", before)
    assert Rendering.objects.get(event=event).status == "verified"
    assert not attaching.waiting(suite).exists()
    assert attaching.attach(suite=suite, by=None, now=reviews.NOW) == attaching.Attached()
    suites.release(suite=suite, by=None)  # the hash is that of the rows


def test_a_record_that_states_nothing_is_a_filler() -> None:
    suite = brought("Good morning!")
    judged(suite, reviews.annotators(suite, "ann", "ben"), {"says": "nothing"}, {"says": "nothing"})
    attaching.run(suite.pk)
    assert Event.objects.get().kind == "filler"
    assert sum(reviews.open_review(suite, question_judges=2).values()) == 0


def test_people_who_differ_are_decided_between_and_another_verdict_is_attached_anew() -> None:
    suite = brought(SAID[0])
    people = reviews.annotators(suite, "ann", "ben")
    item = judged(suite, people, ROWS, {"says": "nothing"})
    assert item.status == "disputed"
    lead = reviews.person("lea", suite, "lead")

    def decide(text: str) -> None:
        settling.adjudicate(
            item=item,
            fields={"actions": text},
            given={},
            reason="It says so.",
            key=uuid.uuid4(),
            by=lead,
            now=reviews.NOW,
        )

    with pytest.raises(FormRefusedError, match="line 1"):
        decide("dest(Grus)")
    decide(AGREED.replace("\n", ""))  # as a field of one line sends it
    attaching.run(suite.pk)
    event = Event.objects.get()
    assert event.actions.count() == 2
    decide("trip(Vera; Grus)")
    attaching.run(suite.pk)
    assert [action.pred for action in event.actions.all()] == ["trip"]
    decide("nothing")
    attaching.run(suite.pk)
    event.refresh_from_db()
    assert (event.kind, event.actions.count()) == ("filler", 0)


def test_a_decision_that_the_history_does_not_take_is_disputed_again_and_the_others_are_attached() -> None:
    program = f"{PROGRAM}derived near(person ; trip)\n"
    suite = brought("One.", "Two.", "Three.", program=program)
    people = reviews.annotators(suite, "ann", "ben")
    rules = ("away(P, T) :- trip(P, T), not near(P, T).", "near(P, T) :- trip(P, T), not away(P, T).")
    for number, rule in enumerate(rules):  # each is sound alone; together they deny each other
        said = {"says": "text", "text": f'rule r{number} "{rule}"'}
        judged(suite, people, said, said)
    judged(suite, people, {"says": "nothing"}, {"says": "nothing"})
    done = attaching.attach(suite=suite, by=None, now=reviews.NOW)
    assert (done.records, done.refused) == (2, ("m0002",))
    item = ReviewItem.objects.get(label="m0002")
    assert item.status == "disputed"
    last = Transition.objects.filter(item=item).order_by("pk").last()
    assert last is not None
    assert "The history does not take it." in last.note
    assert list(Event.objects.order_by("seq").values_list("kind", flat=True)) == [
        "record",
        "unannotated",
        "filler",
    ]


def test_a_verdict_taken_back_before_the_worker_came_is_not_attached() -> None:
    suite = brought(SAID[0])
    people = reviews.annotators(suite, "ann", "ben")
    judged(suite, people, ROWS, TYPED)
    submitting.undo(suite=suite, by=people[1], now=reviews.NOW)
    attaching.run(suite.pk)
    assert Event.objects.get().kind == "unannotated"


def test_an_annotation_that_is_taken_back_after_it_was_attached_leaves_nothing() -> None:
    suite = brought(*SAID)
    before = suite.content_hash
    people = reviews.annotators(suite, "ann", "ben")
    judged(suite, people, ROWS, TYPED)
    attaching.run(suite.pk)
    slot = submitting.undo(suite=suite, by=people[1], now=reviews.NOW)
    with pytest.raises(StateRefusedError, match="1 annotation"):
        suites.release(suite=suite, by=None)
    assert attaching.mend(reviews.NOW) == "annotations wait in talk"
    attaching.run(suite.pk)
    event = Event.objects.get(label="m0001")
    assert (event.kind, event.actions.count()) == ("unannotated", 0)
    suite.refresh_from_db()
    assert suite.content_hash != before
    assert not attaching.waiting(suite).exists()
    reviews.submit(slot, people[1], ROWS)
    attaching.run(suite.pk)
    event.refresh_from_db()
    assert (event.kind, event.actions.count()) == ("record", 2)


def test_a_suite_is_not_released_while_annotations_wait() -> None:
    suite = brought(SAID[0])
    judged(suite, reviews.annotators(suite, "ann", "ben"), ROWS, TYPED)
    with pytest.raises(StateRefusedError, match="1 annotation"):
        suites.release(suite=suite, by=None)
    attaching.run(suite.pk)
    assert suites.release(suite=suite, by=None).is_released


def test_an_adjudicator_decides_on_the_page_by_statements() -> None:
    suite = brought(SAID[0])
    item = judged(suite, reviews.annotators(suite, "ann", "ben"), ROWS, {"says": "nothing"})
    browser = Client()
    browser.force_login(reviews.person("ada", suite, "adjudicator"))
    page = reverse("review_lead:dispute", args=[suite.slug, item.pk])
    html = browser.get(page).content.decode()
    assert "trip(Vera; Grus)" in html
    assert SAID[0] in html
    assert "ben" not in html
    sent = {"actions": "dest(Grus)", "reason": "It says so.", "key": str(uuid.uuid4())}
    refused = browser.post(page, sent)
    assert (refused.status_code, "dest takes 2 arguments" in refused.content.decode()) == (422, True)
    assert browser.post(page, {**sent, "actions": "trip(Vera; Grus)"}).status_code == 302
    item.refresh_from_db()
    assert (item.status, item.content["decided"]) == ("verified", "trip(Vera; Grus)")


def test_the_tick_asks_again_for_what_a_lost_message_left() -> None:
    suite = brought(SAID[0])
    assert attaching.mend(reviews.NOW) == ""
    judged(suite, reviews.annotators(suite, "ann", "ben"), ROWS, TYPED)
    assert attaching.mend(reviews.NOW) == "annotations wait in talk"


def test_the_form_shows_the_record_its_neighbours_and_what_may_be_stated(
    django_assert_max_num_queries: Any,
) -> None:
    brought(*SAID)
    item = ReviewItem.objects.select_related("rendering__event", "scenario").get(label="m0002")
    with django_assert_max_num_queries(4):
        shown = ANNOTATION.shown(item, 1, {})
    entered = {**ROWS, "rows.1.size": "2"}
    slot = Slot.objects.filter(item=item).first()
    context = {**shown, "item": item, "slot": slot, "entered": entered, "errors": {"rows.1.a2": ["no"]}}
    html = render_to_string(subject_of(item).template, context)
    assert SAID[0] in html
    assert SAID[2] in html
    assert 'name="rows.1.a2" value="port corby"' in html
    assert html.count("data-annotation-row>") == 5  # two that are filled, three that are free
    assert '<option value="dest" title="dest(trip) -&gt; city"' in html
    assert '<option value="away"' not in html
    assert html.count("aria-invalid") == 1
    assert '<option value="Anser">' in html
    assert SAID[1] in render_to_string(subject_of(item).decision_template, ANNOTATION.revealed(item))
