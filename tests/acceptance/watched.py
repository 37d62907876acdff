"""Watching a run from outside while parts of its installation are killed: its rows, processes and page."""

from __future__ import annotations

import contextlib
import json
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psutil
import psycopg

from benchmark.floor.jobs import processes
from tests.acceptance import content
from tests.acceptance.outside import Outside, caller
from tests.acceptance.served import Served

REASONS = (
    *("kills its worker", "was lost", "No worker", "No tick", "does not answer", "is full", "waits for"),
    "nothing was stored for",
)
"""Words of the reasons that are shown for work that stands."""

WEB = 3
"""Processes of the web: their parent and two."""
CLUSTER = 6
"""Processes of a cluster with two workers: parent, sentinel, workers, monitor, pusher."""


@dataclass
class Watched:
    """One run of a served installation."""

    place: Served
    run: int
    url: str
    who: Outside
    name: str = ""

    @classmethod
    def of(cls, place: Served, run: int, name: str = "") -> Watched:
        """With a token that may read it; ``name`` is that of the log of its system."""
        place.script("give_tokens")
        url = place.python("-m", "benchmark.postgres", "url").strip()
        return cls(place, run, url, caller(place, "caller-admin"), name)

    def row(self, statement: str) -> tuple[Any, ...] | None:
        """One row of the database; None while it is away, or where there is none."""
        try:
            with psycopg.connect(self.url, connect_timeout=2) as line:
                return line.execute(statement, {"run": self.run}).fetchone()
        except psycopg.Error:
            return None

    def done(self) -> int:
        """Contexts and answers that are stored; -1 while the database is away."""
        found = self.row(
            "SELECT (SELECT count(*) FROM benchmark_sutcontext c JOIN benchmark_ingestvariant v "
            "ON v.id = c.variant_id WHERE v.run_id = %(run)s) + (SELECT count(*) FROM benchmark_answer a "
            "JOIN benchmark_sutcontext c ON c.id = a.context_id JOIN benchmark_ingestvariant v "
            "ON v.id = c.variant_id WHERE v.run_id = %(run)s)"
        )
        return -1 if found is None else int(found[0])

    def rows(self) -> Counter[str]:
        """What is stored of the run, by content; waits for the database where it is away."""
        for _ in range(60):
            with contextlib.suppress(psycopg.Error):
                return content.rows(self.url, self.run)
            time.sleep(1)
        return content.rows(self.url, self.run)

    def status(self) -> str:
        """The state of the run; empty while the database is away."""
        found = self.row("SELECT status FROM benchmark_run WHERE id = %(run)s")
        return "" if found is None else str(found[0])

    def holder(self) -> psutil.Process | None:
        """The process that holds a part of the run now."""
        found = self.row(
            "SELECT worker FROM benchmark_walkitem WHERE run_id = %(run)s AND status = 'leased' UNION ALL "
            "SELECT worker FROM benchmark_readingitem WHERE run_id = %(run)s AND status = 'leased' LIMIT 1"
        )
        pid = int(str(found[0]).rpartition(":")[2]) if found else 0
        return psutil.Process(pid) if pid and psutil.pid_exists(pid) else None

    def said(self) -> str:
        """What the API says of the run, or why it does not answer; empty where nothing comes."""
        request = urllib.request.Request(
            f"{self.who.address}/api/v1/runs/{self.run}/",
            headers={"Authorization": f"Token {self.who.token}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=15) as answer:
                found = json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.read().decode(errors="replace")
        except OSError:
            return ""
        return str(found.get("progress", found).get("message", ""))

    def shown(self, *, since: str = "") -> str:
        """The reasons that are given; empty where none, or where the API said the same ``since`` before."""
        said = self.said()
        return "" if said == since else ", ".join(word for word in REASONS if word in said)

    def until_it_goes_on(
        self, *, from_count: int, since: str, seconds: float, also: Callable[[], bool]
    ) -> tuple[float, float, str]:
        """Wait until more is stored than ``from_count`` and ``also`` holds: (seconds to it, seconds to it or
        to a reason that did not stand there ``since`` before, the reason)."""
        started, told, reason = time.monotonic(), None, ""
        while True:
            if (self.done() > from_count or self.status() == "done") and also():
                after = time.monotonic() - started
                return after, after if told is None else told, reason
            if told is None and (reason := self.shown(since=since)):
                told = time.monotonic() - started
            waited = time.monotonic() - started
            assert waited < seconds, f"stands for {waited:.0f} s; said: {self.said() or 'nothing'}"
            time.sleep(0.3)

    def is_whole(self) -> bool:
        """Whether every part of the installation lives: web and its parent, tick, and the whole cluster."""
        parts = (("gunicorn", WEB), ("tick --loop", 1), ("qcluster", CLUSTER))
        return all(len(self.processes(word)) >= least for word, least in parts)

    def is_of_this_serve(self) -> bool:
        """Whether nothing works any more that another ``serve``, which was killed, had left behind."""
        assert self.place.server is not None
        ours = {one.pid for one in psutil.Process(self.place.server.pid).children(recursive=True)}
        return ours >= {one.pid for one in processes.marked(self.place.var)}

    def processes(self, word: str) -> list[psutil.Process]:
        """Living processes of the installation with this word in their command line, parents first."""
        found = [one for one in processes.marked(self.place.var) if word in " ".join(_line(one))]
        return sorted(found, key=lambda one: len(one.parents()))

    def postmaster(self) -> psutil.Process | None:
        """The Postgres of the installation."""
        for one in psutil.process_iter():
            line = _line(one)
            if line and "postgres" in line[0] and str(self.place.var) in " ".join(line):
                return one
        return None


def _line(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []


def answers(place: Served) -> bool:
    """Whether the web serves."""
    try:
        with urllib.request.urlopen(f"{place.address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def figures(place: Served, run: int) -> list[dict[str, object]]:
    """The lines of a table without what names the run."""
    lines = place.report(run)["results"]
    return [{k: v for k, v in line.items() if k not in ("run", "system")} for line in lines]
