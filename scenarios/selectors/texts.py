"""Reads the words of suites with what their automatic checks found (spec 6.3)."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from scenarios.models import Event, Rendering, Suite

#: Characters of a text in a list.
_LONG = 120
_UNCHECKED, _FAILED = Rendering.Status.DRAFT, Rendering.Status.AUTO_FAILED


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """How many texts passed all their checks, failed one, or were not checked."""

    passed: int = 0
    failed: int = 0
    unchecked: int = 0

    @classmethod
    def of(cls, statuses: Iterable[str]) -> CheckCounts:
        """Count statuses. Every later status of a text presumes that it passed (spec 6.5)."""
        counted = Counter(map(str, statuses))
        unchecked, failed = counted.pop(_UNCHECKED, 0), counted.pop(_FAILED, 0)
        return cls(passed=counted.total(), failed=failed, unchecked=unchecked)


def current_texts(suite: Suite, *, asks: bool) -> QuerySet[Rendering]:
    """The current words of all records of a suite or, where ``asks``, of all its queries."""
    rows = Rendering.objects.filter(is_current=True).order_by("pk")
    return rows.filter(query__scenario__suite=suite) if asks else rows.filter(event__scenario__suite=suite)


def check_counts(suite: Suite) -> CheckCounts:
    """The counts of records and questions together. Two database queries."""
    counted: Counter[str] = Counter()
    for asks in (False, True):
        rows = current_texts(suite, asks=asks).order_by("status").values_list("status")
        counted.update(dict(rows.annotate(n=Count("pk"))))
    return CheckCounts.of(counted.elements())


def verification_counts(suite: Suite) -> tuple[int, int]:
    """How many of the current texts people verified, and how many there are. Two database queries."""
    done = of = 0
    for asks in (False, True):
        verified = Count("pk", filter=Q(status=Rendering.Status.VERIFIED))
        counted = current_texts(suite, asks=asks).order_by().aggregate(n=Count("pk"), done=verified)
        done, of = done + counted["done"], of + counted["n"]
    return done, of


def verified_places(suite: Suite) -> list[tuple[str, bool, str]]:
    """The texts that people verified, by scenario, whether a query, and label. Two database queries."""
    places = []
    for asks in (False, True):
        of = "query" if asks else "event"
        rows = current_texts(suite, asks=asks).filter(status=Rendering.Status.VERIFIED)
        ordered = rows.order_by(f"{of}__scenario__position", f"{of}__scenario_id", f"{of}__label")
        found = ordered.values_list(f"{of}__scenario__slug", f"{of}__label")
        places += [(slug, asks, label) for slug, label in found]
    return places


def failures_of(suite: Suite) -> list[str]:
    """Each text that fails a check, in one line: scenario, label and what each check saw."""
    lines = []
    for asks in (False, True):
        of = "query" if asks else "event"
        rows = current_texts(suite, asks=asks).filter(status=_FAILED).select_related(f"{of}__scenario")
        for row in rows.order_by(f"{of}__scenario__position", f"{of}__scenario_id", f"{of}__label"):
            subject = row.query if asks else row.event
            assert subject is not None  # a rendering has the one it was filtered by
            lines.append(f"{subject.scenario.slug}/{subject.label}: {failed_checks(row)}")
    return lines


def rejected_of(suite: Suite) -> list[str]:
    """Each current text that people rejected, in one line: scenario, label and its words. Two queries."""
    lines = []
    for asks in (False, True):
        of = "query" if asks else "event"
        rows = current_texts(suite, asks=asks).filter(status=Rendering.Status.REJECTED)
        ordered = rows.order_by(f"{of}__scenario__position", f"{of}__scenario_id", f"{of}__label")
        for slug, label, text in ordered.values_list(f"{of}__scenario__slug", f"{of}__label", "text"):
            lines.append(f"{slug}/{label}: {textwrap.shorten(text, _LONG, placeholder=' …')}")
    return lines


def failed_among(events: Iterable[Event]) -> dict[int, str]:
    """What failed of these events' words, by event id; only those that failed. One database query."""
    rows = Rendering.objects.filter(event__in=list(events), is_current=True, status=_FAILED)
    return {row.event_id: failed_checks(row) for row in rows if row.event_id is not None}


def failed_checks(row: Rendering) -> str:
    """The failed checks of a text with what each saw: ``K5 31 June 2031, K8 e0007``."""
    failed = (
        (code, found["evidence"])
        for code, found in sorted(row.checks.items())
        if isinstance(found, dict) and not found["passed"]
    )
    return ", ".join(f"{code} {evidence}" for code, evidence in failed)
