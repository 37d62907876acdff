"""Telling hooks what happened, in the transaction in which it happens (outbox, ADR 27)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.module_loading import import_string

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.hooks.kinds import KINDS, TEST
from benchmark.floor.hooks.models import Delivery, Hook
from benchmark.floor.jobs.services import queue

BELL = "hooks"
"""The key of the queue's message: at most one waits."""


@transaction.atomic
def announce(
    *,
    kind: str,
    suite: str,
    payload: Callable[[], Mapping[str, Any]],
    now: datetime,
    verb: Verb | None = None,
) -> int:
    """Write a delivery for each hook that listens and whose owner may hear of it; how many.

    ``payload`` gives ids, links and counts: JSON, and never gold, texts or actions. It is called where
    somebody hears of it, for counting takes work, and links load every page into a worker. ``verb`` is what
    hearers need on the suite where that is more than the table says. Raises ``KeyError`` for an unknown kind.
    """
    needed = verb or KINDS[kind].verb
    hooks = list(Hook.objects.listening(kind=kind, suite=suite).select_related("owner").order_by("pk"))
    if not hooks:
        return 0
    heard = may_hear(hooks, suite=suite, verb=needed)
    told = [hook for hook in hooks if hook.owner_id in heard]
    if told:
        _write(told, kind=kind, suite=suite, verb=needed.value, payload=payload(), now=now)
    return len(told)


@transaction.atomic
def announce_test(*, hook: Hook, now: datetime) -> Delivery:
    """Send a test to one hook."""
    return _write([hook], kind=TEST, suite="", verb="", payload={"hook": hook.pk}, now=now)[0]


def may_hear(hooks: list[Hook], *, suite: str, verb: str) -> set[int]:
    """Ids of the owners who may hold hooks on the suite and do ``verb`` there now."""
    owners = list({hook.owner_id: hook.owner for hook in hooks}.values())
    found: set[int] = import_string(settings.HOOK_AUDIENCE)(owners, suite, Verb(verb))
    return found


def ring() -> None:
    """Have a worker send what is due, once this transaction commits."""
    queue.enqueue(handler=settings.HOOK_SENDER, args={}, key=BELL)


def link(name: str, *args: object) -> str:
    """The public address of a route."""
    return f"{settings.PUBLIC_ORIGIN}{reverse(name, args=args)}"


def _write(
    hooks: list[Hook], *, kind: str, suite: str, verb: str, payload: Mapping[str, Any], now: datetime
) -> list[Delivery]:
    """One message, with one id, to each of the hooks."""
    message_id = f"msg_{uuid.uuid4().hex}"
    body = {"type": kind, "timestamp": now.isoformat(), "data": dict(payload)}
    rows = [
        Delivery(
            hook=hook,
            message_id=message_id,
            kind=kind,
            suite=suite,
            verb=verb,
            body=body,
            next_at=now,
            created_at=now,
        )
        for hook in hooks
    ]
    if rows:
        Delivery.objects.bulk_create(rows)
        ring()
    return rows
