"""Two cases from the field: the key in what the front end gets (P01), pages of rows of one moment (P05)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Run
from benchmark.services import runs
from sut_adapters.models import SystemUnderTest
from tests.factories.web_world import ANONYMOUS, MARKER, World

SUITE = "/api/v1/suites/open/"
HISTORY = f"{SUITE}scenarios/open-history/"
PAGES = "/suites/open/open-history/"
ASKED = (
    f"{HISTORY}queries/",
    f"{HISTORY}queries/q001/",
    f"{HISTORY}queries/q001/gold/",
    f"{HISTORY}queries/q001/derivation/",
    f"{HISTORY}actions/",
    f"{SUITE}queries/",
    f"{SUITE}files/",
    f"{SUITE}review/next/",
    "/api/v1/audit/?suite=open",
    f"{PAGES}queries/q001/",
    f"{PAGES}queries/q001/dag.svg",
    f"{PAGES}?query=q001",
    "/suites/open/?label=answerable",
    "/suites/open/queries.csv",
)
LEAKS = (MARKER, "is-witness", "is-distractor", "misderived", "ungathered", "unretrievable")
"""The planted truth, the marks of witnesses, the states of nodes."""


@pytest.fixture
def running(world: World) -> Run:
    """A run of the open suite before its end."""
    reader = world.runs["open"].reader
    system = SystemUnderTest.objects.get(name="a-system")
    return runs.launch(suite=world.suites["open"], systems=[system], reader=reader, by=None)


def asked(client: Client, run: Run) -> Iterator[tuple[str, Any]]:
    """Every answer that a client gets by the ways of P01: whole, in part, by htmx, by parameters that would
    widen it, by OPTIONS, from a cache, and from an end without answers."""
    of_run = (f"/api/v1/runs/{run.pk}/", f"/api/v1/runs/{run.pk}/answers/", f"/runs/{run.pk}/")
    for path in (*ASKED, *of_run):
        mark = "&" if "?" in path else "?"
        for way in (path, f"{path}{mark}fields=gold", f"{path}{mark}expand=probes,gold"):
            yield f"GET {way}", client.get(way)
        yield f"HTMX {path}", client.get(path, headers={"HX-Request": "true"})
        yield f"OPTIONS {path}", client.options(path)
        yield f"AS HTML {path}", client.get(path, headers={"Accept": "text/html"})
    lines: dict[str, Any] = {"data": b"", "content_type": "application/x-ndjson"}
    yield "an empty file", client.post(f"{SUITE}submissions/?system=x&reader=own", **lines)
    body: dict[str, Any] = {"data": json.dumps({"answers": []}), "content_type": "application/json"}
    for end in ("answers", "release", "cancel"):
        yield f"POST {end}", client.post(f"/api/v1/runs/{run.pk}/{end}/", **body)


@pytest.mark.parametrize("role", [ANONYMOUS, "annotator", "system"])
def test_p01_the_key_is_in_nothing_that_those_who_answer_get(world: World, running: Run, role: str) -> None:
    """P01."""
    lead = world.api("lead")
    for path in ASKED[:7]:  # what is kept for them may not be given to others
        lead.get(path)
    clients = [world.api(role), world.client(role)]
    seen = leaks = 0
    for client in clients:
        client.raise_request_exception = False
        for what, response in asked(client, running):
            assert response.status_code != 500, what
            body = b"".join(response) if response.streaming else response.content
            text = body.decode("utf-8", "replace") + str(dict(response.headers))
            found = [word for word in LEAKS if word in text]
            assert not found, f"{what} as {role}: {found}"
            seen, leaks = seen + 1, leaks + len(found)
    assert seen > 150
    running.refresh_from_db()
    assert running.status == "queued"


def test_p01_a_file_that_is_empty_is_refused_and_makes_no_run(world: World) -> None:
    """P01: the end without answers."""
    before = Run.objects.count()
    for role in ("system", "lead"):
        path = f"{SUITE}submissions/?system=x&reader=own"
        refused = world.api(role).post(path, b"", content_type="application/x-ndjson")
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
        assert "The body is empty" in str(refused.json()["fields"])
    assert Run.objects.count() == before


def test_p01_staff_see_them(world: World, running: Run) -> None:
    """P01: so that the test above can fail."""
    client = world.client("lead")
    holding = {what for what, response in asked(client, running) if MARKER.encode() in response.content}
    assert {f"GET {HISTORY}queries/q001/gold/", f"GET {SUITE}files/", f"GET {PAGES}queries/q001/"} <= holding
    assert f"GET {PAGES}queries/q001/dag.svg" in holding


def moment_of_runs(world: World, number: int) -> None:
    """Runs that began at one moment."""
    model = world.runs["open"]
    rows = [Run(suite=model.suite, suite_version=1, reader="symbolic", budget=1) for _ in range(number)]
    for row in rows:
        row.created_at = model.created_at
        row.status, row.started_at, row.finished_at = "done", model.started_at, model.finished_at
    Run.objects.bulk_create(rows)


def moment_of_records(world: World, number: int) -> None:
    """Audit records of one moment."""
    at = world.suites["open"].created_at
    AuditRecord.objects.bulk_create(
        AuditRecord(at=at, action="x.noted", subject="suite:open") for _ in range(number)
    )


LISTS = [
    ("/api/v1/runs/?order=created_at", moment_of_runs),
    ("/api/v1/runs/?order=-created_at", moment_of_runs),
    ("/api/v1/audit/?action=x.noted&order=at", moment_of_records),
    ("/api/v1/audit/?action=x.noted&order=-at", moment_of_records),
]


@pytest.mark.parametrize(("path", "make"), LISTS, ids=lambda value: getattr(value, "__name__", value))
def test_p05_rows_of_one_moment_come_once_each_while_others_come_in(
    world: World, path: str, make: Any
) -> None:
    """P05."""
    client = world.api("admin")
    there = len(client.get(f"{path}&page_size=200").json()["results"])
    make(world, 120)
    wanted = {row["id"] for row in client.get(f"{path}&page_size=200").json()["results"]}
    assert len(wanted) == there + 120
    ids: list[int] = []
    following = f"{path}&page_size=50"
    while following:
        page = client.get(following).json()
        ids += [row["id"] for row in page["results"]]
        following = page["next"]
        if len(ids) == 50:
            make(world, 5)
    assert len(ids) == len(set(ids))
    assert wanted <= set(ids)
    assert len(ids) <= there + 125


def test_p05_pages_that_are_none_are_refused_and_the_size_is_capped(world: World) -> None:
    """P05."""
    client = world.api("admin")
    moment_of_records(world, 250)
    for wrong in ("page=0", "page=999", "page_size=0", "page_size=-1", "page_size=1e3", "cursor=999"):
        refused = client.get(f"/api/v1/audit/?{wrong}")
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid"), wrong
    assert len(client.get("/api/v1/audit/?page_size=100000").json()["results"]) == 200
