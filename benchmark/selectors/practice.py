"""Practice suites: their gold, and what scoring makes of an answer that is tried out (ADR 28)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_noop as _n

from benchmark.exceptions import NotPracticeError, UnknownQuestionError
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope, parsed
from benchmark.scoring.answers import Score
from benchmark.scoring.envelope import AnswerObject
from benchmark.scoring.equivalence import Reason
from benchmark.services.golds import ScenarioGolds
from scenarios.models import Query, Suite, Witness

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Characters of an answer that is tried out, at most: reading a text as a list costs up to the square of it.
MOST_ANSWER: Final = 4_000


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer as a run would score it. ``said`` is what was read in its words, ``value`` what its typed
    field was understood as (None: not at all), ``reason`` why it is right or not."""

    query: Query
    said: AnswerObject
    value: Any
    reason: Reason
    score: Score

    @property
    def verdict(self) -> str:
        """Right, wrong, or why it counts as wrong without being compared, in words."""
        if self.reason is Reason.EQUAL:
            return _n("right")
        apart = {Reason.FORMAT: _n("wrong: cannot be read"), Reason.NO_ANSWER: _n("wrong: no answer")}
        return apart.get(self.reason, _n("wrong"))


def require_practice(suite: Suite) -> None:
    """Raises ``NotPracticeError`` for a suite that does not serve its gold."""
    if not suite.is_practice:
        raise NotPracticeError(suite.slug, suite.standing.label.lower())


def gold_of(suite: Suite) -> QuerySet[Query]:
    """The questions of a practice suite with their words, gold and witnesses. Raises ``NotPracticeError``."""
    require_practice(suite)
    witnesses = Prefetch("witnesses", Witness.objects.order_by("position"))
    rows = Query.objects.filter(scenario__suite=suite, gold__isnull=False).with_question()
    return rows.select_related("scenario", "gold").prefetch_related(witnesses)


def id_of(query: Query) -> str:
    """How a question is named here: ``SCENARIO/QUERY``."""
    return f"{query.scenario.slug}/{query.label}"


def ids_of(suite: Suite, most: int) -> list[tuple[str, str]]:
    """Id and words of the first ``most`` questions, in the order of the list. Raises ``NotPracticeError``."""
    require_practice(suite)
    rows = Query.objects.filter(scenario__suite=suite, gold__isnull=False).with_question()
    return [(id_of(row), row.question or "") for row in rows.select_related("scenario").order_by("pk")[:most]]


def check(*, suite: Suite, question: str, answer: str | Mapping[str, Any]) -> Checked:
    """Score an answer to a question of a practice suite, as a run does; nothing is stored. ``answer`` is the
    whole reply of a model, or its object of label, answer and citations.

    Raises ``NotPracticeError`` and ``UnknownQuestionError``.
    """
    scenario, _, label = question.strip().partition("/")
    query = gold_of(suite).filter(scenario__slug=scenario, label=label).first()
    if query is None:
        raise UnknownQuestionError(suite.slug, question)
    said = envelope.parse(answer if isinstance(answer, str) else json.dumps(answer))
    gold = ScenarioGolds(query.scenario).view(query.pk)
    value = None if said.format_error else parsed.value_of(said.answer, gold)
    return Checked(query, said, value, scoring.judge(said, gold).reason, scoring.score(said, gold))


def gold_as_json(query: Query) -> dict[str, Any]:
    """A row of ``gold_of`` as the API gives it; ``witnesses`` are ids of records, each list enough by itself,
    ``exact`` whether they are all there are."""
    return {
        "question": id_of(query),
        "scenario": query.scenario.slug,
        "query": query.label,
        "cutoff": query.cutoff,
        "text": query.question,
        "label": query.gold.label,
        "answer": query.gold.answer,
        "answer_type": query.answer_type,
        "unit": query.unit,
        "witnesses": [witness.events for witness in query.witnesses.all()],
        "exact": query.gold.exact,
    }


def as_json(found: Checked) -> dict[str, Any]:
    """What a check says, flat, with the gold of the question under ``gold``. Shares are from 0 to 1."""
    score = found.score
    return {
        "question": id_of(found.query),
        "label": found.said.label,
        "answer": found.said.answer,
        "value": found.value,
        "citations": list(found.said.citations),
        "correct": score.correct,
        "label_correct": score.label_correct,
        "reason": found.reason.value,
        "detail": score.detail,
        "format_error": score.format_error,
        "partial": score.partial,
        "citation_precision": score.precision,
        "citation_recall": score.recall,
        "invalid_citations": score.invalid_citations,
        "gold": gold_as_json(found.query),
    }
