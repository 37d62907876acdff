"""Whether this installation can serve and work."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django_q.models import OrmQ

from benchmark.floor.jobs import selectors


def readiness(now: datetime) -> tuple[bool, dict[str, Any]]:
    """(ready, findings). Ready means that the database answers and is migrated; a silent worker makes the
    state ``degraded`` but pages can be served. ``what`` says what to do."""
    try:
        executor = MigrationExecutor(connection)
        pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if pending:
            what = "Run: python manage.py migrate"
            return False, {"state": "not migrated", "pending_migrations": pending, "what": what}
        worker = selectors.worker_status(now)
        waiting = OrmQ.objects.count()
        oldest = OrmQ.objects.order_by("lock").values_list("lock", flat=True).first()
    except Error:
        return False, {"state": "no database", "what": "Start Postgres or check DATABASE_URL."}
    age = max(0.0, (now - oldest).total_seconds()) if oldest else None
    return True, {
        "state": "degraded" if worker.message else "ready",
        "what": worker.message,
        "worker_last_seen": worker.last_seen.isoformat() if worker.last_seen else None,
        "queue_waiting": waiting,
        "queue_oldest_seconds": age,
    }
