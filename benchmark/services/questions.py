"""Which questions a run puts, and in which words (overview 3).

Stages contribute by dotted path in the setting ``BENCHMARK_QUESTIONS``: each names a callable
``(scenario) -> Iterable[QuestionSpec]``. ``queries`` is the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.models import Question, QuestionKind, Run
from scenarios.models import DerivationNode, Query, Rendering, Scenario


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """A question before it belongs to a run. ``seq`` orders those of one kind and cutoff."""

    query: Query
    text: str
    cutoff: datetime
    seq: int
    kind: QuestionKind = QuestionKind.QUERY
    node: DerivationNode | None = None
    checkpoint: str = ""
    text_version: int = 1


Source = Callable[[Scenario], Iterable[QuestionSpec]]


def queries(scenario: Scenario) -> Iterator[QuestionSpec]:
    """The queries of a scenario at their cutoffs, in their current words, ordered by label."""
    words = {
        rendering.query_id: rendering
        for rendering in Rendering.objects.filter(query__scenario=scenario, is_current=True)
    }
    for seq, query in enumerate(scenario.queries.order_by("label")):
        if query.pk in words:
            rendering = words[query.pk]
            yield QuestionSpec(query, rendering.text, query.cutoff, seq, text_version=rendering.version)


def sources() -> list[Source]:
    """The registered stages, in the order of the setting."""
    return [import_string(path) for path in settings.BENCHMARK_QUESTIONS]


def of_scenario(scenario: Scenario) -> list[QuestionSpec]:
    """All questions that the registered stages put about one scenario."""
    return [spec for source in sources() for spec in source(scenario)]


def store(*, run: Run, scenario: Scenario, specs: Iterable[QuestionSpec]) -> list[Question]:
    """Write the questions of one scenario of a run, in the caller's transaction."""
    return Question.objects.bulk_create(
        Question(
            run=run,
            scenario=scenario,
            kind=spec.kind,
            query=spec.query,
            node=spec.node,
            checkpoint=spec.checkpoint,
            seq=spec.seq,
            cutoff=spec.cutoff,
            text=spec.text,
            text_version=spec.text_version,
        )
        for spec in specs
    )
