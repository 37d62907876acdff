"""The page on which a late record is added: preview, confirmation, once; a released suite; refusals."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios.models import Event, Query, Scenario, Suite
from scenarios.services import history_edits, suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

RECORD = {
    "id": "e0015",
    "t": "2026-01-16T09:00:00Z",
    "text": "Grus now goes to <b>Ash</b>.",
    "kind": "record",
    "actions": "revise dest(Grus, Ash)",
}


@pytest.fixture
def scenario() -> Scenario:
    queries = tuple(query_spec(n, "dest", "Grus", cutoff=day(n * 10)) for n in (1, 2))
    bundle = make.bundle(event_spec(5, act("assert", "dest", "Grus", value="Corby")), queries=queries)
    return suites.store(bundle=bundle, by=None, is_open=True).scenarios.get()


@pytest.fixture
def lead(client: Client) -> Client:
    client.force_login(User.objects.create_user(username="lena", password="x" * 12, role="lead"))
    return client


def path(scenario: Scenario) -> str:
    return f"/suites/{scenario.suite.slug}/{scenario.slug}/edit/"


def hidden(page: Any) -> dict[str, str]:
    """The hidden fields of the form that a page shows."""
    text = page.content.decode()
    names = ("seen", "form_key")
    return {name: re.search(rf'name="{name}"[^>]*?value="([^"]*)"', text)[1] for name in names}  # type: ignore[index]


def answers() -> list[Any]:
    return [query.gold.answer for query in Query.objects.order_by("label").select_related("gold")]


def preview(lead: Client, scenario: Scenario) -> Any:
    form_key = re.search(r'name="form_key" value="([^"]+)"', lead.get(path(scenario)).content.decode())
    assert form_key is not None
    return lead.post(path(scenario), {**RECORD, "form_key": form_key[1], "do": "preview"})


def test_a_record_is_shown_before_it_is_stored_and_stored_once(lead: Client, scenario: Scenario) -> None:
    link = f'href="{path(scenario)}"'
    assert link in lead.get(f"/suites/{scenario.suite.slug}/{scenario.slug}/").content.decode()
    shown = preview(lead, scenario)
    page = shown.content.decode()
    assert (shown.status_code, answers()) == (200, ["Corby", "Corby"])
    for part in ("<strong>1</strong> query changes; 1 may, 1 cannot", "reads dest(Grus)", "Add the record"):
        assert part in page, part
    assert "<b>Ash</b>" not in page
    data = {**RECORD, **hidden(shown), "do": "store"}
    stored = lead.post(path(scenario), data, follow=True)
    assert "e0015 is added. The gold of 1 of 2 queries changed." in stored.content.decode()
    assert answers() == ["Corby", "Ash"]
    again = lead.post(path(scenario), data, follow=True)
    assert "is not stored twice" in again.content.decode()
    assert Event.objects.filter(label="e0015").count() == 1


def test_what_changed_since_the_preview_is_shown_again_before_it_is_stored(
    lead: Client, scenario: Scenario
) -> None:
    shown = preview(lead, scenario)
    history_edits.add_event(scenario=scenario, event=event_spec(12, kind="filler"), by=None)
    again = lead.post(path(scenario), {**RECORD, **hidden(shown), "do": "store"})
    assert "The suite has changed since you saw what this record does" in again.content.decode()
    assert answers() == ["Corby", "Corby"]
    lead.post(path(scenario), {**RECORD, **hidden(again), "do": "store"})
    assert answers() == ["Corby", "Ash"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"id": ""}, "This field is required"),
        ({"t": "2026-01-16T09:00"}, "has no time zone"),
        ({"actions": "dest(Grus"}, "1 fault in the actions"),
        ({"id": "e0005"}, "two events have this id"),
        ({"actions": ""}, "a record must have an action"),
        ({"kind": "song"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_stored_is_told_and_the_form_keeps_what_was_typed(
    lead: Client, scenario: Scenario, changes: dict[str, str], says: str
) -> None:
    refused = lead.post(path(scenario), {**RECORD, **changes, "do": "store"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert says in page
    assert "Grus now goes to &lt;b&gt;Ash" in page
    assert Event.objects.count() == 1


def test_a_released_suite_shows_the_blast_radius_and_is_copied(lead: Client, scenario: Scenario) -> None:
    suites.release(suite=scenario.suite, by=None)
    shown = preview(lead, scenario)
    page = shown.content.decode()
    assert "Add the record" not in page.split("</h1>")[1]
    assert "<strong>1</strong> query changes" in page
    stored = lead.post(path(scenario), {**RECORD, **hidden(shown), "do": "store"})
    assert (stored.status_code, answers()) == (422, ["Corby", "Corby"])
    assert "Copy it to a draft" in stored.content.decode()
    slug = scenario.suite.slug
    copied = lead.post(f"/suites/{slug}/draft/copy/", {"slug": f"{slug}-v2"}, follow=True)
    assert "as version 2" in copied.content.decode()
    assert not Suite.objects.get(slug=f"{slug}-v2").is_released
    twice = lead.post(f"/suites/{slug}/draft/copy/", {"slug": f"{slug}-v2"}, follow=True)
    assert "already a suite" in twice.content.decode()


def test_researchers_are_not_offered_the_page(client: Client, scenario: Scenario) -> None:
    client.force_login(User.objects.create_user(username="rosa", password="x" * 12, role="researcher"))
    shown = client.get(f"/suites/{scenario.suite.slug}/{scenario.slug}/").content.decode()
    assert "Add a record" not in shown
    assert client.get(path(scenario)).status_code == 403
    assert client.post(f"/suites/{scenario.suite.slug}/draft/copy/", {"slug": "mine"}).status_code == 403
