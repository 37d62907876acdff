"""The one clock of leases, bells and heartbeats: the database's (ADR 34).

Hosts whose clocks differ, or jump, would take each other's leases or hold theirs for ever. So each process
looks at the database's clock every half minute, and at once when its own has jumped. While the two agree
within ``TOLERANCE`` the host's own is used; else the database's, carried on by a clock that never jumps.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg
from django.db import Error, connection
from django.utils import timezone

LOOK_EVERY_SECONDS = 30.0
TOLERANCE = timedelta(seconds=1)
"""Less than this is no difference: it is what a look itself may take, and far below any lease."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The three clocks at one moment; ``database`` is None where it could not be asked."""

    steady: float
    host: datetime
    database: datetime | None

    @property
    def agrees(self) -> bool:
        return self.database is None or abs(self.database - self.host) <= TOLERANCE


_last: _Look | None = None


def now() -> datetime:
    """The time on the clock that all processes of an installation share, in UTC.

    Without a database that answers it goes on from the last look, or is the host's where none was made.
    """
    global _last
    host, steady = timezone.now(), _steady()
    if _last is None or _is_stale(_last, host, steady):
        _last = _look(_last)
        host, steady = timezone.now(), _steady()
    if _last.database is None or (_last.agrees and not _has_jumped(_last, host, steady)):
        return host
    return _last.database + timedelta(seconds=steady - _last.steady)


def forget() -> None:
    """Look anew at the next call."""
    global _last
    _last = None


def _is_stale(last: _Look, host: datetime, steady: float) -> bool:
    return steady - last.steady > LOOK_EVERY_SECONDS or _has_jumped(last, host, steady)


def _has_jumped(last: _Look, host: datetime, steady: float) -> bool:
    """Whether the host's clock went another way than the one that never jumps."""
    return abs((host - last.host) - timedelta(seconds=steady - last.steady)) > TOLERANCE


def _look(last: _Look | None) -> _Look:
    database = _of_database()
    steady, host = _steady(), timezone.now()
    if database is None and last is not None and last.database is not None:
        database = last.database + timedelta(seconds=steady - last.steady)
    return _Look(steady, host, database)


def _of_database() -> datetime | None:
    """Asked below Django's cursors: a look twice a minute is no query of the page that happens to make it."""
    try:
        connection.ensure_connection()
        if connection.connection.info.transaction_status == psycopg.pq.TransactionStatus.INERROR:
            return None
        row = connection.connection.execute("SELECT clock_timestamp()").fetchone()
    except (Error, psycopg.Error):
        return None
    found: datetime = row[0]
    return found


def _steady() -> float:
    """Seconds that go on whatever is done to the clock, and while the machine sleeps where it can tell."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
