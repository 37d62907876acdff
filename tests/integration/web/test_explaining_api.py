"""The API twins: explain, why not, difference, resolve; refusals as problem details; systems never."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from scenarios.datalog.errors import SlowQueryError
from tests.factories.web_world import World

API = "/api/v1/suites/worked-example/scenarios/figure3/"


@pytest.fixture
def lead(quiet_world: World) -> Client:
    """A lead's token."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world.api("lead")


def asked(client: Client, what: str, status: int = 200, **parameters: Any) -> Any:
    response = client.get(f"{API}{what}/", parameters)
    assert response.status_code == status, response.content.decode()
    return response.json()


def test_explain_gives_answer_witnesses_and_graph(lead: Client) -> None:
    found = asked(lead, "explain", goal="country(Grus)", cutoff="2026-06-30")
    assert (found["answer"], found["label"], found["witnesses"]) == ("Drossel", "answerable", [["e4", "e7"]])
    assert found["root"] == "derived:country(Grus)"
    assert len(found["nodes"]) == 5
    stored = asked(lead, "explain", query="q1")
    assert (stored["goal"], stored["answer"], stored["stored_gold"]) == ("n_outside(Vera)", 2, False)


def test_why_not_and_what_settles_it(lead: Client) -> None:
    found = asked(lead, "whynot", goal="country(Grus, Drossel)")
    row = found["goals"][0]["clauses"][0]["rows"][0]
    assert row["failing"]["literal"] == "city_in(Corby,Drossel)"
    assert found["settled_by"] is None
    early = asked(lead, "whynot", query="q1", cutoff="2026-03-31", depth=2)
    assert early["settled_by"]["event"] == "e9"
    assert early["goals"][0]["known"] is False


def test_difference_names_its_causes(lead: Client) -> None:
    found = asked(lead, "difference", goal="n_outside(Vera)", cutoff="2026-08-31", against="2026-06-30")
    assert [cause["event"] for cause in found["causes"]] == ["e10"]
    assert (found["before"]["answer"], found["after"]["answer"]) == (3, 2)


def test_resolve_goes_page_by_page(lead: Client) -> None:
    whole = asked(lead, "resolve", cutoff="2026-08-31")
    first = asked(lead, "resolve", cutoff="2026-08-31", limit=3)
    rest = asked(lead, "resolve", cutoff="2026-08-31", after=first["next"])
    assert first["facts"] + rest["facts"] == whole["facts"]
    assert first["rest"] == len(whole["facts"]) + len(whole["groups"]) - 3
    assert [fact["value"] for fact in asked(lead, "resolve", pred="dest", key="Grus")["facts"]] == ["Corby"]
    changed = asked(lead, "resolve", cutoff="2026-08-31", against="2026-06-30")["changes"]
    assert [(one["before"]["value"], one["after"]["value"]) for one in changed] == [("Halewick", "Corby")]


@pytest.mark.parametrize(
    ("what", "parameters", "says"),
    [
        ("explain", {}, "Give one of goal and query"),
        ("explain", {"goal": "country(Grus)", "query": "q1"}, "Give one of goal and query"),
        ("explain", {"goal": "n_outsde(Vera)"}, "it declares n_outside"),
        ("explain", {"goal": "country(Grus)", "cutoff": "soon"}, "is no cutoff"),
        ("explain", {"goal": "country(Grus)", "depth": "1"}, "Unknown parameter"),
        ("whynot", {"goal": "country(Grus)", "depth": "-1"}, "Not a number from 0 to 5"),
        ("difference", {"goal": "country(Grus)"}, "Give a cutoff"),
        ("resolve", {"limit": "0"}, "Not a number from 1 to 1000"),
    ],
)
def test_what_is_refused_is_a_problem(lead: Client, what: str, parameters: dict[str, str], says: str) -> None:
    response = lead.get(f"{API}{what}/", parameters)
    assert response.status_code == 400
    assert response["Content-Type"].startswith("application/problem+json")
    assert says in response.content.decode()


def test_a_slow_query_is_a_problem_of_its_own(lead: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(**_: object) -> None:
        raise SlowQueryError("n_outside took longer than 60 seconds")

    monkeypatch.setattr("scenarios.services.explaining.evaluate", slow)
    found = asked(lead, "explain", 503, goal="n_outside(Vera)")
    assert (found["code"], found["detail"]) == ("slow", "n_outside took longer than 60 seconds")


def test_an_unknown_query_is_not_found(lead: Client) -> None:
    asked(lead, "explain", 404, query="nobody")


@pytest.mark.parametrize(("role", "status"), [("annotator", 403), ("system", 401), ("researcher", 200)])
def test_who_may_ask(quiet_world: World, role: str, status: int) -> None:
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    client = quiet_world.api(role)
    for what in ("explain", "whynot"):
        asked(client, what, status, goal="n_outside(Vera)")
    asked(client, "resolve", status)
