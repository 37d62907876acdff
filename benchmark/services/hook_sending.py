"""Sending what is due to hooks: called by a worker, and mended by the tick (ADR 27)."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from benchmark.floor.hooks.kinds import TEST
from benchmark.floor.hooks.models import Delivery
from benchmark.floor.hooks.services import announcing
from benchmark.floor.hooks.signing import sign
from benchmark.floor.jobs import clocks
from benchmark.services import hook_deliveries
from benchmark.services.hook_posting import Letter, post_all
from sut_adapters.rest.addresses import AllowList

DRAIN_FOR = timedelta(minutes=1)
"""How long one message keeps a worker."""
_CHANCE = random.SystemRandom()


def drain() -> str:
    """Send until nothing is due or a minute has passed; then ring again if work is left."""
    until, sent = clocks.now() + DRAIN_FOR, 0
    while clocks.now() < until:
        count = send_due(now=clocks.now())
        if not count:
            return f"{sent} deliveries attempted"
        sent += count
    with transaction.atomic():
        announcing.ring()
    return f"{sent} deliveries attempted, more are due"


def send_due(*, now: datetime) -> int:
    """Attempt one batch of what is due at ``now``; how many were claimed."""
    claimed = hook_deliveries.claim(now=now)
    letters: list[tuple[Delivery, Letter]] = []
    for delivery in claimed:
        if _may_be_told(delivery):
            letters.append((delivery, letter_of(delivery, now)))
        else:
            why = "the owner of the hook may not hear of this suite any more"
            hook_deliveries.give_up(delivery=delivery, why=why, now=now)
    outcomes = post_all([letter for _, letter in letters], allowed=AllowList.of(settings.PUSH_ALLOW))
    # The clock again: the posts took their time, and a wait begins when they ended.
    ended = max(now, clocks.now())
    for (delivery, _), outcome in zip(letters, outcomes, strict=True):
        hook_deliveries.note(delivery=delivery, outcome=outcome, now=ended, chance=_CHANCE.random())
    return len(claimed)


def _may_be_told(delivery: Delivery) -> bool:
    hook = delivery.hook
    if delivery.kind == TEST:
        return hook.owner.is_active
    return bool(announcing.may_hear([hook], suite=delivery.suite, verb=delivery.verb))


def letter_of(delivery: Delivery, now: datetime) -> Letter:
    """The message as it is sent at ``now``: its body is the same at each attempt, to the byte."""
    body = json.dumps(delivery.body, separators=(",", ":"), sort_keys=True).encode()
    timestamp = int(now.timestamp())
    secrets = delivery.hook.signing_secrets(now)
    headers = {
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secrets, delivery.message_id, timestamp, body),
    }
    return Letter(delivery.hook.url, headers, body)


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: rings where something is due, gives up what lost its last sender,
    and removes what ended ``HOOK_KEEP_DAYS`` ago."""
    if hook_deliveries.due(now):
        with transaction.atomic():
            announcing.ring()
    lost = hook_deliveries.give_up_lost(now=now)
    gone = hook_deliveries.forget(before=now - timedelta(days=settings.HOOK_KEEP_DAYS))
    said = [
        f"{lost} deliveries to hooks given up" if lost else "",
        f"{gone} old deliveries removed" if gone else "",
    ]
    return "; ".join(line for line in said if line)
