"""The API twin of editing a history: dry runs, edits, and refusals as problem details."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from scenarios.models import Event, Query, Scenario
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

REVISION = {"op": "revise", "pred": "dest", "key": ["Grus"], "value": "Ash"}
LATE = {
    "id": "e0015",
    "t": "2026-01-16T09:00:00Z",
    "text": "Grus now goes to Ash.",
    "actions": [REVISION],
}


@pytest.fixture
def scenario() -> Scenario:
    queries = tuple(query_spec(n, "dest", "Grus", cutoff=day(n * 10)) for n in (1, 2))
    bundle = make.bundle(event_spec(5, act("assert", "dest", "Grus", value="Corby")), queries=queries)
    return suites.store(bundle=bundle, by=None, is_open=True).scenarios.get()


@pytest.fixture
def api(scenario: Scenario) -> Client:
    lead = User.objects.create_user(username="lena", password="x" * 12, role="lead")
    _, token = tokens.create(user=lead, name="test", by=lead, now=timezone.now())
    return Client(headers={"authorization": f"Token {token}"})


def post(api: Client, scenario: Scenario, data: Any, *, event: str = "") -> Any:
    base = f"/api/v1/suites/{scenario.suite.slug}/scenarios/{scenario.slug}/events/"
    return api.post(base + (f"{event}/" if event else ""), data, content_type="application/json")


def answers() -> list[Any]:
    return [query.gold.answer for query in Query.objects.order_by("label").select_related("gold")]


def test_a_dry_run_says_what_storing_then_does(api: Client, scenario: Scenario) -> None:
    shown = post(api, scenario, {**LATE, "dry_run": True})
    assert (shown.status_code, answers()) == (200, ["Corby", "Corby"])
    stored = post(api, scenario, LATE)
    assert (stored.status_code, answers()) == (201, ["Corby", "Ash"])
    assert {**shown.json(), "stored": True} == stored.json()
    (query,) = stored.json()["queries"]
    assert query["before"] == {"label": "answerable", "answer": "Corby", "missing": []}
    assert query["after"]["answer"] == "Ash"
    assert query["reads"] == ["dest(Grus)"]
    assert stored.json()["touched_keys"] == [{"key": "dest(Grus)", "since": "2026-01-16T09:00:00+00:00"}]


def test_a_record_is_changed_and_removed(api: Client, scenario: Scenario) -> None:
    changed = post(api, scenario, {"actions": "dest(Grus, Ash)"}, event="e0005")
    assert (changed.status_code, changed.json()["verb"], answers()) == (201, "change", ["Ash", "Ash"])
    removed = post(api, scenario, {"remove": True}, event="e0005")
    assert (removed.status_code, removed.json()["verb"], answers()) == (201, "remove", [None, None])
    assert not Event.objects.exists()


def test_refusals_are_problem_details_and_store_nothing(api: Client, scenario: Scenario) -> None:
    """Case P07 too: what can be read and yet cannot be stored is named."""
    cases: list[tuple[Any, str, int, str]] = [
        ({}, "", 422, "id: is missing"),
        ([1], "", 422, "one JSON object"),
        ({**LATE, "dry_run": "yes"}, "", 422, "dry_run: must be true or false"),
        ({**LATE, "actions": "dest(Grus"}, "", 422, "1 fault in the actions"),
        ({**LATE, "id": "e0005"}, "", 422, "event"),
        ({**LATE, "seq": 10**30}, "", 422, "seq"),
        ({**LATE, "id": 10**30}, "", 422, "id"),
        ({**LATE, "t": "10000-01-01T00:00:00Z"}, "", 422, "t:"),
        ({**LATE, "actions": [{**REVISION, "pred": "nobody"}]}, "", 422, "nobody"),
        ({**LATE, "actions": [{**REVISION, "value": 10**30}]}, "", 422, "actions[0].value"),
        ({"actions": [], "remove": True}, "e0005", 422, "alone"),
        ({"actions": ""}, "e0005", 422, "a record must have an action"),
        ({"remove": True}, "e0099", 409, "no event 'e0099'"),
        ({"actions": "dest(Grus, Corby)"}, "e0005", 409, "stands for these actions already"),
    ]
    for data, event, status, says in cases:
        refused = post(api, scenario, data, event=event)
        assert refused.status_code == status, data
        assert refused.headers["content-type"] == "application/problem+json"
        assert says in refused.json()["detail"], refused.json()
    twice = post(api, scenario, {**LATE, "id": "e0005", "seq": 5}).json()
    assert {problem["code"] for problem in twice["problems"]} == {"event-twice", "seq-twice"}
    assert (answers(), Event.objects.count()) == (["Corby", "Corby"], 1)


def test_a_released_suite_answers_a_dry_run_and_refuses_the_edit(api: Client, scenario: Scenario) -> None:
    suites.release(suite=scenario.suite, by=None)
    assert post(api, scenario, {**LATE, "dry_run": True}).json()["queries_changed"] == 1
    refused = post(api, scenario, LATE)
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "Copy it to a draft" in refused.json()["detail"]
