"""Reads of the audit trail, for those who lead suites: what was done to their suites, and by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import F, Func, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.utils.dateparse import parse_datetime

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.models import AuditRecord
from scenarios.exceptions import InputRefusedError
from scenarios.models import Suite
from scenarios.permissions import can, permitted, require_somewhere

FILTERS = ("suite", "subject", "actor", "action", "by_service", "since", "until", "q")
_TEXTS = ("suite", "subject", "actor", "action", "q")
_OF_SUITES = ("suite", "event", "query", "rendering")
"""Kinds of subjects that begin with the slug of a suite: ``event:mini/trip/e0001``."""


class FilterRefusedError(InputRefusedError):
    """A filter that cannot be read; ``problem`` says which, why."""

    http_status = 400
    code = "invalid"

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.problem = {"fields": {name: [text] for name, text in fields.items()}}
        super().__init__("; ".join(f"{name}: {text}" for name, text in fields.items()))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; empty or None: everything. Times are inclusive, ``action`` may end in ``.*``.
    ``q`` is a piece of any of the texts, the details too."""

    suite: str = ""
    subject: str = ""
    actor: str = ""
    action: str = ""
    by_service: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    q: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Wanted:
        """Out of the parameters of an address. Raises ``FilterRefusedError``."""
        texts = {name: given.get(name, "").strip()[:200] for name in _TEXTS}
        wrong = {}
        since, until = (_moment(given.get(name, "")) for name in ("since", "until"))
        for name, moment in (("since", since), ("until", until)):
            if given.get(name) and moment is None:
                wrong[name] = "Not an ISO time with a zone, for example 2026-08-31T23:59:59Z."
        marks = {"": None, "true": True, "false": False}
        mark = given.get("by_service", "")
        if mark not in marks:
            wrong["by_service"] = "Known: true, false."
        wrong |= {name: "No NUL here." for name, text in texts.items() if "\x00" in text}
        if wrong:
            raise FilterRefusedError(wrong)
        return cls(
            suite=texts["suite"],
            subject=texts["subject"],
            actor=texts["actor"],
            action=texts["action"],
            by_service=marks[mark],
            since=since,
            until=until,
            q=texts["q"],
        )


def seen_by(user: User, wanted: Wanted) -> QuerySet[AuditRecord]:
    """What ``user`` may read of what is wanted, newest first: an admin all, others what was done to suites
    whose audit they may see, to themselves, and by themselves outside suites; by a token for one suite that
    suite alone.

    Raises what ``require_somewhere`` raises.
    """
    require_somewhere(user, Verb.AUDIT_VIEW)
    rows = AuditRecord.objects.annotate(of_suite=_OF_SUITE)
    if not can(user, Verb.ADMIN_USE):
        rows = rows.filter(_own(user))
    if wanted.suite:
        rows = rows.filter(of_suite=wanted.suite).filter(_about_suites())
    if wanted.action.endswith(".*"):
        rows = rows.filter(action__startswith=wanted.action[:-1])
    elif wanted.action:
        rows = rows.filter(action=wanted.action)
    exact = {"subject": wanted.subject, "actor": wanted.actor}
    rows = rows.filter(**{name: text for name, text in exact.items() if text})
    if wanted.q:
        found = Q(subject__icontains=wanted.q) | Q(actor__icontains=wanted.q) | Q(action__icontains=wanted.q)
        rows = rows.annotate(said=Cast("details", TextField())).filter(found | Q(said__icontains=wanted.q))
    if wanted.by_service is not None:
        rows = rows.filter(by_service=wanted.by_service)
    if wanted.since is not None:
        rows = rows.filter(at__gte=wanted.since)
    if wanted.until is not None:
        rows = rows.filter(at__lte=wanted.until)
    return rows.order_by("-at", "-pk")


def as_dict(row: AuditRecord) -> dict[str, Any]:
    """A record as JSON."""
    return {
        "id": row.pk,
        "at": row.at.astimezone(UTC).isoformat(),
        "actor": row.actor,
        "actor_role": row.actor_role,
        "by_service": row.by_service,
        "action": row.action,
        "subject": row.subject,
        "details": row.details,
    }


def _own(user: User) -> Q:
    suites = permitted(user, Verb.AUDIT_VIEW, Suite.objects.visible_to(user))
    mine = Q(of_suite__in=[suite.slug for suite in suites]) & _about_suites()
    if user.token_suite:
        return mine
    # What they did themselves to a suite may repeat its gold, and they may have lost it since.
    by_them = Q(actor=user.username) & ~_about_suites()
    return mine | by_them | Q(subject=f"user:{user.username}")


def _about_suites() -> Q:
    kinds = Q()
    for kind in _OF_SUITES:
        kinds |= Q(subject__startswith=f"{kind}:")
    return kinds


def _part(text: Any, by: str, number: int) -> Func:
    return Func(text, Value(by), Value(number), function="split_part", output_field=TextField())


_OF_SUITE = _part(_part(F("subject"), ":", 2), "/", 1)


def _moment(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
        # In UTC: Postgres knows fewer zones than may be written.
        return found.astimezone(UTC) if found is not None and found.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
