"""What the actions of one record did to what was known, and what became of them later (spec 1.4).

One statement reads what stands next to each version row of the record on its key: a long history costs no
more than the rows of those keys.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

from scenarios.datalog.history import CONFIRMING, TOMBSTONES, ActionRecord
from scenarios.datalog.recorded_nodes import key_text
from scenarios.datalog.resolution import asserted, fold
from scenarios.models import Event, FactVersion
from scenarios.models.fact_version import FAR_FUTURE
from scenarios.selectors import versions_in_force
from scenarios.selectors.key_words import words_of
from scenarios.selectors.resolved_state import COMPLETE, RULE
from scenarios.services.statements import read_by_index

#: Rows before a version row, and later confirmations of it, that are read.
ROWS_BEFORE, CONFIRMATIONS = 20, 6

_SAME_KEY = (
    "f.scenario_id = v.scenario_id AND f.predicate = v.predicate AND f.a0 = v.a0 AND f.a1 = v.a1"
    " AND f.a2 = v.a2 AND f.member = v.member"
)
_RANK = "({row}.as_of, {row}.observed_at, {row}.seq, {row}.pos)"
_LOWER = f"{_RANK.format(row='f')} < {_RANK.format(row='v')}"
_HIGHER = f"{_RANK.format(row='f')} > {_RANK.format(row='v')}"
_CONFIRMS = "f.op IN ('assert', 'member', 'rule') AND f.value IS NOT DISTINCT FROM v.value"

_AROUND = f"""
SELECT v.id, n.kind, e.label, n.observed_at, n.seq, n.pos, n.op, n.value, n.as_of, n.size, r.clause_text
  FROM scenarios_factversion v
 CROSS JOIN LATERAL (
       (SELECT 'before' AS kind, f.* FROM scenarios_factversion f
         WHERE {_SAME_KEY} AND {_LOWER} AND f.observed_at <= v.observed_at
         ORDER BY f.as_of DESC, f.observed_at DESC, f.seq DESC, f.pos DESC LIMIT {ROWS_BEFORE})
       UNION ALL
       (SELECT 'broken', f.* FROM scenarios_factversion f
         WHERE {_SAME_KEY} AND {_HIGHER} AND NOT ({_CONFIRMS})
         ORDER BY f.observed_at, f.seq, f.pos LIMIT 1)
       UNION ALL
       (SELECT 'confirmed', f.* FROM scenarios_factversion f
         WHERE {_SAME_KEY} AND {_HIGHER} AND {_CONFIRMS}
           AND f.observed_at > v.observed_at AND f.observed_at < v.valid_until
         ORDER BY f.observed_at, f.seq, f.pos LIMIT {CONFIRMATIONS})) n
  JOIN scenarios_event e ON e.id = n.event_id
  LEFT JOIN scenarios_ruleversion r ON r.action_id = n.action_id AND n.op = 'rule'
 WHERE v.event_id = %(event)s
 ORDER BY v.pos, v.predicate, v.member, n.kind, n.observed_at, n.seq, n.pos
"""


class Effect(enum.StrEnum):
    """What a statement did when it arrived."""

    FIRST = "first"
    CONFIRMS = "confirms"
    SUPERSEDES = "supersedes"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Named:
    """What other records say of the key: a value in words, and their labels."""

    words: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionStory:
    """One statement of a record: what it did, to what, and what came of it.

    ``other`` is what it confirms or supersedes, or what was known already that is newer; None for the first.
    ``ended`` is the record that superseded it, None while nothing has; ``confirmed`` are later records that
    say the same.
    """

    name: str
    effect: Effect
    other: Named | None
    ended: Named | None
    ended_at: datetime | None
    confirmed: tuple[str, ...]


@transaction.atomic
@read_by_index()
def stories(event: Event) -> dict[int, list[VersionStory]]:
    """The statements of a record by action id, in their order. Two database queries."""
    rows = list(
        FactVersion.objects.filter(event=event)
        .select_related("action")
        .order_by("pos", "predicate", "member")
    )
    around: dict[int, dict[str, list[ActionRecord]]] = {
        row.pk: {"before": [], "broken": [], "confirmed": []} for row in rows
    }
    by_pk = {row.pk: row for row in rows}
    with connection.cursor() as cursor:
        cursor.execute(_AROUND, {"event": event.pk})
        for pk, kind, *action in cursor.fetchall():
            row = by_pk[pk]
            found = versions_in_force.action_of(row.predicate, _key(row), row.member or None, *action)
            around[pk][kind].append(found)
    told: dict[int, list[VersionStory]] = {}
    for row in rows:
        told.setdefault(row.action_id, []).append(_story(row, **around[row.pk]))
    return told


def _story(
    row: FactVersion,
    before: Sequence[ActionRecord],
    broken: Sequence[ActionRecord],
    confirmed: Sequence[ActionRecord],
) -> VersionStory:
    late = row.valid_until == row.observed_at
    ended = _named(broken[:1]) if broken else None
    effect, other = _effect(row, before)
    if late:
        effect, other, ended = Effect.LATE, ended, None
    return VersionStory(
        name=_name(row),
        effect=effect,
        other=other,
        ended=ended,
        ended_at=row.valid_until if ended is not None and row.valid_until < FAR_FUTURE else None,
        confirmed=tuple(dict.fromkeys(action.event for action in confirmed)),
    )


def _effect(row: FactVersion, before: Sequence[ActionRecord]) -> tuple[Effect, Named | None]:
    if not before:
        return Effect.FIRST, None
    last = fold(before)[-1]
    first = last.actions[0]
    same = row.op in CONFIRMING and first.op not in TOMBSTONES and asserted(first) == _stated(row)
    return (Effect.CONFIRMS if same else Effect.SUPERSEDES), _named(last.actions)


def _stated(row: FactVersion) -> str | None:
    return row.action.clause if row.op == "rule" else row.value


def _named(actions: Sequence[ActionRecord]) -> Named:
    return Named(words_of(actions[0]), tuple(dict.fromkeys(action.event for action in actions)))


def _key(row: FactVersion) -> tuple[str, ...]:
    return tuple(part for part in (row.a0, row.a1, row.a2) if part)


def _name(row: FactVersion) -> str:
    """The key of a statement: ``dest(Grus)``, ``trip(Vera, Grus)``, ``completeness of trip(Vera)``."""
    if row.predicate.startswith(RULE):
        return f"rule {row.predicate.removeprefix(RULE)}"
    if row.predicate.startswith(COMPLETE):
        return f"completeness of {key_text(row.predicate.removeprefix(COMPLETE), _key(row))}"
    return key_text(row.predicate, (*_key(row), *([row.member] if row.member else [])))
