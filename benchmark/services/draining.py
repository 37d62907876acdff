"""The one task under the queue: do what can be claimed, for four minutes at most (overview 4.6)."""

from __future__ import annotations

from datetime import datetime, timedelta

from benchmark.floor.jobs import clocks
from benchmark.models import Run
from benchmark.services import bells, reading, walking

#: How long one message keeps a worker; well under the queue's timeout.
DRAIN_FOR = timedelta(minutes=4)


def drain() -> str:
    """Claim and do items until none is left or the time is up; then ring again if work is left."""
    until = clocks.now() + DRAIN_FOR
    walked, read = work(until=until)
    if clocks.now() >= until:
        bells.ring(1)
    return f"walked {walked} segments, read {read} batches"


def work(*, until: datetime, run: Run | None = None) -> tuple[int, int]:
    """Readings first, for they finish what stands; then segments; until neither has anything to claim."""
    walked = read = 0
    while True:
        batches = reading.drain(until=until, run=run)
        segments = walking.drain(until=until, run=run)
        walked, read = walked + segments, read + batches
        if not batches and not segments:
            return walked, read
