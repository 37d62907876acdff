"""What of the runs rests on a part of a history that is to be edited (overview 4.11; ``IMPACT_SOURCES``)."""

from __future__ import annotations

import json

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _n

from benchmark.models import Answer, IngestVariant, Question, Run, RunStatus, SutContext
from scenarios.services.impact import Dependent, EditScope

#: As many names are told.
NAMED = 5


def of_runs(scope: EditScope) -> list[Dependent]:
    """Runs that ask a question whose gold changes or that was put after the edited record; their answers to
    score again, their contexts that saw other records, and the rows of boards that show them."""
    questions = Question.objects.filter(Q(query__in=scope.queries) | _put_otherwise(scope))
    runs = Run.objects.filter(suite=scope.suite, pk__in=questions.values("run"))
    titles = list(runs.order_by("-created_at", "-pk").values_list("title", flat=True)[:NAMED])
    answers = Answer.objects.filter(question__query__in=scope.queries)
    contexts = SutContext.objects.filter(_put_otherwise(scope, "question__"))
    return [
        Dependent(_n("runs"), runs.count(), tuple(titles)),
        Dependent(_n("leaderboard rows"), len(_rows(scope, runs))),
        Dependent(_n("answers to score again"), answers.count()),
        Dependent(_n("contexts that saw other records"), contexts.count()),
    ]


def _put_otherwise(scope: EditScope, prefix: str = "") -> Q:
    """Questions whose systems would see other records, or be asked in other words."""
    found = Q(**{f"{prefix}query__in": scope.asked_again})
    for scenario, since in scope.records_since.items():
        found |= Q(**{f"{prefix}scenario": scenario, f"{prefix}cutoff__gte": since})
    return found


def _rows(scope: EditScope, runs: QuerySet[Run]) -> set[tuple[object, ...]]:
    """What tells rows of boards apart: system, hint, reader with its settings, and budget."""
    variants = IngestVariant.objects.filter(
        run__in=runs.order_by(),
        run__status=RunStatus.DONE,
        run__suite_version=scope.suite.version,
        run__suite_hash=scope.suite.content_hash,
    ).order_by()
    told = variants.values_list("run__config__reader_config", "system", "hint", "run__reader", "run__budget")
    return {(json.dumps(settings or {}, sort_keys=True), *others) for settings, *others in told.distinct()}
