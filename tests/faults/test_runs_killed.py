"""Workers that die, hang or come late: nothing is lost, nothing is done twice but what was in flight.

The same with the served product, its cluster and its Postgres is in ``tests/acceptance/accept_faults.py``.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from benchmark.floor.jobs import leases
from benchmark.models import Answer, Run, SutContext, WalkItem
from benchmark.selectors import progress, results
from benchmark.services import draining, leasing, ticking, walking
from tests.factories import runs as make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

QUESTIONS = 8
ANSWERS = [
    {"match": f"Question {number}:", "reply": make.says(answer=f"A_{number}", citations=("e0001",))}
    for number in range(1, QUESTIONS + 1)
]


def database_url() -> str:
    """The address of this suite's own database."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path="/" + connection.settings_dict["NAME"]))


@pytest.fixture
def workers() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        with process:  # closes its output
            process.kill()


def start_worker(workers: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.killed_worker"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database_url()},
        stdout=subprocess.PIPE,
        text=True,
    )
    workers.append(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    return process


def launched(log: Path, *, sleep: float) -> Run:
    slow = make.system(f"slow-{log.stem}", script=[{"sleep": sleep}], log=str(log))
    return make.launch(
        make.suite(events=24, questions=QUESTIONS),
        slow,
        reader="scripted",
        reader_config={"script": ANSWERS},
        segment_seconds=1.0,
    )


def asked(log: Path) -> list[str]:
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [line["question"] for line in lines if line["op"] == "asked"]


def wait_for(holds: Any, *, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def figures(run: Run) -> list[dict[str, Any]]:
    """The table of a run without what names the run."""
    ours = {"run", "system"}
    return [{k: v for k, v in line.as_json().items() if k not in ours} for line in results.of_run(run)]


def test_killed_workers_lose_only_what_was_in_flight(
    tmp_path: Path, workers: list[subprocess.Popen[str]]
) -> None:
    calm = launched(tmp_path / "calm.jsonl", sleep=0.0)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=calm)
    calm.refresh_from_db()

    log = tmp_path / "killed.jsonl"
    run = launched(log, sleep=0.1)
    chance = random.Random(4)
    for kill in range(2):
        worker = start_worker(workers)
        wait_for(lambda at_least=2 + 3 * kill: len(asked(log)) >= at_least)
        time.sleep(chance.uniform(0, 0.1))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        said = ticking.mend(timezone.now() + leases.LEASE + timedelta(seconds=1))
        assert "was lost" in said
        assert str(worker.pid) in said
        assert "taken up again" in progress.of(Run.objects.get(pk=run.pk), now=timezone.now()).message
    worker = start_worker(workers)
    assert worker.wait(timeout=60) == 0

    run.refresh_from_db()
    assert run.status == "done"
    times = Counter(asked(log))
    assert len(times) == QUESTIONS
    assert sum(times.values()) <= QUESTIONS + 2  # at each kill one question was in flight
    assert max(times.values()) <= 3
    assert SutContext.objects.filter(variant__run=run).count() == QUESTIONS
    assert Answer.objects.filter(context__variant__run=run).count() == QUESTIONS
    assert figures(run) == figures(calm)
    assert figures(run)[0]["ansacc_correct"] == QUESTIONS


def test_two_workers_share_a_run_without_doing_anything_twice(
    tmp_path: Path, workers: list[subprocess.Popen[str]]
) -> None:
    logs = [tmp_path / f"system{number}.jsonl" for number in range(3)]
    systems = [make.system(f"s{n}", script=[{"sleep": 0.02}], log=str(log)) for n, log in enumerate(logs)]
    run = make.launch(
        make.suite(events=24, questions=QUESTIONS),
        *systems,
        reader="scripted",
        reader_config={"script": ANSWERS},
        segment_seconds=0.5,
    )
    both = [start_worker(workers), start_worker(workers)]
    assert [worker.wait(timeout=60) for worker in both] == [0, 0]
    run.refresh_from_db()
    assert run.status == "done"
    for log in logs:
        assert sorted(Counter(asked(log)).values()) == [1] * QUESTIONS
        latest = [
            (line["latest"], line["cutoff"])
            for line in map(json.loads, log.read_text().splitlines())
            if line["op"] == "asked"
        ]
        assert all(shown == cutoff for shown, cutoff in latest)


def test_a_question_longer_than_the_lease_is_put_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R01: a slow item keeps its lease by its heartbeat, so nobody starts it a second time."""
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=0.6))
    kept_alive = leasing.kept_alive
    monkeypatch.setattr(leasing, "kept_alive", lambda item: kept_alive(item, every=0.1))
    log = tmp_path / "slow.jsonl"
    slow = make.system("slow", script=[{"sleep": 2.0}], log=str(log))
    run = make.launch(
        make.suite(events=2, questions=1), slow, reader="scripted", reader_config={"script": ANSWERS}
    )
    ended = threading.Event()

    def tick() -> None:
        while not ended.wait(0.1):
            ticking.mend(timezone.now())
            walked = leasing.claim(walking.claimable(timezone.now()), now=timezone.now())
            assert walked is None
        connection.close()

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    finally:
        ended.set()
        thread.join()
    run.refresh_from_db()
    assert (run.status, len(asked(log))) == ("done", 1)
    assert WalkItem.objects.get(run=run).attempts == 1
