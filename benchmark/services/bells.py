"""Telling the queue that there is work (overview 4.6)."""

from __future__ import annotations

from django.conf import settings

from benchmark.floor.jobs.services import queue

HANDLER = "benchmark.services.draining.drain"


def ring(workers: int | None = None) -> None:
    """Wake as many workers as there are, or ``workers``, once this transaction commits.

    Each bell has its own key, so ringing while a message still waits adds none.
    """
    for number in range(workers or settings.Q_CLUSTER["workers"]):
        queue.enqueue(handler=HANDLER, args={}, key=f"drain-{number}")
