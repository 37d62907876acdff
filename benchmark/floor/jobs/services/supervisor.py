"""Web, workers and tick as one thing that starts and stops together (`manage.py serve`)."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import FrameType

from django.db import Error, connection

from benchmark.floor.jobs import clocks, processes, selectors

LOOK_SECONDS = 0.5
WATCH_EVERY_SECONDS = 2.0
LONGEST_PAUSE_SECONDS = 30.0
SETTLED_SECONDS = 60.0
"""A child that lived so long is started again at once; one that keeps dying waits longer each time."""
LONGEST_SILENCE_SECONDS = 480.0
"""Workers that were ended for their silence and are still silent get twice the time, up to this."""
WEB_STARTS_WITHIN_SECONDS = 30.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Child:
    """What to run: a name for messages, a command line, and how polite it is about the CPU."""

    name: str
    command: tuple[str, ...]
    nice: int = 0

    @property
    def command_line(self) -> list[str]:
        """The command under ``nice`` where it asks for it."""
        return ["nice", "-n", str(self.nice), *self.command] if self.nice else list(self.command)


@dataclass
class _Running:
    child: Child
    process: subprocess.Popen[bytes]
    started: float
    pause: float = 0.0
    again_at: float | None = None
    patience: float = SETTLED_SECONDS


def _yield_as_a_session(pid: int, nice: int) -> None:
    """Give a session's share of the CPU the same politeness as its processes have. Where Linux groups tasks
    by session (``sched_autogroup``), ``nice`` counts only among the tasks of one, so that workers would take
    as much as the pages that people wait for."""
    with contextlib.suppress(OSError):  # not Linux, or no such groups: then ``nice`` alone decides
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


@dataclass
class Supervisor:
    """Keeps the children running until it is told to stop.

    ``watches`` are called every two seconds (the embedded Postgres is started again there); what they
    return is logged. ``say`` takes lines for the person at the terminal.
    """

    var: Path
    children: tuple[Child, ...]
    watches: tuple[Callable[[], str], ...]
    say: Callable[[str], None]
    _stop: threading.Event = field(default_factory=threading.Event)
    _running: list[_Running] = field(default_factory=list)

    def run(self, *, ready_url: str, ready_message: str) -> None:
        """Start everything, say so once the web answers, keep it running, stop it cleanly.

        Raises ``processes.AlreadyServingError``.
        """
        with processes.lock(self.var), self._signals():
            left = processes.end(processes.marked(self.var), grace=3)
            if left:
                self.say(f"Ended {left} processes that an earlier server left behind.")
            try:
                self._running = [self._start(child) for child in self.children]
                self._announce(ready_url, ready_message)
                self._keep()
            finally:
                self._end_all()

    # Keeping

    def _keep(self) -> None:
        watched = 0.0
        while not self._stop.wait(LOOK_SECONDS):
            for running in self._running:
                self._look_after(running)
            if time.monotonic() - watched >= WATCH_EVERY_SECONDS:
                watched = time.monotonic()
                self._watch()

    def _look_after(self, running: _Running) -> None:
        now = time.monotonic()
        if running.again_at is not None:
            if now >= running.again_at:
                fresh = self._start(running.child)
                running.process, running.started, running.again_at = fresh.process, fresh.started, None
            return
        status = running.process.poll()
        if status is None:
            return
        processes.end_group(running.process.pid)  # its children outlive it
        settled = now - running.started >= SETTLED_SECONDS
        running.pause = 0.0 if settled else min(LONGEST_PAUSE_SECONDS, running.pause * 2 or 1.0)
        running.again_at = now + running.pause
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        self.say(f"{running.child.name} {how}; starting it again in {running.pause:.0f} s.")

    def _watch(self) -> None:
        for watch in self.watches:
            try:
                said = watch()
            except Exception as error:
                logger.exception("a watch of the server failed")
                said = str(error)
            if said:
                self.say(said)
        self._end_deaf_workers()

    def _end_deaf_workers(self) -> None:
        """A worker killed while it waited for a message leaves the queue locked for its brothers: they live
        and never work. Silence of a settled worker process, with a tick that sends pulses, tells.

        On a machine with too much to do they may only be slow to start, and ending them would keep them from
        it for ever: so those that come after get more time."""
        for running in self._running:
            if running.child.name != "worker" or running.again_at is not None:
                continue
            if time.monotonic() - running.started < running.patience:
                continue
            try:
                status = selectors.worker_status(clocks.now())
            except Error:  # the database is away; its own watch brings it back
                return
            finally:
                connection.close()
            settled = timedelta(seconds=SETTLED_SECONDS)
            if status.last_seen is not None and clocks.now() - status.last_seen <= settled:
                running.patience = SETTLED_SECONDS
            elif status.tick_alive:
                self.say("The workers live but take no messages; ending them.")
                processes.end_group(running.process.pid)
                running.patience = min(LONGEST_SILENCE_SECONDS, running.patience * 2)

    # Starting and stopping

    def _start(self, child: Child) -> _Running:
        process = subprocess.Popen(
            child.command_line,
            env={**os.environ, **processes.mark(self.var)},
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # a group of its own; the terminal's signals come to us alone
        )
        if child.nice:
            _yield_as_a_session(process.pid, child.nice)
        return _Running(child, process, time.monotonic())

    def _announce(self, url: str, message: str) -> None:
        deadline = time.monotonic() + WEB_STARTS_WITHIN_SECONDS
        while not self._stop.wait(0.1) and time.monotonic() < deadline:
            with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
                self.say(message)
                return
            if any(running.process.poll() is not None for running in self._running):
                return
        if not self._stop.is_set():
            self.say(f"The web server does not answer at {url} yet.")

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        def on_signal(number: int, frame: FrameType | None) -> None:
            if self._stop.is_set():  # asked twice: no more patience
                for running in self._running:
                    processes.end_group(running.process.pid)
            self._stop.set()

        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, on_signal) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end_all(self) -> None:
        for running in self._running:
            with contextlib.suppress(ProcessLookupError):
                running.process.terminate()
        deadline = time.monotonic() + processes.GRACE_SECONDS
        for running in self._running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.process.wait(timeout=max(0.0, deadline - time.monotonic()))
            processes.end_group(running.process.pid)
            running.process.wait()
        processes.end(processes.marked(self.var), grace=1)


def port_is_free(host: str, port: int) -> bool:
    """Whether the web server could listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
