"""Exports by button: on the report of a run, on boards, on pages of their own, with and without htmx."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.models import Export, ExportStatus, Run
from benchmark.services import exporting
from scenarios.models import Suite
from tests.factories import pulled
from tests.factories import runs as make

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    suite = pulled.opened(make.suite(events=4, questions=2, slug="asked"))
    reader = make.reader(monkeypatch, make.OwnAnswers())
    return pulled.read(make.launch(suite, make.system("one"), reader=reader))


def person(role: str, name: str = "") -> User:
    return User.objects.create_user(name or f"a-{role}", role=role)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def shown(client: Client, path: str) -> str:
    reply = client.get(path)
    assert reply.status_code == 200, reply.content
    return reply.content.decode()


def test_the_report_and_the_boards_have_a_button_that_a_form_without_scripts_sends(run: Run) -> None:
    client = signed_in(person("researcher"))
    for page, place, kind in (
        (f"/runs/{run.pk}/report/", f"/runs/{run.pk}/exports/", "answers"),
        ("/leaderboards/asked/", "/suites/asked/exports/", "board"),
    ):
        text = shown(client, page)
        assert f'action="{place}"' in text
        assert f'value="{kind}"' in text
        assert "No export yet." in text
        reply = client.post(place, {"kind": kind, "format": "csv"})
        assert (reply.status_code, reply["Location"]) == (302, place)
        assert "Waits for a worker" in shown(client, place)
        exporting.write(Export.objects.get(kind=kind).pk)
        done = shown(client, page)
        assert "Download" in done
        assert Export.objects.get(kind=kind).sha256 in done
    assert 'value="verdicts"' not in shown(client, "/leaderboards/asked/")
    assert "/suites/asked/exports/" in shown(client, "/suites/asked/")


def test_the_boards_in_a_file_are_those_of_the_page(run: Run) -> None:
    client = signed_in(person("viewer"))
    client.post("/suites/asked/exports/", {"kind": "board", "format": "csv"})
    export = Export.objects.get()
    exporting.write(export.pk)
    reply = client.get(f"/suites/asked/exports/{export.pk}/file/")
    rows = list(csv.DictReader(io.StringIO(b"".join(reply.streaming_content).decode())))
    (board,) = client.get("/api/v1/leaderboards/asked/").json()["boards"]
    of_systems = [row for row in rows if row["line"] == "system"]
    assert [(row["system"], row["rank"], row["ansacc"], row["n"]) for row in of_systems] == [
        (row["system"], str(row["rank"]), str(row["ansacc"]), str(row["n"])) for row in board["rows"]
    ]
    assert len(rows) - len(of_systems) == len(board.get("lines", []))
    assert reply["Content-Disposition"] == f'attachment; filename="asked-board-{export.pk}.csv"'


def test_htmx_gets_the_list_and_follows_one_until_it_has_ended(run: Run) -> None:
    client = signed_in(person("researcher"))
    place = f"/runs/{run.pk}/exports/"
    part = client.post(place, {"kind": "answers", "format": "jsonl"}, headers=HTMX)
    text = part.content.decode()
    assert (part.status_code, "<html" in text) == (200, False)
    export = Export.objects.get()
    poll = f'hx-get="{place}{export.pk}/"'
    assert poll in text
    Export.objects.filter(pk=export.pk).update(status="running", rows_total=2000, rows_done=1500)
    half = shown(client, f"{place}{export.pk}/")
    assert 'aria-valuenow="75"' in half
    assert "1,500 of 2,000 rows written" in half
    stopped = client.post(f"{place}{export.pk}/cancel/", headers=HTMX).content.decode()
    assert "Cancelled." in stopped
    assert "hx-get" not in stopped
    assert "Export anew" in stopped
    refused = client.post(place, {"kind": "answers", "format": "xlsx"}, headers=HTMX).content.decode()
    assert "There is no format &#x27;xlsx&#x27;" in refused
    assert Export.objects.count() == 1


def test_one_that_failed_says_why_and_is_asked_for_anew(run: Run) -> None:
    client, place = signed_in(person("researcher")), f"/runs/{run.pk}/exports/"
    client.post(place, {"kind": "answers", "format": "csv"})
    ended = {"status": ExportStatus.FAILED, "message": "OSError: <full>", "finished_at": timezone.now()}
    Export.objects.update(**ended)
    text = shown(client, place)
    assert "OSError: &lt;full&gt;" in text
    form = re.search(r'<input type="hidden" name="kind" value="(\w+)"><input[^>]*value="(\w+)">', text)
    assert form is not None
    client.post(place, {"kind": form[1], "format": form[2]})
    assert set(Export.objects.values_list("status", flat=True)) == {"failed", "queued"}


def test_one_finds_all_that_one_asked_for_and_may_still_have(run: Run) -> None:
    user, other = person("researcher"), person("researcher", "another")
    client = signed_in(user)
    assert "Nothing yet." in shown(client, "/exports/")
    for one, path in ((client, f"/runs/{run.pk}/exports/"), (signed_in(other), f"/runs/{run.pk}/exports/")):
        one.post(path, {"kind": "answers" if one is client else "results", "format": "csv"})
    client.post("/suites/asked/exports/", {"kind": "board", "format": "csv"})
    listed = client.get("/api/v1/exports/").json()["results"]
    assert [(row["kind"], row["suite"], row["run"]) for row in listed] == [
        ("board", "asked", None),
        ("answers", "asked", run.pk),
    ]
    text = shown(client, "/exports/")
    assert "2 exports" in text
    assert f'href="/runs/{run.pk}/"' in text
    Suite.objects.update(held_out=True)
    assert [row["kind"] for row in client.get("/api/v1/exports/").json()["results"]] == ["board"]
    Suite.objects.update(held_out=False, is_open=False)
    assert client.get("/api/v1/exports/").json() == {"next": None, "results": []}
    assert client.get("/api/v1/exports/?status=lost").status_code == 400
    assert signed_in(person("annotator")).get("/exports/").status_code == 403


def test_the_list_of_ones_own_costs_the_same_however_long_it_is(run: Run) -> None:
    user = person("researcher")
    client = signed_in(user)

    def cost(path: str) -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(path).status_code == 200
        return len(caught)

    def more(suite: Suite, of: Run | None, kind: str) -> None:
        Export.objects.create(suite=suite, run=of, kind=kind, format="csv", by=user, at=timezone.now())

    more(run.suite, run, "answers")
    few = cost("/exports/"), cost("/api/v1/exports/"), cost(f"/runs/{run.pk}/report/")
    for number in range(12):
        more(run.suite, run, "results")
        more(pulled.opened(make.suite(slug=f"other-{number}", questions=1)), None, "board")
    assert (cost("/exports/"), cost("/api/v1/exports/"), cost(f"/runs/{run.pk}/report/")) == few


def test_the_api_of_a_suite_asks_watches_and_gives_the_file(run: Run) -> None:
    client = signed_in(person("viewer"))
    place = "/api/v1/suites/asked/exports/"
    body = {"kind": "verdicts", "format": "csv"}
    assert client.post(place, body, content_type="application/json").status_code == 403
    body = {"kind": "answers", "format": "csv"}
    refused = client.post(place, body, content_type="application/json")
    assert (refused.status_code, Export.objects.count()) == (403, 0)
    body = {"kind": "board", "format": "jsonl"}
    asked = client.post(place, body, content_type="application/json")
    assert (asked.status_code, asked.json()["run"]) == (202, None)
    one = f"{place}{asked.json()['id']}/"
    exporting.write(asked.json()["id"])
    assert client.get(one).json()["status"] == "done"
    assert client.get(place).json()[0]["id"] == asked.json()["id"]
    assert b'"line":"system"' in b"".join(client.get(f"{one}file/").streaming_content).replace(b": ", b":")
    assert client.post(f"{one}cancel/").json()["status"] == "done"
    of_run = one.replace("suites/asked", f"runs/{run.pk}")
    assert client.get(of_run).status_code == 404
