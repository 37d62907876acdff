"""From a reply, or a failure, to the row of an answer with its score (spec 12.3)."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from benchmark.models import Answer, AnswerStatus, ContextStatus
from benchmark.oracles.symbolic import READABLE_FLOOR
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope
from benchmark.scoring.envelope import AnswerObject
from benchmark.services.attempts import Outcome
from benchmark.services.desks import Desk, Prepared
from benchmark.services.reading_kinds import Wanted
from benchmark.walk.storable import storable, storable_text
from sut_adapters.answering.base import AnswerReply


def _base(wanted: Wanted, desk: Desk, now: datetime) -> Answer:
    asks_query = wanted.question.subject is None
    return Answer(
        context=wanted.context,
        question=wanted.question,
        condition=desk.item.condition,
        repetition=desk.item.repetition,
        support_size=len(desk.golds.support(wanted.question.query_id)) if asks_query else 0,
        created_at=now,
    )


def unanswerable(wanted: Wanted, desk: Desk, now: datetime) -> Answer:
    """The answer row where the system, or infrastructure, failed to give a context."""
    assert wanted.failed is not None
    answer = _base(wanted, desk, now)
    answer.message = wanted.failed.message
    if wanted.failed.status == ContextStatus.SYSTEM_FAILED:
        answer.status, answer.correct, answer.label_correct = AnswerStatus.SYSTEM_FAILED, False, False
    else:
        answer.status = AnswerStatus.INFRASTRUCTURE
    return answer


def scored(one: Prepared, outcome: Outcome[AnswerReply], desk: Desk, now: datetime) -> Answer:
    """The answer row of a context that was read: scored, unread, or kept apart as infrastructure."""
    answer = _base(one.wanted, desk, now)
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
    answer.replayed = reply.replayed
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
    if one.wanted.question.subject is not None:
        return
    query = one.wanted.question.query_id
    support, possible = desk.golds.support(query), desk.golds.support_high(query)
    if possible and (one.events or not one.items_used):
        answer.gathered = len(one.events & support)
        if possible != support:
            answer.gathered_high, answer.support_size_high = len(one.events & possible), len(possible)


def _score(answer: Answer, said: AnswerObject, desk: Desk) -> None:
    said = dataclasses.replace(said, citations=tuple(desk.ids.label_of(cited) for cited in said.citations))
    score = scoring.score(said, desk.golds.view_of(answer.question))
    answer.status = AnswerStatus.OK
    answer.label, answer.answer = said.label or "", storable(said.answer)
    answer.citations = storable(said.citations)
    answer.format_error = score.format_error or ""
    answer.message = score.detail
    answer.correct, answer.label_correct = score.correct, score.label_correct
    if answer.question.subject is not None:
        return  # its witnesses are not listed: the citations of probes and tracked queries are not scored
    answer.precision, answer.precision_high = score.precision, score.precision_high
    answer.recall, answer.recall_high = score.recall, score.recall_high
    answer.exact = score.exact
    answer.invalid_citations = score.invalid_citations
