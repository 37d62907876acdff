"""Replies by key: a call that is sent twice is done once (ADR 25)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from benchmark.floor.accounts.models import User
from benchmark.floor.calls.exceptions import KeyInFlightError, KeyMismatchError
from benchmark.floor.calls.models import KeptReply

KEPT_FOR = timedelta(hours=24)


def kept(*, by: User, route: str, key: str, request_hash: str) -> KeptReply | None:
    """The reply that was kept for this key, None for a new one, which the caller's transaction then holds
    until it ends. Raises ``KeyInFlightError`` while another transaction holds it and ``KeyMismatchError``
    where the key came with another request."""
    with connection.cursor() as cursor:
        name = f"stemma-reply:{by.pk}:{route}:{key}"
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        (held,) = cursor.fetchone()
    if not held:
        raise KeyInFlightError("The first request with this Idempotency-Key is still under way. Repeat it.")
    found = KeptReply.objects.filter(user=by, route=route, key=key).first()
    if found is not None and found.request_hash != request_hash:
        raise KeyMismatchError(
            "This Idempotency-Key came before with another body or parameters. Nothing was done; send a new "
            "key for a new request."
        )
    return found


def keep(
    *, by: User, route: str, key: str, request_hash: str, status: int, body: str, now: datetime
) -> KeptReply:
    """Keep what a call was answered, within its transaction."""
    return KeptReply.objects.create(
        user=by, route=route, key=key, request_hash=request_hash, status=status, body=body, at=now
    )


def forget(*, now: datetime) -> int:
    """Delete replies older than ``KEPT_FOR``; how many there were."""
    return KeptReply.objects.filter(at__lt=now - KEPT_FOR).delete()[0]
