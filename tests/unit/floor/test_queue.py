"""Bells: at most one message of a key waits, and no work is overlooked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from benchmark.floor.jobs import tasks
from benchmark.floor.jobs.models import Bell, WorkerHeartbeat
from benchmark.floor.jobs.services import queue

CALLS: list[dict[str, Any]] = []
HANDLER = f"{__name__}.note"

pytestmark = pytest.mark.django_db(transaction=True)


def note(**args: Any) -> str:
    """A handler that remembers what it was called with and who was waiting then."""
    CALLS.append({**args, "taken": list(Bell.objects.values_list("taken_at", flat=True))})
    return "done"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    CALLS.clear()


def messages() -> list[tuple[Any, ...]]:
    """(handler, args, key) of each waiting message."""
    return [SignedPackage.loads(row.payload)["args"] for row in OrmQ.objects.order_by("id")]


def work_off() -> None:
    """What a worker does with the oldest message."""
    row = OrmQ.objects.order_by("id")[0]
    task = SignedPackage.loads(row.payload)
    row.delete()
    assert task["func"] == "benchmark.floor.jobs.tasks.run"
    tasks.run(*task["args"])


def test_a_message_is_sent_on_commit_only() -> None:
    with transaction.atomic():
        queue.enqueue(handler=HANDLER, args={"run_id": 7})
        assert messages() == []
    assert messages() == [(HANDLER, {"run_id": 7}, None)]


def test_a_rolled_back_transaction_sends_nothing() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        queue.enqueue(handler=HANDLER, args={})
        raise ZeroDivisionError
    assert messages() == []


def test_without_a_key_every_message_is_sent() -> None:
    for number in range(3):
        queue.enqueue(handler=HANDLER, args={"number": number})
    assert len(messages()) == 3


def test_one_message_of_a_key_waits_at_a_time() -> None:
    for key in ("drain", "drain", "other", "drain"):
        queue.enqueue(handler=HANDLER, args={}, key=key)
    assert [key for _, _, key in messages()] == ["drain", "other"]


def test_work_committed_while_a_handler_runs_rings_again() -> None:
    queue.enqueue(handler=HANDLER, args={}, key="drain")
    work_off()
    assert CALLS[0]["taken"] != [None], "the message is taken before its handler looks for work"
    queue.enqueue(handler=HANDLER, args={}, key="drain")
    assert len(messages()) == 1


def test_a_lost_message_is_replaced_after_half_a_minute() -> None:
    queue.enqueue(handler=HANDLER, args={}, key="drain")
    OrmQ.objects.all().delete()  # a worker took it and was killed before it began
    queue.enqueue(handler=HANDLER, args={}, key="drain")
    assert messages() == []
    Bell.objects.update(rung_at=timezone.now() - queue.STALE - timedelta(seconds=1))
    queue.enqueue(handler=HANDLER, args={}, key="drain")
    assert len(messages()) == 1


def test_running_a_message_makes_the_worker_beat() -> None:
    assert tasks.run(HANDLER, {"a": 1}, None) == "done"
    beat = WorkerHeartbeat.objects.get()
    assert beat.kind == "worker"
    assert timezone.now() - beat.seen_at < timedelta(seconds=10)
    assert CALLS[0]["a"] == 1
