"""Gold stays home (overview 4.10): a marker planted in all of it shows to nobody who may not see gold.

Every address comes from the URL resolver, so a new page or route is walked without being told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.factories import addresses, web_world
from tests.factories import scenarios as make
from tests.factories.addresses import Address
from tests.factories.web_world import ANONYMOUS, MARKER, World

#: What a page, an answer of the API or a header may not hold. The classes mark a witness and a distractor.
LEAKS = (MARKER, "is-witness", "is-distractor")
OWN_WITNESSES = ("/playground/",)
"""Where the witness marked is that of what the person typed in: the marker alone may not show there."""
VARIANTS = {
    "scenarios:suite": ("?label=answerable&sort=-witness", "?reference=id", "?q=Grus"),
    "scenarios:suite_queries": ("?bait=yes", "?degree=1&sort=height"),
    "scenarios:scenario": ("?query=q001", "?kind=distractor", "?cutoff=2026-01-05T00:00:00Z"),
    "scenarios:scenario_time": ("?query=q001&cutoff=2026-01-05", "?position=1", "?query=q001&jump=next"),
    "benchmark:run_answers": ("?system=a-system&verdict=wrong",),
    "benchmark:run_list": ("?status=done",),
    "probes:run_diagnosis": ("?system=a-system&failure=unretrievable",),
    "probes:diagnosis": ("?step=self-1",),
    "review_lead:progress": ("?kind=complaint", "?part=batches"),
    "review_lead:disputes": ("?show=decided", "?kind=complaint"),
}
"""More to ask of some addresses, beside what is asked of all."""


@pytest.fixture
def marked(world: World) -> World:
    """The world, with the members that its suites lack: an annotator and a viewer everywhere."""
    for slug in ("closed", "held-out"):
        for role in ("annotator", "viewer"):
            make.member(world.people[role], world.suites[slug], role)
    return world


def asked_of(found: Address, path: str, nodes: list[int]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Method, path and headers of what is asked of one address."""
    yield "get", path, {}
    if found.template.startswith("/admin/"):
        return
    yield "post", path, {}
    yield "options", path, {}
    if found.template.startswith("/api/"):
        yield "get", path, {"Accept": "text/html"}
        return
    yield "get", path, {"HX-Request": "true"}
    for variant in VARIANTS.get(found.name, ()):
        yield "get", path + variant, {}
    if found.name in ("scenarios:query", "probes:diagnosis"):
        for node in nodes:
            yield "get", f"{path}?node={node}", {"HX-Request": "true"}


def leak(response: Any, path: str) -> str:
    body = b"".join(response) if response.streaming else response.content
    text = body.decode("utf-8", "replace") + str(dict(response.headers))
    words = (MARKER,) if path in OWN_WITNESSES else LEAKS
    return next((word for word in words if word in text), "")


def walk(
    client: Client, user: Any, world: World, slugs: tuple[str, ...], *, elsewhere: bool = True
) -> tuple[list[str], int]:
    """What leaked where, and how many answers were looked at; ``elsewhere`` outside suites too."""
    leaks, seen = [], 0
    for slug in slugs:
        nodes = world.suites[slug].scenarios.get().derivation_nodes.values_list("pk", flat=True)
        for found in addresses.walk():
            if not found.leads_into_a_suite and (slug != slugs[0] or not elsewhere):
                continue
            for method, path, headers in asked_of(found, found.path(world.values(slug)), list(nodes)):
                response = getattr(client, method)(path, headers=headers)
                assert response.status_code != 500, path
                seen += 1
                if word := leak(response, path):
                    leaks.append(f"{word} at {method} {path}")
            if user is not None and found.name == "accounts:sign_out":
                client.force_login(user)
    return leaks, seen


@pytest.mark.parametrize("role", [ANONYMOUS, "annotator", "viewer", "system"])
def test_no_page_or_route_shows_the_marker_to_those_who_may_not_see_gold(marked: World, role: str) -> None:
    user = marked.people.get(role)
    leaks, seen = walk(marked.client(role), user, marked, ("open", "closed", "held-out"))
    assert not leaks, "\n".join(leaks)
    assert seen > 200


def test_no_token_of_a_system_reaches_it(marked: World) -> None:
    leaks, seen = walk(marked.api("system"), None, marked, ("open", "closed", "held-out"))
    assert not leaks, "\n".join(leaks)
    assert seen > 200


@pytest.mark.parametrize("role", [ANONYMOUS, "annotator", "viewer", "system"])
def test_a_practice_suite_serves_its_gold_where_it_says_so_and_nowhere_else(
    marked: World, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    web_world.add_practice(marked, monkeypatch)
    served = "/api/v1/suites/practice/gold/"
    for client, user in ((marked.client(role), marked.people.get(role)), (marked.api(role), None)):
        leaks, seen = walk(client, user, marked, ("practice",), elsewhere=False)
        assert {found.rpartition(" ")[2] for found in leaks} == (set() if role == ANONYMOUS else {served})
        assert seen > 150


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


def test_those_who_see_gold_elsewhere_see_none_where_they_are_no_members(marked: World) -> None:
    client = marked.client("lead")
    leaks, _ = walk(client, marked.people["lead"], marked, ("closed", "held-out"))
    # The audit is one page for all suites, and what was done to the open one is theirs to read.
    leaks = [found for found in leaks if not found.endswith(("/audit/", "/audit/?suite=open"))]
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
    leaks, _ = walk(lead, marked.people["lead"], marked, ("open",))
    assert len({line.rpartition(" ")[2].partition("?")[0] for line in leaks}) >= 9


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
