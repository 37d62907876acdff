"""The page of operation and its API twin: counts are shown, confirmed, and removed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import Success

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord

pytestmark = pytest.mark.django_db


def old_tasks(count: int) -> None:
    at = timezone.now() - timedelta(days=365)
    for number in range(count):
        Success.objects.create(id=f"{number:032d}", name="t", func="f", started=at, stopped=at, success=True)


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_user(username="boss", role="admin"))
    return client


def test_counts_are_shown_and_removed_after_a_look(admin: Client) -> None:
    old_tasks(3)
    assert 'href="/operate/"' in admin.get("/accounts/").content.decode()
    page = admin.get("/operate/").content.decode()
    assert "Remove 3 of tasks" in page
    assert "Remove 0" not in page
    assert "manage.py serve" in page  # no worker lives here
    stale = admin.post("/operate/", {"what": "tasks", "rows": "2"})
    assert stale.status_code == 422
    assert "Remove 3 of tasks" in stale.content.decode()
    assert Success.objects.count() == 3
    done = admin.post("/operate/", {"what": "tasks", "rows": "3"}, follow=True)
    assert "Removed 3 rows of tasks" in done.content.decode()
    assert not Success.objects.exists()
    record = AuditRecord.objects.get(action="purge.done")
    assert (record.actor, record.subject, record.details["rows"]) == ("boss", "purge:tasks", 3)


def test_days_of_the_page_replace_those_of_the_settings(admin: Client) -> None:
    old_tasks(1)
    assert "Remove 1 of tasks" not in admin.get("/operate/?days=400").content.decode()
    done = admin.post("/operate/", {"what": "tasks", "rows": "1", "days": "100"})
    assert (done.status_code, done["Location"]) == (302, "/operate/?days=100")
    assert not Success.objects.exists()
    assert admin.get("/operate/?days=soon").status_code == 200
    assert admin.post("/operate/", {"what": "gold", "rows": "1"}).status_code == 422


def test_the_api_does_the_same(admin: Client) -> None:
    old_tasks(2)
    Session.objects.create(session_key="s", session_data="x", expire_date=timezone.now() - timedelta(days=1))
    shown = admin.get("/api/v1/purge/?what=tasks&what=sessions").json()
    assert {one["kind"]: one["rows"] for one in shown["kinds"]} == {"tasks": 2, "sessions": 1}
    assert shown["removed"] is False
    assert Success.objects.count() == 2
    done = admin.post("/api/v1/purge/", {"what": ["tasks"]}, content_type="application/json").json()
    assert (done["removed"], done["kinds"]) == (
        True,
        [one for one in shown["kinds"] if one["kind"] == "tasks"],
    )
    assert not Success.objects.exists()
    assert Session.objects.filter(session_key="s").exists()
    for body in ({}, {"what": ["gold"]}, {"what": ["tasks"], "days": -1}, {"what": ["tasks"], "gold": 1}):
        assert admin.post("/api/v1/purge/", body, content_type="application/json").status_code == 400
    assert admin.get("/api/v1/purge/?run=999999").status_code == 400


def test_a_page_takes_the_same_queries_whatever_there_is(admin: Client) -> None:
    counts = []
    for count in (1, 40):
        Success.objects.all().delete()
        old_tasks(count)
        with CaptureQueriesContext(connection) as queries:
            admin.get("/operate/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
