"""What recorded keys were, are and will be around a cutoff: superseded, in force and later versions.

A page of keys is read in the order of the index of whole keys, however long the history is: first the keys,
then all that is shown of them, each in one statement. Of a key with many versions the nearest are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from scenarios.datalog.history import ActionRecord
from scenarios.datalog.resolution import GroupState, Version, fold
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.syntax import Program, Shape
from scenarios.models import Scenario
from scenarios.selectors import versions_in_force
from scenarios.selectors.resolved_state import (
    COMPLETE,
    RULE,
    Place,
    cursor_place,
    cursor_text,
    group_states,
)

#: Rows up to the cutoff, and after it, that are read of one key or collection.
ROWS_BEFORE, ROWS_AFTER = 40, 6
#: Keys on one page of facts or rules, and collections on one page.
KEYS, COLLECTIONS = 40, 20

#: Which keys a page shows, by what is recorded of them: everything, or at least one row of this kind.
SHOWN = {
    "": "TRUE",
    "now": "f.observed_at <= %(cutoff)s AND f.valid_until > %(cutoff)s",
    "superseded": "f.observed_at < f.valid_until AND f.valid_until <= %(cutoff)s",
    "later": "f.observed_at > %(cutoff)s",
}
_OF_ENTITY = "%(entity)s = ANY(ARRAY[f.a0, f.a1, f.a2, f.member, f.value])"
_KEY = ", ".join(f"f.a{n}" for n in range(KEY_COLUMNS))
_SAME_KEY = " AND ".join(f"f.a{n} = q.a{n}" for n in range(KEY_COLUMNS))
_ARRAYS = ", ".join(f"%(a{n})s::text[]" for n in range(KEY_COLUMNS))
_NAMES = ", ".join(f"a{n}" for n in range(KEY_COLUMNS))

#: The next keys of each version predicate in order; ``pred`` is the predicate without ``complete:``.
_PLACES = f"""
SELECT q.pred COLLATE "C", {_KEY}
  FROM unnest(%(names)s::text[], %(preds)s::text[], {_ARRAYS}) AS q(name, pred, {_NAMES})
 CROSS JOIN LATERAL (
       SELECT {_KEY} FROM scenarios_factversion f
        WHERE f.scenario_id = %(scenario)s AND f.predicate = q.name
          AND ({_KEY}) >= ({", ".join(f"q.a{n}" for n in range(KEY_COLUMNS))})
          AND {{shown}} AND {{entity}}
        GROUP BY {_KEY} ORDER BY {_KEY} LIMIT %(limit)s) f
 GROUP BY 1, {_KEY} ORDER BY 1, {_KEY} LIMIT %(limit)s
"""

_ROW = "f.event_id, f.action_id, f.member, f.observed_at, f.seq, f.pos, f.op, f.value, f.as_of, f.size"
_OF_KEY = f"f.scenario_id = %(scenario)s AND f.predicate = q.name AND {_SAME_KEY}"
#: Rows of each key nearest to the cutoff, and whether they are later; of a collection the later ones.
_ROWS = f"""
SELECT q.id, v.later, v.member, e.label, v.observed_at, v.seq, v.pos, v.op, v.value, v.as_of, v.size,
       r.clause_text
  FROM unnest(%(ids)s::int[], %(names)s::text[], {_ARRAYS}, %(whole)s::bool[])
       AS q(id, name, {_NAMES}, whole)
 CROSS JOIN LATERAL (
       (SELECT FALSE AS later, {_ROW} FROM scenarios_factversion f
         WHERE NOT q.whole AND {_OF_KEY} AND f.member = '' AND f.observed_at <= %(cutoff)s
         ORDER BY f.as_of DESC, f.observed_at DESC, f.seq DESC, f.pos DESC LIMIT {ROWS_BEFORE})
       UNION ALL
       (SELECT TRUE, {_ROW} FROM scenarios_factversion f
         WHERE {_OF_KEY} AND f.observed_at > %(cutoff)s
         ORDER BY f.observed_at, f.seq, f.pos LIMIT {ROWS_AFTER + 1})) v
  JOIN scenarios_event e ON e.id = v.event_id
  LEFT JOIN scenarios_ruleversion r ON r.action_id = v.action_id AND v.op = 'rule'
 ORDER BY q.id, v.later, v.observed_at, v.seq, v.pos
"""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which keys a reader wants: of one predicate, that speak of an entity, and a name of ``SHOWN``."""

    pred: str = ""
    entity: str = ""
    shown: str = ""


@dataclass(frozen=True)
class KeyHistory:
    """A func, param or rule key. ``versions`` are those up to the cutoff, the last one in force or known
    cancelled; ``later`` are actions that the cutoff does not see. ``capped`` and ``more_later`` say that
    there are more."""

    pred: str
    key: tuple[str, ...]
    versions: tuple[Version, ...]
    later: tuple[ActionRecord, ...]
    capped: bool = False
    more_later: bool = False


@dataclass(frozen=True)
class CollectionHistory:
    """A recorded collection at the cutoff, and what later records say of it."""

    pred: str
    key: tuple[str, ...]
    state: GroupState
    later: tuple[ActionRecord, ...]
    assumed: bool = False
    more_later: bool = False


@dataclass(frozen=True)
class Keys:
    """A page of keys; ``next_after`` is the cursor of the next one, empty at the end."""

    lines: Sequence[KeyHistory | CollectionHistory] = field(default_factory=tuple)
    next_after: str = ""


def facts(scenario: Scenario, program: Program, cutoff: datetime, wanted: Filter, *, after: str = "") -> Keys:
    """Keys of recorded functions. Two database queries."""
    return _keys(scenario, cutoff, wanted, _declared(program, Shape.FUNC), after)


def rules(scenario: Scenario, program: Program, cutoff: datetime, wanted: Filter, *, after: str = "") -> Keys:
    """Parameters and declared rules. Three database queries."""
    keys = scenario.rule_versions.order_by("rule_key").values_list("rule_key", flat=True).distinct()
    names = _declared(program, Shape.PARAM) | {f"{RULE}{key}": 0 for key in keys}
    return _keys(scenario, cutoff, wanted, names, after)


def collections(
    scenario: Scenario, program: Program, cutoff: datetime, wanted: Filter, *, after: str = ""
) -> Keys:
    """Recorded collections. Three database queries."""
    places, following = _places(
        scenario, cutoff, wanted, _declared(program, Shape.SET), after, COLLECTIONS, complete=True
    )
    found = versions_in_force.by_key(scenario=scenario, cutoff=cutoff, keys=[], groups=places)
    states = group_states(places, found)
    names = [(prefix, place) for place in places for prefix in ("", COMPLETE)]
    rows = _rows(scenario, cutoff, [(f"{prefix}{pred}", key) for prefix, (pred, key) in names], whole=True)
    later: dict[Place, list[ActionRecord]] = {place: [] for place in places}
    for (_, place), (_, actions) in zip(names, rows, strict=True):
        later[place] += actions
    lines = []
    for place in places:
        actions = sorted(later[place], key=lambda action: (action.t, action.seq, action.pos))
        lines.append(
            CollectionHistory(
                *place,
                states[place],
                tuple(actions[:ROWS_AFTER]),
                place[0] in program.assumed_complete,
                len(actions) > ROWS_AFTER,
            )
        )
    return Keys(lines, following)


def _declared(program: Program, shape: Shape) -> dict[str, int]:
    """The predicates of a shape, each with how many parts its keys have."""
    return {decl.pred: len(decl.key_types) for decl in program.decls.values() if decl.shape is shape}


def filtered(program: Program) -> list[str]:
    """The recorded predicates, which a filter may name."""
    return sorted(
        decl.pred for decl in program.decls.values() if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
    )


def _keys(scenario: Scenario, cutoff: datetime, wanted: Filter, names: dict[str, int], after: str) -> Keys:
    places, following = _places(scenario, cutoff, wanted, names, after, KEYS)
    rows = _rows(scenario, cutoff, places)
    lines = []
    for place, (before, later) in zip(places, rows, strict=True):
        lines.append(
            KeyHistory(
                *place,
                fold(before),
                tuple(later[:ROWS_AFTER]),
                len(before) == ROWS_BEFORE,
                len(later) > ROWS_AFTER,
            )
        )
    return Keys(lines, following)


# -------------------------------------------------------------------- keys
def _places(
    scenario: Scenario,
    cutoff: datetime,
    wanted: Filter,
    preds: dict[str, int],
    after: str,
    limit: int,
    *,
    complete: bool = False,
) -> tuple[list[Place], str]:
    """The next keys behind a cursor, and the cursor behind them."""
    asked = sorted(pred for pred in preds if wanted.pred in ("", pred, pred.removeprefix(RULE)))
    at, key = cursor_place(after) if after else ("", ())
    starts = [(pred, _start(key if pred == at else None)) for pred in asked if pred >= at]
    names = [(pred, pred, start) for pred, start in starts]
    if complete:
        names += [(f"{COMPLETE}{pred}", pred, start) for pred, start in starts]
    statement = _PLACES.format(
        shown=SHOWN.get(wanted.shown, "TRUE"), entity=_OF_ENTITY if wanted.entity else "TRUE"
    )
    values: dict[str, Any] = {
        "scenario": scenario.pk,
        "cutoff": cutoff,
        "entity": wanted.entity,
        "names": [name for name, _, _ in names],
        "preds": [pred for _, pred, _ in names],
        "limit": limit + 1,
    } | {f"a{n}": [start[n] for _, _, start in names] for n in range(KEY_COLUMNS)}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    places = [(pred, tuple(parts[: preds[pred]])) for pred, *parts in rows]
    return places[:limit], cursor_text(places[limit - 1]) if len(places) > limit else ""


def _start(behind: tuple[str, ...] | None) -> tuple[str, ...]:
    """The least key behind another one, or of all: no text lies between one and itself with U+0001."""
    if behind is None:
        return ("",) * KEY_COLUMNS
    padded = (*behind, *("",) * KEY_COLUMNS)[:KEY_COLUMNS]
    return (*padded[:-1], f"{padded[-1]}\x01")


# -------------------------------------------------------------------- their versions
def _rows(
    scenario: Scenario, cutoff: datetime, places: Sequence[Place], *, whole: bool = False
) -> list[tuple[list[ActionRecord], list[ActionRecord]]]:
    """Of each key the actions that the cutoff sees, and those that it does not. One database query."""
    found: list[tuple[list[ActionRecord], list[ActionRecord]]] = [([], []) for _ in places]
    values: dict[str, Any] = {
        "scenario": scenario.pk,
        "cutoff": cutoff,
        "ids": list(range(len(places))),
        "names": [pred for pred, _ in places],
        "whole": [whole] * len(places),
    }
    values |= {f"a{n}": [key[n] if n < len(key) else "" for _, key in places] for n in range(KEY_COLUMNS)}
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, values)
        for number, later, member, *action in cursor.fetchall():
            pred, key = places[number]
            found[number][later].append(versions_in_force.action_of(pred, key, member or None, *action))
    return found
