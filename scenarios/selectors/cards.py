"""Reads what data cards tell of the limits of a suite, in a fixed number of database queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from scenarios.models import Event, Finding, GoldAnswer, Suite
from scenarios.selectors import texts

#: The checks of spec 2.4 as ``GoldAnswer.checks`` names them.
CHECKS = ("c1", "c2", "c3", "c4", "empty_unknown")


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts of a suite: its texts by what their checks found, queries that fail a check of C1 to C4,
    findings of its import, records whose time is synthetic, and records by who worded them."""

    texts: texts.CheckCounts
    violating: int
    findings: int
    synthetic: int
    renderers: dict[str, int]


def limits_of(suite: Suite) -> Limits:
    """The counts of a suite."""
    fails = Q()
    for check in CHECKS:
        fails |= Q(**{f"checks__{check}": False})
    worded = texts.current_texts(suite, asks=False).order_by("renderer").values_list("renderer")
    return Limits(
        texts=texts.check_counts(suite),
        violating=GoldAnswer.objects.filter(fails, query__scenario__suite=suite).count(),
        findings=Finding.objects.filter(suite=suite).count(),
        synthetic=Event.objects.filter(scenario__suite=suite, synthetic_time=True).count(),
        renderers=dict(worded.annotate(n=Count("pk"))),
    )
