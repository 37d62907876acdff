"""Disputes: both judges side by side without names, the decision with its reason, and who may not decide;
those of another suite do not exist (case P03)."""

from __future__ import annotations

import copy
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from scenarios.models import Adjudication, ReviewItem, Suite, Verdict
from scenarios.review.selectors import disputes, overruled
from tests.factories import reviews as make
from tests.factories import scenarios as rows

pytestmark = pytest.mark.django_db
GOOD = {"exact": "yes", "fluent": "yes"}
TEMPLATES = Path(__file__).parents[2] / "templates"


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].append(TEMPLATES)
    settings.TEMPLATES = changed


@pytest.fixture
def suite() -> Suite:
    """Three items; the judges differ on the first two, each in another field."""
    found = make.opened(3, judges=2)
    ann, ben = make.annotators(found, "ann-judges", "ben-judges")
    make.judge(ann, found, **GOOD)
    make.judge(
        ben, found, exact="no", fluent="yes", **{"exact.comment": "It adds a day.", "exact.span": "0-6"}
    )
    make.judge(ann, found, **GOOD)
    make.judge(ben, found, exact="yes", fluent="no")
    make.judge(ann, found, **GOOD)
    make.judge(ben, found, **GOOD)
    return found


@pytest.fixture
def decider(suite: Suite) -> User:
    return make.person("decider", suite, "adjudicator")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def place(item: ReviewItem, query: str = "") -> str:
    return f"/review/{item.suite.slug}/disputes/{item.pk}/{query}"


def test_the_list_says_on_what_judges_differ_and_filters_by_it(suite: Suite, decider: User) -> None:
    client, first, second = client_of(decider), *make.items(suite)[:2]
    listed = client.get(f"/review/{suite.slug}/disputes/").content.decode()
    assert place(first) in listed
    assert place(second) in listed
    assert "e0003" not in listed
    assert '<span class="review-count">2' in listed
    assert "judges</" not in listed
    only = client.get(f"/review/{suite.slug}/disputes/?field=fluent").content.decode()
    assert place(first) not in only
    assert f"{place(second)}?field=fluent" in only
    Verdict.objects.filter(item=first).update(too_fast=True)
    fast = disputes.listed(suite, disputes.Sought(too_fast=True), decider)
    assert [row.item for row in fast] == [first]


def test_a_dispute_shows_what_each_said_and_not_who(suite: Suite, decider: User) -> None:
    item = make.items(suite)[0]
    page = client_of(decider).get(place(item)).content.decode()
    for words in ("Judge A", "Judge B", "It adds a day.", "<mark><bdi>Trip 1</bdi></mark>", item.label):
        assert words in page
    assert "-judges" not in page.replace(suite.slug, "")
    marked = re.findall(r'<tr class="differs">\s*<th[^>]*>(.*?)</th>', page, re.S)
    assert len(marked) == 1
    assert "state-stale" in marked[0], "a difference is marked by words as well as colour"
    found = disputes.one(item, decider)
    assert [line.chosen for line in found.lines] == ["", "yes"], "only what all agree on is preset"
    assert [one.name for one in found.judges] == ["Judge A", "Judge B"]


def test_the_order_of_judges_does_not_tell_who_was_first() -> None:
    """Over several items the first judge stands sometimes left, sometimes right."""
    suite = make.opened(12, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    for _ in range(12):
        make.judge(ann, suite, **GOOD)
        make.judge(ben, suite, exact="no", fluent="yes")
    decider = make.person("decider", suite, "adjudicator")
    left = {disputes.one(item, decider).lines[0].answers for item in make.items(suite)}
    assert left == {("Yes", "No"), ("No", "Yes")}


def test_a_decision_is_stored_once_leads_to_the_next_and_tells_the_judges_why(
    suite: Suite, decider: User
) -> None:
    client, first, second = client_of(decider), *make.items(suite)[:2]
    given = {"exact": "no", "fluent": "yes", "reason": "It adds a day.", "key": str(uuid.uuid4())}
    done = client.post(place(first), given)
    assert done["Location"] == place(second)
    again = client.post(place(first), given)
    assert again.status_code == 302
    assert Adjudication.objects.count() == 1
    first.refresh_from_db()
    assert first.status == "rejected"
    mine = Verdict.objects.select_related("item").filter(item=first).order_by("person__username")
    told = overruled.decisions(mine)
    assert [told[one.pk].overruled for one in mine] == [True, False]
    assert [(line.yours, line.decided) for line in told[mine[0].pk].lines] == [("Yes", "No")]
    anew = client.post(place(first), {**given, "exact": "yes", "key": str(uuid.uuid4())})
    assert anew.status_code == 302
    first.refresh_from_db()
    assert (first.status, first.adjudications.get(is_current=True).version) == ("verified", 2)
    listed = client.get(f"/review/{suite.slug}/disputes/?show=decided").content.decode()
    assert place(first) in listed


def test_a_decision_that_a_release_rests_on_is_not_taken_anew(suite: Suite, decider: User) -> None:
    client, item = client_of(decider), make.items(suite)[0]
    given = {"exact": "no", "fluent": "yes", "reason": "It adds a day."}
    client.post(place(item), {**given, "key": str(uuid.uuid4())})
    later = rows.suite(slug="later", config={"revises": {"changes": [{"item": item.pk}]}})
    assert client.post(place(item), {**given, "key": str(uuid.uuid4())}).status_code == 302
    rows.released(later)
    refused = client.post(place(item), {**given, "key": str(uuid.uuid4())})
    assert refused.status_code == 409
    assert "Release later rests on this decision" in refused.content.decode()
    assert item.adjudications.count() == 2


def test_the_last_decision_leads_back_to_the_list(suite: Suite, decider: User) -> None:
    client, second = client_of(decider), make.items(suite)[1]
    given = {**GOOD, "reason": "Fine.", "key": str(uuid.uuid4())}
    assert client.post(place(second), given)["Location"] == f"/review/{suite.slug}/disputes/"


@pytest.mark.parametrize(
    ("missing", "words"),
    [("reason", "A decision needs a reason"), ("exact", "Choose one answer"), ("key", "no UUID")],
)
def test_a_decision_that_lacks_something_comes_back_with_what_was_entered(
    suite: Suite, decider: User, missing: str, words: str
) -> None:
    given = {"exact": "no", "fluent": "no", "reason": "It adds a day.", "key": str(uuid.uuid4())}
    response = client_of(decider).post(place(make.items(suite)[0]), {**given, missing: ""})
    page = response.content.decode()
    assert response.status_code == 422
    assert words in page
    assert missing == "reason" or "It adds a day.</textarea>" in page
    assert 'name="fluent" value="no" checked' in page
    assert not Adjudication.objects.exists()


def test_who_judged_or_worded_it_does_not_decide_it(suite: Suite) -> None:
    first, second = make.items(suite)[:2]
    judge = User.objects.get(username="ann-judges")
    judge.suite_memberships.update(role="adjudicator")
    author = make.person("author", suite, "lead")
    ReviewItem.objects.filter(pk=second.pk).update(author=author)
    given = {**GOOD, "reason": "Mine.", "key": str(uuid.uuid4())}
    for person, item, words in ((judge, first, "You judged it"), (author, second, "You worded it")):
        client = client_of(person)
        page = client.get(place(item)).content.decode()
        assert words in page
        assert 'name="reason"' not in page
        assert client.post(place(item), given).status_code == 409
    assert not Adjudication.objects.exists()


def test_p03_an_item_of_another_suite_is_404_like_none(suite: Suite, decider: User) -> None:
    other = make.opened(1, judges=2)
    foreign = make.items(other)[0]
    client = client_of(decider)
    for path in (
        f"/review/{suite.slug}/disputes/{{}}/",
        f"/api/v1/suites/{suite.slug}/review/disputes/{{}}/",
    ):
        for method in (client.get, client.post):
            found = method(path.format(foreign.pk)), method(path.format(foreign.pk + 99))
            assert [one.status_code for one in found] == [404, 404]
    assert client.get(place(foreign)).status_code == 404


def test_judges_see_nothing_of_it_before_it_is_decided(suite: Suite) -> None:
    client = client_of(User.objects.get(username="ann-judges"))
    item = make.items(suite)[0]
    assert client.get(place(item)).status_code == 403
    assert client.get(f"/api/v1/suites/{suite.slug}/review/disputes/{item.pk}/").status_code == 403
    assert client.get(f"/api/v1/suites/{suite.slug}/review/items/{item.pk}/").status_code == 403


def test_the_list_takes_as_many_queries_however_long_it_is(suite: Suite, decider: User) -> None:
    client, counts = client_of(decider), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as caught:
            client.get(f"/review/{suite.slug}/disputes/")
        counts.append(len(caught))
        ReviewItem.objects.filter(suite=suite).update(status="disputed")
    assert counts[0] == counts[1] <= 14


def test_the_api_decides_as_the_page_does(suite: Suite, decider: User) -> None:
    client, item = client_of(decider), make.items(suite)[0]
    base = f"/api/v1/suites/{suite.slug}/review/disputes/"
    assert [row["item"] for row in client.get(base).json()["results"]][0] == item.pk
    shown = client.get(f"{base}{item.pk}/").json()
    assert [field["differs"] for field in shown["fields"]] == [True, False]
    body = {"fields": {**GOOD, "price": "low"}, "reason": "So.", "key": str(uuid.uuid4())}
    refused = client.post(f"{base}{item.pk}/", body, content_type="application/json")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["price"])
    done = client.post(f"{base}{item.pk}/", {**body, "fields": GOOD}, content_type="application/json")
    assert (done.status_code, done.json()["decision"]["outcome"]) == (200, "verified")
