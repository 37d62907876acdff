"""A lead releases a draft from its page: what is left is told, a worker does it (spec 6.5)."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.jobs.models import Bell
from scenarios.exceptions import StateRefusedError
from scenarios.models import Rendering, Suite
from scenarios.review.services import next_drafts, orders, releasing, revising
from scenarios.services import suites
from tests.factories import consequences, reviews, worded_trips

pytestmark = pytest.mark.django_db

PAGE = "/review/trips-small/release/"


@pytest.fixture
def suite() -> Suite:
    return suites.store(bundle=worded_trips.bundle(), by=None)


@pytest.fixture
def lead(suite: Suite) -> User:
    return reviews.person("lena", suite, "lead")


@pytest.fixture
def client(lead: User) -> Client:
    client = Client()
    client.force_login(lead)
    return client


def reject(suite: Suite, label: str = "e0011") -> None:
    rows = Rendering.objects.filter(event__scenario__suite=suite, event__label=label, is_current=True)
    assert rows.update(status="rejected") == 1


def seen(client: Client, address: str = PAGE, **headers: Any) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_draft_is_released_from_its_page(suite: Suite, lead: User, client: Client) -> None:
    assert f'href="{PAGE}"' in seen(client, "/review/trips-small/progress/")
    assert f'href="{PAGE}"' in seen(client, "/suites/trips-small/")
    page = seen(client)
    assert "What is left" in page
    assert "texts to verify" in page
    assert "with_rejected" not in page
    assert client.post(PAGE).status_code == 302
    assert client.post(PAGE).status_code == 302
    assert AuditRecord.objects.filter(action="suite.release_asked").count() == 1
    page = seen(client)
    assert "A worker releases it" in page
    assert "<button" not in page.partition("What is left")[2]
    assert releasing.work(suite=suite.pk, by=lead.pk) == "trips-small is released"
    part = seen(client, **{"HX-Request": "true"})
    assert part.startswith('<div id="release-order"')
    assert "hx-trigger" not in part
    assert "Released on" in part
    assert f'href="{PAGE}"' not in seen(client, "/suites/trips-small/")
    assert client.post(PAGE).status_code == 409


def test_rejected_texts_are_listed_and_asked_for_by_name(suite: Suite, lead: User, client: Client) -> None:
    reject(suite)
    assert "trips/e0011: " in seen(client)
    refused = client.post(PAGE)
    assert refused.status_code == 409
    assert "1 text stands rejected" in refused.content.decode()
    assert releasing.order_of(suite).status == "none"
    assert client.post(PAGE, {"with_rejected": "yes"}).status_code == 302
    asked = AuditRecord.objects.get(action="suite.release_asked")
    assert asked.details == {"suite": suite.pk, "by": lead.pk, "with_rejected": True}
    assert releasing.work(**asked.details) == "trips-small is released"
    assert releasing.work(**asked.details) == "trips-small is released already"
    assert releasing.order_of(suite).status == "done"


def test_what_a_worker_refuses_stands_on_the_page(
    suite: Suite, lead: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    releasing.ask(suite=suite, by=lead, now=timezone.now())
    reject(suite)
    assert releasing.work(suite=suite.pk, by=lead.pk).startswith("refused: ")
    page = seen(client)
    assert "The last order was refused" in page
    assert "1 text stands rejected" in page
    assert "Release it</button>" in page


def test_texts_that_fail_cannot_be_asked_for(suite: Suite, client: Client) -> None:
    failed = {"K5": {"passed": False, "evidence": "31 June 2031", "span": [0, 3]}}
    rows = Rendering.objects.filter(event__label="e0011", is_current=True)
    rows.update(status="auto_failed", checks=failed)
    page = seen(client)
    assert "trips/e0011: K5 31 June 2031" in page
    assert "disabled>Release it" in page
    assert client.post(PAGE, {"with_rejected": "yes"}).status_code == 409


def test_only_who_may_release_sees_the_page(suite: Suite) -> None:
    for name, role in (("ann", "annotator"), ("ada", "adjudicator"), ("rob", "researcher"), ("vi", "viewer")):
        client = Client()
        client.force_login(reviews.person(name, suite, role))
        assert client.get(PAGE).status_code == 403
        assert client.post(PAGE).status_code == 403
    stranger = Client()
    stranger.force_login(User.objects.create_user("sam", role="lead"))
    assert stranger.get(PAGE).status_code == 404
    assert stranger.post(PAGE).status_code == 404
    assert AuditRecord.objects.filter(action="suite.release_asked").count() == 0


def test_an_order_whose_worker_was_lost_is_given_again(suite: Suite, lead: User) -> None:
    releasing.ask(suite=suite, by=lead, now=timezone.now())
    later = timezone.now() + 2 * orders.LOST_AFTER
    Bell.objects.create(key=f"release-suite-{suite.pk}", rung_at=later, taken_at=later)
    for number in (1, 2, 3):
        assert f"release of suite {suite.pk}" in releasing.mend(later)
        assert releasing.order_of(suite).status == "waiting", number
    assert "kills its worker" in releasing.mend(later)
    assert releasing.order_of(suite).status == "refused"
    assert revising.mend(later) == "", "an order of one kind is none of the other"


def test_the_page_asks_a_constant_number_of_queries(suite: Suite, client: Client) -> None:
    counts = []
    for label in ("e0001", "e0002"):
        reject(suite, label)
        seen(client)
        with CaptureQueriesContext(connection) as taken:
            seen(client)
        counts.append(len(taken))
    assert counts[0] == counts[1]


def test_the_command_releases_a_draft(suite: Suite) -> None:
    reject(suite)
    with pytest.raises(CommandError, match="1 text stands rejected"):
        call_command("history", "release", "trips-small")
    out = StringIO()
    call_command("history", "release", "trips-small", "--with-rejected", "--json", stdout=out)
    assert json.loads(out.getvalue())["suite"] == "trips-small"
    assert Suite.objects.get(slug="trips-small").is_released
    with pytest.raises(CommandError, match="released already"):
        call_command("history", "release", "trips-small")


def test_a_revising_draft_says_what_it_revises_and_carries_runs_when_released() -> None:
    release = consequences.released()
    run = consequences.finished_run(release)
    lead = reviews.person("lena", release, "lead")
    draft = next_drafts.next_draft(suite=release, by=lead, now=reviews.NOW)
    client = Client()
    client.force_login(lead)
    assert "trips-small</a> version 1" in seen(client, f"/review/{draft.slug}/release/")
    releasing.ask(suite=draft, by=lead, now=timezone.now())
    assert releasing.work(suite=draft.pk, by=lead.pk) == f"{draft.slug} is released"
    assert run.carried_to.get().suite == draft


def test_a_check_that_refuses_a_release_is_told(
    suite: Suite, lead: User, client: Client, settings: Any
) -> None:
    settings.RELEASE_CHECKS = [f"{__name__}.refuse"]
    releasing.ask(suite=suite, by=lead, now=timezone.now())
    assert releasing.work(suite=suite.pk, by=lead.pk) == "refused: a form is answered above chance"
    assert "above chance" in seen(client)


def refuse(suite: Suite) -> None:
    raise StateRefusedError("a form is answered above chance")
