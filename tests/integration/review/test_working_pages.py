"""The working page of annotators: what it shows, what it takes, by plain forms and by its script (spec 6.5)."""

from __future__ import annotations

import copy
import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios.models import Draft, Remark, ReviewItem, Slot, Suite, Verdict
from scenarios.review.services import claiming, settling
from tests.factories import plain_subject, reviews

TEMPLATES = Path(__file__).parents[2] / "templates"
JSON = {"Accept": "application/json"}


@pytest.fixture
def plain(db: None, settings: Any) -> None:
    """The plain subject with its form, and nothing else."""
    reviews.plain(settings)
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].append(TEMPLATES)
    settings.TEMPLATES = changed


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def fields_of(page: str) -> dict[str, str]:
    """The hidden fields of the item's form."""
    form = page.partition('id="review-form"')[2].partition("</form>")[0]
    found = {}
    for piece in form.split('<input type="hidden" ')[1:]:
        name, _, rest = piece.partition('name="')[2].partition('" value="')
        found[name] = rest.partition('"')[0]
    return found


def at_work(judge: Client, suite: Suite) -> tuple[str, dict[str, str]]:
    """The address of the item at hand and the hidden fields of its form."""
    address = judge.get(f"/review/{suite.slug}/")["Location"]
    return address, fields_of(judge.get(address).content.decode())


def test_a_queue_leads_to_its_first_item_and_a_plain_form_to_the_next(plain: None) -> None:
    suite = reviews.opened(2)
    (ann,) = reviews.annotators(suite, "ann")
    judge = client_of(ann)
    address, hidden = at_work(judge, suite)
    page = judge.get(address).content.decode()
    assert "Trip 1 goes to Corby." in page
    assert "Plain e0001" in page
    assert at_work(judge, suite)[0] == address, "the same item until it is submitted"
    sent = judge.post(f"{address}submit/", {**hidden, "good": "yes", "fluent": "no", "_active_ms": "2500"})
    assert sent.status_code == 303
    verdict = Verdict.objects.get()
    assert (verdict.person, verdict.fields, verdict.active_ms) == (ann, {"good": "yes", "fluent": "no"}, 2500)
    following = judge.get(sent["Location"]).content.decode()
    assert "Trip 2 goes to Corby." in following
    again = judge.post(f"{address}submit/", {**hidden, "good": "no", "fluent": "no"})
    assert (again.status_code, again["Location"]) == (303, sent["Location"]), "once, whatever is sent"
    assert Verdict.objects.get().fields["good"] == "yes"
    other, hidden = at_work(judge, suite)
    last = judge.post(f"{other}submit/", {**hidden, "good": "yes", "fluent": "yes"})
    assert last["Location"] == f"/review/{suite.slug}/"
    assert "Everything is judged and settled." in judge.get(last["Location"]).content.decode()
