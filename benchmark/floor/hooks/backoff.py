"""PURE. When a delivery that failed is tried again, as the Standard Webhooks specification advises."""

from __future__ import annotations

from datetime import timedelta

WAITS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
MOST_ATTEMPTS = len(WAITS) + 1
"""The first attempt is made at once; when the last has failed the delivery is dead."""
JITTER = 0.1
"""A wait is up to this share longer, so that what failed together does not come back together."""
LONGEST_ASKED = timedelta(hours=24)


def wait_after(attempts: int, *, chance: float, asked: float | None = None) -> timedelta | None:
    """How long to wait when ``attempts`` attempts have failed; None: give it up.

    ``chance`` is drawn from 0 to 1. ``asked`` are the seconds of a ``Retry-After``; a day at most counts.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    wait = WAITS[max(attempts, 1) - 1] * (1 + JITTER * chance)
    if asked is None:
        return wait
    return max(wait, min(timedelta(seconds=min(asked, 10**6)), LONGEST_ASKED))
