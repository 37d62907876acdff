"""Workers whose clock is off, whose item kills them, or whose line is cut: real processes, one database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from benchmark.floor.jobs import leases
from benchmark.floor.jobs.models import WorkerHeartbeat
from benchmark.models import Answer, ReadingItem, Run, Store, SutContext, WalkItem
from benchmark.selectors import progress
from benchmark.services import draining, leasing, ticking, walking
from tests.factories import runs as make
from tests.faults.weak_line import weak_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

QUESTIONS = 4
HOURS = 2 * 3600.0


class Workers:
    """Odd workers that were started; none outlives its test."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, url: str = "", **more: str) -> subprocess.Popen[str]:
        parts = urlsplit(os.environ["DATABASE_URL"])
        ours = urlunsplit(parts._replace(path="/" + connection.settings_dict["NAME"]))
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.odd_worker", *arguments],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DATABASE_URL": url or ours, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.started.append(process)
        return process


@pytest.fixture
def workers() -> Iterator[Workers]:
    found = Workers()
    yield found
    for process in found.started:
        with process:
            process.kill()


def launched(log: Path, *, sleep: float = 0.0) -> Run:
    answers = [
        {"match": f"Question {n}:", "reply": make.says(answer=f"A_{n}", citations=("e0001",))}
        for n in range(1, QUESTIONS + 1)
    ]
    return make.launch(
        make.suite(events=8, questions=QUESTIONS),
        make.system(f"odd-{log.stem}", script=[{"sleep": sleep}], log=str(log)),
        reader="scripted",
        reader_config={"script": answers},
    )


def asked(log: Path) -> list[str]:
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [line["question"] for line in lines if line["op"] == "asked"]


def until(holds: Callable[[], object], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.05)


def of(run: Run, model: type[SutContext] | type[Answer]) -> int:
    path = "variant__run" if model is SutContext else "context__variant__run"
    return model._default_manager.filter(**{path: run}).count()


def test_hosts_with_clocks_two_hours_off_take_no_lease_and_hold_none_for_ever(
    tmp_path: Path, workers: Workers
) -> None:
    held, free = launched(tmp_path / "held.jsonl"), launched(tmp_path / "free.jsonl")
    item = leasing.claim(walking.claimable(timezone.now()).filter(run=held), now=timezone.now())
    assert item is not None
    for number in range(2):
        OrmQ.objects.create(
            key="odd", payload=f"{number}", lock=timezone.now() + timedelta(minutes=number * 25)
        )
    ahead = workers.start("--shift", str(HOURS), "--seconds", "1")
    behind = workers.start("--shift", str(-HOURS), "--seconds", "1")
    said = [worker.communicate(timeout=120)[0] for worker in (ahead, behind)]
    assert [worker.returncode for worker in (ahead, behind)] == [0, 0], said
    taken = sorted(text.split("taken ")[1].strip() for text in said)
    assert taken == ["0", "1"], "one takes the message that waits, none that which is being worked on"

    item.refresh_from_db()
    assert (item.status, item.attempts) == ("leased", 1), "the host ahead took no lease that had not run out"
    free.refresh_from_db()
    assert free.status == "done", "the host behind takes what waits, and holds it no longer than others"
    now = timezone.now()
    assert free.started_at is not None
    assert free.finished_at is not None
    assert free.started_at <= free.finished_at <= now + timedelta(seconds=2)
    assert all(beat.seen_at <= now + timedelta(seconds=2) for beat in WorkerHeartbeat.objects.all())
    assert all(beat.seen_at > now - timedelta(minutes=5) for beat in WorkerHeartbeat.objects.all())


def test_an_item_that_kills_its_workers_is_given_up_and_others_go_on(
    tmp_path: Path, workers: Workers
) -> None:
    log = tmp_path / "poisoned.jsonl"
    run = launched(log)
    for attempt, how in enumerate(("segv", "exit", "loop"), 1):
        worker = workers.start("--poison", f"2={how}", STEMMA_STEP_SECONDS="2")
        worker.communicate(timeout=120)
        assert worker.returncode, f"{how} ends its process"
        said = ticking.mend(timezone.now() + leases.LEASE)
        assert ("kills its worker" in said) == (attempt == leases.MAX_ATTEMPTS), said
    item = WalkItem.objects.get(run=run)
    assert (item.status, item.attempts) == ("failed", 3)
    other = launched(tmp_path / "other.jsonl")
    draining.work(until=timezone.now() + timedelta(minutes=1))
    other.refresh_from_db()
    run.refresh_from_db()
    assert other.status == "done"
    assert run.status == "incomplete", "what was answered before it is kept"
    assert Counter(asked(log))[asked(log)[0]] == 1, "and is not asked again"
    shown = progress.of(run, now=timezone.now()).message
    assert "kills its worker: 3 workers were lost while they held" in shown
    assert str(item) in shown


def test_a_host_that_is_cut_off_loses_its_lease_and_writes_nothing_more(
    tmp_path: Path, workers: Workers
) -> None:
    log = tmp_path / "cut.jsonl"
    run = launched(log, sleep=1.0)
    with weak_line() as line:
        cut_off = workers.start(url=line.url())
        until(lambda: len(asked(log)) >= 2)
        line.whole.clear()  # in the middle of a question
        before = of(run, SutContext)
        assert "was lost" in ticking.mend(timezone.now() + leases.LEASE + timedelta(seconds=1))
        shown = progress.of(Run.objects.get(pk=run.pk), now=timezone.now()).message
        assert "it died, or lost the database" in shown
        draining.work(until=timezone.now() + timedelta(minutes=1))
        run.refresh_from_db()
        assert run.status == "done"
        line.whole.set()
        said, _ = cut_off.communicate(timeout=120)
    assert "lease lost" in said
    assert (of(run, SutContext), of(run, Answer)) == (QUESTIONS, QUESTIONS)
    assert sum(Counter(asked(log)).values()) <= QUESTIONS + 1, f"{before} were stored when it was cut"
    assert not ReadingItem.objects.filter(run=run).exclude(status="done").exists()


def test_a_run_says_that_it_waits_for_the_host_of_its_store(tmp_path: Path) -> None:
    run = launched(tmp_path / "bound.jsonl")
    Store.objects.filter(variant__run=run).update(portable=False, host="host-b")
    draining.work(until=timezone.now() + timedelta(minutes=1))
    run.refresh_from_db()
    assert run.is_open
    assert "waits for host-b: stores lie there" in progress.of(run, now=timezone.now()).message
    WorkerHeartbeat.objects.create(name="w", host="host-b", pid=1, kind="worker", seen_at=timezone.now())
    assert "host-b" not in progress.of(run, now=timezone.now()).message
