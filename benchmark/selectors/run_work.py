"""What a run is made of and what befell it: its items of work, what was done to it, what failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import (
    Answer,
    AnswerStatus,
    ContextStatus,
    ItemStatus,
    ReadingItem,
    Run,
    SutContext,
    WalkItem,
)

#: Kinds of failures that are told at most; the others are counted.
MOST_FAILURES = 100


@dataclass(frozen=True, slots=True)
class Failure:
    """What failed ``count`` times in the same words. ``stage`` is ``walk`` and ``batch`` for items of work
    that were given up, ``context`` for what a system was asked, ``answer`` for what was read."""

    stage: str
    system: str
    hint: str
    status: str
    message: str
    count: int


def walk_items(run: Run) -> QuerySet[WalkItem]:
    """The segments of the timelines of a run, with their systems and scenarios."""
    return WalkItem.objects.filter(run=run).select_related("store__variant__system", "store__scenario")


def reading_items(run: Run) -> QuerySet[ReadingItem]:
    """The batches of readings of a run, with their systems and scenarios."""
    return ReadingItem.objects.filter(run=run).select_related("store__variant__system", "store__scenario")


def events(run: Run) -> QuerySet[AuditRecord]:
    """What people and programs did to a run, and when."""
    return AuditRecord.objects.filter(subject=f"run:{run.pk}")


def failures(run: Run) -> list[Failure]:
    """What failed in a run, equal words counted together, the most frequent first. Four database queries."""
    given_up, store = {"status": ItemStatus.FAILED}, "store__variant"
    found = [
        *_grouped("walk", run.walk_items.filter(**given_up), store),
        *_grouped("batch", run.reading_items.filter(**given_up), store),
        *_grouped(
            "context", SutContext.objects.filter(variant__run=run).exclude(status=ContextStatus.OK), "variant"
        ),
        *_grouped(
            "answer",
            Answer.objects.filter(context__variant__run=run).exclude(status=AnswerStatus.OK),
            "context__variant",
        ),
    ]
    return sorted(found, key=lambda one: (-one.count, one.stage, one.system, one.hint, one.message))


def _grouped(stage: str, rows: QuerySet[Any, Any], variant: str) -> list[Failure]:
    """The rows by the system of their ``variant``, state and words."""
    system, hint = f"{variant}__system__name", f"{variant}__hint"
    counted = rows.order_by().values_list(system, hint, "status", "message").annotate(n=Count("pk"))
    return [Failure(stage, *row) for row in counted]
