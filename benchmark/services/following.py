"""Waiting for a run: following the workers, or doing the work here where none lives."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import django.db
from django.db import connection

from benchmark import postgres
from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.selectors import worker_status
from benchmark.models import Run
from benchmark.selectors import progress
from benchmark.selectors.progress import Progress
from benchmark.services import draining, ticking

#: How long one look lets this process work before it reports again.
LOOK = timedelta(seconds=20)
#: Between looks while others work, in seconds.
PAUSE_SECONDS = 0.5
#: The embedded server is back within seconds of a kill; a database away for longer is an error.
DATABASE_AWAY_SECONDS = 120.0


def complete(
    run: Run,
    *,
    say: Callable[[Progress], object],
    wait: Callable[[float], object] = time.sleep,
    clock: Callable[[], datetime] = clocks.now,
) -> Run:
    """Return the run once it has ended. Without a living worker the work is done in this process.

    ``say`` gets the progress at each look. A database that goes away is waited for, two minutes at most;
    then its error passes through.
    """
    away_since: float | None = None
    while True:
        try:
            run.refresh_from_db()
            away_since = None
            say(progress.of(run, now=clock()))
            if not run.is_open:
                return run
            if worker_status(clock()).alive or not _work(run, clock):
                wait(PAUSE_SECONDS)
        except (django.db.OperationalError, django.db.InterfaceError):
            away_since = away_since or time.monotonic()
            if time.monotonic() - away_since > DATABASE_AWAY_SECONDS:
                raise
            connection.close()
            postgres.revive()
            wait(PAUSE_SECONDS)


def _work(run: Run, clock: Callable[[], datetime]) -> bool:
    """Do what can be done here for a while; whether anything could."""
    ticking.mend(clock())
    walked, read = draining.work(until=clock() + LOOK, run=run)
    return bool(walked or read)
