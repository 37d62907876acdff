"""What a client that calls us is given next: records up to the next question, then that question (ADR 26).

Nothing behind a question is given before it is answered, and a question only once all records before it were
acknowledged: so the store ends at its cutoff, and what records and questions took is told apart.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import pull_holds, settling
from benchmark.services.pull_holds import Hold
from sut_adapters import registry
from sut_adapters.base import AskedQuestion
from sut_adapters.rest import wire
from sut_adapters.rest.pull import Pull

#: Records in one reply.
USUAL, MOST = 64, 1000

Item = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Given:
    """``items`` in order; ``cursor`` is what the next call sends as ``after``; ``done`` once the timeline has
    ended, with no item left."""

    items: tuple[Item, ...]
    cursor: int
    done: bool
    lease_until: datetime | None


def give(*, run: Run, lease: uuid.UUID, after: int, most: int = USUAL, by: User, now: datetime) -> Given:
    """The items behind the cursor ``after``, at most ``most`` records. Whatever stands before ``after`` is
    acknowledged. Raises ``PullRefusedError``."""
    pull_holds.require_open(run, now)
    with transaction.atomic():
        hold = pull_holds.find(run=run, lease=lease, by=by, now=now)
        if hold.item is not None:
            pull_holds.acknowledged(hold, after, now)
        items, cursor = _next(hold, after, most)
        first = hold.client.given_at or (now if items else None)
        hold.called(now, given_at=first)
    if hold.ended:
        settling.settle(run.pk, now=now)
    until = hold.item.lease_until if hold.item is not None else None
    return Given(tuple(items), cursor, hold.item is None, until)


def _next(hold: Hold, after: int, most: int) -> tuple[list[Item], int]:
    """The items, and the cursor behind them."""
    route, item = hold.route, hold.item
    if item is None:
        return [], route.end
    if after < item.next_step:
        # A memory that starts anew is given again what was taken before; what was asked is passed over.
        cursor = route.cursor_after(after, item.next_step, most)
        if given := _records(hold, after, cursor):
            return given, cursor
    if item.next_step in route.names:
        return [_question(hold, item.next_step)], item.next_step
    furthest = min(route.next_question(item.next_step), item.end_step)
    cursor = route.cursor_after(item.next_step, furthest, most)
    return _records(hold, item.next_step, cursor), cursor


def _records(hold: Hold, first: int, end: int) -> list[Item]:
    """The records of these steps, with a checkpoint behind them where a question comes next."""
    records = hold.route.records(first, end)
    if not records:
        return []
    items: list[Item] = [{"type": "events", **wire.events_body(records)}]
    if end in hold.route.names:
        items.append({"type": "checkpoint"})
    return items


def _question(hold: Hold, step: int) -> Item:
    question = hold.route.question(step)
    assert question is not None
    system = opened(hold)
    asked = AskedQuestion(question.text, question.cutoff, hold.variant.run.config["largest_budget"])
    body = wire.query_body(system.asked(asked), k=system.k)
    return {"type": "query", "question": hold.route.names[step], **body}


def opened(hold: Hold) -> Pull:
    """The adapter that stands for the system, with the configuration that the run copied."""
    kind = registry.get(hold.variant.adapter)
    assert issubclass(kind, Pull)
    return kind(config=hold.variant.config, store_key=hold.store.key)
