"""Queries that leave a draft, with their words, gold and witnesses (overview 4.11)."""

from __future__ import annotations

from collections.abc import Collection

from scenarios.models import Scenario
from scenarios.services import gold_revision


def drop(*, scenario: Scenario, labels: Collection[str]) -> int:
    """Delete these queries of a draft, and the nodes that nothing else rests on; how many there were. The
    caller says why, and has the suite's hash computed again."""
    rows = scenario.queries.filter(label__in=labels)
    cutoffs = set(rows.values_list("cutoff", flat=True))
    count = rows.count()
    rows.delete()
    if cutoffs:
        gold_revision.prune(scenario=scenario, cutoffs=cutoffs)
    return count
