"""The counters of a review: always counted from rows, never kept, so that they cannot drift (case A05).

Pages, admin, API and exports show these. Check items are in none of them.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection

from scenarios.models import Suite


class ReviewCounts(NamedTuple):
    """``verdicts`` that stand; items ``complete``, judged by all who are wanted; ``items`` in all, without
    withdrawn ones."""

    verdicts: int
    complete: int
    items: int


_COUNTS = """
SELECT i.kind, coalesce(sum(v.n), 0), count(*) FILTER (WHERE coalesce(v.n, 0) >= i.wanted), count(*)
FROM scenarios_reviewitem i
LEFT JOIN (
    SELECT v.item_id, count(*) AS n FROM scenarios_verdict v
    JOIN scenarios_reviewitem j ON j.id = v.item_id
    WHERE v.is_current AND j.suite_id = %(suite)s GROUP BY v.item_id
) v ON v.item_id = i.id
WHERE i.suite_id = %(suite)s AND NOT i.is_check AND i.status <> 'withdrawn'
GROUP BY i.kind ORDER BY i.kind
"""


def counts(suite: Suite) -> ReviewCounts:
    """The counters of a suite. One query."""
    found = counts_by_kind(suite).values()
    return ReviewCounts(
        sum(one.verdicts for one in found),
        sum(one.complete for one in found),
        sum(one.items for one in found),
    )


def counts_by_kind(suite: Suite) -> dict[str, ReviewCounts]:
    """The counters of a suite by kind of subject. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, {"suite": suite.pk})
        return {kind: ReviewCounts(int(v), complete, items) for kind, v, complete, items in cursor.fetchall()}
