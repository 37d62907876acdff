"""Reads the versions that are in force at a cutoff: of chosen keys, or of a whole scenario page by page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.resolution import Group, Version, VersionKey
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.models import Scenario

_KEYS = ", ".join(f"a{place}" for place in range(KEY_COLUMNS))
_SAME_KEY = " AND ".join(f"f.a{place} = q.a{place}" for place in range(KEY_COLUMNS))
_ARRAYS = ", ".join(f"%(a{place})s::text[]" for place in range(KEY_COLUMNS))

#: Rows in force of each key (``whole``: of each collection with all its members), in rank order.
_IN_FORCE = f"""
SELECT q.id, f.member, e.label, f.observed_at, f.seq, f.pos, f.op, f.value, f.as_of, f.size, r.clause_text
  FROM unnest(%(ids)s::int[], %(preds)s::text[], {_ARRAYS}, %(members)s::text[], %(whole)s::bool[])
       AS q(id, pred, {_KEYS}, member, whole)
  JOIN scenarios_factversion f
    ON f.scenario_id = %(scenario)s AND f.predicate = q.pred AND {_SAME_KEY}
   AND (q.whole OR f.member = q.member)
   AND f.observed_at <= %(cutoff)s AND f.valid_until > %(cutoff)s
  JOIN scenarios_event e ON e.id = f.event_id
  LEFT JOIN scenarios_ruleversion r ON r.action_id = f.action_id AND f.op = 'rule'
 ORDER BY q.id, f.member, f.as_of, f.observed_at, f.seq, f.pos
"""


def of(
    *, scenario: Scenario, cutoff: datetime, keys: Sequence[VersionKey], groups: Sequence[Group]
) -> list[Version]:
    """The versions in force of single keys, and all of those of whole collections, their completeness among
    them. One query."""
    return list(by_key(scenario=scenario, cutoff=cutoff, keys=keys, groups=groups).values())


def by_key(
    *, scenario: Scenario, cutoff: datetime, keys: Sequence[VersionKey], groups: Sequence[Group]
) -> dict[VersionKey, Version]:
    """``of`` by version key; a key of which nothing is in force is not there."""
    asked: dict[VersionKey, bool] = dict.fromkeys(keys, False)
    for pred, group in groups:
        asked |= {(f"complete:{pred}", group, None): False, (pred, group, ""): True}
    found: dict[VersionKey, list[ActionRecord]] = {}
    names = list(asked)
    for number, member, *action in _rows(names, list(asked.values()), scenario, cutoff):
        pred, key, _ = names[number]
        record = action_of(pred, key, member or None, *action)
        found.setdefault((pred, key, record.member), []).append(record)
    return {key: Version(tuple(actions)) for key, actions in found.items()}


def _rows(
    names: Sequence[VersionKey], whole: list[bool], scenario: Scenario, cutoff: datetime
) -> Iterable[tuple[Any, ...]]:
    if not names:
        return []
    columns = {
        f"a{place}": [key[place] if place < len(key) else "" for _, key, _ in names]
        for place in range(KEY_COLUMNS)
    }
    values: dict[str, Any] = columns | {
        "ids": list(range(len(names))),
        "preds": [pred for pred, _, _ in names],
        "members": [member or "" for _, _, member in names],
        "whole": whole,
        "scenario": scenario.pk,
        "cutoff": cutoff,
    }
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE, values)
        return cursor.fetchall()


def action_of(
    predicate: str,
    key: tuple[str, ...],
    member: str | None,
    event: str,
    t: datetime,
    seq: int,
    pos: int,
    op: str,
    value: str | None,
    as_of: datetime,
    size: int | None,
    clause: str | None,
) -> ActionRecord:
    """A version row as the action it came from; the value of a rule is its clause, members have none."""
    stated = value if Op(op) in (Op.ASSERT, Op.REVISE) else None
    pred = predicate.removeprefix("complete:").removeprefix("rule:")
    return ActionRecord(event, t, seq, pos, Op(op), pred, key, member, stated, as_of, size, (), clause)
