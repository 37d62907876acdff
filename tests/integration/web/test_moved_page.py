"""The pages of consequences and of moved scores, before the release and after it, for all who see them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import carrying
from scenarios.models import Rendering, ReviewItem, Suite
from scenarios.review.services import revising
from tests.factories import consequences, reviews
from tests.factories.consequences import MOVED, REASON

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


@pytest.fixture
def run(release: Suite) -> Run:
    return consequences.finished_run(release)


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def seen(client: Client, address: str, status: int = 200, **data: Any) -> str:
    """A page as words with single spaces."""
    response = client.get(address, data)
    assert response.status_code == status, response.content.decode()[:2000]
    return " ".join(response.content.decode().split())


def rests(suite: Suite, item: ReviewItem) -> str:
    return f"/review/{suite.slug}/items/{item.pk}/consequences/"


SUMMARY = "<strong>3 answers</strong> and <strong>1 leaderboard row</strong>"


def test_what_rests_on_a_record_stands_before_anything_is_done(
    release: Suite, item: ReviewItem, lead: User, run: Run
) -> None:
    page = seen(browser(lead), rests(release, item))
    assert "4 queries rest on it" in page
    assert "not said" in page
    assert REASON in page
    assert "Make a new release without it" in page
    assert run.title in page
    assert 'class="histogram bar-list"' in page
    assert "<q>" not in page
    assert Suite.objects.count() == 1


def test_an_adjudicator_reads_and_only_a_lead_acts(release: Suite, item: ReviewItem) -> None:
    ada = User.objects.get(username="ada")
    page = seen(browser(ada), rests(release, item))
    assert "Make a new release" not in page
    assert "Store them" not in page
    for end in ("words/", "release/"):
        assert browser(ada).post(rests(release, item) + end, {"do": "store"}).status_code == 403
    ann = reviews.person("ann", release)
    assert browser(ann).get(rests(release, item)).status_code == 403


def test_an_item_of_another_suite_is_not_there(release: Suite, item: ReviewItem, lead: User) -> None:
    other = consequences.released("another")
    reviews.make.member(lead, other, "lead")
    there = browser(lead)
    assert there.get(rests(other, item)).status_code == 404
    assert there.get(f"/suites/another/moves/?item={item.pk}").status_code == 404
    assert there.get("/suites/another/moves/?item=x").status_code == 404
    assert there.get("/api/v1/suites/another/moves/?item=%C2%B2").status_code == 404


def test_the_forecast_and_the_page_after_the_release_say_the_same(
    release: Suite, item: ReviewItem, lead: User, run: Run
) -> None:
    client = browser(lead)
    before = seen(client, f"/suites/{release.slug}/moves/", item=item.pk)
    assert f"would change {SUMMARY}" in before
    assert client.post(rests(release, item) + "release/", {"do": "release"}).status_code == 302
    assert "A worker makes it" in seen(client, rests(release, item))
    assert revising.work(item=item.pk, by=lead.pk) == "trips-small-v2 is released"
    waiting = seen(client, "/suites/trips-small-v2/moved/")
    assert "1 run waits for a worker" in waiting
    carrying.work()
    after = seen(client, "/suites/trips-small-v2/moved/")
    assert f"It changed {SUMMARY}" in after
    for page in (before, after):
        assert "100.0 % → <strong>62.5 %</strong>" in page
        assert "\N{MINUS SIGN}37.5 points" in page
        assert REASON in page
        assert 'class="slopes"' in page
        assert page.count('class="row-moved"') == 1
    assert "ada" not in after
    assert "Every score that moved" in seen(client, rests(release, item))
    assert "from <a" in seen(client, f"/runs/{Run.objects.get(carried_from=run).pk}/")


def test_who_may_not_see_gold_sees_scores_and_no_answers(
    release: Suite, item: ReviewItem, lead: User, run: Run
) -> None:
    revising.revise_release(item=item, by=lead, now=reviews.NOW)
    carrying.work()
    after = Suite.objects.get(slug="trips-small-v2")
    vera = reviews.person("vera", release, "viewer")
    reviews.make.member(vera, after, "viewer")
    page = seen(browser(vera), "/suites/trips-small-v2/moved/")
    assert SUMMARY in page
    for hidden in (REASON, "Jorathock", "Ulaerabel", "q001"):
        assert hidden not in page
    assert browser(vera).get("/api/v1/suites/trips-small-v2/moved/").status_code == 403


def test_the_page_asks_a_constant_number_of_queries(
    release: Suite, item: ReviewItem, lead: User, run: Run
) -> None:
    client = browser(lead)
    counts = []
    for _ in range(2):
        client.get(rests(release, item))
        with CaptureQueriesContext(connection) as taken:
            seen(client, rests(release, item))
        counts.append(len(taken))
        consequences.finished_run(release)
    assert counts[0] == counts[1]


def test_a_lead_words_a_record_anew_from_the_page(release: Suite, item: ReviewItem, lead: User) -> None:
    client = browser(lead)
    address = rests(release, item) + "words/"
    shown = client.post(address, {"do": "preview", "text": "Elaesesk now stays at e0007."})
    assert shown.status_code == 200
    assert "<mark>e0007</mark>" in shown.content.decode()
    refused = client.post(address, {"do": "store", "text": "Elaesesk now stays at e0007."})
    assert refused.status_code == 422
    assert Suite.objects.count() == 1
    assert client.post(address, {"do": "rerender"}).status_code == 302
    draft = Suite.objects.get(slug="trips-small-v2")
    text = Rendering.objects.get(event__scenario__suite=draft, event__label=MOVED, is_current=True)
    assert (text.version, text.author) == (2, lead)


def test_the_api_says_what_the_pages_say(release: Suite, item: ReviewItem, lead: User, run: Run) -> None:
    client = browser(lead)
    api = f"/api/v1/suites/{release.slug}/review/items/{item.pk}/consequences/"
    found = client.get(api).json()
    assert (found["queries"], [one["denied"] for one in found["actions"]]) == (4, [True, False])
    thought = client.get(f"/api/v1/suites/{release.slug}/moves/?item={item.pk}").json()
    assert (thought["answers_changed"], thought["rows_moved"], thought["release"]) == (3, 1, None)
    assert client.get("/api/v1/suites/trips-small/moved/").json()["revises"] is None
    assert client.get("/api/v1/suites/trips-small/moves/").status_code == 422
    ordered = client.post(api + "release/", {"release": True}, content_type="application/json")
    assert (ordered.status_code, ordered.json()["status"]) == (202, "waiting")
    revising.work(item=item.pk, by=lead.pk)
    carrying.work()
    done = client.get("/api/v1/suites/trips-small-v2/moved/").json()
    assert (done["answers_changed"], done["rows_moved"], done["runs_waiting"]) == (3, 1, 0)
    assert done["rows"] == thought["rows"]
    assert done["runs"][0]["rescored"] == 4
    bad = client.post(api + "words/", {"do": "sing"}, content_type="application/json")
    assert bad.status_code == 422
    shown = client.post(
        api + "words/", {"do": "preview", "text": "At e0007."}, content_type="application/json"
    )
    assert shown.json()["passed"] is False


def test_an_action_that_nobody_denied_can_be_thought_away(release: Suite, lead: User, run: Run) -> None:
    text = Rendering.objects.get(event__scenario__suite=release, event__label="e0015", is_current=True)
    item = ReviewItem.objects.create(
        suite=release,
        scenario=text.event.scenario,
        kind="record",
        subject_id=text.pk,
        rendering=text,
        label="e0015",
        form="recognition",
        created_at=reviews.NOW,
    )
    client = browser(lead)
    assert "What would move without it" in seen(client, rests(release, item))
    page = seen(client, f"/suites/{release.slug}/moves/", item=item.pk, without=0)
    assert "<strong>1 answer</strong>" in page
    refused = seen(client, f"/suites/{release.slug}/moves/", 409, item=item.pk)
    assert "Nobody decided" in refused
