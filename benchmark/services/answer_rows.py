"""From a reply, or a failure, to the row of an answer with its score (spec 12.3)."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from benchmark.models import Answer, AnswerStatus, ContextStatus, SutContext
from benchmark.oracles.symbolic import READABLE_FLOOR
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope
from benchmark.scoring.envelope import AnswerObject
from benchmark.services.attempts import Outcome
from benchmark.services.desks import Desk, Prepared
from benchmark.walk.storable import storable, storable_text
from sut_adapters.answering.base import AnswerReply


def _base(context: SutContext, desk: Desk, now: datetime) -> Answer:
    return Answer(
        context=context,
        question=context.question,
        condition=desk.item.condition,
        repetition=desk.item.repetition,
        support_size=len(desk.golds.support(context.question.query_id)),
        created_at=now,
    )


def unanswerable(context: SutContext, desk: Desk, now: datetime) -> Answer:
    """The answer row of a context that the system, or infrastructure, failed to give."""
    answer = _base(context, desk, now)
    answer.message = context.message
    if context.status == ContextStatus.SYSTEM_FAILED:
        answer.status, answer.correct, answer.label_correct = AnswerStatus.SYSTEM_FAILED, False, False
    else:
        answer.status = AnswerStatus.INFRASTRUCTURE
    return answer


def scored(one: Prepared, outcome: Outcome[AnswerReply], desk: Desk, now: datetime) -> Answer:
    """The answer row of a context that was read: scored, unread, or kept apart as infrastructure."""
    answer = _base(one.context, desk, now)
    answer.items_used, answer.tokens = one.items_used, one.tokens
    answer.tries, answer.seconds, answer.message = (
        outcome.tries,
        outcome.seconds,
        storable_text(outcome.message),
    )
    _count_gathered(answer, one, desk)
    if outcome.value is None:
        # The reader is our instrument: its failure, of whatever kind, is never the system's.
        answer.status = AnswerStatus.INFRASTRUCTURE
        return answer
    reply = outcome.value
    answer.raw, answer.model = storable_text(reply.raw), storable_text(reply.model)
    answer.prompt_tokens = reply.usage.prompt_tokens
    answer.completion_tokens = reply.usage.completion_tokens
    if reply.readable_share is not None:
        answer.items_read = round(reply.readable_share * one.items_used)
        if reply.readable_share < READABLE_FLOOR:
            answer.status = AnswerStatus.UNREAD
            answer.message = f"{answer.items_read} of {one.items_used} items could be read"
            return answer
    _score(answer, envelope.parse(answer.raw), desk)
    return answer


def _count_gathered(answer: Answer, one: Prepared, desk: Desk) -> None:
    used = one.context.items[: one.items_used]
    named = {label for entry in used for label in entry["events"]}
    query = one.context.question.query_id
    support, possible = desk.golds.support(query), desk.golds.support_high(query)
    if possible and (named or not used):
        answer.gathered = len(named & support)
        if possible != support:
            answer.gathered_high, answer.support_size_high = len(named & possible), len(possible)


def _score(answer: Answer, said: AnswerObject, desk: Desk) -> None:
    said = dataclasses.replace(said, citations=tuple(desk.ids.label_of(cited) for cited in said.citations))
    score = scoring.score(said, desk.golds.view(answer.question.query_id))
    answer.status = AnswerStatus.OK
    answer.label, answer.answer = said.label or "", storable(said.answer)
    answer.citations = storable(said.citations)
    answer.format_error = score.format_error or ""
    answer.message = score.detail
    answer.correct, answer.label_correct = score.correct, score.label_correct
    answer.precision, answer.precision_high = score.precision, score.precision_high
    answer.recall, answer.recall_high = score.recall, score.recall_high
    answer.exact = score.exact
    answer.invalid_citations = score.invalid_citations
