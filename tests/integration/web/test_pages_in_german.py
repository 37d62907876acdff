"""Every page of the site asked for in German holds no English, but what is quoted and said to be (ADR 36)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django import DjangoDbBlocker

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from scenarios.models import Rendering, ReviewItem, Scenario, Suite
from tests.browser.pages import PAGES
from tests.factories.kept_rows import kept
from tests.integration.web.test_languages import DATA as NO_WORDS
from tests.integration.web.test_languages import english_words
from tests.unit.walls import english, page_words

pytestmark = pytest.mark.django_db
ASKED = {"Accept-Language": "de"}
CODES = {
    "rules": "a family of queries",
    "derived": "a kind of declaration of the language",
    "true": "a value of a record",
    "contexts": "what a purge takes, as its command has it",
    "annotator": "the name of a person",
    "lead": "the name of a person",
    "mini": "a suite",
}
"""What is also a word of pages, and what it is here."""


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """The language of a request outlives it in its thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="module")
def quickstarted(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The site of the browser tests: the mini suite, its first run, the worked example, the demo accounts."""
    with kept(django_db_blocker):
        with django_db_blocker.unblock():
            call_command("quickstart", "--no-serve", stdout=StringIO(), stderr=StringIO())
            call_command("build_suite", "worked-example", stdout=StringIO(), stderr=StringIO())
        yield


def data() -> list[str]:
    """What suites hold in words, and what people named."""
    rows = (
        Rendering.objects.values_list("text", flat=True),
        Suite.objects.values_list("title", flat=True),
        Scenario.objects.values_list("title", flat=True),
    )
    return [text for found in rows for text in found if text]


def pages() -> Iterator[tuple[str, str, str | None]]:
    """Those of the browser tests, with the rows that this database has instead of the first ones."""
    run, item = Run.objects.get().pk, ReviewItem.objects.filter(suite__slug="mini").earliest("pk").pk
    for name, path, who in PAGES:
        ours = re.sub(r"\bruns/1/", f"runs/{run}/", path)
        yield name, re.sub(r"\bitem(s/|=)1\b", rf"item\g<1>{item}", ours), who


def test_no_page_in_german_reads_as_english(quickstarted: None) -> None:
    known, words = data(), english_words() - NO_WORDS - CODES.keys()
    clients: dict[str | None, Client] = {None: Client()}
    left: list[str] = []
    for name, path, who in pages():
        if who not in clients:
            clients[who] = Client()
            clients[who].force_login(User.objects.get(username=who))
        response = clients[who].get(path, headers=ASKED, follow=True)
        assert response.status_code < 500, name
        html = response.content.decode()
        assert '<html lang="de">' in html, name
        found = english.left(html, known) + [said for said in page_words.said(html) if said in words]
        left += [f"{name}: {said}" for said in dict.fromkeys(found)]
    assert left == [], "\n".join(left)
