"""Orders that a worker carries out: given once, told what became of them, given anew where a worker was lost.

What became of an order stands in the audit records of its subject: it was asked for, then done or refused.
While a worker is at it, it holds a lock of its session, which falls with a worker that dies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs.models import Bell
from benchmark.floor.jobs.services import queue

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: An order of which nothing was heard for so long, and that nobody works on, has lost its worker.
LOST_AFTER: Final = timedelta(seconds=30)
MOST_LOSSES: Final = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """What is ordered. ``handler`` is called with the arguments of the order, of which the one called ``of``
    is the number that it is known by; ``key`` is how its queue messages begin, ``lock`` the first half of its
    advisory lock. ``asked``, ``done``, ``refused`` and ``lost`` are its audit records; ``says`` names it."""

    handler: str
    of: str
    key: str
    lock: int
    says: str
    asked: str
    done: str
    refused: str
    lost: str


@dataclass(frozen=True, slots=True)
class Order:
    """Where an order stands: ``none``, ``waiting``, ``done`` or ``refused``. ``suite`` is the slug of the
    draft or release that it led to; ``message`` says why it was refused."""

    status: str = "none"
    message: str = ""
    suite: str = ""
    at: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """For the API."""
        return {"status": self.status, "message": self.message, "suite": self.suite}


def last(kind: Kind, subject: str) -> Order:
    """The state of the last order on a subject. One query."""
    rows = AuditRecord.objects.filter(subject=subject, action__in=(kind.asked, kind.done, kind.refused))
    found = rows.first()
    if found is None:
        return Order()
    if found.action == kind.asked:
        return Order("waiting", at=found.at)
    status = "done" if found.action == kind.done else "refused"
    return Order(status, found.details.get("message", ""), found.details.get("suite", ""), found.at)


def place(kind: Kind, *, subject: str, args: Mapping[str, Any], by: User, now: datetime) -> Order:
    """Give an order, within the caller's transaction, which holds what it is about. The worker is called with
    ``args`` once that commits."""
    audit.record(action=kind.asked, subject=subject, by=by, details=dict(args))
    _ring(kind, args)
    return Order("waiting", at=now)


def refuse(kind: Kind, *, subject: str, by: User | None, message: str, suite: str = "") -> None:
    """Note that an order was not carried out, and why."""
    details = {"message": message[:4000], **({"suite": suite} if suite else {})}
    audit.record(action=kind.refused, subject=subject, by=by, details=details)


@contextmanager
def at_work(kind: Kind, number: int) -> Iterator[bool]:
    """Whether the order is this worker's alone while the block lasts; False where another is at it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [kind.lock, number])
        mine = bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [kind.lock, number])


def mend(kind: Kind, now: datetime) -> str:
    """Give orders whose worker was lost once more, three times at most. Says in a line what it found."""
    said = []
    for order in _open_orders(kind, now):
        args, subject = order.details, order.subject
        number = args[kind.of]
        losses = AuditRecord.objects.filter(subject=subject, action=kind.lost, pk__gt=order.pk).count()
        with transaction.atomic():
            if not _was_taken(kind, number):
                _ring(kind, args)  # it waits for a worker; a message that was lost is sent anew
                continue
            if not _nobody_works_on(kind, number):
                continue
            if losses >= MOST_LOSSES:
                message = f"kills its worker: {losses} workers were lost while they made this release"
                refuse(kind, subject=subject, by=None, message=message)
            else:
                message = f"its worker was lost; given once more ({losses + 1} of {MOST_LOSSES})"
                audit.record(action=kind.lost, subject=subject, by=None, details={"message": message})
                _ring(kind, args)
            said.append(f"{kind.says} {number}: {message}")
    return "; ".join(said)


def _ring(kind: Kind, args: Mapping[str, Any]) -> None:
    queue.enqueue(handler=kind.handler, args=args, key=f"{kind.key}-{args[kind.of]}")


def _open_orders(kind: Kind, now: datetime) -> list[AuditRecord]:
    """Orders that nothing was heard of for ``LOST_AFTER``, the last loss included."""
    rows = AuditRecord.objects.filter(subject=OuterRef("subject"), pk__gt=OuterRef("pk"))
    ends = Q(action__in=(kind.done, kind.refused))
    heard = rows.filter(ends | Q(action=kind.lost, at__gt=now - LOST_AFTER))
    asked = AuditRecord.objects.filter(action=kind.asked, at__lte=now - LOST_AFTER)
    return list(asked.exclude(Exists(heard)).order_by("pk"))


def _was_taken(kind: Kind, number: int) -> bool:
    return Bell.objects.filter(key=f"{kind.key}-{number}", taken_at__isnull=False).exists()


def _nobody_works_on(kind: Kind, number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [kind.lock, number])
        return bool(cursor.fetchone()[0])
