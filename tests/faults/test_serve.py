"""`manage.py serve`: what dies is started again, what is left over is ended, stopping is clean."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg
import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from benchmark.floor.jobs import processes

ROOT = Path(processes.__file__).resolve().parents[3]

# The mark makes pytest-django build the database that ``database`` copies.
pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@dataclass
class Installation:
    """One installation with a folder and a database of its own."""

    var: Path
    url: str
    port: int
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self) -> subprocess.Popen[str]:
        """A new serve, its output below ``var``."""
        settings = {
            "DATABASE_URL": self.url,
            "STEMMA_VAR": str(self.var),
            "STEMMA_WORKERS": "1",
            "PYTHONUNBUFFERED": "1",
        }
        with (self.var / f"log{len(self.started)}").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=os.environ | settings,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
            )
        self.started.append(process)
        return process

    def said(self, by: subprocess.Popen[str] | None = None) -> str:
        """What a serve printed, the last one if not another."""
        index = self.started.index(by) if by else len(self.started) - 1
        return (self.var / f"log{index}").read_text()

    def marked(self, word: str = "") -> list[psutil.Process]:
        """Living processes of this installation whose command line holds the word."""
        return [p for p in processes.marked(self.var) if word in " ".join(p.cmdline())]

    def read(self, path: str) -> str:
        """A page as text; empty while it is not served."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as response:
                text: str = response.read().decode()
                return text
        except OSError:  # refused, reset or slow
            return ""


def until(condition: Callable[[], object], *, seconds: float, what: str) -> None:
    """Wait for a condition; fails naming what did not happen."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The address of a migrated copy of the test database."""
    with django_db_blocker.unblock():
        template = str(connections["default"].settings_dict["NAME"])
        connections.close_all()
    admin = os.environ["DATABASE_URL"]
    name = f"{template}_served"
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    yield admin.replace("/stemma?", f"/{name}?") if "?" in admin else f"{admin.rpartition('/')[0]}/{name}"
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="module")
def installation(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One for all tests here; each begins with ``served``, and leaves it served or stopped."""
    var = tmp_path_factory.mktemp("served")
    found = Installation(var=var, url=database, port=free_port())
    yield found
    for process in found.started:
        if process.poll() is None:
            process.kill()
            process.wait()
    processes.end(processes.marked(var), grace=2)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


CLUSTER = 5
"""Processes of a cluster with one worker: parent, sentinel, worker, monitor, pusher."""


def served(installation: Installation) -> subprocess.Popen[str]:
    """The serve that runs, or a new one; pages come and the cluster is whole."""
    running = [process for process in installation.started if process.poll() is None]
    found = running[0] if running else installation.start()
    until(lambda: installation.read("/healthz") == "ok\n", seconds=90, what="the web answers")
    until(lambda: len(installation.marked("qcluster")) == CLUSTER, seconds=60, what="the cluster is whole")
    return found


def test_it_serves_and_refuses_a_second(installation: Installation) -> None:
    first = served(installation)
    until(lambda: "Stemma is served at" in installation.said(first), seconds=30, what="it says so")
    until(lambda: '"ready"' in installation.read("/readyz"), seconds=90, what="a worker beats")
    wanted = min(19, os.nice(0) + 10)  # where the tests give way to others themselves, more than that
    assert {process.nice() for process in installation.marked("qcluster")} == {wanted}
    groups = {
        path.read_text().rsplit(" nice ")[1].strip()
        for process in installation.marked("qcluster")
        if (path := Path(f"/proc/{process.pid}/autogroup")).exists()
    }
    assert groups <= {"10"}, "where Linux groups tasks by session, the session yields as a whole"

    second = installation.start()
    assert second.wait(timeout=60) != 0
    assert f"Already served by process {first.pid}" in installation.said()
    assert first.poll() is None


def test_a_killed_cluster_is_started_again_without_orphans(installation: Installation) -> None:
    serve = served(installation)
    cluster = installation.marked("qcluster")
    parents = [process for process in cluster if process.ppid() == serve.pid]
    before = {process.pid for process in cluster}
    assert len(parents) == 1
    assert len(before) == CLUSTER
    parents[0].kill()
    until(
        lambda: "worker was killed by signal 9; starting it again" in installation.said(serve),
        seconds=30,
        what="it says what happened",
    )
    until(
        lambda: len(installation.marked("qcluster")) == CLUSTER,
        seconds=60,
        what="the cluster is whole again",
    )
    assert before.isdisjoint(process.pid for process in installation.marked("qcluster"))


def test_a_new_serve_ends_what_a_killed_one_left_and_stops_cleanly(installation: Installation) -> None:
    killed = served(installation)
    left = {process.pid for process in installation.marked()}
    killed.kill()
    killed.wait()
    assert left & {process.pid for process in installation.marked()}, "they outlive their parent"

    again = installation.start()
    until(lambda: "Stemma is served at" in installation.said(), seconds=90, what="it serves again")
    assert re.search(r"Ended \d+ processes that an earlier server left behind", installation.said())
    assert left.isdisjoint(process.pid for process in installation.marked())

    again.send_signal(signal.SIGTERM)  # and nothing else: it ends what it started
    assert again.wait(timeout=60) == 0
    assert installation.marked() == []


def test_it_is_stopped_from_another_process(installation: Installation) -> None:
    serve = served(installation)
    assert processes.stop(installation.var)
    assert installation.marked() == []
    assert serve.wait(timeout=60) == 0
    assert not processes.stop(installation.var)


def test_a_taken_port_is_named_before_anything_starts(database: str, tmp_path: Path) -> None:
    installation = Installation(var=tmp_path, url=database, port=free_port())
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", installation.port))
        other.listen()
        assert installation.start().wait(timeout=60) != 0
    assert f"Port {installation.port} on 127.0.0.1 is taken" in installation.said()
    assert f"--port {installation.port + 1}" in installation.said()
