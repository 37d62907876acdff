"""Which questions a run puts, and in which words (overview 3).

Stages contribute by dotted path in the setting ``BENCHMARK_QUESTIONS``: each names a ``Source``.
``QUERIES`` is the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.models import Question, QuestionKind, Run
from scenarios.models import DerivationNode, Query, Rendering, Scenario, Suite


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """A question before it belongs to a run. ``seq`` orders those of one kind and cutoff.

    ``subject`` is what a probe or a tracked query asks, as JSON of ``scoring.subjects``; None for a query.
    """

    query: Query
    text: str
    cutoff: datetime
    seq: int
    kind: QuestionKind = QuestionKind.QUERY
    node: DerivationNode | None = None
    checkpoint: str = ""
    text_version: int = 1
    subject: dict[str, Any] | None = None


def _nothing_to_prepare(*, suite: Suite) -> None:
    """What a source prepares whose questions stand with the suite."""


@dataclass(frozen=True)
class Source:
    """Where questions come from. ``part`` is what a launch names to have them, empty for those that each run
    puts; ``title`` says in a few words what they are. ``ask`` gives those of one scenario; ``prepare`` makes
    what they are read from, once a suite, and is called before ``ask``."""

    part: str
    title: str
    ask: Callable[[Scenario], Iterable[QuestionSpec]]
    prepare: Callable[..., object] = _nothing_to_prepare


def _queries(scenario: Scenario) -> Iterator[QuestionSpec]:
    words = {
        rendering.query_id: rendering
        for rendering in Rendering.objects.filter(query__scenario=scenario, is_current=True)
    }
    for seq, query in enumerate(scenario.queries.order_by("label")):
        if query.pk in words:
            rendering = words[query.pk]
            yield QuestionSpec(query, rendering.text, query.cutoff, seq, text_version=rendering.version)


QUERIES = Source("", "the queries at their cutoffs", _queries)
"""The queries of a scenario at their cutoffs, in their current words, ordered by label."""


def sources(parts: Sequence[str] = ()) -> list[Source]:
    """The registered stages that a run with these parts asks, in the order of the setting."""
    found: list[Source] = [import_string(path) for path in settings.BENCHMARK_QUESTIONS]
    return [source for source in found if not source.part or source.part in parts]


def of_scenario(scenario: Scenario, parts: Sequence[str] = ()) -> list[QuestionSpec]:
    """All questions that these stages put about one scenario."""
    return [spec for source in sources(parts) for spec in source.ask(scenario)]


def prepare(*, suite: Suite, parts: Sequence[str]) -> None:
    """Make what the questions of these parts are read from, where it is not there yet."""
    for source in sources(parts):
        source.prepare(suite=suite)


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
            subject=spec.subject,
        )
        for spec in specs
    )
