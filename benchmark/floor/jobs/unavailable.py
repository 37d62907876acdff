"""What is said while the database is away, full or blocked: what happened and when to come again (ADR 34)."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
from django.db import Error, InterfaceError, OperationalError
from django.utils.translation import gettext as _

from benchmark.floor.jobs import disks
from benchmark.floor.jobs.database_watch import watch

DISK_FULL = "53100"
LOCKED = "55P03"
STARTING_OR_STOPPING = ("57P01", "57P02", "57P03", "53300")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """``code`` is stable (``database_away``, ``disk_full``, ``busy``); ``retry_after`` in seconds."""

    code: str
    what: str
    remedy: str
    retry_after: int
    away: bool = False
    """Whether the database does not answer at all."""


def away() -> Unavailable:
    """The database does not answer; where its disk is full, that is why: Postgres stops when it finds no room
    for its log, and comes back by itself."""
    if full := disks.shortage(of=disks.DATABASE):
        return Unavailable("disk_full", _("The database does not answer."), f"{full}.", 30, away=True)
    return Unavailable(
        "database_away",
        _("The database does not answer."),
        _("Nothing was stored. Try again in a few seconds; the operator finds the reason at /readyz."),
        5,
        away=True,
    )


def of(error: Error) -> Unavailable | None:
    """What an error of the database means for whoever asked; None where it is a fault of ours."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    state = cause.sqlstate if isinstance(cause, psycopg.Error) else None
    if state == DISK_FULL:
        return Unavailable(
            "disk_full",
            _("The disk of the database is full."),
            _("Nothing was stored; what is there can be read. Send again once the operator has made room."),
            30,
        )
    if state == LOCKED:
        return Unavailable(
            "busy",
            _("Another change has held this for over a minute."),
            _("Nothing was stored. Try again."),
            10,
        )
    if state is None or state.startswith("08") or state in STARTING_OR_STOPPING:
        return away()
    return None


def noted(found: Unavailable) -> None:
    """Refuse further requests at once while the database is away."""
    if found.away:
        watch.lost("a request found no connection")
