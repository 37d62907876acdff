"""Claiming items of work, keeping the lease alive, handing back (overview 4.6).

One function pair for both kinds of items: ``claim`` takes one that nobody holds, ``renew`` writes only
while the lease is still ours. A worker that dies stops renewing; ``ticking`` ends its lease.
"""

from __future__ import annotations

import contextvars
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

import django.db
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from benchmark.exceptions import LeaseLostError
from benchmark.floor.jobs import clocks, leases, processes
from benchmark.floor.logs import context as logs
from benchmark.models import ItemStatus, LeasedWork, Run
from benchmark.walk.storable import storable_text

SLOW_SECONDS = 3.0
"""A renewal that takes so long waited for the database."""

logger = logging.getLogger(__name__)

Work = TypeVar("Work", bound=LeasedWork)


def worker_name() -> str:
    """Host and process, as shown beside what a worker holds."""
    return f"{socket.gethostname()}:{os.getpid()}"


def claim(
    candidates: QuerySet[Work],
    *,
    now: datetime,
    holder: str = "",
    hold: timedelta = leases.LEASE,
    token: uuid.UUID | None = None,
) -> Work | None:
    """Take the first candidate that nobody else is taking right now, or None.

    ``holder`` is shown beside what it holds (default: this worker); ``hold`` is how long the lease holds
    without being renewed; ``token`` names the lease (default: a new one).

    Counts an attempt; ``hand_back`` takes it off again, a death leaves it.
    """
    with transaction.atomic():
        item = candidates.select_for_update(skip_locked=True, of=("self",)).first()
        if item is None:
            logs.note(run_id=None, item_id=None)
            return None
        logs.note(run_id=getattr(item, "run_id", None), item_id=f"{item._meta.model_name}:{item.pk}")
        item.status = ItemStatus.LEASED
        item.lease_token = token or uuid.uuid4()
        item.lease_until = leases.expires(now, hold)
        item.worker = holder or worker_name()
        item.attempts += 1
        item.started_at = item.started_at or now
        item.interrupted, item.message = item.message, ""
        item.save(
            update_fields=[
                "status", "lease_token", "lease_until", "worker", "attempts", "started_at", "message"
            ]
        )  # fmt: skip
        return item


def renew(item: LeasedWork, *, now: datetime, hold: timedelta = leases.LEASE, **changes: object) -> None:
    """Extend the lease by ``hold`` and write ``changes`` to the item, in the caller's transaction.
    ``got_on`` does so where something was done since.

    Raises ``LeaseLostError`` if the lease is no longer ours: the caller's transaction must then fail.
    """
    held = type(item)._default_manager.filter(
        pk=item.pk, status=ItemStatus.LEASED, lease_token=item.lease_token
    )
    if not held.update(lease_until=leases.expires(now, hold), **changes):
        raise LeaseLostError(
            f"lease lost: {item} was taken from {item.worker} after its lease ran out; nothing was written"
        )
    for name, value in changes.items():
        setattr(item, name, value)


def got_on(item: LeasedWork, *, now: datetime, **changes: object) -> None:
    """``renew`` where the work got on: attempts count from here anew. Raises ``LeaseLostError``."""
    renew(item, now=now, hold=leases.LEASE, attempts=1, **changes)
    item.got_on_at = time.monotonic()
    is_back(item)


def is_back(item: LeasedWork) -> None:
    """Take from the run what it says of an interruption of this item, which is over. What it says of another
    stays."""
    if item.interrupted:
        Run.objects.filter(pk=item.run_id, message=item.interrupted).update(message="")  # type: ignore[attr-defined]
        item.interrupted = ""


def end(item: LeasedWork, *, status: ItemStatus, now: datetime, message: str = "") -> None:
    """Close the item as done, failed or cancelled. Raises ``LeaseLostError``."""
    _let_go(item, status=status, finished_at=now, message=message)


def hand_back(
    item: LeasedWork, *, message: str = "", not_before: datetime | None = None, counts: bool = False
) -> None:
    """Let another worker go on from where the item stands. Raises ``LeaseLostError``.

    The attempt is taken off the count unless it ``counts`` (the work could not be done).
    """
    attempts = item.attempts if counts else max(0, item.attempts - 1)
    _let_go(item, status=ItemStatus.PENDING, attempts=attempts, message=message, not_before=not_before)


def _let_go(item: LeasedWork, *, message: str, **changes: object) -> None:
    changes["message"] = storable_text(message)
    held = type(item)._default_manager.filter(
        pk=item.pk, status=ItemStatus.LEASED, lease_token=item.lease_token
    )
    if not held.update(lease_token=None, lease_until=None, **changes):
        raise LeaseLostError(f"lease lost: {item} was taken from {item.worker}; its end was not written")
    item.lease_token = item.lease_until = None
    for name, value in changes.items():
        setattr(item, name, value)


@contextmanager
def kept_alive(item: LeasedWork, *, every: float | None = None) -> Iterator[None]:
    """Renew the lease from a second thread while the body waits for a slow system or model.

    ``every`` seconds (default: a quarter of the lease). A lease that is lost is not fought for: the body
    finds out when it next writes. A worker of the queue whose body does not get on within ``STEP_SECONDS`` is
    ended: what hangs in a system cannot be stopped otherwise (ADR 34). Time in which the database did not
    answer does not count: then the body may hang with it.
    """
    pause = leases.RENEW_EVERY.total_seconds() if every is None else every
    ended = threading.Event()
    began = time.monotonic()

    def beat() -> None:
        nonlocal began
        try:
            while not ended.wait(pause):
                stands = time.monotonic() - max(item.got_on_at or 0.0, began)
                if stands > settings.STEP_SECONDS and processes.works_for_the_queue():
                    logger.error("%s did not get on for %.0f s: its worker is ended", item, stands)
                    processes.end_at_once()
                asked = time.monotonic()
                try:
                    renew(item, now=clocks.now())
                except LeaseLostError as error:
                    logger.warning("%s", error)
                    return
                except django.db.Error:
                    # The database is away; the body fails at its next write, or the beat comes through.
                    logger.warning("heartbeat of %s could not be written", item, exc_info=True)
                    connection.close()
                    began = time.monotonic()
                if time.monotonic() - asked > SLOW_SECONDS:
                    began = time.monotonic()
        finally:
            connection.close()

    with_ids = contextvars.copy_context()
    thread = threading.Thread(target=with_ids.run, args=(beat,), name=f"lease of {item}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=pause)
