"""Single answers: of a run in the order of its questions, of a query over all systems."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from benchmark.models import OPEN_RUNS, Answer, Condition, QuestionKind, Run
from benchmark.scoring.aggregation import COUNTED, NO_LABEL
from scenarios.models import Query


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item of a context: ``gathered`` are the supporting events it carries; ``used`` whether it fitted
    the budget; ``cited`` the events in it that the answer cites."""

    text: str
    events: tuple[str, ...]
    gathered: tuple[str, ...]
    cited: tuple[str, ...]
    used: bool


@dataclass(frozen=True)
class AnswerView:
    """An answer with its context, the gathered support marked, and what of the support is missing."""

    answer: Answer
    system: str
    hint: str
    knows: tuple[str, ...]
    reader: str
    run_id: int
    items: tuple[ItemView, ...]
    missed: tuple[str, ...]


def of_run(
    run: Run, *, system: str | None = None, hint: str = "", queries: Collection[int] | None = None
) -> QuerySet[Answer]:
    """The answers of a run to its queries, each read alone, by system, in the order of the queries' labels:
    the same each time. ``queries`` are the rows of those that are wanted, None for all."""
    found = (
        Answer.objects.filter(
            context__variant__run=run, question__kind=QuestionKind.QUERY, condition=Condition.ALONE
        )
        .select_related("context__variant__system", "question__query__scenario")
        .defer("context__items")  # long, and no list of answers shows them
        .order_by(
            "context__variant",
            "question__scenario__position",
            "question__scenario",
            "question__query__label",
            "question",
            "repetition",
        )
    )
    if system:
        found = found.filter(context__variant__system__name=system)
    if hint:
        found = found.filter(context__variant__hint=hint)
    return found if queries is None else found.filter(question__query__in=queries)


VERDICTS = ("right", "wrong", "unscored")
"""What became of an answer."""


def with_verdict(answers: QuerySet[Answer], verdict: str) -> QuerySet[Answer]:
    """Those of them that are ``right``, ``wrong`` or ``unscored``; all for any other word."""
    if verdict not in VERDICTS:
        return answers
    if verdict == "unscored":
        return answers.filter(correct__isnull=True)
    return answers.filter(correct=verdict == "right")


def that_said(answers: QuerySet[Answer], label: str) -> QuerySet[Answer]:
    """Those of them that count and gave a label, ``none`` for those of which no label could be read."""
    given = "" if label == NO_LABEL else label
    return answers.filter(label=given, status__in=[status.value for status in COUNTED])


def of_query(query: Query, *, runs: Iterable[Run] | None = None) -> list[AnswerView]:
    """The latest answer of each (system, hint, reader) to a query, systems by name.

    ``runs`` restricts it to some runs; else all ended runs of the suite count.
    """
    found = Answer.objects.filter(
        question__query=query, question__kind=QuestionKind.QUERY, condition=Condition.ALONE, repetition=1
    )
    if runs is None:
        found = found.exclude(context__variant__run__status__in=OPEN_RUNS)
    else:
        found = found.filter(context__variant__run__in=list(runs))
    who = ("context__variant__system_id", "context__variant__hint", "context__variant__run__reader")
    latest = found.order_by(*who, "-created_at", "-pk").distinct(*who)
    # Two steps: only what is shown is read whole, however many runs have asked.
    rows = Answer.objects.filter(pk__in=list(latest.values_list("pk", flat=True))).select_related(
        "context__variant__system", "context__variant__run", "question__query__gold"
    )
    return sorted(map(view, rows), key=lambda one: (one.system, one.hint, one.reader))


def view(answer: Answer) -> AnswerView:
    """One answer beside its context, marked against the gold."""
    variant = answer.context.variant
    gold = answer.question.query.gold
    needed = set(gold.context_events if gold.label == "unknown" else gold.support)
    cited = set(answer.citations)
    items = tuple(
        ItemView(
            text=entry["text"],
            events=tuple(entry["events"]),
            gathered=tuple(label for label in entry["events"] if label in needed),
            cited=tuple(label for label in entry["events"] if label in cited),
            used=index < answer.items_used,
        )
        for index, entry in enumerate(answer.context.items)
    )
    got = {label for item in items if item.used for label in item.gathered}
    return AnswerView(
        answer=answer,
        system=variant.system.name,
        hint=variant.hint,
        knows=tuple(variant.knows),
        reader=variant.run.reader,
        run_id=variant.run_id,
        items=items,
        missed=tuple(sorted(needed - got)),
    )
