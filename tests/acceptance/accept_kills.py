"""The served product under kill -9: a worker, the parent of the cluster, Postgres.

Within 60 s the state of the run says what happened; the run finishes; its scores equal those of an
uninterrupted one; no question was put twice but the one in flight.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = 16
SLEEP = 0.5


class Served:
    """An installation with a folder, a Postgres and a port of its own, served by ``manage.py serve``."""

    def __init__(self, var: Path) -> None:
        self.var = var
        kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        self.env = {
            **kept,
            "STEMMA_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "benchmark.settings.development",
        }
        self.server: subprocess.Popen[bytes] | None = None

    def python(self, *arguments: str) -> str:
        """The output of a Python command of the project in this installation."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Migrate and serve."""
        self.python("manage.py", "migrate", "--verbosity", "0")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with (self.var / "serve.log").open("wb") as log:
            self.server = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(port)],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def stop(self) -> None:
        """Stop server and Postgres."""
        if self.server is not None:
            self.server.terminate()
            self.server.wait(timeout=60)
        self.python("-m", "benchmark.postgres", "stop")

    def launch(self, name: str) -> int:
        """A slow run whose system writes what it was asked to ``name``.jsonl."""
        url = self.python("-m", "benchmark.postgres", "url").strip()
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.acceptance.launch_slow_run"),
                *(str(self.var / f"{name}.jsonl"), str(SLEEP), str(QUESTIONS)),
            ],
            cwd=ROOT,
            env={**self.env, "DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    def report(self, run: int) -> dict[str, Any]:
        """What `report` prints of a run; empty while the database is away."""
        done = subprocess.run(
            [sys.executable, "manage.py", "report", str(run), "--json"],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        found: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {}
        return found

    def asked(self, name: str) -> list[str]:
        """The questions that the system of a run was asked, in order."""
        log = self.var / f"{name}.jsonl"
        lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        return [line["question"] for line in lines if line["op"] == "asked"]

    def worker(self, run: int) -> psutil.Process:
        """The process that works on a run."""
        holder = ""

        def held() -> bool:
            nonlocal holder
            holder = "".join(self.report(run).get("progress", {}).get("at_work", [])[:1])
            return bool(holder)

        until(held, seconds=30, what="a worker holds the run")
        return psutil.Process(int(holder.rpartition(":")[2]))


def until(holds: Callable[[], object], *, seconds: float, what: str) -> float:
    """Wait until something holds; after how many seconds it did."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < seconds, f"not within {seconds} s: {what}"
        time.sleep(0.2)
    return time.monotonic() - started


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    folder = Path(tempfile.mkdtemp(prefix="stemma-accept-"))
    folder.chmod(0o755)
    found = Served(folder)
    try:
        found.start()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def calm(served: Served) -> list[dict[str, Any]]:
    """The figures of a run that nobody disturbed."""
    run = served.launch("calm")
    until(lambda: served.report(run)["status"] == "done", seconds=90, what="the calm run ends")
    return figures(served.report(run))


def figures(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of a table without what names the run."""
    return [{k: v for k, v in line.items() if k not in ("run", "system")} for line in report["results"]]


def kill_worker(served: Served, run: int) -> None:
    served.worker(run).send_signal(signal.SIGKILL)


def kill_parent(served: Served, run: int) -> None:
    above = served.worker(run).parents()
    cluster = [process for process in above if "qcluster" in " ".join(process.cmdline())]
    cluster[-1].send_signal(signal.SIGKILL)


def kill_postgres(served: Served, run: int) -> None:
    pid = next(
        int(path.read_text().splitlines()[0])
        for base in (served.var, Path("/var/lib/stemma"))
        for path in base.rglob("postmaster.pid")
        if str(served.var) in " ".join(psutil.Process(int(path.read_text().splitlines()[0])).cmdline())
    )
    psutil.Process(pid).send_signal(signal.SIGKILL)


@pytest.mark.parametrize("kill", [kill_worker, kill_parent, kill_postgres])
def test_a_killed_part_costs_nothing_but_time(
    served: Served, calm: list[dict[str, Any]], kill: Callable[[Served, int], None]
) -> None:
    name = kill.__name__
    run = served.launch(name)
    until(lambda: len(served.asked(name)) >= 4, seconds=60, what="four questions were asked")
    kill(served, run)

    def told() -> bool:
        report = served.report(run)
        return "was lost" in report.get("progress", {}).get("message", "")

    noticed = until(told, seconds=60, what="the state of the run says what happened")
    until(lambda: served.report(run).get("status") == "done", seconds=120, what="the run ends")
    times = Counter(served.asked(name))
    assert len(times) == QUESTIONS
    assert sum(times.values()) <= QUESTIONS + 1, times
    assert figures(served.report(run)) == calm
    print(f"{name}: noticed after {noticed:.0f} s, {sum(times.values())} questions put")
