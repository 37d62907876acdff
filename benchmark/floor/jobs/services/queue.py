"""Ringing the bell: a queue message says "there is work" and nothing more (overview 4.6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django_q.tasks import async_task

from benchmark.floor.jobs import clocks

STALE = timedelta(seconds=30)
"""A bell that was rung so long ago and never taken may be rung again: its message may be lost."""

_RING = """
INSERT INTO jobs_bell (key, rung_at, taken_at) VALUES (%s, %s, NULL)
ON CONFLICT (key) DO UPDATE SET rung_at = excluded.rung_at, taken_at = NULL
WHERE jobs_bell.taken_at IS NOT NULL OR jobs_bell.rung_at < %s
RETURNING id
"""


def enqueue(
    *, handler: str, args: Mapping[str, Any], key: str | None = None, keep_result: bool = True
) -> None:
    """Have a worker call the dotted ``handler`` with ``args`` (ids and plain values) once this commits.

    With a ``key`` at most one message of that key waits: while it does, ringing again adds none. A message
    that a worker has taken no longer waits, so work committed while a handler runs is never overlooked.
    """
    arguments = dict(args)
    transaction.on_commit(lambda: _send(handler, arguments, key, keep_result))


def take(*, key: str, now: datetime) -> None:
    """Note that the message was taken, before its handler looks for work."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE jobs_bell SET taken_at = %s WHERE key = %s", [now, key])


def _send(handler: str, args: dict[str, Any], key: str | None, keep_result: bool) -> None:
    with transaction.atomic():  # the bell and its message together, or neither
        if key is not None and not _ring(key, clocks.now()):
            return
        async_task(
            "benchmark.floor.jobs.tasks.run",
            handler,
            args,
            key,
            q_options={"task_name": (key or handler)[:100], "save": keep_result},
        )


def _ring(key: str, now: datetime) -> bool:
    """Whether a message has to be sent."""
    with connection.cursor() as cursor:
        cursor.execute(_RING, [key, now, now - STALE])
        return cursor.fetchone() is not None
