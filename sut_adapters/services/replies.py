"""Keeping the replies of language models, and giving them again to the very same call (ux pain 14)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sut_adapters.answering.base import AnswerReply, Usage
from sut_adapters.models import KeptReply


def key_of(call: Mapping[str, Any], *, cutoff: datetime, repetition: int) -> str:
    """The key of a call, as ``AnswerModel.call`` tells it, at a cutoff and in a repetition."""
    parts = {"call": call, "cutoff": cutoff.isoformat(), "repetition": repetition}
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find(key: str) -> AnswerReply | None:
    """The reply kept under a key: marked with it, and without usage, for nothing new was used."""
    kept = KeptReply.objects.filter(key=key).first()
    if kept is None:
        return None
    return AnswerReply(raw=kept.raw, model=kept.replied_as, repaired=kept.repaired, replayed=key)


def keep(
    *,
    key: str,
    call: Mapping[str, Any],
    repetition: int,
    reply: AnswerReply,
    seconds: float,
    now: datetime,
) -> None:
    """Keep a fresh reply with what it cost. The first one under a key stays."""
    KeptReply.objects.bulk_create(
        [
            KeptReply(
                key=key,
                model=str(call.get("model", ""))[:200],
                settings=call.get("settings", {}),
                repetition=repetition,
                raw=reply.raw,
                replied_as=reply.model[:200],
                repaired=reply.repaired,
                calls=reply.usage.calls,
                prompt_tokens=reply.usage.prompt_tokens,
                completion_tokens=reply.usage.completion_tokens,
                seconds=seconds,
                created_at=now,
            )
        ],
        ignore_conflicts=True,
    )


def first_cost(key: str) -> tuple[Usage, float] | None:
    """What the one call behind a kept reply used, and its seconds; None for a key without a reply."""
    kept = KeptReply.objects.filter(key=key).first()
    if kept is None:
        return None
    return Usage(kept.prompt_tokens, kept.completion_tokens, kept.calls), kept.seconds
