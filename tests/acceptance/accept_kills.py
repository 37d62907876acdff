"""The served product under kill -9: a worker, the parent of the cluster, Postgres.

Within 60 s the state of the run says what happened; the run finishes; its scores equal those of an
uninterrupted one; no question was put twice but the one in flight.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.acceptance.served import Served, installation, until

QUESTIONS = 16
SLEEP = 0.5


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with installation() as found:
        yield found


@pytest.fixture(scope="module")
def calm(served: Served) -> list[dict[str, Any]]:
    """The figures of a run that nobody disturbed."""
    run = served.launch("calm", sleep=SLEEP, questions=QUESTIONS)
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
    run = served.launch(name, sleep=SLEEP, questions=QUESTIONS)
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
