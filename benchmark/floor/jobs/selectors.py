"""Reads of the jobs app."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.translation import gettext as _

from benchmark.floor.jobs import disks
from benchmark.floor.jobs.models import WorkerHeartbeat

SILENT_AFTER = timedelta(seconds=45)
"""A process that has not been seen for so long counts as gone; it beats each ten seconds."""


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """Whether work is being done. ``message`` is empty while all is well, else says what to start."""

    alive: bool
    last_seen: datetime | None
    message: str
    tick_alive: bool = True
    tick_last_seen: datetime | None = None


def worker_status(now: datetime) -> WorkerStatus:
    """What is known at ``now`` of the workers and of the tick, in one query."""
    rows = WorkerHeartbeat.objects.values_list("kind").annotate(last=Max("seen_at"))
    seen: dict[str, datetime] = {kind: last for kind, last in rows}  # noqa: C416  typed
    worker, tick = seen.get("worker"), seen.get("tick")
    alive = worker is not None and now - worker <= SILENT_AFTER
    tick_alive = tick is not None and now - tick <= SILENT_AFTER
    return WorkerStatus(alive, worker, _message(alive, worker, tick_alive, tick), tick_alive, tick)


def hosts_at_work(now: datetime) -> set[str]:
    """Hosts on which a worker was seen lately, in one query."""
    seen = WorkerHeartbeat.objects.filter(kind="worker", seen_at__gte=now - SILENT_AFTER)
    return set(seen.values_list("host", flat=True))


def _message(alive: bool, worker: datetime | None, tick_alive: bool, tick: datetime | None) -> str:
    if full := disks.shortage():  # nobody can beat on a full disk: silence has that reason, and that cure
        return full
    if not alive and not tick_alive:
        return _("No worker seen %(since)s; start one with: python manage.py serve") % {
            "since": _since(worker)
        }
    if not alive:
        return _("No worker seen %(since)s; start one with: python manage.py qcluster") % {
            "since": _since(worker)
        }
    if not tick_alive:
        return _("No tick seen %(since)s; start one with: python manage.py tick --loop") % {
            "since": _since(tick)
        }
    return ""


def _since(moment: datetime | None) -> str:
    return _("since %(time)s UTC") % {"time": f"{moment:%Y-%m-%d %H:%M:%S}"} if moment else _("yet")
