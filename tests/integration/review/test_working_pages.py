"""The working page of annotators: what it shows and takes, by plain forms and by its script (spec 6.5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scenarios.models import Draft, Remark, Rendering, ReviewItem, Slot, Suite, Verdict
from scenarios.review.services import claiming, expiring, settling
from tests.factories import judging, reviews
from tests.factories import scenarios as make
from tests.factories.judging import Desk

GOOD = {"exact": "yes", "fluent": "yes"}
TRICKY = "مرحبا Grus 👩‍👩‍👧 \u202eabc\u202c <b>&amp;</b> " + "word " * 3000


@pytest.fixture(autouse=True)
def plain(db: None, settings: Any) -> None:
    judging.plain_forms(settings)


@pytest.fixture
def suite() -> Suite:
    return reviews.opened(3)


@pytest.fixture
def ann(suite: Suite) -> Desk:
    return Desk(*reviews.annotators(suite, "ann"), suite)


def opened(records: int, slug: str) -> Suite:
    suite = reviews.suite_of_records(records, slug=slug)
    reviews.open_review(suite)
    return suite


def test_a_queue_leads_to_its_first_item_and_a_plain_form_to_the_next(suite: Suite, ann: Desk) -> None:
    page = ann.open()
    assert "Trip 1 goes to Corby." in page
    assert "Plain e0001" in page
    first = ann.address
    ann.open()
    assert ann.address == first, "the same item until it is submitted"
    sent = ann.post(exact="yes", fluent="no", _active_ms="2500")
    assert sent.status_code == 303
    verdict = Verdict.objects.get()
    assert (verdict.person, verdict.fields) == (ann.person, {"exact": "yes", "fluent": "no"})
    assert verdict.active_ms == 2500
    again = ann.post(exact="no", fluent="no")
    assert (again.status_code, again["Location"]) == (303, sent["Location"]), "once, whatever is sent"
    assert Verdict.objects.get().fields["exact"] == "yes"
    for number in (2, 3):
        assert f"Trip {number} goes to Corby." in ann.open()
        last = ann.post(**GOOD)
    assert last["Location"] == f"/review/{suite.slug}/"
    assert "Everything is judged and settled." in ann.client.get(last["Location"]).content.decode()


def test_what_is_missing_is_said_and_what_was_entered_stays(ann: Desk) -> None:
    ann.open()
    refused = ann.post(exact="no", more={"exact.comment": "<i>why</i>"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "Is it fluent?</strong> Say yes or no." in page
    assert 'value="no" data-key="2" checked' in page
    assert "&lt;i&gt;why&lt;/i&gt;" in page
    assert 'role="alert"' in page
    by_script = ann.post(as_script=True, exact="no")
    assert (by_script.status_code, by_script.json()["fields"]) == (422, {"fluent": ["Say yes or no."]})
    assert not Verdict.objects.exists()


def test_the_script_gets_the_next_item_or_only_where_it_stands_if_it_has_it(ann: Desk) -> None:
    ann.open()
    ahead = ann.queue("ahead", as_script=True).json()
    assert "Trip 2 goes to Corby." in ahead["html"]
    assert Slot.objects.filter(person=ann.person, status="leased").count() == 2
    assert ann.queue("ahead", as_script=True).json()["slot"] == ahead["slot"], "never a third"
    sent = ann.post(as_script=True, _ahead=str(ahead["slot"]), **GOOD).json()
    assert sent["next"] == {"slot": ahead["slot"]}
    assert sent["counts"] == {"done": 1, "held": 1, "left": 1, "assigned": 3}
    again = ann.post(as_script=True, **GOOD).json()
    assert (again["verdict"], again["next"]["slot"]) == (sent["verdict"], ahead["slot"])
    assert "Trip 2 goes to Corby." in again["next"]["html"]


def test_drafts_are_kept_by_version_and_a_stale_tab_gets_both(ann: Desk) -> None:
    ann.open()
    saved = ann.post("draft", as_script=True, exact="yes")
    assert saved.json()["version"] == 1
    stale = ann.post("draft", as_script=True, exact="no")
    body = stale.json()
    assert (stale.status_code, body["code"], body["version"]) == (409, "stale", 1)
    assert "Does it say what happened, no more?" in body["html"]
    plainly = ann.post("draft", exact="no").content.decode()
    assert "Saved otherwise in the meantime" in plainly
    assert 'name="_version" value="1"' in plainly, "sent again, it is kept on purpose"
    assert 'value="no" data-key="2" checked' in plainly, "the entries of this page stand in the form"
    ann.hidden["_version"] = "1"
    assert ann.post("draft", exact="no").status_code == 303
    assert 'value="no" data-key="2" checked' in ann.open(ann.address)


def test_steps_reveal_nothing_before_their_time_and_freeze_what_was_said() -> None:
    suite = reviews.opened(1, form="steps")
    desk = Desk(*reviews.annotators(suite, "bea"), suite)
    page = desk.open()
    assert "The truth is" not in page
    assert "Is it fluent?" not in page
    assert desk.post("reveal").status_code == 422
    assert desk.post(**GOOD).status_code == 409, "not before its reveal"
    assert desk.post("reveal", exact="no").status_code == 303
    assert desk.post("reveal", as_script=True, exact="yes").status_code == 200, "a second click does no harm"
    page = desk.open(desk.address)
    assert "The truth is e0001." in page
    assert Draft.objects.get().frozen == {"1": {"exact": "no"}}
    assert desk.post(**GOOD).status_code == 303
    assert Verdict.objects.get().fields == {"exact": "no", "fluent": "yes"}


def test_what_one_said_can_be_seen_and_said_otherwise(ann: Desk) -> None:
    ann.open()
    ann.post(**GOOD, more={"exact.comment": "clear"})
    page = ann.open(ann.address)
    assert "Below is what you said." in page
    assert 'value="clear"' in page
    assert '<fieldset class="plain" disabled>' in page
    page = ann.open(f"{ann.address}?amend=1")
    ann.address = ann.address.partition("?")[0]
    assert "Replace what I said" in page
    assert ann.post("amend", exact="no", fluent="yes").status_code == 303
    assert Verdict.objects.get(is_current=True).fields["exact"] == "no"
    assert ann.hidden["_version"] == "1"
    ann.hidden["_key"] = "0f0c1f5e-4c0b-4d55-9f0e-0f6c7c1d6f10"
    assert ann.post("amend", **GOOD).status_code == 409, "changed in another tab in between"
    assert Verdict.objects.count() == 2


def test_undo_brings_back_the_entries_up_to_the_first(ann: Desk) -> None:
    first = ann.open() and ann.address
    ann.post(exact="no", fluent="yes")
    ann.open()
    ann.post(**GOOD)
    assert ann.queue("undo")["Location"] != first
    taken = ann.queue("undo", as_script=True).json()
    assert taken["url"] == first
    assert 'value="no" data-key="2" checked' in taken["html"]
    nothing = ann.queue("undo", as_script=True)
    assert (nothing.status_code, nothing.json()["code"]) == (409, "conflict")
    assert not Verdict.objects.filter(is_current=True).exists()
    assert Verdict.objects.count() == 2, "both stay on record"


def test_skip_flag_pause_and_release_by_plain_forms(suite: Suite, ann: Desk) -> None:
    ann.open()
    unsaid = ann.post("flag", _reason=" ")
    assert unsaid.status_code == 422
    assert "Say what a lead should look at." in unsaid.content.decode()
    assert ann.post("flag", _reason="Two dates")["Location"] == ann.address
    skipped = ann.post("skip", _reason="unclear")
    assert skipped.status_code == 303
    assert list(Remark.objects.order_by("what").values_list("what", "reason")) == [
        ("flag", "Two dates"),
        ("skip", "unclear"),
    ]
    assert "Trip 2 goes to Corby." in ann.open(), "it does not come back"
    ann.post("draft", exact="no")
    assert ann.post("release")["Location"] == "/review/"
    assert 'value="no" data-key="2" checked' in ann.open(), "what was put down comes first, as it was"
    assert ann.queue("pause")["Location"] == "/review/"
    assert not Slot.objects.filter(status="leased").exists()
    assert ann.post("beat", as_script=True).json()["seconds"] > 0, "the page that was left open goes on"


def taken_over(suite: Suite, ann: Desk) -> Desk:
    """Another judge has the item that ``ann`` had open: her lease ran out."""
    Slot.objects.filter(person=ann.person).update(lease_until=timezone.now() - timedelta(minutes=1))
    expiring.free_expired_of(suite=suite, now=timezone.now())
    ben = Desk(*reviews.annotators(suite, "ben"), suite)
    ben.open()
    assert ben.address == ann.address
    return ben


def test_who_lost_the_lease_is_told_and_loses_no_word(suite: Suite, ann: Desk) -> None:
    ann.open()
    taken_over(suite, ann)
    late = ann.post(**GOOD, more={"exact.comment": "my words"})
    page = late.content.decode()
    assert late.status_code == 409
    assert "my words" in page
    assert "Take the next item" in page
    assert ann.post(as_script=True, **GOOD).json()["code"] == "lease_lost"
    ann.hidden.pop("_held")
    assert ann.post(**GOOD).status_code == 404, "nobody else learns that there is such a slot"
    assert not Verdict.objects.exists()


def test_saved_entries_are_shown_to_who_lost_them(suite: Suite, ann: Desk) -> None:
    ann.open()
    ann.post("draft", exact="no", more={"exact.comment": "my words"})
    ben = taken_over(suite, ann)
    page = ann.open(ann.address)
    assert "This item is not yours any more" in page
    assert "exact.comment: my words" in page
    assert "my words" not in ben.open(ben.address)


def test_a_form_without_a_session_is_kept_until_its_author_is_back(ann: Desk) -> None:
    ann.person.set_password("a-long-password")
    ann.person.save()
    ann.client.force_login(ann.person)
    ann.open()
    ann.client.logout()
    by_script = ann.post(as_script=True, **GOOD)
    assert (by_script.status_code, by_script.json()["code"]) == (401, "signed_out")
    away = ann.post(exact="no", fluent="yes", more={"exact.comment": "kept words"})
    assert away["Location"] == f"/accounts/sign-in/?next={ann.address}"
    fields = {"username": "ann", "password": "a-long-password", "next": ann.address}
    back = ann.client.post("/accounts/sign-in/", fields)
    assert back["Location"] == ann.address
    page = ann.open(ann.address)
    assert "Your session had ended" in page
    assert "kept words" in page
    assert 'value="no" data-key="2" checked' in page
    assert "kept words" not in ann.open(ann.address), "once"
    assert not Verdict.objects.exists()


def test_slots_and_verdicts_of_others_are_as_if_they_were_not(suite: Suite, ann: Desk) -> None:
    """Case P03."""
    ann.open()
    ben = Desk(*reviews.annotators(suite, "ben"), suite)
    other = opened(1, "other")
    cid = Desk(*reviews.annotators(other, "cid"), other)
    cid.open()
    missing = f"/review/{suite.slug}/slots/{10**9}/"
    there = ann.address
    of_other = f"/review/{suite.slug}/slots/{Slot.objects.get(suite=other).pk}/"
    before = list(Slot.objects.order_by("pk").values())
    for method, ending in (
        ("get", ""),
        *(("post", f"{one}/") for one in ("submit", "skip", "release", "beat")),
    ):
        answers = [getattr(ben.client, method)(f"{base}{ending}") for base in (missing, there, of_other)]
        assert {answer.status_code for answer in answers} == {404}
        pages = {answer.content.decode().partition("<main")[2] for answer in answers}
        assert len(pages) == 1, f"{method} {ending} tells them apart"
    assert ben.client.get(cid.address).status_code == 404, "nor is there such a suite"
    assert list(Slot.objects.order_by("pk").values()) == before


def test_who_may_see_gold_is_told_that_others_judge(suite: Suite) -> None:
    admin = Client()
    admin.force_login(reviews.person("adm", role="admin", is_superuser=True))
    page = admin.get(f"/review/{suite.slug}/").content.decode()
    assert "others judge it" in page
    assert admin.post(f"/review/{suite.slug}/ahead/").status_code == 409
    assert not Slot.objects.filter(status="leased").exists()


def test_the_empty_queue_says_who_is_at_it_and_until_when(suite: Suite, ann: Desk) -> None:
    for number in range(3):
        Desk(*reviews.annotators(suite, f"other-{number}"), suite).open()
    page = ann.client.get(f"/review/{suite.slug}/").content.decode()
    assert "<strong>3</strong> places" in page
    assert "UTC</time> at the earliest" in page


def test_mine_shows_what_was_entered_and_a_decision_with_its_reason_but_no_names() -> None:
    suite = reviews.opened(2, judges=2)
    ann, ben = (Desk(person, suite) for person in reviews.annotators(suite, "ann", "ben"))
    ann.open(), ann.post(**GOOD)
    ben.open(), ben.post(exact="no", fluent="yes")
    page = ann.client.get(f"/review/{suite.slug}/mine/").content.decode()
    assert "not settled yet" in page
    assert "disputed" not in page.lower(), "that somebody says otherwise is not told before it is decided"
    zoe = reviews.person("zoe-decides", suite, "adjudicator")
    item = ReviewItem.objects.get(status="disputed")
    settling.adjudicate(
        item=item,
        fields={"exact": "no", "fluent": "yes"},
        given={},
        reason="The town is not named.",
        key="0f0c1f5e-4c0b-4d55-9f0e-0f6c7c1d6f10",
        by=zoe,
        now=timezone.now(),
    )
    page = ann.client.get(f"/review/{suite.slug}/mine/?state=decided").content.decode()
    assert "Why it was overruled" in page
    assert "The town is not named." in page
    assert "zoe" not in page
    assert ">ben" not in page
    assert "upheld" in ben.client.get(f"/review/{suite.slug}/mine/").content.decode()
    assert (
        "Nothing of that kind" in ann.client.get(f"/review/{suite.slug}/mine/?state=waiting").content.decode()
    )


def test_right_to_left_emoji_and_long_texts_are_shown_as_they_are(suite: Suite, ann: Desk) -> None:
    Rendering.objects.filter(event__label="e0001").update(text=TRICKY)
    page = ann.open()
    assert 'dir="auto">مرحبا Grus 👩‍👩‍👧' in page
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in page
    assert ann.post(**GOOD, more={"exact.comment": TRICKY}).status_code == 303
    assert Verdict.objects.get().given["exact.comment"] == TRICKY.strip() + " "
    assert ann.post(exact="yes", more={"x": "y" * 200_000}).status_code in (303, 422)


def test_a_form_that_cannot_be_stored_is_refused_in_words(ann: Desk) -> None:
    ann.open()
    for entries in (
        {"exact.comment": "a\x00b"},
        {"exact.comment": "x" * 100_001},
        {f"n{n}": "1" for n in range(501)},
    ):
        assert ann.post(**GOOD, more=entries).status_code == 422
    assert ann.post(**GOOD, _key="none").status_code == 422
    assert ann.post(**GOOD, _token="none").status_code == 409
    assert not Verdict.objects.exists()


def test_the_door_shows_to_those_who_judge_decide_or_follow(suite: Suite, ann: Desk) -> None:
    def nav(client: Client) -> str:
        return client.get("/suites/").content.decode().partition("<nav")[2].partition("</nav>")[0]

    assert ">Review</a>" in nav(ann.client)
    assert ">Runs</a>" not in nav(ann.client), "an annotator gets 403 there"
    lead = Client()
    lead.force_login(reviews.person("the-lead", role="lead"))
    assert all(f">{name}</a>" in nav(lead) for name in ("Review", "Runs", "Leaderboards"))
    make.member(ann.person, make.suite(slug="led"), "lead")
    assert ">Runs</a>" in nav(ann.client)
    home = ann.client.get("/review/").content.decode()
    assert "Begin to judge" in home
    ann.open()
    assert "Take up where you left off" in ann.client.get("/review/").content.decode()


def cost(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_what_there_is_does_not_change_what_a_page_costs(suite: Suite, ann: Desk) -> None:
    ann.open()
    ann.post(**GOOD)
    ann.open()
    paths = (ann.address, "/review/", f"/review/{suite.slug}/mine/")
    before = [cost(ann.client, path) for path in paths]
    for number in range(4):
        more = opened(6, f"more-{number}")
        make.member(ann.person, more, "annotator")
    scenario = suite.scenarios.get()
    for number in range(10, 30):
        make.action(make.event(scenario, number, "More."), key=[f"Trip {number}"])
    Rendering.objects.filter(event__scenario=scenario).exclude(status="verified").update(status="auto_passed")
    reviews.open_review(suite)
    for number in range(10):
        reviews.judge(reviews.person(f"p{number}", suite), suite, now=timezone.now())
    assert [cost(ann.client, path) for path in paths] == before
    assert max(before) <= 22, before


def test_a_session_says_who_is_there_and_gives_a_token(ann: Desk) -> None:
    assert Client().get("/review/session.json").json()["user"] is None
    found = ann.client.get("/review/session.json")
    assert found.json()["user"] == "ann"
    assert len(found.json()["csrf"]) >= 32
    assert "no-store" in found["Cache-Control"]


def test_two_tabs_of_one_person_get_one_lease(suite: Suite, ann: Desk) -> None:
    ann.open()
    other = Desk(ann.person, suite)
    other.open()
    assert (other.address, other.hidden["_token"]) == (ann.address, ann.hidden["_token"])
    assert claiming.claim(suite=suite, by=ann.person, now=timezone.now()) is not None
    ann.post(**GOOD)
    second = other.post(**GOOD)
    assert second.status_code == 409
    assert "already, in another tab perhaps" in second.content.decode()
    assert Verdict.objects.count() == 1
