"""The API of leads: progress, items, guidelines, exports; in the words of the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scenarios.models import Suite, VerdictExport
from scenarios.review.services import exporting
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db
GOOD = {"exact": "yes", "fluent": "yes"}


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    make.plain(settings)
    settings.VAR_DIR = tmp_path


@pytest.fixture
def suite() -> Suite:
    """Three items; one is disputed, one verified, one open and held."""
    found = make.opened(3, judges=2)
    ann, ben = make.annotators(found, "ann", "ben")
    make.judge(ann, found, **GOOD)
    make.judge(ben, found, exact="no", fluent="yes")
    make.judge(ann, found, **GOOD)
    make.judge(ben, found, **GOOD)
    make.claim(ann, found)
    return found


@pytest.fixture
def lead(suite: Suite) -> Client:
    client = Client()
    client.force_login(make.person("lia", suite, "lead"))
    return client


def base(suite: Suite) -> str:
    return f"/api/v1/suites/{suite.slug}/review/"


def test_progress_says_what_the_page_says(suite: Suite, lead: Client) -> None:
    body = lead.get(f"{base(suite)}progress/").json()
    assert (body["verdicts"], body["complete"], body["items"]) == (4, 2, 3)
    assert {name: body["all"][name] for name in ("items", "done", "disputed", "left")} == {
        "items": 3,
        "done": 1,
        "disputed": 1,
        "left": 1,
    }
    assert body["pace"] == {
        "judgments_left": 2,
        "judged_in_a_week": 0,
        "hours_of_work": 0,
        "per_hour": None,
        "hours_left": None,
        "end": None,
    }
    assert {one["name"]: one["n"] for one in body["left"]}["disputes"] == 1
    assert [one["name"] for one in body["people"]] == ["ann", "ben", "lia"]
    assert [one["label"] for one in body["leases"]] == ["e0003"]
    assert lead.get(f"{base(suite)}progress/?kind=record").json()["all"]["items"] == 0
    assert lead.get(f"{base(suite)}progress/?colour=red").status_code == 400


def test_items_come_in_pages_without_their_truth(suite: Suite, lead: Client) -> None:
    first = lead.get(f"{base(suite)}items/?page_size=2").json()
    rest = lead.get(first["next"]).json()
    assert [row["label"] for row in (*first["results"], *rest["results"])] == ["e0001", "e0002", "e0003"]
    assert "content" not in first["results"][0]
    found = lead.get(f"{base(suite)}items/?state=disputed").json()["results"]
    assert [row["label"] for row in found] == ["e0001"]
    whole = lead.get(f"{base(suite)}items/{found[0]['id']}/").json()
    assert [one["fields"] for one in whole["verdicts"]] == [GOOD, {"exact": "no", "fluent": "yes"}]
    assert whole["transitions"][-1]["after"] == "disputed"


def test_a_guideline_is_read_and_revised(suite: Suite, lead: Client) -> None:
    path = f"{base(suite)}guidelines/plain/"
    assert [one["version"] for one in lead.get(path).json()["versions"]] == [1]
    sent = {"content_type": "application/json"}
    assert lead.post(path, {"text": "Read twice.", "seen": 1}, **sent).status_code == 201
    assert lead.get(path).json()["text"] == "Read twice.\n"
    stale = lead.post(path, {"text": "Read once.", "seen": 1}, **sent)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert stale.json()["stored"] == "Read twice.\n"
    for body in ([], {"text": 1}, {"text": "x", "seen": True}, {"text": ""}):
        assert lead.post(path, body, **sent).status_code == 422
    assert lead.get(f"{base(suite)}guidelines/nonsense/").status_code == 404


def test_an_export_is_asked_for_watched_and_taken(suite: Suite, lead: Client) -> None:
    asked = lead.post(f"{base(suite)}exports/", {"format": "csv"}, content_type="application/json")
    assert (asked.status_code, asked.json()["status"]) == (202, "queued")
    path = f"{base(suite)}exports/{asked.json()['id']}/"
    assert lead.get(f"{path}file/").status_code == 404
    exporting.run(asked.json()["id"])
    shown = lead.get(path).json()
    assert (shown["status"], shown["rows_done"]) == ("done", 4)
    taken = lead.get(f"{path}file/")
    assert b"".join(taken.streaming_content) == exporting.path_of(VerdictExport.objects.get()).read_bytes()
    assert [one["id"] for one in lead.get(f"{base(suite)}exports/").json()] == [asked.json()["id"]]
    assert lead.post(f"{base(suite)}exports/", {}, content_type="application/json").status_code == 422
