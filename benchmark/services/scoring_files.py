"""Scoring a file of answers or contexts against a suite, without a run: no account, no worker, no store
(ux 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.models import Answer, IngestVariant, Run
from benchmark.selectors import results
from benchmark.selectors.results import SystemResult
from benchmark.services import file_desks
from benchmark.services.answer_lines import Given
from benchmark.services.file_desks import FileDesk, FileSettings
from benchmark.services.reading_kinds import Wanted
from scenarios.models import Query, Suite


@dataclass(frozen=True)
class FileScore:
    """What was scored: the ``answers`` to the queries by row of the query, of ``run`` and ``variant``, which
    are no rows. ``contexts`` lines were there to be read, those of probes among them. ``result`` is over the
    answers given; ``missing`` queries of the suite have none and are not in it."""

    run: Run
    variant: IngestVariant
    desks: Mapping[int, FileDesk]
    answers: Mapping[int, Answer]
    result: SystemResult
    missing: tuple[Query, ...]
    contexts: int

    @property
    def wrong(self) -> list[tuple[Query, str]]:
        """The queries that are answered wrongly, each with why."""
        return [
            (answer.question.query, answer.message or "another answer")
            for answer in self.answers.values()
            if answer.correct is False
        ]


def doubled(given: Sequence[Given]) -> list[tuple[int, str]]:
    """The lines that answer a query once more, each with what is wrong."""
    first: dict[int, int] = {}
    found = []
    for line in given:
        if line.probe:
            continue
        if line.query.pk in first:
            at = first[line.query.pk]
            found.append((line.number, f"query {line.query.label} is answered twice, first in line {at}"))
        first.setdefault(line.query.pk, line.number)
    return found


def score(*, suite: Suite, given: Sequence[Given], settings: FileSettings) -> FileScore:
    """Score the lines that answer queries; those of probes are passed over."""
    run = file_desks.run_of(suite, settings)
    variant = file_desks.variant_of(run)
    scenarios = {line.query.scenario_id: line.query.scenario for line in given}
    desks = {pk: FileDesk(variant, scenario) for pk, scenario in scenarios.items()}
    answers = {
        line.query.pk: answer_to(line, desks[line.query.scenario_id]) for line in given if not line.probe
    }
    rows = [_row(answer) for answer in answers.values()]
    asked = Query.objects.filter(scenario__suite=suite).select_related("scenario")
    missing = [query for query in asked.order_by("scenario", "label") if query.pk not in answers]
    return FileScore(
        run=run,
        variant=variant,
        desks=desks,
        answers=answers,
        result=results.line_of(run, [variant], len(answers), rows),
        missing=tuple(missing),
        contexts=sum(line.context is not None for line in given),
    )


def answer_to(line: Given, desk: FileDesk) -> Answer:
    """The answer of a line to its query: read from its context, or as it was given."""
    question = desk.question(line.query)
    if line.context is None:
        return desk.said(question, line.raw or "")
    return desk.read(Wanted(question, desk.context(question, line.context)))


def _row(answer: Answer) -> dict[str, Any]:
    """An answer that is no row as ``results`` reads those that are."""
    question = answer.question
    other = {
        "context__variant": None,
        "question": question.query_id,
        "question__scenario": question.scenario_id,
        "question__query__gold__label": question.query.gold.label,
    }
    return {name: other[name] if name in other else getattr(answer, name) for name in results.COLUMNS}
