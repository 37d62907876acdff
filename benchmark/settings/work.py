"""Settings of the work behind the pages: the queue, and how long one piece may take (ADR 5, ADR 34)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmark.settings import environment

__all__ = ["DISKS", "Q_CLUSTER", "STEP_SECONDS"]

Q_CLUSTER: dict[str, Any] = {
    # A message only says "there is work" (overview 4.6). django-q2's own defaults start a task over a minute
    # a second time while it runs and repeat failures for ever; benchmark.floor.jobs.checks refuses that.
    "name": "stemma",
    "label": "Queue",
    "orm": "default",
    # Its messages are kept in Postgres, by the database's clock (ADR 34).
    "broker_class": "benchmark.floor.jobs.broker.DatabaseClockBroker",
    "workers": environment.whole("STEMMA_WORKERS", default=2, least=1),
    "queue_limit": environment.whole("STEMMA_WORKERS", default=2, least=1),
    "timeout": 1200,
    "retry": 1500,
    "max_attempts": 1,
    "ack_failures": True,
    "catch_up": False,
    "scheduler": False,
    "poll": 0.5,
    "bulk": 1,
    "save_limit": 250,
    "log_level": "WARNING",
}

STEP_SECONDS: int = environment.whole("STEMMA_STEP_SECONDS", default=900, least=1)
"""A worker that holds an item for so long without getting on with it (no record taken, no answer kept) is
ended as if it had died: what loops for ever may not hold a worker for ever. Above what one call may take, and
with the four minutes of a drain below the timeout of the queue."""


def _database() -> Path:
    """Where the embedded Postgres keeps its data: elsewhere, where its user cannot reach ``var``."""
    pointer = environment.VAR / "postgres" / "elsewhere"
    home = Path(pointer.read_text().strip()) if pointer.exists() else pointer.parent
    return home / "data"


DISKS: dict[str, Path] = {
    "the database": _database(),
    "exports": environment.VAR / "exports",
    "var": environment.VAR,
}
"""Folders whose disks are watched, by the name that they are called; pages and ``readyz`` say when one is
full."""
