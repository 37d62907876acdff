"""Gold stays home (overview 4.10): a marker planted in all of it shows to nobody who may not see gold.

Every address comes from the URL resolver, so a new page or route is walked without being told.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import addresses, web_world
from tests.factories import scenarios as make
from tests.factories.gold_walk import Seen, in_lines, in_response, listening, walk
from tests.factories.web_world import ANONYMOUS, MARKER, World

SUITES = ("open", "closed", "held-out")
#: Those who may not see gold; the suite walks as one of them, ``make accept`` as all.
BLIND = [
    "annotator",
    *(pytest.param(role, marks=pytest.mark.whole) for role in (ANONYMOUS, "viewer", "system")),
]


@pytest.fixture
def marked(world: World) -> World:
    """The world, with the members that its suites lack: an annotator and a viewer everywhere."""
    for slug in ("closed", "held-out"):
        for role in ("annotator", "viewer"):
            make.member(world.people[role], world.suites[slug], role)
    return world


def leak(response: Any, path: str) -> str:
    return next((found.word for found in in_response(response, path)), "")


def leaks_of(seen: Seen, least: int) -> str:
    """What was found, a line each; so many answers were looked at, and some of them were refusals."""
    assert seen.count > least
    assert seen.errors > 20
    return "\n".join(map(str, seen.found))


@pytest.mark.parametrize("role", BLIND)
def test_no_page_or_route_shows_the_marker_to_those_who_may_not_see_gold(marked: World, role: str) -> None:
    user = marked.people.get(role)
    with listening() as lines:
        seen = walk(marked.client(role), user, marked, SUITES)
    assert not leaks_of(seen, 300)
    assert lines
    assert not in_lines(lines)


@pytest.mark.whole
def test_no_token_of_a_system_reaches_it(marked: World) -> None:
    assert not leaks_of(walk(marked.api("system"), None, marked, SUITES), 300)


@pytest.mark.parametrize("role", BLIND)
def test_a_practice_suite_serves_its_gold_where_it_says_so_and_nowhere_else(
    marked: World, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    web_world.add_practice(marked, monkeypatch)
    served = "/api/v1/suites/practice/gold/"
    for client, user in ((marked.client(role), marked.people.get(role)), (marked.api(role), None)):
        seen = walk(client, user, marked, ("practice",), elsewhere=False)
        told = {found.place.rpartition(" ")[2].partition("?")[0] for found in seen.found}
        assert told == (set() if role == ANONYMOUS else {served})
        assert seen.count > 200


def test_no_verdict_on_an_answer_names_gold_but_on_a_practice_suite(
    marked: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    web_world.add_practice(marked, monkeypatch)
    for slug, told in (("practice", True), ("open", False), ("held-out", False), ("closed", False)):
        asked = {"question": f"{slug}-history/q001", "answer": '{"label": "unknown"}'}
        page = marked.client("viewer").post(f"/suites/{slug}/practice/", asked)
        call = marked.api("viewer").post(
            f"/api/v1/suites/{slug}/check-answer/", asked, content_type="application/json"
        )
        for response in (page, call):
            assert (MARKER in response.content.decode()) is told, response.content
            assert response.status_code == (200 if told else 409)


@pytest.mark.whole
def test_those_who_see_gold_elsewhere_see_none_where_they_are_no_members(marked: World) -> None:
    client = marked.client("lead")
    seen = walk(client, marked.people["lead"], marked, ("closed", "held-out"))
    # The audit is one page for all suites, and what was done to the open one is theirs to read.
    leaks = [str(found) for found in seen.found if "/audit/" not in found.place]
    assert not leaks, "\n".join(leaks)
    rows = client.get("/api/v1/audit/").json()["results"]
    told = {row["subject"].partition(":")[2].partition("/")[0] for row in rows}
    assert "open" in told
    assert not {"closed", "held-out"} & told
    for path in ("/audit/", "/api/v1/audit/"):
        assert leak(client.get(f"{path}?suite=open"), path)
        for slug in ("closed", "held-out"):
            assert not leak(client.get(f"{path}?suite={slug}"), path)


def test_a_lead_does_see_it_so_that_the_walk_can_fail(marked: World) -> None:
    lead, values = marked.client("lead"), marked.values("open")
    paths = {found.name: found.path(values) for found in addresses.ours()}
    for name in (
        "scenarios:suite",
        "scenarios:scenario",
        "scenarios:query",
        "scenarios:query_dag",
        "scenarios:scenario_time",
        "scenarios:event",
        "benchmark:run_answers",
        "api-actions-list",
        "api-time",
        "api-event",
        "api-query-gold",
        "api-query-derivation",
        "api-run-answers",
        "probes:diagnosis",
        "probes:run_diagnosis_queries",
        "probes:card",
        "probes:card_file",
        "api-run-diagnoses",
        "api-diagnosis",
        "review_lead:dispute",
        "review_lead:item",
    ):
        assert MARKER in lead.get(paths[name]).content.decode(), name
    assert "is-witness" in lead.get(f"{paths['scenarios:scenario']}?query=q001").content.decode()
    seen = walk(lead, marked.people["lead"], marked, ("open",))
    assert len({found.place.rpartition(" ")[2].partition("?")[0] for found in seen.found}) >= 9


@pytest.mark.parametrize("route", ["api-query-gold", "api-actions-list", "api-query-derivation"])
def test_a_system_token_is_refused_gold_actions_and_derivations_for_its_scope(
    quiet_world: World, route: str
) -> None:
    """AC-16.2."""
    path = next(found for found in addresses.ours() if found.name == route).path(quiet_world.values("open"))
    response = quiet_world.api("system").get(path)
    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "scope"
    assert "scope" in response["WWW-Authenticate"]
    assert quiet_world.api("lead").get(path).status_code == 200


def test_a_membership_does_not_lift_a_system_to_gold(quiet_world: World) -> None:
    make.member(quiet_world.people["system"], quiet_world.suites["closed"], "lead")
    api = quiet_world.api("system")
    base = "/api/v1/suites/closed/"
    assert api.get(base).status_code == 200
    refused = api.get(f"{base}scenarios/closed-history/queries/q001/gold/")
    assert (refused.status_code, refused.json()["code"]) == (401, "scope")
