"""PURE. Lease arithmetic: who may work on an item, until when, and how often it may be tried."""

from __future__ import annotations

from datetime import datetime, timedelta

LEASE = timedelta(seconds=30)
"""How long a claim holds without being renewed: with a tick every ten seconds, a lost worker is noticed, and
the page says so, well within a minute."""
RENEW_EVERY = timedelta(seconds=7.5)
"""How often the holder renews it: a quarter of the lease, so three renewals may fail."""
MAX_ATTEMPTS = 3
"""Claims of one item that may end without a result before it counts as failed."""


def expires(now: datetime, hold: timedelta = LEASE) -> datetime:
    """When a lease taken or renewed at ``now`` for ``hold`` runs out."""
    return now + hold


def is_expired(until: datetime | None, now: datetime) -> bool:
    """Whether a lease has run out; an item without a lease is free. The end itself is free again."""
    return until is None or until <= now


def is_exhausted(attempts: int) -> bool:
    """Whether an item whose lease ran out ``attempts`` times is given up ("failed: kills its worker")."""
    return attempts >= MAX_ATTEMPTS
