"""The audit trail by filters, and as a file."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records

pytestmark = pytest.mark.django_db


def file(client: Client, query: str) -> str:
    answer = client.get(f"/audit/?{query}")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]


@pytest.fixture
def admin(client: Client) -> Client:
    ann = User.objects.create_user(username="ann", role="admin")
    for number in range(60):
        records.record(
            action="x.noted", subject=f"suite:one/{number}", by=ann, details={"why": f"because of {number}"}
        )
    records.record(action="y.noted", subject="=cmd()", by=None, details={"note": "Ünïcode"})
    client.force_login(ann)
    return client


def test_a_file_holds_all_that_the_filters_leave(admin: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(file(admin, "format=csv&action=x.*"))))
    assert len(rows) == 60  # a page has 50
    assert {row["actor"] for row in rows} == {"ann"}
    assert json.loads(rows[0]["details"]) == {"why": "because of 59"}
    lines = [json.loads(line) for line in file(admin, "format=jsonl&actor=ann").splitlines()]
    assert [line["subject"] for line in lines] == [row["subject"] for row in rows]
    (odd,) = csv.DictReader(io.StringIO(file(admin, "format=csv&action=y.noted")))
    assert odd["subject"] == "'=cmd()"
    assert "Ünïcode" in odd["details"]


def test_words_are_looked_for_everywhere(admin: Client) -> None:
    for words, count in (("BECAUSE OF 7", 1), ("one/5", 11), ("ünï", 1), ("y.not", 1), ("nowhere", 0)):
        found = admin.get("/api/v1/audit/", {"q": words, "page_size": 100}).json()["results"]
        assert len(found) == count, words
    page = admin.get("/audit/", {"q": "because of 7"}).content.decode()
    assert "suite:one/7" in page
    assert "suite:one/8" not in page
    assert "?q=because+of+7&amp;format=csv" in page


def test_a_page_and_a_file_take_the_same_queries_whatever_they_hold(admin: Client) -> None:
    counts = []
    for query in ("q=because+of+7", "q=because"):
        with CaptureQueriesContext(
            connection,
        ) as page:
            admin.get(f"/audit/?{query}")
        with CaptureQueriesContext(connection) as whole:
            file(admin, f"format=jsonl&{query}")
        counts.append((len(page), len(whole)))
    assert counts[0] == counts[1]


def test_who_may_not_read_it_gets_no_file(client: Client) -> None:
    client.force_login(User.objects.create_user(username="vi", role="viewer"))
    assert client.get("/audit/?format=csv").status_code == 403
    client.logout()
    assert client.get("/audit/?format=csv").status_code == 302
