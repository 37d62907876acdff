"""A served installation of its own for the acceptance checks, with its Postgres, workers and tick."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]


class Served:
    """An installation with a folder, a Postgres and a port of its own, served by ``manage.py serve``."""

    def __init__(self, var: Path, settings: Mapping[str, str]) -> None:
        self.var = var
        kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        self.env = {
            **kept,
            **settings,
            "STEMMA_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "benchmark.settings.development",
        }
        self.server: subprocess.Popen[bytes] | None = None
        self.address = ""

    def python(self, *arguments: str) -> str:
        """The output of a Python command of the project in this installation."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def script(self, name: str, *arguments: str) -> str:
        """The output of a module of this folder that talks to the database of this installation."""
        self.env["DATABASE_URL"] = self.python("-m", "benchmark.postgres", "url").strip()
        try:
            return self.python("-m", f"tests.acceptance.{name}", *arguments)
        finally:
            del self.env["DATABASE_URL"]

    def fetched(self, path: str, token: str) -> str:
        """What the server answers to somebody with a token."""
        asked = urllib.request.Request(f"{self.address}{path}", headers={"Authorization": f"Token {token}"})
        with urllib.request.urlopen(asked, timeout=60) as answer:
            found: str = answer.read().decode()
        return found

    def migrate(self) -> None:
        """Make the tables."""
        self.python("manage.py", "migrate", "--verbosity", "0")

    def start(self) -> None:
        """Migrate and serve."""
        self.migrate()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.serve()

    def serve(self) -> None:
        """Run ``serve`` at the address chosen; again, where it was killed."""
        port = self.address.rpartition(":")[2]
        with (self.var / "serve.log").open("ab") as log:
            self.server = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", port],
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

    def launch(self, name: str, *, sleep: float, questions: int, poison: str = "") -> int:
        """A run of a scripted system that sleeps before each answer and writes what it was asked to
        ``name``.jsonl; ``poison`` as in ``launch_slow_run``."""
        url = self.python("-m", "benchmark.postgres", "url").strip()
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.acceptance.launch_slow_run"),
                *(str(self.var / f"{name}.jsonl"), str(sleep), str(questions), poison),
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


@contextmanager
def removed(folder: Path) -> Iterator[None]:
    """A folder that is gone after the block."""
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def installation(*, serving: bool = True, **settings: str) -> Iterator[Served]:
    """An installation that is taken down and removed afterwards; a migrated database alone where nothing is
    to be served. ``settings`` are variables of its environment."""
    folder = Path(tempfile.mkdtemp(prefix="stemma-accept-"))
    folder.chmod(0o755)
    found = Served(folder, settings)
    try:
        if serving:
            found.start()
        else:
            found.migrate()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder, ignore_errors=True)
