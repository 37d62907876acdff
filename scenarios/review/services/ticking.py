"""What the tick does for reviews: leases that ran out go back to the queue (ux pain 6)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from scenarios.review.services import expiring


def free_expired(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``. Says in one line what it freed, nothing if nothing."""
    freed = Counter(
        (slot.suite.slug, slot.person.username if slot.person else "nobody")
        for slot in expiring.free_expired_of(suite=None, now=now)
    )
    return "; ".join(
        f"suite {suite}: {n} item(s) that {name} had under a lease until now wait for others"
        for (suite, name), n in sorted(freed.items())
    )
