"""The second thread of a worker ends one that hangs in a system, not one that hangs with the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from benchmark.floor.jobs import processes
from benchmark.models import WalkItem
from benchmark.services import leasing

pytestmark = pytest.mark.django_db(transaction=True)

STEP = 0.3


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch, settings: Any) -> threading.Event:
    """Whether this process would have been ended, as one that takes messages and has so little time."""
    found = threading.Event()
    settings.STEP_SECONDS = STEP
    monkeypatch.setenv(processes.WORKS, "1")
    monkeypatch.setattr(processes, "end_at_once", found.set)
    return found


def renews_by(does: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leasing, "renew", lambda item, **more: does())


def away() -> None:
    raise OperationalError("the database does not answer")


@pytest.mark.parametrize("late", [False, True])
def test_time_without_a_database_does_not_count(
    ended: threading.Event, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    monkeypatch.setattr(leasing, "SLOW_SECONDS", 0.05)
    renews_by((lambda: time.sleep(0.1)) if late else away, monkeypatch)
    with leasing.kept_alive(WalkItem(), every=0.05):
        assert not ended.wait(4 * STEP)


def test_a_body_that_does_not_get_on_while_the_database_answers_ends_its_worker(
    ended: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    renews_by(lambda: None, monkeypatch)
    with leasing.kept_alive(WalkItem(), every=0.05):
        assert ended.wait(20 * STEP)
