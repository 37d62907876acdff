"""The tick, heartbeats and what the pages say when no one works."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ
from pytest_django import Settings

from benchmark.floor.accounts.models import User
from benchmark.floor.jobs import health, selectors
from benchmark.floor.jobs.models import WorkerHeartbeat
from benchmark.floor.jobs.services import heartbeats, ticking

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SEEN: list[datetime] = []

pytestmark = pytest.mark.django_db(transaction=True)


def remember(now: datetime) -> str:
    """A tick handler that says something."""
    SEEN.append(now)
    return "remembered"


def fail(now: datetime) -> str:
    """A tick handler that is broken."""
    raise ValueError("broken on purpose")


def beat(kind: str, seen_at: datetime) -> None:
    """A process of that kind, last seen then."""
    WorkerHeartbeat.objects.create(name=f"{kind}@h:1", host="h", pid=1, kind=kind, seen_at=seen_at)


def test_every_handler_is_called_though_one_fails(settings: Settings) -> None:
    SEEN.clear()
    settings.TICK_HANDLERS = [f"{__name__}.fail", f"{__name__}.remember"]
    said = ticking.tick(now=NOW)
    assert SEEN == [NOW]
    assert said == [f"{__name__}.fail failed: broken on purpose", "remembered"]


def test_a_tick_beats_sends_one_pulse_and_forgets_old_processes(settings: Settings) -> None:
    settings.TICK_HANDLERS = []
    beat("worker", NOW - timedelta(days=2))
    ticking.tick(now=NOW)
    ticking.tick(now=NOW + timedelta(seconds=10))
    rows = list(WorkerHeartbeat.objects.values_list("kind", "seen_at"))
    assert rows == [("tick", NOW + timedelta(seconds=10))]
    assert OrmQ.objects.count() == 1


@pytest.mark.parametrize(
    ("worker", "tick", "message"),
    [
        (5, 5, ""),
        (None, None, "No worker seen yet; start one with: python manage.py serve"),
        (46, 46, "No worker seen since 2026-05-01 11:59:14 UTC; start one with: python manage.py serve"),
        (46, 5, "No worker seen since 2026-05-01 11:59:14 UTC; start one with: python manage.py qcluster"),
        (5, None, "No tick seen yet; start one with: python manage.py tick --loop"),
    ],
)
def test_the_notice_names_what_is_missing_and_the_command(
    worker: int | None, tick: int | None, message: str
) -> None:
    for kind, age in (("worker", worker), ("tick", tick)):
        if age is not None:
            beat(kind, NOW - timedelta(seconds=age))
    status = selectors.worker_status(NOW)
    assert status.message == message
    assert status.alive == (worker == 5)


def test_a_worker_on_a_long_item_keeps_beating() -> None:
    with heartbeats.beating(kind="worker", every=0.05):
        first = WorkerHeartbeat.objects.get().seen_at
        deadline = time.monotonic() + 5
        while WorkerHeartbeat.objects.get().seen_at == first:
            assert time.monotonic() < deadline, "no second beat"
            time.sleep(0.02)
    last = WorkerHeartbeat.objects.get().seen_at
    time.sleep(0.15)
    assert WorkerHeartbeat.objects.get().seen_at == last


def test_health_needs_no_database_and_readiness_says_what_to_start(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    degraded = client.get("/readyz").json()
    assert degraded["state"] == "degraded"
    assert "manage.py serve" in degraded["what"]
    beat("worker", timezone.now())
    beat("tick", timezone.now())
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()["state"], ready.json()["queue_waiting"]) == (200, "ready", 0)


KEYS = {
    *("state", "what", "checks", "pending_migrations", "queue_waiting", "queue_oldest_seconds"),
    *("worker_last_seen", "worker_age_seconds", "tick_last_seen", "tick_age_seconds"),
}


@pytest.mark.parametrize(
    ("worker", "tick", "queue", "degraded"),
    [
        (5, 5, None, set()),
        (5, 5, 20, set()),
        (60, 5, None, {"worker"}),
        (5, 60, None, {"tick"}),
        (5, 5, 400, {"queue"}),
        (60, 60, 400, {"worker", "tick", "queue"}),
    ],
)
def test_readiness_says_what_is_degraded(
    worker: int, tick: int, queue: int | None, degraded: set[str]
) -> None:
    beat("worker", NOW - timedelta(seconds=worker))
    beat("tick", NOW - timedelta(seconds=tick))
    if queue is not None:
        OrmQ.objects.create(key="stemma", payload="-", lock=NOW - timedelta(seconds=queue))
    ready, found = health.readiness(NOW)
    assert ready  # pages can be served
    assert {name for name, state in found["checks"].items() if state != "ok"} == degraded
    assert found["state"] == ("degraded" if degraded else "ready")
    assert bool(found["what"]) == bool(degraded)
    assert (found["worker_age_seconds"], found["tick_age_seconds"]) == (worker, tick)
    assert (found["queue_waiting"], found["queue_oldest_seconds"]) == (int(queue is not None), queue)


def test_readiness_has_the_same_keys_in_every_state(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(health.readiness(NOW)[1]) == KEYS
    with monkeypatch.context() as patch:
        patch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: [("one", False)])
        ready, found = health.readiness(NOW)
    assert (ready, found["state"], found["pending_migrations"]) == (False, "not migrated", 1)
    assert found["checks"]["migrations"] == "wrong"
    assert set(found) == KEYS
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE jobs_workerheartbeat RENAME TO elsewhere")
    try:
        ready, found = health.readiness(NOW)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO jobs_workerheartbeat")
    assert (ready, found["state"], found["checks"]["database"]) == (False, "no database", "wrong")
    assert set(found) == KEYS


def test_people_who_are_signed_in_see_the_notice(client: Client) -> None:
    assert "No worker seen yet" not in client.get("/accounts/sign-in/").content.decode()
    client.force_login(User.objects.create_user(username="lead", role="lead"))
    page = client.get("/suites/").content.decode()
    assert "No worker seen yet" in page
    beat("worker", timezone.now())
    beat("tick", timezone.now())
    assert "No worker seen" not in client.get("/suites/").content.decode()
