"""Whether this installation can serve and work."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min
from django_q.models import OrmQ

from benchmark.floor.jobs import disks, selectors

STALE_QUEUE_SECONDS = 300.0
"""A message that has waited longer than this is not being taken: a drain holds a worker four minutes."""


def readiness(now: datetime) -> tuple[bool, dict[str, Any]]:
    """(ready, findings). Ready means that the database answers and is migrated; a silent worker or tick, or a
    queue that stands, makes the state ``degraded``, but pages can be served. ``what`` says what to do.

    The keys are the same in every state (ADR 33): what is not known is null. Ages are in seconds.
    """
    found: dict[str, Any] = {
        "state": "no database",
        "what": "Start Postgres or check DATABASE_URL.",
        "checks": {"database": "wrong", "migrations": None, "worker": None, "tick": None, "queue": None},
        "pending_migrations": None,
        "worker_last_seen": None,
        "worker_age_seconds": None,
        "tick_last_seen": None,
        "tick_age_seconds": None,
        "queue_waiting": None,
        "queue_oldest_seconds": None,
    }
    try:
        executor = MigrationExecutor(connection)
        pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        found["checks"] |= {"database": "ok", "migrations": "wrong" if pending else "ok"}
        found["pending_migrations"] = pending
        if pending:
            return False, found | {"state": "not migrated", "what": "Run: python manage.py migrate"}
        found |= _work(now, found["checks"])
    except Error:
        what = disks.shortage(of=disks.DATABASE) or found["what"]
        return False, found | {"what": what, "checks": {**found["checks"], "database": "wrong"}}
    return True, found


def _work(now: datetime, checks: dict[str, str | None]) -> dict[str, Any]:
    status = selectors.worker_status(now)
    queue = OrmQ.objects.aggregate(waiting=Count("pk"), oldest=Min("lock"))
    oldest = _age(queue["oldest"], now)
    stale = oldest is not None and oldest > STALE_QUEUE_SECONDS
    checks["worker"] = "ok" if status.alive else "degraded"
    checks["tick"] = "ok" if status.tick_alive else "degraded"
    checks["queue"] = "degraded" if stale else "ok"
    what = status.message
    if stale and not what:
        what = f"The oldest message has waited {oldest:.0f} s: workers live but take none. Look at their log."
    return {
        "state": "degraded" if what else "ready",
        "what": what,
        "worker_last_seen": status.last_seen.isoformat() if status.last_seen else None,
        "worker_age_seconds": _age(status.last_seen, now),
        "tick_last_seen": status.tick_last_seen.isoformat() if status.tick_last_seen else None,
        "tick_age_seconds": _age(status.tick_last_seen, now),
        "queue_waiting": queue["waiting"],
        "queue_oldest_seconds": oldest,
    }


def _age(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max(0.0, (now - moment).total_seconds())
