"""Showing that a process lives."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import Error, connection

from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.models import WorkerHeartbeat

BEAT_SECONDS = 10.0
KEPT = timedelta(days=1)

logger = logging.getLogger(__name__)


def beat(*, kind: str, at: datetime) -> None:
    """Note that this process, a ``worker`` or the ``tick``, was alive at ``at``."""
    host, pid = socket.gethostname(), os.getpid()
    WorkerHeartbeat.objects.update_or_create(
        name=f"{kind}@{host}:{pid}", defaults={"host": host, "pid": pid, "kind": kind, "seen_at": at}
    )


def forget_old(*, now: datetime) -> int:
    """Delete rows of processes that have been gone for a day; how many."""
    return WorkerHeartbeat.objects.filter(seen_at__lt=now - KEPT).delete()[0]


@contextlib.contextmanager
def beating(*, kind: str, every: float = BEAT_SECONDS) -> Iterator[None]:
    """Beat now and, from a thread with a connection of its own, as long as the block runs: a worker on a
    long item is alive, and a killed one falls silent whatever it was doing."""
    beat(kind=kind, at=clocks.now())
    done = threading.Event()
    thread = threading.Thread(target=_beat_until, args=(done, kind, every), daemon=True, name="heartbeat")
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _beat_until(done: threading.Event, kind: str, every: float) -> None:
    while not done.wait(every):
        try:
            beat(kind=kind, at=clocks.now())
        except Error as error:  # the database is away; the next beat tries anew
            logger.warning("heartbeat not written: %s", error)
        finally:
            connection.close()
