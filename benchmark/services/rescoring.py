"""Answers scored again by the gold as it is now: what was said stays as it was said (overview 4.11)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from benchmark.models import Answer, AnswerStatus
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope
from benchmark.services.golds import ScenarioGolds


def rescored(answers: Iterable[Answer]) -> list[Answer]:
    """New rows in place of these, in their order; none is stored. Answers come with their ``context`` and
    ``question.query.scenario``. The gold of each scenario is read once.

    What was kept from being scored stays so. Citations are kept as they were told apart then.
    """
    by_scenario: dict[int, ScenarioGolds] = {}
    found = []
    for answer in answers:
        scenario = answer.question.query.scenario
        golds = by_scenario.get(scenario.pk) or by_scenario.setdefault(scenario.pk, ScenarioGolds(scenario))
        found.append(_scored(answer, golds))
    return found


def _scored(old: Answer, golds: ScenarioGolds) -> Answer:
    answer = Answer(
        **{
            field.attname: getattr(old, field.attname)
            for field in Answer._meta.concrete_fields
            if field.attname != "id"
        }
    )
    answer.question, answer.context = old.question, old.context
    query = answer.question.query_id
    answer.support_size = len(golds.support(query))
    if answer.status in (AnswerStatus.OK, AnswerStatus.UNREAD):
        _count_gathered(answer, golds)
    if answer.status != AnswerStatus.OK:
        return answer
    said = dataclasses.replace(envelope.parse(answer.raw), citations=tuple(answer.citations))
    score = scoring.score(said, golds.view_of(answer.question))
    answer.format_error, answer.message = score.format_error or "", score.detail
    answer.correct, answer.label_correct = score.correct, score.label_correct
    answer.precision, answer.precision_high = score.precision, score.precision_high
    answer.recall, answer.recall_high = score.recall, score.recall_high
    answer.exact, answer.invalid_citations = score.exact, score.invalid_citations
    return answer


def _count_gathered(answer: Answer, golds: ScenarioGolds) -> None:
    """Of the items that fitted the budget, which are the leading ones, how much of the support they carry."""
    query = answer.question.query_id
    support, possible = golds.support(query), golds.support_high(query)
    used = answer.context.items[: answer.items_used]
    events = frozenset(label for item in used for label in item["events"])
    answer.gathered = answer.gathered_high = answer.support_size_high = None
    if possible and (events or not answer.items_used):
        answer.gathered = len(events & support)
        if possible != support:
            answer.gathered_high, answer.support_size_high = len(events & possible), len(possible)
