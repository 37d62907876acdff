"""What a client that calls us says to a question: checked whole, and stored once (ADR 26)."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from benchmark.exceptions import PullRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.jobs.leases import is_exhausted
from benchmark.models import Run, SutContext
from benchmark.services import leasing, pull_holds, settling, walk_rows
from benchmark.services.attempts import Outcome, Verdict
from benchmark.services.pull_holds import Hold
from benchmark.services.walking import AGAIN_AFTER
from benchmark.walk.segments import Stretch
from sut_adapters.base import Context, SystemFailedError
from sut_adapters.rest import wire

SAID = ("items", "answer", "usage", "error")
#: How long a client may have infrastructure failures waited out.
LONGEST_WAIT = timedelta(hours=1)
_WORDS = 2000
_NAMED = 20


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of an answer. ``cursor`` is what the next call sends as ``after``; None where the timeline
    was handed back, to be claimed again ``again_at``."""

    question: str
    status: str
    cursor: int | None
    again_at: datetime | None = None


def answer(
    *, run: Run, lease: uuid.UUID, question: str, said: Mapping[str, Any], by: User, now: datetime
) -> Stored:
    """Store what a system handed back for a question, or why it did not. The same again changes nothing.

    ``said`` holds ``items`` and where wanted ``answer`` and ``usage``, as a server that we call replies; or
    ``error`` alone. Raises ``PullRefusedError``: 422 naming what cannot be used, 409 where the question has
    another answer or is not asked now, or the lease was lost.
    """
    pull_holds.require_open(run, now)
    with transaction.atomic():
        hold = pull_holds.find(run=run, lease=lease, by=by, now=now)
        step = hold.route.steps.get(question)
        if step is None:
            raise PullRefusedError(
                f"No question {question[:80]!r} is put on this timeline.", "unknown_question", 422
            )
        received = _digest(said)
        if hold.item is None or hold.item.next_step != step:
            if (kept := _kept(hold, step)) is not None:
                return _again(kept, received, question, step)
            raise PullRefusedError(
                f"Question {question} is not asked now: GET items gives what is.", "not_asked_now", 409
            )
        stored = _store(hold, step, question, said, received, now)
        hold.called(now, given_at=None)
    if hold.ended:
        settling.settle(run.pk, now=now)
    return stored


def _digest(said: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _kept(hold: Hold, step: int) -> SutContext | None:
    question = hold.route.question(step)
    return SutContext.objects.filter(
        variant=hold.variant, scenario=hold.store.scenario_id, question=question
    ).first()


def _again(kept: SutContext, received: str, question: str, step: int) -> Stored:
    if kept.meta.get("received") == received:
        return Stored(question, kept.status, step + 1)
    raise PullRefusedError(
        f"Question {question} was answered before, with something else; the first answer stands.",
        "answered_otherwise",
        409,
    )


def _store(
    hold: Hold, step: int, question: str, said: Mapping[str, Any], received: str, now: datetime
) -> Stored:
    assert hold.item is not None
    seconds = hold.seconds_since_given(now)
    if said.get("error") is not None:
        outcome = _failure(said, seconds)
    else:
        outcome = Outcome(Verdict.OK, _context(hold, step, said), "", tries=1, seconds=seconds)
    if outcome.verdict == Verdict.INFRASTRUCTURE and not is_exhausted(hold.item.attempts):
        return _later(hold, question, outcome, now)
    asked = hold.route.question(step)
    assert asked is not None
    # An answer shows that the client gets on: attempts count those that were lost since the last one.
    hold.renew(now, next_step=step + 1, attempts=1)
    position = hold.route.position(step)
    meta = {"received": received}
    walk_rows.keep(asked, Stretch(step, step + 1, True), position, hold, outcome, now, meta)
    hold.go_on(now)
    return Stored(question, outcome.verdict.value, step + 1)


def _later(hold: Hold, question: str, outcome: Outcome[Context], now: datetime) -> Stored:
    assert hold.item is not None
    wait = AGAIN_AFTER if outcome.retry_after is None else timedelta(seconds=outcome.retry_after)
    again_at = now + wait
    leasing.hand_back(hold.item, message=outcome.message, not_before=again_at, counts=True)
    hold.ended = True
    return Stored(question, outcome.verdict.value, None, again_at)


def _failure(said: Mapping[str, Any], seconds: float) -> Outcome[Context]:
    """What the ``error`` of a body says. Raises ``PullRefusedError``."""
    error = said["error"]
    if not isinstance(error, dict) or set(said) - {"error"}:
        raise _invalid(['error must be an object {"kind", "message"}, with nothing said beside it'])
    kinds = (Verdict.SYSTEM_FAILED.value, Verdict.INFRASTRUCTURE.value)
    faults: list[str] = []
    kind, message, wait = (error.get(key) for key in ("kind", "message", "retry_after"))
    if kind not in kinds:
        faults.append(f"error.kind must be one of {', '.join(kinds)}")
    if not isinstance(message, str) or not message.strip():
        faults.append("error.message must say what failed")
    longest = LONGEST_WAIT.total_seconds()
    number = isinstance(wait, int | float) and not isinstance(wait, bool) and 0 <= wait <= longest
    if wait is not None and not number:
        faults.append(f"error.retry_after must be seconds from 0 to {longest:g}")
    if unknown := sorted(set(error) - {"kind", "message", "retry_after"}):
        faults.append(f"error has no member {unknown[0]!r}")
    if faults:
        raise _invalid(faults)
    return Outcome(
        Verdict(str(kind)), None, str(message)[:_WORDS], tries=1, seconds=seconds, retry_after=wait
    )


def _context(hold: Hold, step: int, said: Mapping[str, Any]) -> Context:
    """The context that a body holds. Raises ``PullRefusedError`` naming what cannot be used."""
    if said.get("items") is None and said.get("answer") is None:
        raise _invalid(["the body holds neither items nor an answer; an empty context is items: []"])
    try:
        context = wire.context_of({**said, "items": said.get("items") or []})
    except SystemFailedError as error:
        raise _invalid([str(error)]) from error
    cited = context.meta["answer"]["citations"] if "answer" in context.meta else []
    named = list(dict.fromkeys([one for item in context.items for one in item.event_ids] + cited))
    unknown = hold.route.unknown(named)
    future = hold.route.future([one for one in named if one not in unknown], step)
    faults = [f"event {one[:80]!r} names no record of this timeline" for one in unknown[:_NAMED]]
    faults += [f"event {one[:80]!r} has not been given before this question" for one in future[:_NAMED]]
    if faults:
        raise _invalid(faults)
    return context


def _invalid(faults: list[str]) -> PullRefusedError:
    return PullRefusedError("; ".join(faults[:3]), "invalid_answer", 422, faults=faults)
