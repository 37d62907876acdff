"""A history as a strip from its first record to its last: where versions were superseded and rules changed.

The strip is laid out by the place of records in observation order, as the slider is. It is read in one pass
over the records and one over the version rows, and kept while the suite stays as it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db import connection

from scenarios.datalog.errors import DatalogError
from scenarios.datalog.syntax import Shape
from scenarios.models import Event, Scenario
from scenarios.models.fact_version import FAR_FUTURE
from scenarios.selectors import programs

#: Parts of a long strip; a shorter history has one part a record.
PARTS = 240
KEPT_SECONDS = 3_600

_PARTS = """
WITH placed AS (
    SELECT e.observed_at, e.seq, row_number() OVER (ORDER BY e.observed_at, e.seq) - 1 AS place
      FROM scenarios_event e WHERE e.scenario_id = %(scenario)s),
superseded AS MATERIALIZED (
    SELECT f.valid_until AS moment, count(*) AS versions
      FROM scenarios_factversion f
     WHERE f.scenario_id = %(scenario)s AND f.valid_until > f.observed_at AND f.valid_until < %(far)s
     GROUP BY f.valid_until),
declared AS MATERIALIZED (
    SELECT DISTINCT f.observed_at AS moment
      FROM scenarios_factversion f
     WHERE f.scenario_id = %(scenario)s
       AND (f.predicate = ANY(%(params)s::text[]) OR f.predicate >= 'rule:' AND f.predicate < 'rule;'))
SELECT p.place * %(parts)s / %(total)s, min(p.observed_at), (array_agg(p.seq ORDER BY p.place))[1],
       count(s.moment), count(d.moment)
  FROM placed p
  LEFT JOIN superseded s ON s.moment = p.observed_at
  LEFT JOIN declared d ON d.moment = p.observed_at
 GROUP BY 1 ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Neighbouring records: when the first was observed and its number, how many of them ended versions, and
    how many set a rule or a parameter."""

    since: datetime
    seq: int
    superseding: int
    declaring: int


@dataclass(frozen=True)
class Strip:
    """A whole history of ``total`` records in parts of about the same number of records."""

    total: int
    parts: tuple[Part, ...]

    @property
    def single(self) -> bool:
        """Whether each part is one record."""
        return len(self.parts) == self.total

    def seen(self, cutoff: datetime) -> float:
        """How much of the strip, from 0 to 1, was observed by a cutoff."""
        return bisect_right([part.since for part in self.parts], cutoff) / max(len(self.parts), 1)

    def places(self, events: Iterable[Event]) -> list[float]:
        """Where in the strip, from 0 to 1, some records stand, each place once."""
        starts = [(part.since, part.seq) for part in self.parts]
        found = {bisect_right(starts, (event.observed_at, event.seq)) - 1 for event in events}
        return [(max(at, 0) + 0.5) / len(starts) for at in sorted(found)]


def strip(scenario: Scenario, total: int) -> Strip:
    """The strip of a history that holds ``total`` records. Two database queries, none where it is kept."""
    suite = scenario.suite
    name = f"strip:{scenario.pk}:{suite.version}:{suite.content_hash}:{total}"
    kept: Strip | None = cache.get(name) if suite.content_hash else None
    if kept is not None:
        return kept
    found = Strip(total, _parts(scenario, total))
    cache.set(name, found, KEPT_SECONDS)
    return found


def _parts(scenario: Scenario, total: int) -> tuple[Part, ...]:
    if not total:
        return ()
    values: dict[str, Any] = {
        "scenario": scenario.pk,
        "far": FAR_FUTURE,
        "params": _params(scenario),
        "parts": min(total, PARTS),
        "total": total,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, values)
        return tuple(Part(*row[1:]) for row in cursor.fetchall())


def _params(scenario: Scenario) -> list[str]:
    """The parameters that the program declares; none where it cannot be read."""
    try:
        decls = programs.load(scenario).decls.values()
    except DatalogError:
        return []
    return [decl.pred for decl in decls if decl.shape is Shape.PARAM]
