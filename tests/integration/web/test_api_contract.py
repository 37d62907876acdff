"""The API: shapes, problem details, parameters, cursors, scopes, the OpenAPI document (spec 16, ux.md)."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.services import tokens
from benchmark.models import Run
from scenarios.api.serializers import QuerySerializer, RecordSerializer
from scenarios.models import Event, Query, Suite
from tests.factories import scenarios as make
from tests.factories.web_world import World

HISTORY = "/api/v1/suites/open/scenarios/open-history/"


def pages(client: Client, path: str) -> list[Any]:
    """All rows of a list, by following ``next``."""
    rows, following = [], path
    while following:
        page = client.get(following).json()
        rows += page["results"]
        following = page["next"]
    return rows


@pytest.mark.django_db
def test_a_record_is_id_t_and_text_and_what_it_has_of_speaker_and_session() -> None:
    """AC-1.2."""
    scenario = make.scenario()
    make.event(scenario, 1)
    make.event(scenario, 2, speaker="Vera", kind="distractor", distractor_kind="D1", template="t")
    make.event(scenario, 3, speaker="Vera", session="s1")
    make.event(scenario, 4, speaker="", session="s1")
    rows = [dict(RecordSerializer(event).data) for event in Event.objects.with_text()]
    assert [set(row) for row in rows] == [
        {"id", "t", "text"},
        {"id", "t", "text", "speaker"},
        {"id", "t", "text", "speaker", "session"},
        {"id", "t", "text", "session"},
    ]
    assert rows[0] == {"id": "e0001", "t": "2026-01-02T09:00:00Z", "text": "A record."}


@pytest.mark.django_db
def test_a_query_is_id_tau_question_and_answer_type() -> None:
    make.query(make.scenario(), stated="secret", target={"a": 1})
    (row,) = (dict(QuerySerializer(query).data) for query in Query.objects.with_question())
    assert row == {
        "id": "q001",
        "tau": "2026-01-31T09:00:00Z",
        "question": "Where does Grus go?",
        "answer_type": "entity",
    }


REFUSED = (
    ("anonymous", "/api/v1/", 401, "not_authenticated"),
    ("annotator", f"{HISTORY}queries/q001/gold/", 403, "permission_denied"),
    ("lead", "/api/v1/suites/closed/", 404, "not_found"),
    ("lead", "/api/v1/suites/none/", 404, "not_found"),
    ("lead", f"{HISTORY}queries/q999/", 404, "not_found"),
    ("lead", "/api/v1/runs/999999999999999999999999/", 404, "not_found"),
    ("lead", "/api/v1/runs/first/", 404, "not_found"),
    ("anonymous", "/api/v1/nothing/", 404, "not_found"),
    ("lead", f"{HISTORY}records/?kind=distractor", 400, "invalid"),
    ("lead", "/api/v1/suites/?q=1", 400, "invalid"),
    ("lead", "/api/v1/suites/open/?cursor=1", 400, "invalid"),
    ("lead", "/api/v1/leaderboards/open/?top=3", 400, "invalid"),
    ("lead", "/api/v1/runs/?status=asleep", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cutoff=yesterday", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cutoff=2026-08-31T23:59:59", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cutoff=2026-13-45T00:00:00Z", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cutoff=", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cutoff=%00", 400, "invalid"),
    ("lead", f"{HISTORY}queries/?family=%00", 400, "invalid"),
    ("lead", f"{HISTORY}queries/a%00b/", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cursor=nonsense", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cursor=W10", 400, "invalid"),
    ("lead", f"{HISTORY}records/?cursor=%E2%98%83", 400, "invalid"),
    ("lead", f"{HISTORY}records/?page_size=0", 400, "invalid"),
    ("lead", f"{HISTORY}records/?page_size=-5", 400, "invalid"),
    ("lead", f"{HISTORY}records/?page_size=ten", 400, "invalid"),
)


def test_errors_are_problem_details_with_a_stable_code(quiet_world: World) -> None:
    for role, path, status, code in REFUSED:
        response = quiet_world.api(role).get(path)
        assert response.status_code == status, f"{path}: {response.content!r}"
        assert response["Content-Type"] == "application/problem+json", path
        problem = response.json()
        assert {"type", "title", "status", "code", "detail", "instance"} <= set(problem), path
        assert (problem["status"], problem["code"]) == (status, code), path
        assert problem["instance"] == path.partition("?")[0].replace("%00", "\x00")


def test_one_suite_and_one_scenario_are_told_as_in_their_lists(quiet_world: World) -> None:
    api = quiet_world.api("lead")
    for place in ("/api/v1/suites/", "/api/v1/suites/open/scenarios/"):
        row = next(row for row in api.get(place).json()["results"] if row["slug"].startswith("open"))
        assert row["n_events"] == 3
        assert api.get(f"{place}{row['slug']}/").json() == row


def test_unknown_parameters_are_named_with_the_known_ones(quiet_world: World) -> None:
    problem = quiet_world.api("lead").get(f"{HISTORY}records/?kind=x&predicate=y").json()
    assert set(problem["fields"]) == {"kind", "predicate"}
    assert "Known: cutoff, cursor, page_size" in problem["fields"]["kind"][0]


def test_a_browser_that_is_refused_gets_a_page_of_the_right_type(quiet_world: World) -> None:
    for path, status in (
        ("/api/v1/suites/", 200),
        ("/api/v1/suites/none/", 404),
        ("/api/v1/nothing/", 404),
        ("/api/v1/runs/", 200),
    ):
        response = quiet_world.client("lead").get(path, headers={"Accept": "text/html"})
        assert response.status_code == status
        assert response["Content-Type"].startswith("text/html")


def test_a_cutoff_is_inclusive_and_takes_any_zone(quiet_world: World) -> None:
    api = quiet_world.api("lead")
    for written in ("2026-01-03T09:00:00Z", "2026-01-03T11:00:00+02:00", "2026-01-03T11:00:00%2B02:00"):
        rows = api.get(f"{HISTORY}records/?cutoff={written}").json()["results"]
        assert [row["id"] for row in rows] == ["e0001", "e0002"]
    for written in (
        "0001-01-01T00:00:00%2B14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-01-03T09:00:00-18:54",  # farther than Postgres reads
    ):
        assert api.get(f"{HISTORY}records/?cutoff={written}").status_code == 200


def test_pages_neither_repeat_nor_skip_while_rows_come_in(quiet_world: World) -> None:
    scenario = quiet_world.suites["open"].scenarios.get()
    for seq in range(4, 30):  # all at one moment: the place of a row is its whole key
        make.event(scenario, seq, observed_at=make.day(9))
    client = quiet_world.api("lead")
    first = client.get(f"{HISTORY}records/?page_size=10").json()
    seen = [row["id"] for row in first["results"]]
    make.event(scenario, 40, observed_at=make.day(0))  # before the place
    make.event(scenario, 41, observed_at=make.day(20))  # after it
    seen += [row["id"] for row in pages(client, first["next"])]
    assert len(seen) == len(set(seen)) == 30
    assert "e0040" not in seen
    assert seen[-1] == "e0041"


def test_a_list_that_falls_goes_on_below_its_cursor(world: World) -> None:
    client = world.api("admin")
    first = client.get("/api/v1/runs/?page_size=2").json()
    newest = Run.objects.order_by("-created_at").first()
    assert newest is not None
    newest.pk, newest.created_at = None, timezone.now() + timedelta(hours=1)
    newest.save()
    rest = pages(client, first["next"])
    ids = [row["id"] for row in first["results"] + rest]
    assert len(ids) == len(set(ids)) == 3


def test_the_page_size_is_capped(quiet_world: World) -> None:
    Suite.objects.bulk_create(
        Suite(slug=f"many-{number}", title="x", kind="derive", is_open=True) for number in range(210)
    )
    client = quiet_world.api("lead")
    assert len(client.get("/api/v1/suites/?page_size=100000").json()["results"]) == 200
    assert len(client.get("/api/v1/suites/").json()["results"]) == 50
    assert len(pages(client, "/api/v1/suites/?page_size=70")) == 212


def launch(client: Client, **fields: Any) -> Any:
    body = {"suite": "open", "systems": ["a-system"], "reader": "symbolic", **fields}
    return client.post("/api/v1/runs/", json.dumps(body), content_type="application/json")


NO_LAUNCH: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"suite": "closed"}, 404, "Nothing here"),
    ({"suite": "none"}, 404, "Nothing here"),
    ({"systems": ["nobody"]}, 400, "Not registered: nobody"),
    ({"systems": []}, 400, "at least 1 element"),
    ({"systems": ["a\x00b"]}, 400, "Null characters"),
    ({"systems": ["\ud800"]}, 400, "urrogate"),
    ({"reader": "oracle"}, 400, "no reader is called"),
    ({"hints": ["loud"]}, 400, "not a valid choice"),
    ({"budget": 0}, 400, "greater than or equal to 1"),
    ({"repetitions": 10**30}, 400, "less than or equal to 20"),
    ({"reader": "chat", "reader_config": {"api_key_env": "DATABASE_URL"}}, 400, "only be set by command"),
    ({"reader": "chat", "reader_config": {"base_url": "http://10.0.0.1"}}, 400, "only be set by command"),
    ({"reader_config": ["a"]}, 400, "dictionary"),
    ({"reader_config": {"model": "x"}}, 400, "takes no setting"),
)


def test_a_launch_that_cannot_be_is_refused_with_its_reasons(world: World) -> None:
    client, before = world.api("lead"), Run.objects.count()
    for fields, status, words in NO_LAUNCH:
        response = launch(client, **fields)
        assert response.status_code == status, f"{fields}: {response.content!r}"
        assert words in response.content.decode(), fields
    assert Run.objects.count() == before


def test_a_launch_is_estimated_made_and_cancelled_once(world: World) -> None:
    client = world.api("lead")
    body = json.dumps({"suite": "open", "systems": ["a-system"], "reader": "symbolic"})
    estimate = client.post("/api/v1/runs/estimate/", body, content_type="application/json").json()
    assert (estimate["variants"], estimate["events"], estimate["questions"]) == (1, 3, 1)
    run = launch(client).json()
    assert run["status"] == "queued"
    path = f"/api/v1/runs/{run['id']}/"
    assert client.get(path).json()["progress"]["total"] == 1
    for _ in range(2):
        assert client.post(f"{path}cancel/").json()["status"] == "cancelled"
    done = world.runs["open"]
    refused = client.post(f"/api/v1/runs/{done.pk}/cancel/")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


def test_a_body_that_is_no_launch_is_refused(quiet_world: World) -> None:
    for body in ("", "[]", "null", "{", '"x"', "[1]", '{"suite": {}}'):
        response = quiet_world.api("lead").post("/api/v1/runs/", body, content_type="application/json")
        assert response.status_code == 400, body
        assert response.json()["code"] in ("invalid", "parse_error"), body


def test_a_token_reaches_what_its_scopes_name_and_no_more(quiet_world: World) -> None:
    lead = quiet_world.people["lead"]
    _, secret = tokens.create(
        user=lead, name="narrow", by=lead, now=timezone.now(), scopes=["suite.view", "record.view"]
    )
    client = Client(headers={"Authorization": f"Token {secret}"})
    assert client.get(f"{HISTORY}records/").status_code == 200
    for path in (f"{HISTORY}actions/", f"{HISTORY}queries/q001/gold/", "/api/v1/runs/"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (401, "scope"), path


def test_a_session_needs_the_csrf_token_to_write(quiet_world: World) -> None:
    client = quiet_world.client("lead", enforce_csrf_checks=True)
    response = launch(client)
    assert response.status_code == 403
    assert "CSRF" in response.json()["detail"]


@pytest.mark.django_db
def test_the_openapi_document_is_valid_and_says_how_to_call_each_operation() -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    document = yaml.safe_load(out.getvalue())
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    assert len(operations) >= 19
    for path, method, operation in operations:
        assert f'"$STEMMA_URL{path}"' in operation["description"], f"{method} {path}"
    record = document["components"]["schemas"]["Record"]
    assert set(record["properties"]) == {"id", "t", "text", "speaker", "session"}
    assert set(record["required"]) == {"id", "t", "text"}
