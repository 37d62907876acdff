"""Replies of language models that repeat: looked up before a call, kept after it (ux pain 14).

Looked up and kept on the thread that writes the answers; the calls themselves fly on others and touch no row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from benchmark.models import ReadingItem
from benchmark.services.attempts import Outcome, Verdict
from benchmark.services.readers import Reader
from benchmark.walk.storable import storable_text
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.services import replies

#: What the reply to a request depends on; None where replies are not kept.
Describe = Callable[[AnswerRequest], Mapping[str, Any] | None]


@dataclass(frozen=True)
class Replays:
    """The kept replies of one reader in one repetition. Without ``describe`` nothing is kept or found."""

    describe: Describe | None
    repetition: int

    def find(self, request: AnswerRequest) -> Outcome[AnswerReply] | None:
        """The outcome of the very same call, made before; None if it was never made."""
        call = self.describe(request) if self.describe else None
        reply = None if call is None else replies.find(self._key(call, request))
        return None if reply is None else Outcome(Verdict.OK, reply, "", tries=0, seconds=0.0)

    def keep(self, request: AnswerRequest, outcome: Outcome[AnswerReply], *, now: datetime) -> None:
        """Keep a fresh reply; a failed call, or a reply that no row can hold as it is, is not kept."""
        call = self.describe(request) if self.describe else None
        reply = outcome.value
        if call is None or reply is None or storable_text(reply.raw) != reply.raw:
            return
        replies.keep(
            key=self._key(call, request),
            call=call,
            repetition=self.repetition,
            reply=reply,
            seconds=outcome.seconds,
            now=now,
        )

    def _key(self, call: Mapping[str, Any], request: AnswerRequest) -> str:
        return replies.key_of(call, cutoff=request.cutoff, repetition=self.repetition)


def of_batch(item: ReadingItem, reader: Reader) -> Replays:
    """The kept replies that a batch may use; none where ``REPLAY_REPLIES`` is off."""
    describe = reader.calls(item.run) if settings.REPLAY_REPLIES and reader.calls else None
    return Replays(describe, item.repetition)
