"""What the tick forgets of calls."""

from __future__ import annotations

from datetime import datetime

from benchmark.floor.calls.services import counting, replies


def mend(now: datetime) -> str:
    """Delete replies and counts that are over. Says how many replies; counts come and go by the minute."""
    forgotten = replies.forget(now=now)
    counting.forget(now=now)
    return f"{forgotten} kept replies deleted" if forgotten else ""
