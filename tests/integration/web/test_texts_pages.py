"""The pages and routes by which texts of one's own come in and are asked; without JavaScript."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from benchmark.floor.accounts.models import User
from scenarios.models import Query, ReviewItem, Suite
from tests.factories import reviews

pytestmark = pytest.mark.django_db

PROGRAM = "func dest(trip) -> city\nset trip(person ; trip)\n"
CSV = 'when;said;by\n2026-03-01 09:00;"Grus goes\nto Corby";Vera\n2026-03-02 09:00;Fine;Otto\n'
NEW = "/texts/new/"


@pytest.fixture
def lead() -> User:
    return reviews.person("lea", role="lead")


@pytest.fixture
def browser(lead: User, tmp_path: Any, settings: Any) -> Client:
    settings.VAR_DIR = tmp_path
    client = Client()
    client.force_login(lead)
    return client


def sent(html: str) -> dict[str, str]:
    """The hidden entries of a page's form, as a browser sends them."""
    inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html)
    return {name: value for name, value in inputs if name != "csrfmiddlewaretoken"}


def previewed(browser: Client, data: bytes = CSV.encode(), **given: Any) -> Any:
    file = SimpleUploadedFile("talk.csv", data)
    return browser.post(NEW, {"file": file, "do": "preview", **given})


CHOSEN = {"column_text": "said", "column_time": "when", "column_speaker": "by", "zone": "Europe/Berlin"}


def test_a_file_is_previewed_mapped_and_stored_with_the_bytes_that_were_sent(
    browser: Client, lead: User
) -> None:
    page = browser.get(NEW)
    assert page.status_code == 200
    assert "See what is in it" in page.content.decode()

    page = previewed(browser)
    html = page.content.decode()
    assert (page.status_code, "no column holds what is said" in html) == (200, True)
    assert "Store as a draft" not in html

    page = browser.post(NEW, {**sent(html), **CHOSEN, "zone": "", "do": "preview"})
    html = page.content.decode()
    assert "choose one below for the whole file" in html
    assert "2026-03-01 09:00" in html  # the row is shown as it is written

    page = browser.post(NEW, {**sent(html), **CHOSEN, "do": "preview"})
    html = page.content.decode()
    assert '<time datetime="2026-03-01T08:00:00+00:00">1 Mar 2026 08:00</time>' in html
    assert re.search(r"<bdi>Vera</bdi>\s*\(1\)", html)
    assert '<option value="said" selected>' in html

    form = {**sent(html), **CHOSEN, "slug": "talk", "title": "Talk", "program": PROGRAM, "open_review": "on"}
    page = browser.post(NEW, {**form, "program": "func dest(", "do": "store"})
    html = page.content.decode()
    assert (page.status_code, "^" in html, Suite.objects.exists()) == (422, True, False)
    for _ in range(2):  # a double click stores it once
        page = browser.post(NEW, {**form, "do": "store"})
        assert (page.status_code, page["Location"]) == (302, "/suites/talk/")
    suite = Suite.objects.get()
    assert suite.created_by == lead
    assert ReviewItem.objects.filter(kind="annotation").count() == 2
    text = suite.scenarios.get().events.with_text().get(label="m0001").text
    assert text == "Grus goes\nto Corby"


def test_pasted_text_is_taken_and_a_slug_that_is_taken_is_told(browser: Client) -> None:
    html = browser.post(NEW, {"pasted": '[{"text": "Hello"}]', "do": "preview"}).content.decode()
    assert "they stand a minute apart" in html
    form = {**sent(html), "slug": "talk", "title": "Talk", "domain": "tripops", "do": "store"}
    assert browser.post(NEW, form).status_code == 302
    assert not ReviewItem.objects.exists()  # the box was not ticked
    page = browser.post(NEW, {**form, "form_key": "another"})
    assert page.status_code == 409
    assert "already a suite" in page.content.decode()


def test_what_cannot_be_taken_is_told_and_nothing_is_stored(browser: Client, settings: Any) -> None:
    assert browser.post(NEW, {"do": "preview"}).status_code == 422
    large = previewed(browser, b" " * (10 * 1024 * 1024 + 1))
    assert large.status_code == 413
    assert "10,485,760 are read at most" in large.content.decode()
    assert browser.post(NEW, {"kept": "forged", "do": "store"}).status_code == 422
    html = previewed(browser, b"\xff\xfe\x00").content.decode()
    assert "it is not UTF-16" in html
    assert "zone" in browser.post(NEW, {**sent(html), "zone": "Mars/North", "do": "preview"}).content.decode()


def test_nobody_but_leads_brings_texts_in(browser: Client) -> None:
    for role, status in (("annotator", 403), ("researcher", 403), ("lead", 200)):
        other = Client()
        other.force_login(reviews.person(f"the-{role}", role=role))
        assert other.get(NEW).status_code == status
        assert (b"Bring your own texts" in other.get("/suites/").content) == (status == 200)
    html = previewed(browser).content.decode()
    other.post(NEW, {**sent(html), **CHOSEN, "do": "preview"})
    assert other.post(NEW, {**sent(html), **CHOSEN, "do": "preview"}).status_code == 422  # another's file


def brought(browser: Client, **given: Any) -> Suite:
    body = {"text": json.dumps([{"text": "Grus goes to Corby"}]), "slug": "talk", "title": "Talk", **given}
    answer = browser.post("/api/v1/texts/", body | {"program": PROGRAM}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert answer.json()["scenarios"] == ["dialogues"]
    return Suite.objects.get(slug="talk")


def test_a_query_is_previewed_and_stored(browser: Client) -> None:
    suite = brought(browser)
    page = reverse("texts:query_new", args=[suite.slug, "dialogues"])
    html = browser.get(page).content.decode()
    assert "1 of 1 records are not annotated yet" in html
    assert "dest(trip)" in html
    assert page in browser.get("/suites/talk/dialogues/").content.decode()
    typed = {"goal": "dest(Grus)", "cutoff": "2026-03-01", "question": "Where to?", "tolerance": "0"}
    html = browser.post(page, {**typed, "do": "preview"}).content.decode()
    assert 'state-unknown">unknown' in html
    assert not Query.objects.exists()
    bad = browser.post(page, {**typed, "goal": "dest(", "do": "store"})
    assert (bad.status_code, b"^" in bad.content) == (422, True)
    for _ in range(2):
        stored = browser.post(page, {**typed, "form_key": "k1", "do": "store"})
        assert stored["Location"] == "/suites/talk/dialogues/queries/q0001/"
    Suite.objects.update(kind="derive")
    refused = browser.post(page, {**typed, "do": "preview"})
    assert (refused.status_code, b"generated" in refused.content) == (409, True)


def post(browser: Client, path: str, body: Any) -> Any:
    return browser.post(f"/api/v1/texts/{path}", body, content_type="application/json")


def test_the_api_tells_all_faults_and_stores_what_has_none(browser: Client) -> None:
    shown = post(browser, "preview/", {"text": CSV, "name": "x.csv"}).json()
    assert (shown["can_be_stored"], shown["faults"], shown["columns"]) == (False, 1, ["when", "said", "by"])
    assert shown["faults_listed"][0]["line"] == 1
    columns = {"text": "said", "time": "when", "speaker": "by"}
    shown = post(browser, "preview/", {"text": CSV, "columns": columns, "zone": "UTC"}).json()
    assert (shown["can_be_stored"], shown["messages"], shown["first"]) == (
        True,
        2,
        "2026-03-01T09:00:00+00:00",
    )
    refused = post(browser, "", {"text": CSV, "slug": "t", "title": "T", "program": PROGRAM})
    assert (refused.status_code, refused.json()["faults"][0]["line"]) == (422, 1)
    for wrong in (
        {"text": 5},
        {"colour": "red"},
        {"text": "x", "columns": []},
        ["text"],
        {"text": "x", "skip_empty": 1},
    ):
        assert post(browser, "preview/", wrong).status_code == 422
    suite = brought(browser)
    assert (
        post(browser, "", {"text": "[]", "slug": "talk", "title": "T", "program": PROGRAM}).status_code == 422
    )
    taken = {"text": '[{"text": "a"}]', "slug": "talk", "title": "T", "program": PROGRAM}
    assert post(browser, "", taken).status_code == 409
    asked = {"goal": "dest(Grus)", "cutoff": "2026-03-01", "question": "Where to?"}
    dry = post(browser, f"{suite.slug}/dialogues/queries/", {**asked, "dry_run": True})
    assert (dry.status_code, dry.json()["label"]) == (200, "unknown")
    made = post(browser, f"{suite.slug}/dialogues/queries/", asked)
    assert (made.status_code, made.json()["id"], made.json()["gold"]["label"]) == (201, "q0001", "unknown")
    assert set(post(browser, f"{suite.slug}/dialogues/queries/", {"goal": "x"}).json()["fields"]) == {
        "goal", "cutoff", "question",
    }  # fmt: skip
