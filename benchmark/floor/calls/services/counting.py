"""Counting calls for throttles: one statement a call, shared by all processes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection

from benchmark.floor.calls.models import CallCount

_SPEND = """
INSERT INTO calls_callcount AS counted (caller, until, calls) VALUES (%s, %s, 1)
ON CONFLICT (caller) DO UPDATE SET
    calls = CASE WHEN counted.until = excluded.until THEN counted.calls + 1 ELSE 1 END,
    until = excluded.until
RETURNING calls
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """A call against a limit: how many are ``left`` in this window (below 0: this one is too many), which
    ends in ``seconds``."""

    limit: int
    window: int
    left: int
    seconds: int


def spend(*, caller: str, limit: int, window: int, now: datetime) -> Spent:
    """Count a call of ``caller`` (scope and person, or scope and address) in the window of ``window`` seconds
    that ``now`` lies in. Windows begin at multiples of their length, for everybody at once."""
    end = (math.floor(now.timestamp() / window) + 1) * window
    with connection.cursor() as cursor:
        cursor.execute(_SPEND, [caller[:120], datetime.fromtimestamp(end, UTC)])
        (calls,) = cursor.fetchone()
    return Spent(limit, window, limit - calls, max(1, math.ceil(end - now.timestamp())))


def forget(*, now: datetime) -> int:
    """Delete the counts of windows that are over; how many there were."""
    return CallCount.objects.filter(until__lte=now).delete()[0]
