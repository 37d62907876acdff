"""Whether the database answers, for a web process that must not hang with it (ADR 34).

A database that is stopped, or a line that is cut, leaves a query waiting: no timeout of the server ends it.
So requests in flight are written down; when one takes long, a thread tries a new connection. Where none comes
about, the lines of those requests are cut, which then fail at once, and requests are refused until it does.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LONG_SECONDS = 3.0
"""A request that takes so long makes the watch try whether the database still answers."""
LOOK_SECONDS = 0.5
TRY_EVERY_SECONDS = 2.0
CONNECT_SECONDS = 4
TRIES = 2
"""Connections in a row that do not come about before the lines are cut: a busy machine may be slow once."""
BUSY = ("too many clients", "connection slots")
"""A server that refuses for want of room is there."""


@dataclass
class _InFlight:
    wrapper: BaseDatabaseWrapper
    started: float


@dataclass
class DatabaseWatch:
    """Of one process. ``reason`` says why the database is away; it is empty while it answers."""

    reason: str = ""
    _in_flight: dict[int, _InFlight] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None

    @contextlib.contextmanager
    def looking_after(self) -> Iterator[None]:
        """Write down the request that this thread serves while the body runs."""
        mine = threading.get_ident()
        with self._lock:
            self._in_flight[mine] = _InFlight(connections["default"], time.monotonic())
            self._start()
        try:
            yield
        finally:
            with self._lock:
                self._in_flight.pop(mine, None)

    def lost(self, why: str) -> None:
        """A request found the database away: refuse the next ones until it answers."""
        with self._lock:
            self.reason = self.reason or why
            self._start()

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._watch, daemon=True, name="database watch")
            self._thread.start()

    def _watch(self) -> None:
        tried, failed = 0.0, 0
        while True:
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            if now - tried < TRY_EVERY_SECONDS and not self.reason:
                continue
            if not self.reason and not self._long(now):
                failed = 0
                continue
            why = _try_to_connect()
            tried, failed = time.monotonic(), failed + 1 if why else 0
            if self.reason or failed >= TRIES:
                self.reason = why
            if failed >= TRIES:
                self._cut()

    def _long(self, now: float) -> list[_InFlight]:
        with self._lock:
            return [one for one in self._in_flight.values() if now - one.started > LONG_SECONDS]

    def _cut(self) -> None:
        now = time.monotonic()
        with self._lock:  # while it is written down, the request has not let its connection go
            for one in self._in_flight.values():
                if now - one.started > LONG_SECONDS and one.wrapper.connection is not None:
                    with contextlib.suppress(psycopg.Error, OSError):
                        _shut(one.wrapper.connection.pgconn.socket)


def _shut(descriptor: int) -> None:
    """End what is read from a connection without closing it: its own thread does that."""
    with socket.socket(fileno=os.dup(descriptor)) as line:
        line.shutdown(socket.SHUT_RDWR)


def _try_to_connect() -> str:
    """Empty where the server takes a connection, else why it does not."""
    parameters = connection.get_connection_params()
    wanted = {
        key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if key in parameters
    }
    try:
        psycopg.connect(**wanted, connect_timeout=CONNECT_SECONDS).close()
    except psycopg.Error as error:
        said = str(error).strip().splitlines()
        if any(word in line for line in said for word in BUSY):
            return ""
        return said[0] if said else "it does not answer"
    return ""


watch = DatabaseWatch()
