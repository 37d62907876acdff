"""What the version rows hold near a recorded key (``datalog.nearby``), for many keys at once.

Four statements whatever the number of keys. Where the rows of a whole predicate have to be looked through,
for a value under another key or for names, at most ``LOOKED_THROUGH`` of them are: the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.nearby import (
    COMPARED,
    ELSEWHERE,
    Elsewhere,
    Nearest,
    Spot,
    nearest_of,
)
from scenarios.datalog.resolution import Version, fold
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.syntax import Program, Reading
from scenarios.models import Scenario

#: Rows of one key that are folded into versions, and rows of one predicate that are looked through.
ROWS_OF_KEY, LOOKED_THROUGH = 200, 20_000
#: No member is named so: it keeps a collection as a whole from being read as one key.
NOBODY = "\x01"

_ASKED = (
    "unnest(%(ids)s::int[], %(preds)s::text[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[],"
    " %(members)s::text[], %(expected)s::text[]) AS q(id, pred, a0, a1, a2, member, expected)"
)
_SEEN = "f.scenario_id = %(scenario)s AND f.observed_at <= %(cutoff)s"
_SAME_KEY = "f.a0 = q.a0 AND f.a1 = q.a1 AND f.a2 = q.a2"

#: The latest rows of each key, in falling rank.
_VERSIONS = f"""
SELECT q.id, f.label, f.observed_at, f.seq, f.pos, f.op, f.value, f.as_of, f.total
  FROM {_ASKED} CROSS JOIN LATERAL (
       SELECT e.label, f.observed_at, f.seq, f.pos, f.op, f.value, f.as_of, count(*) OVER () AS total
         FROM scenarios_factversion f JOIN scenarios_event e ON e.id = f.event_id
        WHERE {_SEEN} AND f.predicate = q.pred AND {_SAME_KEY} AND f.member = q.member
        ORDER BY f.as_of DESC, f.observed_at DESC, f.seq DESC, f.pos DESC LIMIT {ROWS_OF_KEY}) f
 ORDER BY q.id, f.as_of DESC, f.observed_at DESC, f.seq DESC, f.pos DESC
"""

#: Groups that hold the member now, other than the one asked for.
_MEMBER_ELSEWHERE = f"""
SELECT q.id, f.a0, f.a1, f.a2, f.label, f.observed_at
  FROM {_ASKED} CROSS JOIN LATERAL (
       SELECT f.a0, f.a1, f.a2, (array_agg(e.label ORDER BY f.as_of, f.observed_at, f.seq))[1] AS label,
              (array_agg(f.observed_at ORDER BY f.as_of, f.observed_at, f.seq))[1] AS observed_at
         FROM scenarios_factversion f JOIN scenarios_event e ON e.id = f.event_id
        WHERE {_SEEN} AND f.predicate = q.pred AND f.member = q.member AND f.member <> '' AND f.op = 'member'
          AND f.valid_until > %(cutoff)s AND NOT ({_SAME_KEY})
        GROUP BY f.a0, f.a1, f.a2 ORDER BY f.a0, f.a1, f.a2 LIMIT {ELSEWHERE + 1}) f
 WHERE q.member <> '' ORDER BY q.id, f.a0, f.a1, f.a2
"""

#: Keys whose value is the expected one now, among the first rows of the predicate.
_VALUE_ELSEWHERE = f"""
SELECT q.id, f.a0, f.a1, f.a2, f.label, f.observed_at, f.through
  FROM {_ASKED} CROSS JOIN LATERAL (
       SELECT f.a0, f.a1, f.a2, e.label, f.observed_at, f.through
         FROM (SELECT f.*, count(*) OVER () AS through FROM (
                 SELECT f.a0, f.a1, f.a2, f.value, f.event_id, f.observed_at, f.valid_until,
                        row_number() OVER (PARTITION BY f.a0, f.a1, f.a2, f.valid_until > %(cutoff)s
                                           ORDER BY f.as_of, f.observed_at, f.seq, f.pos) AS nth
                   FROM (SELECT * FROM scenarios_factversion f WHERE {_SEEN} AND f.predicate = q.pred
                          ORDER BY f.a0, f.a1, f.a2, f.member, f.observed_at LIMIT {LOOKED_THROUGH}) f) f) f
         JOIN scenarios_event e ON e.id = f.event_id
        WHERE f.value = q.expected AND f.valid_until > %(cutoff)s AND f.nth = 1 AND NOT ({_SAME_KEY})
        ORDER BY f.a0, f.a1, f.a2 LIMIT {ELSEWHERE + 1}) f
 WHERE q.expected <> '' ORDER BY q.id, f.a0, f.a1, f.a2
"""

#: Texts that stand in each place of the keys and members of a predicate, among its first rows.
_NAMES = f"""
SELECT p.pred, array_agg(DISTINCT f.a0), array_agg(DISTINCT f.a1), array_agg(DISTINCT f.a2),
       array_agg(DISTINCT f.member)
  FROM unnest(%(preds)s::text[]) AS p(pred) CROSS JOIN LATERAL (
       SELECT f.a0, f.a1, f.a2, f.member FROM scenarios_factversion f
        WHERE {_SEEN} AND f.predicate IN (p.pred, 'complete:' || p.pred) LIMIT {LOOKED_THROUGH}) f
 GROUP BY p.pred
"""


def nearest(
    *, scenario: Scenario, program: Program, spots: Sequence[Spot], cutoff: datetime
) -> dict[Spot, Nearest]:
    """What stands near each spot among the records of a scenario up to a cutoff."""
    if not spots:
        return {}
    values = _arrays(program, spots) | {"scenario": scenario.pk, "cutoff": cutoff}
    versions, totals = _versions(_rows(_VERSIONS, values), spots)
    elsewhere, cut = _elsewhere(values)
    unknown = [number for number in range(len(spots)) if number not in versions]
    names = _names(scenario, cutoff, {spots[n].pred for n in unknown})
    found: dict[Spot, Nearest] = {}
    for number, spot in enumerate(spots):
        parts = _unknown_parts(spot, names.get(spot.pred, [])) if number in unknown else {}
        one = nearest_of(spot, versions.get(number, ()), elsewhere.get(number, []), parts)
        hidden = totals.get(number, 0) > ROWS_OF_KEY
        found[spot] = Nearest(
            spot,
            one.versions,
            one.older,
            one.elsewhere,
            one.more_elsewhere or number in cut,
            one.names,
            older_uncounted=hidden,
        )
    return found


def _rows(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def _arrays(program: Program, asked: Sequence[Spot]) -> dict[str, Any]:
    def part(spot: Spot, place: int) -> str:
        return spot.key[place] if place < len(spot.key) else ""

    keys = {f"a{place}": [part(spot, place) for spot in asked] for place in range(KEY_COLUMNS)}
    members = [program.decls[spot.pred].reading is Reading.MEMBERS for spot in asked]
    return keys | {
        "ids": list(range(len(asked))),
        "preds": [spot.pred for spot in asked],
        "members": [spot.member or (NOBODY if spot.whole else "") for spot in asked],
        "expected": [
            "" if member else spot.expected or "" for spot, member in zip(asked, members, strict=True)
        ],
    }


def _versions(
    rows: Iterable[tuple[Any, ...]], spots: Sequence[Spot]
) -> tuple[dict[int, tuple[Version, ...]], dict[int, int]]:
    actions: dict[int, list[ActionRecord]] = {}
    totals: dict[int, int] = {}
    for number, event, t, seq, pos, op, value, as_of, total in rows:
        spot = spots[number]
        plain = value if Op(op) in (Op.ASSERT, Op.REVISE) else None
        record = ActionRecord(event, t, seq, pos, Op(op), spot.pred, spot.key, spot.member, plain, as_of)
        actions.setdefault(number, []).append(record)
        totals[number] = total
    return {number: fold(found) for number, found in actions.items()}, totals


def _elsewhere(values: dict[str, Any]) -> tuple[dict[int, list[Elsewhere]], set[int]]:
    found: dict[int, list[Elsewhere]] = {}
    cut: set[int] = set()
    for number, *key, event, t in _rows(_MEMBER_ELSEWHERE, values):
        found.setdefault(number, []).append(Elsewhere(_trimmed(key), event, t))
    for number, *key, event, t, through in _rows(_VALUE_ELSEWHERE, values):
        found.setdefault(number, []).append(Elsewhere(_trimmed(key), event, t))
        if through >= LOOKED_THROUGH:
            cut.add(number)
    return found, cut


def _trimmed(parts: Sequence[str]) -> tuple[str, ...]:
    """Key columns without the empty ones at the end."""
    kept = list(parts)
    while kept and kept[-1] == "":
        kept.pop()
    return tuple(kept)


def _names(scenario: Scenario, cutoff: datetime, preds: set[str]) -> dict[str, list[list[str]]]:
    if not preds:
        return {}
    values = {"scenario": scenario.pk, "cutoff": cutoff, "preds": sorted(preds)}
    return {pred: [list(column[:COMPARED]) for column in rest] for pred, *rest in _rows(_NAMES, values)}


def _unknown_parts(spot: Spot, columns: list[list[str]]) -> dict[str, Iterable[str]]:
    """The parts of a key that the predicate does not use in their place, with those it does."""
    if not columns:
        return {}
    parts = {
        part: used for part, used in zip(spot.key, columns[:KEY_COLUMNS], strict=False) if part not in used
    }
    if spot.member is not None and spot.member not in columns[-1]:
        parts[spot.member] = [name for name in columns[-1] if name]
    return dict(parts)
