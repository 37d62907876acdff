"""Retention: what is removed on request or after its days, with what that frees (ADR 33)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from benchmark.exceptions import OperationError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.models import Run
from benchmark.services.purge_kinds import KINDS, Freed, Kind, Scope

TICK_EVERY_SECONDS = 3600.0
BY_TICK = ("contexts", "vectors", "replies", "tasks", "sessions")
"""The tick looks after these; exports and deliveries have handlers of their own with the same days."""
_last: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """One kind: what there is to free at this scope. ``days`` is None where a kind is kept for good and no
    number of days was given: nothing of it is old then."""

    kind: Kind
    days: int | None
    freed: Freed


def figures(
    *, now: datetime, what: Iterable[str] = (), days: int | None = None, run: int | None = None
) -> list[Figure]:
    """What a purge would free now, kind by kind: all unless named; older than ``days``, else than the kind's
    own setting; of one run alone where given, which needs no age.

    Raises ``OperationError`` for a kind that does not exist or cannot be purged by run, and for no such run.
    """
    found = []
    for kind in _kinds(tuple(what), run):
        age = _days(kind, days, run)
        empty = Figure(kind, None, Freed())
        found.append(empty if age is None else Figure(kind, age, kind.count(_scope(age, now, run))))
    return found


def purge(
    *,
    now: datetime,
    by: User | None,
    what: Iterable[str] = (),
    days: int | None = None,
    run: int | None = None,
) -> list[Figure]:
    """Remove it, each kind in a transaction of its own; what was freed. Raises what ``figures`` raises."""
    done = []
    for kind in _kinds(tuple(what), run):
        age = _days(kind, days, run)
        if age is None:
            done.append(Figure(kind, None, Freed()))
            continue
        with transaction.atomic():
            scope = _scope(age, now, run)
            freed = kind.count(scope)
            if freed.rows:
                kind.remove(scope)
                details = {"rows": freed.rows, "bytes": freed.bytes, "days": age, "run": run}
                audit.record(action="purge.done", subject=f"purge:{kind.slug}", by=by, details=details)
        done.append(Figure(kind, age, freed))
    return done


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: once an hour, what is older than the settings say."""
    global _last
    if _last is not None and time.monotonic() - _last < TICK_EVERY_SECONDS:
        return ""
    _last = time.monotonic()
    done = purge(now=now, by=None, what=BY_TICK)
    return "; ".join(
        f"purged {one.freed.rows} {one.kind.slug}, {one.freed.bytes:,} bytes"
        for one in done
        if one.freed.rows
    )


def _kinds(what: tuple[str, ...], run: int | None) -> list[Kind]:
    if unknown := [name for name in what if name not in KINDS]:
        raise OperationError(f"There is no kind {unknown[0]!r}. Known are {', '.join(KINDS)}.")
    if run is None:
        return [KINDS[name] for name in what] if what else list(KINDS.values())
    by_run = [name for name, kind in KINDS.items() if kind.of_run]
    if wrong := [name for name in what if name not in by_run]:
        raise OperationError(f"{wrong[0]} do not belong to a run. With a run, choose of {', '.join(by_run)}.")
    row = Run.objects.filter(pk=run).first()
    if row is None:
        raise OperationError(f"There is no run {run}.")
    if row.is_open:
        raise OperationError(f"Run {run} is {row.status}. Wait until it has ended, or cancel it.")
    return [KINDS[name] for name in what or by_run]


def _days(kind: Kind, days: int | None, run: int | None) -> int | None:
    if days is not None:
        return days
    if run is not None or kind.slug == "sessions":
        return 0
    return settings.KEEP_DAYS[kind.slug] or None


def _scope(days: int, now: datetime, run: int | None) -> Scope:
    return Scope(before=now - timedelta(days=days), now=now, run=run)
