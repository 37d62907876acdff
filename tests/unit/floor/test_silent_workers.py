"""Workers that live and take no messages are ended, and those that come after get more time."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from benchmark.floor.jobs.models import WorkerHeartbeat
from benchmark.floor.jobs.services import supervisor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[supervisor.Supervisor]:
    """A server with one worker that sleeps, a tick that is seen, and notes of what was ended."""
    found = supervisor.Supervisor(var=tmp_path, children=(), watches=(), say=lambda line: None)
    child = supervisor.Child("worker", ("sleep", "600"))
    found._running = [supervisor._Running(child, asleep(), time.monotonic())]
    monkeypatch.setattr(supervisor, "connection", _Kept())
    seen("tick", timezone.now())
    yield found
    found._running[0].process.kill()
    found._running[0].process.wait()


def asleep() -> subprocess.Popen[bytes]:
    """A worker that lives and does nothing."""
    return subprocess.Popen(["sleep", "600"], start_new_session=True)


class _Kept:
    """The connection of the test, which is not to be closed under it."""

    def close(self) -> None:
        """Stays open."""


def seen(kind: str, at: datetime) -> None:
    WorkerHeartbeat.objects.update_or_create(
        name=f"{kind}@h:1", defaults={"host": "h", "pid": 1, "kind": kind, "seen_at": at}
    )


def looked_at(served: supervisor.Supervisor, *, after: float) -> bool:
    """Whether the worker is ended when the server looks ``after`` seconds from its start."""
    running = served._running[0]
    running.started = time.monotonic() - after
    served._end_deaf_workers()
    try:
        running.process.wait(timeout=0.5)
    except subprocess.TimeoutExpired:
        return False
    running.process = asleep()
    return True


def test_those_that_come_after_get_twice_the_time_up_to_a_limit(served: supervisor.Supervisor) -> None:
    assert not looked_at(served, after=50)
    for patience in (60, 120, 240, 480, 480):
        assert not looked_at(served, after=patience - 5)
        assert looked_at(served, after=patience + 5)


def test_one_that_takes_a_message_starts_anew(served: supervisor.Supervisor) -> None:
    assert looked_at(served, after=65)
    seen("worker", timezone.now())
    assert not looked_at(served, after=125)
    seen("worker", timezone.now() - timedelta(seconds=61))
    assert looked_at(served, after=65)


def test_without_a_tick_nobody_knows(served: supervisor.Supervisor) -> None:
    seen("tick", timezone.now() - timedelta(minutes=5))
    assert not looked_at(served, after=1_000)
