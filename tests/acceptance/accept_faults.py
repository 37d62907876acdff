"""The served product under kill -9: workers, parents, tick, web and Postgres, at twenty random points.

Each kill falls into a run of its own, at a moment that is drawn. The run must end with each question answered
once and the figures of a run that nobody disturbed; a question may be put again only where it was in flight.
Whatever stands still must go on, or say why, within a minute. Then the database is held for a minute. The
table is printed and kept as ``faults.json`` and ``faults.md`` in ``var/accept``. ``STEMMA_KILLS`` sets the
number of kills, ``STEMMA_SEED`` another draw.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from benchmark.floor.jobs import processes
from tests.acceptance.served import ROOT, Served, installation, until

KILLS = int(os.environ.get("STEMMA_KILLS", "20"))
SEED = int(os.environ.get("STEMMA_SEED", "1"))
QUESTIONS, SLEEP = 16, 0.5
#: Seconds within which what stands still goes on, or says why.
SAID_WITHIN = 60
#: Seconds for which the database is held.
HELD = 60


@dataclass
class Kill:
    """What came of one: seconds after which the installation went on or told why it did not; questions of
    which no answer is there (lost), answers beyond one a question (doubled), questions put again."""

    what: str
    after: float
    silent: float
    lost: int
    doubled: int
    again: int
    equal: bool


def worker(served: Served, run: int) -> list[psutil.Process]:
    return [served.worker(run)]


def cluster(served: Served, run: int) -> list[psutil.Process]:
    above = [one for one in served.worker(run).parents() if "qcluster" in " ".join(one.cmdline())]
    return above[-1:]


def server(served: Served, run: int) -> list[psutil.Process]:
    assert served.server is not None
    return [psutil.Process(served.server.pid)]


def tick(served: Served, run: int) -> list[psutil.Process]:
    return of(served, "tick --loop")


def web(served: Served, run: int) -> list[psutil.Process]:
    """A process that answers, not their parent."""
    return [one for one in of(served, "gunicorn") if one.ppid() != served.server_pid][:1]


def web_parent(served: Served, run: int) -> list[psutil.Process]:
    return [one for one in of(served, "gunicorn") if one.ppid() == served.server_pid]


def backend(served: Served, run: int) -> list[psutil.Process]:
    """A process of Postgres that serves one connection; the others end theirs when it is killed."""
    children = [one for one in postmaster(served, run)[0].children() if "stemma stemma" in _words(one)]
    return children[:1]


def postmaster(served: Served, run: int) -> list[psutil.Process]:
    for base in (served.var, Path("/var/lib/stemma")):
        for path in base.rglob("postmaster.pid"):
            process = psutil.Process(int(path.read_text().splitlines()[0]))
            if str(served.var) in _words(process):
                return [process]
    raise AssertionError("no Postgres of this installation runs")


def of(served: Served, words: str) -> list[psutil.Process]:
    """Living processes of the installation with these words in their command."""
    return [one for one in processes.marked(served.var) if words in _words(one)]


def _words(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


#: What is killed in turn.
KINDS: tuple[Callable[[Served, int], list[psutil.Process]], ...] = (
    *(worker, tick, web, backend, cluster),
    *(server, worker, web_parent, postmaster, tick),
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with installation() as found:
        yield found


@pytest.fixture(scope="module")
def calm(served: Served) -> list[dict[str, Any]]:
    """The figures of a run that nobody disturbed."""
    run = served.launch("calm", sleep=SLEEP, questions=QUESTIONS)
    until(lambda: served.report(run).get("status") == "done", seconds=90, what="the calm run ends")
    return figures(served.report(run))


@pytest.fixture(scope="module")
def kills(served: Served, calm: list[dict[str, Any]]) -> list[Kill]:
    """All of them, one after the other."""
    draw = random.Random(SEED)
    told = []
    for number, kind in zip(range(KILLS), itertools.cycle(KINDS), strict=False):
        told.append(killed(served, calm, f"{kind.__name__}-{number}", kind, draw.uniform(0.0, 0.8)))
        write(told)
    return told


def killed(
    served: Served,
    calm: list[dict[str, Any]],
    name: str,
    kind: Callable[[Served, int], list[psutil.Process]],
    share: float,
) -> Kill:
    """Kill something when that share of the questions is asked, and see what comes of it."""
    run = served.launch(name, sleep=SLEEP, questions=QUESTIONS)
    until(lambda: len(served.asked(name)) >= 1, seconds=60, what="the first question was asked")
    begun = time.monotonic()
    time.sleep(share * QUESTIONS * SLEEP)
    chosen = kind(served, run)
    assert chosen, f"nothing to kill for {name}"
    at = len(served.asked(name))
    for process in chosen:
        process.send_signal(signal.SIGKILL)
    after, hit = time.monotonic() - begun, time.monotonic()
    if kind is server:  # what a service manager does
        assert served.server is not None
        served.server.wait()
        served.serve()
    until(lambda: goes_on(served, run, name, at, chosen), seconds=SAID_WITHIN + 60, what=f"{name}: a word")
    silent = time.monotonic() - hit
    until(lambda: served.report(run).get("status") == "done", seconds=180, what=f"{name}: the run ends")
    put = Counter(served.asked(name))
    (line,) = served.report(run)["results"]
    return Kill(
        what=kind.__name__,
        after=round(after, 1),
        silent=round(silent, 1),
        lost=QUESTIONS - line["n"],
        doubled=max(0, line["asked"] - QUESTIONS),
        again=sum(put.values()) - QUESTIONS,
        equal=figures(served.report(run)) == calm,
    )


def goes_on(served: Served, run: int, name: str, at: int, chosen: list[psutil.Process]) -> bool:
    """Pages answer, what was killed is there again, and the run has asked on, has ended or says why not."""
    if any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in chosen):
        return False
    if page(served, "/healthz")[0] != 200 or page(served, "/readyz")[0] != 200:
        return False
    if not (of(served, "tick --loop") and of(served, "qcluster")):
        return False
    report = served.report(run)
    message = report.get("progress", {}).get("message", "")
    return report.get("status") == "done" or len(served.asked(name)) > at + 1 or "was lost" in message


def page(served: Served, path: str) -> tuple[int, str]:
    """Status and text; 0 where nothing answers."""
    try:
        with urllib.request.urlopen(f"{served.address}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def figures(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of a table without what names the run."""
    return [{k: v for k, v in line.items() if k not in ("run", "system")} for line in report["results"]]


def write(told: list[Kill]) -> None:
    """Print the table and keep it."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "faults.json").write_text(json.dumps([asdict(one) for one in told], indent=1) + "\n")
    (folder / "faults.md").write_text(table(told))


def table(told: list[Kill]) -> str:
    """A line for each kind: how often, lost, doubled, put again, the longest silence."""
    lines = [
        "| killed | times | lost | doubled | put again, in flight | longest s without a reason shown |",
        "|---|---|---|---|---|---|",
    ]
    for kind in dict.fromkeys(one.what for one in told):
        own = [one for one in told if one.what == kind]
        lost, doubled, again = (
            sum(getattr(one, name) for one in own) for name in ("lost", "doubled", "again")
        )
        silent = max(one.silent for one in own)
        lines.append(f"| {kind} | {len(own)} | {lost} | {doubled} | {again} | {silent} |")
    return "\n".join(lines) + "\n"


def test_nothing_is_lost_or_doubled(kills: list[Kill]) -> None:
    print(table(kills))
    assert len(kills) == KILLS
    assert [one for one in kills if one.lost or one.doubled] == []


def test_the_figures_are_those_of_a_run_that_nobody_disturbed(kills: list[Kill]) -> None:
    assert [one for one in kills if not one.equal] == []


def test_only_what_was_in_flight_is_put_again(kills: list[Kill]) -> None:
    assert [one for one in kills if not 0 <= one.again <= 1] == []


def test_nothing_stands_still_for_a_minute_without_a_reason(kills: list[Kill]) -> None:
    assert [one for one in kills if one.silent > SAID_WITHIN] == []


def test_a_database_that_is_held_for_a_minute_costs_a_minute(
    served: Served, calm: list[dict[str, Any]], kills: list[Kill]
) -> None:
    """Every process of Postgres stops where it is, and goes on after a minute; pages say so meanwhile."""
    run = served.launch("held", sleep=SLEEP, questions=QUESTIONS)
    until(lambda: len(served.asked("held")) >= 4, seconds=60, what="four questions were asked")
    (parent,) = postmaster(served, run)
    family = [parent, *parent.children(recursive=True)]
    for process in family:
        process.suspend()
    try:
        time.sleep(HELD / 2)
        alive, ready = page(served, "/healthz"), page(served, "/readyz")
        time.sleep(HELD / 2)
    finally:
        for process in reversed(family):
            process.resume()
    assert alive[0] == 200
    assert ready[0] == 503, ready
    assert "database" in ready[1].lower()
    until(lambda: served.report(run).get("status") == "done", seconds=120, what="the run ends")
    put = Counter(served.asked("held"))
    assert len(put) == QUESTIONS
    assert sum(put.values()) <= QUESTIONS + 1
    assert figures(served.report(run)) == calm
