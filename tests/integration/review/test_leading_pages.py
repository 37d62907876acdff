"""The lead's pages: progress, who may see names, settings and people, items (spec 6.5, ux pain 24)."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from scenarios.models import Suite
from scenarios.review.selectors import people, progress, waiting
from scenarios.review.services import claiming, opening, settling
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


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def read(user: User, suite: Suite, page: str = "progress/") -> str:
    response = client_of(user).get(f"/review/{suite.slug}/{page}")
    assert response.status_code == 200
    return response.content.decode()


def dispute(suite: Suite, *judges: User) -> None:
    """Two judges differ on the next item."""
    make.judge(judges[0], suite, **GOOD)
    make.judge(judges[1], suite, exact="no", fluent="yes")


def test_items_are_tallied_by_state_kind_and_scenario() -> None:
    suite = make.opened(4, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    dispute(suite, ann, ben)
    make.judge(ann, suite, **GOOD)
    make.judge(ben, suite, **GOOD)
    make.claim(ann, suite)
    found = progress.overview(suite)
    assert (found.all.total, found.all.done, found.all.disputed, found.all.left) == (4, 1, 1, 2)
    assert {state: n for state, _, n in found.all.stages if n} == {
        "open": 1,
        "in_review": 1,
        "disputed": 1,
        "verified": 1,
    }
    assert [(row.slug, row.tally.total) for row in found.kinds] == [("plain", 4)]
    assert progress.overview(suite, progress.Wanted(kind="record")).all.total == 0
    assert progress.overview(suite, progress.Wanted(scenario=f"{suite.slug}-one")).all.done == 1


def test_an_end_is_told_only_where_there_is_a_pace() -> None:
    suite = make.opened(30)
    (ann,) = make.annotators(suite, "ann")
    for n in range(9):
        make.judge(ann, suite, now=make.later(n))
    unknown = progress.pace(suite, make.later(60))
    assert (unknown.known, unknown.left, unknown.judged, unknown.end) == (False, 21, 9, None)
    make.judge(ann, suite, now=make.later(90))
    found = progress.pace(suite, make.later(120))
    assert (found.left, found.judged, found.hours, found.per_hour, found.hours_left) == (20, 10, 2, 5, 4)
    assert found.end == make.later(120) + (make.later(120) - make.NOW) * 2
    assert not progress.pace(suite, make.later(60 * 24 * 30)).known, "a pace of last month is none"


def test_what_people_do_is_counted_apart_from_check_items() -> None:
    suite = make.opened(3, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    decider = make.person("decider", suite, "adjudicator")
    dispute(suite, ann, ben)
    settling.adjudicate(
        item=make.items(suite)[0],
        fields=GOOD,
        given={},
        reason="It says so.",
        key="9f6a1f44-8f0d-4a26-8d1b-0f7f35b3a111",
        by=decider,
        now=make.later(5),
    )
    dispute(suite, ann, ben)
    make.claim(ben, suite)
    found = {one.user.username: one for one in people.of_suite(suite, make.later(10))}
    assert set(found) == {"ann", "ben", "decider"}
    assert (found["ann"].judged, found["ann"].disputed, found["ann"].held) == (2, 1, 0)
    assert (found["ann"].otherwise.n, found["ann"].otherwise.of) == (0, 1)
    assert (found["ben"].otherwise.n, found["ben"].otherwise.of, found["ben"].held) == (1, 1, 1)
    assert found["ann"].checks.value is None
    assert found["ann"].too_fast.few
    assert found["decider"].judged == 0


def test_only_who_leads_the_review_sees_names() -> None:
    suite = make.opened(3, judges=2)
    ann, ben = make.annotators(suite, "ann-of-the-names", "ben-of-the-names")
    dispute(suite, ann, ben)
    make.claim(ann, suite)
    lead = make.person("lia", suite, "lead")
    assert "ann-of-the-names" in read(lead, suite)
    for role in ("viewer", "researcher", "adjudicator"):
        page = read(make.person(f"a-{role}", suite, role), suite)
        assert "of-the-names" not in page, role
        assert "2 judges" in page
        body = client_of(User.objects.get(username=f"a-{role}")).get(
            f"/api/v1/suites/{suite.slug}/review/progress/"
        )
        assert "of-the-names" not in body.content.decode()


def test_the_progress_page_takes_as_many_queries_however_much_there_is() -> None:
    suite = make.opened(6, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    lead = make.person("lia", suite, "lead")
    client = client_of(lead)
    dispute(suite, ann, ben)
    counts = []
    for names in (("cy", "dee"), ("eve", "fay")):
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get(f"/review/{suite.slug}/progress/").status_code == 200
        counts.append(len(caught))
        for name in names:
            (other,) = make.annotators(suite, name)
            slot = make.claim(other, suite)
            claiming.flag(slot_id=slot.pk, token=slot.token, reason="Odd.", by=other, now=make.NOW)
        dispute(suite, ann, ben)
        rows.scenario(suite=suite)
    assert counts[0] == counts[1] <= 40


def test_what_is_left_until_release_is_one_list() -> None:
    suite = make.opened(3, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    dispute(suite, ann, ben)
    slot = make.claim(ann, suite)
    claiming.flag(slot_id=slot.pk, token=slot.token, reason="Look at this.", by=ann, now=make.NOW)
    left = {one.name: (one.n, one.of) for one in waiting.until_release(suite)}
    assert left["verify"] == (3, 3)
    assert left["failed"] == (0, 3)
    assert (left["disputes"], left["flags"]) == ((1, None), (1, None))
    page = read(make.person("lia", suite, "lead"), suite)
    assert "Look at this." in page
    assert "What is left until release" in page


def test_an_empty_review_offers_the_button_that_fills_it() -> None:
    suite = make.suite_of_records(2)
    lead = make.person("lia", suite, "lead")
    page = read(lead, suite)
    assert "No item is open yet" in page
    assert "Open new items" in page
    client = client_of(lead)
    asked = client.post(f"/review/{suite.slug}/actions/open/", {"back": f"/review/{suite.slug}/items/"})
    assert "Plain records: 2 new items, 2 judgments wanted." in asked.content.decode()
    assert not make.items(suite)
    done = client.post(f"/review/{suite.slug}/actions/open/", {"confirm": "yes", "back": "//evil.example"})
    assert done["Location"] == f"/review/{suite.slug}/progress/"
    assert len(make.items(suite)) == 2
    assert suite.guidelines.filter(kind="plain", version=1).exists()


def test_items_are_found_by_state_and_words_and_show_what_happened() -> None:
    suite = make.opened(3, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    dispute(suite, ann, ben)
    lead = make.person("lia", suite, "lead")
    listed = read(lead, suite, "items/?state=disputed")
    assert "e0001" in listed
    assert "e0002" not in listed
    assert "e0002" in read(lead, suite, "items/?q=Trip 2")
    assert "e0003" not in read(lead, suite, "items/?q=Trip 2")
    page = read(lead, suite, f"items/{make.items(suite)[0].pk}/")
    for words in ("ann", "ben", "in_review → disputed", "Take out"):
        assert words in page


def test_the_settings_page_shows_everybody_and_every_form() -> None:
    suite = make.opened(2)
    lead = make.person("lia", suite, "lead")
    make.annotators(suite, "ann")
    opening.set_policy(suite=suite, by=lead, weights={"kind:plain": 5})
    page = read(lead, suite, "manage/")
    assert "ann" in page
    assert 'name="kind:plain" value="5"' in page
    assert len({part.split('"')[0] for part in page.split(' id="')[1:]}) == page.count(' id="'), "ids repeat"
