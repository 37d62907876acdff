"""What ``purge`` can remove, kind by kind, and how much of it there is (ADR 33).

Gold, releases, answers, scores, diagnoses, verdicts and the audit are of no kind: nothing here removes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F, Func, IntegerField, QuerySet, Sum
from django.utils.translation import gettext_noop as _
from django_q.models import Task

from benchmark.floor.audit.services import records as audit
from benchmark.floor.hooks.models import Delivery, DeliveryState
from benchmark.models import (
    ENDED_RUNS,
    OPEN_EXPORTS,
    OPEN_RUNS,
    Export,
    ExportStatus,
    Run,
    RunStatus,
    Store,
    SutContext,
)
from benchmark.services import exporting
from scenarios.models import VerdictExport
from scenarios.review.services import exporting as verdict_exporting
from sut_adapters.models import KeptReply, StoreVector


@dataclass(frozen=True, slots=True)
class Scope:
    """What is meant: what ended before ``before`` (sessions: ran out), of one ``run`` alone if one is given.
    ``now`` is written where a removal is noted."""

    before: datetime
    now: datetime
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Freed:
    """Rows, and bytes as stored (compressed, without indexes); of exports the bytes of their files."""

    rows: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """``of_run``: one run's part can be purged alone. ``lost`` says what can then no longer be done."""

    slug: str
    what: str
    lost: str
    of_run: bool
    count: Callable[[Scope], Freed]
    remove: Callable[[Scope], None]


def _runs(scope: Scope, *statuses: str) -> QuerySet[Run]:
    found = Run.objects.filter(status__in=statuses or ENDED_RUNS, finished_at__lt=scope.before)
    return found if scope.run is None else found.filter(pk=scope.run)


def _runs_with_contexts(scope: Scope) -> QuerySet[Run]:
    """Without those that something still reads: an export under way, or a run that is being carried."""
    read = Export.objects.filter(status__in=OPEN_EXPORTS, run__isnull=False).values("run")
    carried = Run.objects.filter(status__in=OPEN_RUNS, carried_from__isnull=False).values("carried_from")
    found = _runs(scope).filter(contexts_removed_at__isnull=True)
    return found.exclude(pk__in=read).exclude(pk__in=carried)


def _count_contexts(scope: Scope) -> Freed:
    rows = SutContext.objects.filter(variant__run__in=_runs_with_contexts(scope)).exclude(items=[])
    size = Func(F("items"), function="pg_column_size", output_field=IntegerField())
    return Freed(rows.count(), rows.aggregate(sum=Sum(size))["sum"] or 0)


def _remove_contexts(scope: Scope) -> None:
    for run in _runs_with_contexts(scope).select_for_update():
        rows = SutContext.objects.filter(variant__run=run).exclude(items=[]).update(items=[])
        Run.objects.filter(pk=run.pk).update(contexts_removed_at=scope.now)
        details = {"contexts": rows}
        audit.record(action="run.contexts_removed", subject=f"run:{run.pk}", by=None, details=details)


def _vectors(scope: Scope) -> QuerySet[Any]:
    """Of runs that are done: every other one may be gone on with, and needs its stores."""
    keys = Store.objects.filter(variant__run__in=_runs(scope, RunStatus.DONE)).values("key")
    return StoreVector.objects.filter(store_key__in=keys)


def _replies(scope: Scope) -> QuerySet[Any]:
    return KeptReply.objects.filter(created_at__lt=scope.before)


def _deliveries(scope: Scope) -> QuerySet[Any]:
    return Delivery.objects.exclude(state=DeliveryState.PENDING).filter(ended_at__lt=scope.before)


def _tasks(scope: Scope) -> QuerySet[Any]:
    return Task.objects.filter(stopped__lt=scope.before)


def _sessions(scope: Scope) -> QuerySet[Any]:
    return Session.objects.filter(expire_date__lt=scope.now)


def _exports(scope: Scope) -> QuerySet[Export]:
    found = Export.objects.filter(status=ExportStatus.DONE, finished_at__lt=scope.before)
    return found if scope.run is None else found.filter(run=scope.run)


def _verdict_exports(scope: Scope) -> QuerySet[VerdictExport]:
    found = VerdictExport.objects.filter(finished_at__lt=scope.before)
    return found if scope.run is None else found.none()


def _count_exports(scope: Scope) -> Freed:
    kinds: tuple[QuerySet[Any], ...] = (_exports(scope), _verdict_exports(scope))
    return Freed(
        sum(rows.count() for rows in kinds),
        sum(rows.aggregate(sum=Sum("size"))["sum"] or 0 for rows in kinds),
    )


def _remove_exports(scope: Scope) -> None:
    for row in _exports(scope):
        message = "Its file was removed. Ask for a new one."
        Export.objects.filter(pk=row.pk).update(status=ExportStatus.EXPIRED, message=message)
        exporting.path_of(row).unlink(missing_ok=True)
    for verdicts in _verdict_exports(scope):
        if verdicts.file:
            verdict_exporting.path_of(verdicts).unlink(missing_ok=True)
        verdicts.delete()


def _of_rows(
    slug: str, what: str, lost: str, rows: Callable[[Scope], QuerySet[Any]], of_run: bool = False
) -> Kind:
    return Kind(
        slug, what, lost, of_run, lambda scope: _size(rows(scope)), lambda scope: _delete(rows(scope))
    )


def _delete(rows: QuerySet[Any]) -> None:
    rows.delete()


def _size(rows: QuerySet[Any]) -> Freed:
    meta = rows.model._meta
    chosen, parameters = rows.order_by().values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT count(*), COALESCE(sum(pg_column_size(t.*)), 0) FROM "{meta.db_table}" t '
            f'WHERE t."{meta.pk.column}" IN ({chosen})',
            parameters,
        )
        count, size = cursor.fetchone()
    return Freed(int(count), int(size))


KINDS: Final[dict[str, Kind]] = {
    kind.slug: kind
    for kind in (
        Kind(
            "contexts",
            _("what systems handed over for the questions of ended runs"),
            _("reading these runs again, diagnosing them anew, exporting their contexts, going on with them"),
            True,
            _count_contexts,
            _remove_contexts,
        ),
        _of_rows(
            "vectors",
            _("stores of the dense system of runs that are done"),
            _("nothing: a new run builds its own"),
            _vectors,
            of_run=True,
        ),
        _of_rows(
            "replies",
            _("kept replies of language models"),
            _("replaying these calls: the same call is made, and paid, again"),
            _replies,
        ),
        Kind(
            "exports",
            _("files of exports, of runs and of verdicts"),
            _("downloading them: ask for a new export"),
            True,
            _count_exports,
            _remove_exports,
        ),
        _of_rows(
            "deliveries",
            _("deliveries to hooks that arrived or were given up"),
            _("sending them again"),
            _deliveries,
        ),
        _of_rows(
            "tasks", _("what the queue notes of tasks that ended"), _("looking up how they ended"), _tasks
        ),
        _of_rows("sessions", _("sessions that have run out"), _("nothing"), _sessions),
    )
}
