"""What a worker does with its item when the database went away, or is full: that is not the item's doing."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import django.db
from django.db import connection, transaction

from benchmark.exceptions import LeaseLostError
from benchmark.floor.jobs import leases, unavailable
from benchmark.models import OPEN_RUNS, LeasedWork, Run
from benchmark.services import leasing

AGAIN_AFTER = timedelta(seconds=5)
TRY_EVERY_SECONDS = 1.0

logger = logging.getLogger(__name__)


def put_down(
    item: LeasedWork,
    error: django.db.Error,
    *,
    clock: Callable[[], datetime],
    wait: Callable[[float], object] = time.sleep,
) -> None:
    """Hand an item back, uncounted, as soon as the database takes it, and say why on item and run.

    Tried for as long as the lease lasts; after that the tick ends it and counts an attempt.
    """
    message = _why(item, error)
    logger.warning("%s", message)
    deadline = time.monotonic() + leases.LEASE.total_seconds()
    while time.monotonic() < deadline:
        try:
            if not connection.in_atomic_block:
                connection.close()  # it may be broken; the next use opens a new one
            with transaction.atomic():
                leasing.hand_back(item, message=message, not_before=clock() + AGAIN_AFTER)
                open_run = Run.objects.filter(pk=item.run_id, status__in=OPEN_RUNS)  # type: ignore[attr-defined]
                open_run.update(message=message)
            return
        except LeaseLostError as lost:
            logger.warning("%s", lost)
            return
        except django.db.Error:
            wait(TRY_EVERY_SECONDS)


def _why(item: LeasedWork, error: django.db.Error) -> str:
    found = unavailable.of(error)
    what = "the database was lost"
    if found is not None and found.code == "disk_full":
        what = "infrastructure failed: the disk is full (of the database)"
    elif found is not None and found.code == "busy":
        what = "another change held its rows for over a minute"
    return f"{what} while worker {item.worker} held {item}; it waits to be taken up again"
