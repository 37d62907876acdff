"""Files by page, by API and by command: one service behind all, and nothing of gold on the way."""

from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Answer, Run, RunStatus
from benchmark.services import submitting
from scenarios.models import Suite
from tests.factories import runs as make
from tests.factories.submitted import finished, line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings: object, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]


@pytest.fixture
def suite() -> Suite:
    row = make.suite(questions=2, slug="asked")
    Suite.objects.filter(pk=row.pk).update(is_open=True)
    return row


def person(role: Role) -> User:
    return User.objects.create_user(username=f"a-{role}", password="x" * 12, role=role.value)


def by_token(role: Role) -> Client:
    user = person(role)
    _, secret = tokens.create(user=user, name="t", by=user, now=timezone.now())
    return Client(headers={"Authorization": f"Token {secret}"})


def lines(*rows: dict[str, object]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def test_a_system_gets_questions_and_records_without_gold_and_submits(suite: Suite) -> None:
    client = by_token(Role.SYSTEM)
    reply = client.get("/api/v1/suites/asked/questions/")
    assert reply["Content-Type"] == "application/x-ndjson"
    rows = [json.loads(row) for row in reply.getvalue().splitlines()]
    assert [set(row) for row in rows] == [{"scenario", "query", "cutoff", "question"}] * 2
    cutoff = {"cutoff": rows[0]["cutoff"]}
    records = client.get("/api/v1/suites/asked/records/", cutoff).getvalue().splitlines()
    assert len(records) == 6
    assert set(json.loads(records[0])) == {"scenario", "id", "t", "text", "speaker", "session"}
    assert "A_1" not in reply.getvalue().decode()

    said = ({**row, "label": "answerable", "answer": f"A_{n}"} for n, row in enumerate(rows, 1))
    body = lines(*said)
    place = "/api/v1/suites/asked/submissions/?system=ours&key=k1"
    sent = client.post(place, gzip.compress(body), content_type="application/gzip")
    assert sent.status_code == 201, sent.content
    again = client.post(place, body, content_type="application/x-ndjson")
    assert again.json()["id"] == sent.json()["id"]
    assert finished(Run.objects.get()).status == RunStatus.DONE
    assert [answer.correct for answer in Answer.objects.all()] == [True, True]


def test_the_api_previews_refuses_by_line_and_takes_a_form(suite: Suite) -> None:
    client = by_token(Role.RESEARCHER)
    place = "/api/v1/suites/asked/submissions/"
    bad = lines(line(1), {"query": "nothing"})
    seen = client.post(f"{place}?system=ours&preview=1", bad, content_type="application/x-ndjson").json()
    assert seen["counts"]["matched"] == 1
    assert [fault["line"] for fault in seen["faults"]] == [2]
    refused = client.post(f"{place}?system=ours", bad, content_type="application/x-ndjson")
    assert (refused.status_code, refused.json()["code"]) == (422, "submission_refused")
    assert refused.json()["faults"][0]["line"] == 2
    assert not Run.objects.exists()
    file = SimpleUploadedFile("a.jsonl", lines(line(1)))
    assert client.post(place, {"file": file, "system": "ours"}).status_code == 201
    assert client.post(place, {"system": "ours"}).status_code == 400
    assert client.post(f"{place}?sytem=ours", b"", content_type="application/x-ndjson").status_code == 400


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.VIEWER, Role.ADJUDICATOR])
def test_who_may_not_submit_may_not(suite: Suite, role: Role) -> None:
    client = by_token(role)
    for place in ("questions", "records"):
        assert client.get(f"/api/v1/suites/asked/{place}/").status_code in (403, 404)
    sent = client.post(
        "/api/v1/suites/asked/submissions/?system=x", lines(line(1)), content_type="application/x-ndjson"
    )
    assert sent.status_code in (403, 404)
    assert not Run.objects.exists()


def test_a_held_out_suite_gives_nothing_away(suite: Suite) -> None:
    Suite.objects.filter(pk=suite.pk).update(held_out=True)
    client = by_token(Role.ADMIN)
    for place in ("questions", "records"):
        assert client.get(f"/api/v1/suites/asked/{place}/").status_code == 422


def test_the_page_looks_first_and_then_submits_what_was_seen(suite: Suite, client: Client) -> None:
    client.force_login(person(Role.LEAD))
    page = "/suites/asked/submit/"
    first = client.get(page)
    assert first.status_code == 200
    fields = {"system": "ours", "reader": "own", "budget": 512, "key": "once"}
    bad = client.post(page, {**fields, "file": SimpleUploadedFile("a", lines({"query": "nothing"}))})
    assert (bad.status_code, b"line 1: no query" in bad.content) == (422, True)
    seen = client.post(page, {**fields, "file": SimpleUploadedFile("a", lines(line(1)))})
    assert (seen.status_code, seen.context["seen"].counts["missing"]) == (200, 1)
    sent = {**fields, "kept": seen.context["kept"], "submit": "1"}
    run = Run.objects.get() if (made := client.post(page, sent)).status_code == 302 else None
    assert run is not None, made.content
    assert client.post(page, sent).url == made.url
    shown = client.get(f"/runs/{run.pk}/").content.decode()
    assert "Not walked, order not enforced" in shown
    for kept in ("../../etc/passwd", "0" * 64, ""):
        assert client.post(page, {**fields, "kept": kept, "submit": "1"}).status_code == 422


def test_the_command_previews_submits_and_prints(suite: Suite, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(lines(line(1), line(2)))
    out = StringIO()
    call_command("submit_file", str(path), suite="asked", preview=True, stdout=out)
    assert "matched 2, missing 0" in out.getvalue()
    out = StringIO()
    call_command("submit_file", str(path), suite="asked", system="ours", wait=True, json=True, stdout=out)
    found = json.loads(out.getvalue())
    assert (found["status"], found["results"][0]["ansacc"]) == ("done", 1.0)
    path.write_bytes(lines({"query": "nothing"}))
    with pytest.raises(CommandError, match="line 1: no query 'nothing'"):
        call_command("submit_file", str(path), suite="asked", system="ours")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("submit_file", str(tmp_path / "none"), suite="asked", system="ours")
    assert submitting.folder().is_dir()
