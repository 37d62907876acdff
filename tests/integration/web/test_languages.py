"""Pages in German: chosen, remembered, whole; what programs read stays English (ADR 36)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from benchmark.messages import rooms as catalogs
from tests.factories import addresses
from tests.factories.web_world import MARKER, World
from tests.unit.walls import english, page_words, rooms
from tests.unit.walls.test_languages import DONE

pytestmark = pytest.mark.django_db
COOKIE = settings.LANGUAGE_COOKIE_NAME
DATA = {
    *("gold", "unknown", "answerable", "none", "open", "closed", "split", "exports", "nothing"),
    *("derived", "true", "contexts"),
}
"""Words of data that are also words of pages: labels, hint levels, the slug of a suite, readings, what an
installation holds; kinds of declarations, values, what a purge takes."""
NAMES = (
    *("On open", "On closed", "On held-out", "Suite held-out", "History of", "Something else.", MARKER),
    *("Where does Grus go?", "Grus is on its way.", "The language"),
    "revise dest(Grus, Ash) as of",  # how an action is written
)
"""What somebody named or wrote, in the small site."""
ENGLISH = {"probes:card_file": "a file that is sent on"}
"""Pages that are English whoever asks, and why."""
CHOICES_OF_SUITES = {"Practice", "Open", "Held out"}


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """The language of a request outlives it in its thread."""
    yield
    translation.deactivate()


def german(client: Client) -> Client:
    client.cookies[COOKIE] = "de"
    return client


def english_words() -> set[str]:
    """What catalogs have German for, as it would stand on a page without it."""
    messages = [message for name in DONE for message in catalogs.stored(rooms.ROOT, name).values()]
    plain = {one.english for one in messages if one.german[:1] != (one.english,) and "%" not in one.english}
    words = {one for one in plain if len(one) > 2} - DATA - {form for one in messages for form in one.german}
    return words if "scenarios" in DONE else words - CHOICES_OF_SUITES


def test_pages_are_german_and_say_no_english_that_a_catalog_knows(world: World) -> None:
    client, words = german(world.client("admin")), english_words()
    left, seen = [], 0
    for found in addresses.ours():
        if found.template.startswith("/api/"):
            continue
        response = client.get(found.path(world.values("open")))
        assert response.status_code != 500, found.name
        if response.status_code != 200 or not response.get("Content-Type", "").startswith("text/html"):
            continue
        seen += 1
        text = response.content.decode()
        assert response["Content-Language"] == "de", found.name
        if found.name in ENGLISH:
            continue
        assert '<html lang="de">' in text or "<html" not in text, found.name
        left += [f"{found.name}: {said}" for said in page_words.said(text) if said in words]
        left += [f"{found.name}: {said}" for said in english.left(text, NAMES)]
    assert left == [], "\n".join(sorted(set(left)))
    assert seen > 40


def test_a_language_is_chosen_remembered_and_asked_for_by_browsers() -> None:
    client = Client()
    start = reverse("benchmark:home")
    assert '<html lang="en">' in client.get(start).content.decode()
    assert (
        '<html lang="de">'
        in client.get(start, headers={"Accept-Language": "de-AT,de;q=0.8"}).content.decode()
    )
    chosen = client.post(reverse("accounts:language"), {"language": "de", "next": f"{start}?a=1"})
    assert (chosen.status_code, chosen["Location"]) == (302, f"{start}?a=1")
    kept = client.cookies[COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    page = client.get(start)
    assert '<html lang="de">' in page.content.decode()
    assert "Accept-Language" in page["Vary"]
    client.post(reverse("accounts:language"), {"language": "xx"})
    assert client.cookies[COOKIE].value == "de"
    away = client.post(reverse("accounts:language"), {"language": "en", "next": "https://example.org/"})
    assert away["Location"] == "/"


def test_answers_to_programs_and_files_are_english(world: World) -> None:
    asked = {"Accept-Language": "de"}
    english, client = world.client("admin"), german(world.client("admin"))
    run = world.runs["open"].pk
    problem = client.get("/api/v1/runs/0/", headers=asked)
    assert problem.json()["title"] == "Not Found"
    assert "Content-Language" not in problem.headers
    for path in (
        f"/api/v1/runs/{run}/report/",
        reverse("benchmark:run_report_csv", args=[run]),
        reverse("benchmark:run_report_markdown", args=[run]),
        "/healthz",
    ):
        assert client.get(path, headers=asked).content == english.get(path).content, path


def test_a_refusal_is_told_in_the_language_of_the_page(world: World) -> None:
    client = german(world.client("lead"))
    page = client.post(reverse("benchmark:run_cancel", args=[world.runs["open"].pk]), follow=True)
    assert "es gibt nichts abzubrechen" in page.content.decode()
    page = client.post(reverse("accounts:token_create"), {"name": "", "days": "7"})
    assert "Dieses Feld ist zwingend erforderlich." in page.content.decode()
