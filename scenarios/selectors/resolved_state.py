"""B at a cutoff, or what changed of it between two, read from the version rows page by page (spec 1.5).

One page is read whatever the length of the history: keys in order of (predicate, key), then their versions.
How many more follow is counted up to ``COUNTED``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from scenarios.datalog.resolution import Group, GroupState, Version, VersionKey
from scenarios.datalog.sql.evidence import OBSOLETE
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.syntax import Program, Reading, Shape
from scenarios.models import Scenario
from scenarios.selectors import programs, versions_in_force
from scenarios.services.statements import QueryRow, fetch

#: More keys than so many that follow are not counted.
COUNTED = 10_000
RULE, COMPLETE = "rule:", "complete:"

Texts = tuple[str, ...]
#: A predicate with a key or group; of rules ``rule:KEY`` without one.
Place = tuple[str, Texts]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which keys: of one predicate, of exactly these first key parts, or whose first part begins so."""

    pred: str = ""
    key: Texts = ()
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class FactLine:
    """The current version of a func, param or rule key, which may be a tombstone; None: nothing is known."""

    pred: str
    key: Texts
    version: Version | None
    obsolete: int


@dataclass(frozen=True, slots=True)
class GroupLine:
    """One recorded collection."""

    pred: str
    key: Texts
    state: GroupState


@dataclass(frozen=True)
class StatePage:
    """One page of state. ``next_after`` is the cursor of the next one, empty at the end; ``rest`` counts the
    keys behind this page, ``rest_uncounted`` says that there are more than it says."""

    cutoff: datetime
    lines: tuple[FactLine | GroupLine, ...]
    next_after: str = ""
    rest: int = 0
    rest_uncounted: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """A key whose state differs between two cutoffs."""

    before: FactLine | GroupLine
    after: FactLine | GroupLine


_EXACT = " AND ".join(f"(%(exact)s <= {n} OR f.a{n} = %(k{n})s)" for n in range(KEY_COLUMNS))
#: Keys spoken of, in order; ``{seen}`` is the condition on rows.
_PLACES = f"""
SELECT f.pred, {", ".join(f"f.a{n}" for n in range(KEY_COLUMNS))} FROM (
    SELECT CASE WHEN f.predicate LIKE 'complete:%%' THEN substr(f.predicate, 10) ELSE f.predicate END
           COLLATE "C" AS pred, {", ".join(f"f.a{n}" for n in range(KEY_COLUMNS))}
      FROM scenarios_factversion f
     WHERE f.scenario_id = %(scenario)s AND f.predicate = ANY(%(names)s) AND {{seen}}
       AND (%(exact)s = 0 OR ({_EXACT}))
       AND (%(prefix)s = '' OR starts_with(f.a0, %(prefix)s))) f
 WHERE (f.pred, {", ".join(f"f.a{n}" for n in range(KEY_COLUMNS))})
       > (%(after)s, {", ".join(f"%(c{n})s" for n in range(KEY_COLUMNS))})
 GROUP BY f.pred, {", ".join(f"f.a{n}" for n in range(KEY_COLUMNS))}
"""
_ORDER = "ORDER BY " + ", ".join(("f.pred", *(f"f.a{n}" for n in range(KEY_COLUMNS)))) + " LIMIT %(limit)s"
_IN_FORCE = "f.observed_at <= %(until)s AND f.valid_until > %(until)s"
_BETWEEN = """f.event_id IN (SELECT e.id FROM scenarios_event e WHERE e.scenario_id = %(scenario)s
                               AND e.observed_at > %(since)s AND e.observed_at <= %(until)s)"""


def page(
    scenario: Scenario, cutoff: datetime, wanted: Wanted | None = None, *, after: str = "", limit: int = 100
) -> StatePage:
    """What is in force or known cancelled at a cutoff, ``limit`` keys behind the cursor ``after``."""
    program = programs.load(scenario)
    places, following, rest = _places(scenario, program, wanted or Wanted(), after, limit, until=cutoff)
    lines = _lines(scenario, program, cutoff, places)
    return StatePage(cutoff, tuple(lines), following, min(rest, COUNTED), rest > COUNTED)


def changes(
    scenario: Scenario,
    cutoffs: tuple[datetime, datetime],
    wanted: Wanted | None = None,
    *,
    after: str = "",
    limit: int = 100,
) -> tuple[tuple[Changed, ...], StatePage]:
    """The keys whose state differs between two cutoffs, among the next ``limit`` that an event between them
    speaks of; the page says where to go on."""
    since, until = sorted(cutoffs)
    program = programs.load(scenario)
    chosen = wanted or Wanted()
    places, following, rest = _places(scenario, program, chosen, after, limit, until=until, since=since)
    befores, afters = (_lines(scenario, program, cutoff, places) for cutoff in (since, until))
    found = tuple(
        Changed(one, other)
        for one, other in zip(befores, afters, strict=True)
        if _spoken(one) != _spoken(other)
    )
    return found, StatePage(until, (), following, min(rest, COUNTED), rest > COUNTED)


def _spoken(line: FactLine | GroupLine) -> object:
    """What a reader would see of a line."""
    if isinstance(line, FactLine):
        version = line.version
        return version and (version.value, version.cancelled, version.events)
    state = line.state
    members = {name: version.events for name, version in state.members.items()}
    dead = {name: version.events for name, version in state.dead.items()}
    complete = state.complete and (state.complete.events, state.complete.cancelled)
    return members, dead, state.closed, complete


# -------------------------------------------------------------------- keys
def cursor_text(place: Place) -> str:
    """A place as a cursor: predicate and key parts, the separator escaped."""
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in (place[0], *place[1]))


def cursor_place(text: str) -> Place:
    """The place that ``cursor_text`` wrote."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in text.split("/")]
    return parts[0], tuple(parts[1:])


def _places(
    scenario: Scenario,
    program: Program,
    wanted: Wanted,
    after: str,
    limit: int,
    *,
    until: datetime,
    since: datetime | None = None,
) -> tuple[list[Place], str, int]:
    """The next places, the cursor behind them, and how many follow (counted to one more than ``COUNTED``)."""
    statement = _PLACES.format(seen=_IN_FORCE if since is None else _BETWEEN)
    values = _values(scenario, program, wanted) | {"until": until, "since": since}
    rows = _rows(f"{statement} {_ORDER}", values | _from(after) | {"limit": limit + 1})
    keys = {decl.pred: len(decl.key_types) for decl in program.decls.values()}
    places = [(pred, tuple(key[: keys.get(pred, 0)])) for pred, *key in rows[:limit]]
    if len(rows) <= limit:
        return places, "", 0
    following = cursor_text(places[-1])
    counted = f"SELECT count(*) FROM ({statement} {_ORDER}) rest"
    (count,) = _rows(counted, values | _from(following) | {"limit": COUNTED + 1})[0]
    return places, following, count


def _values(scenario: Scenario, program: Program, wanted: Wanted) -> dict[str, Any]:
    names = []
    for decl in program.decls.values():
        if decl.shape not in (Shape.DERIVED, Shape.INVERSE) and wanted.pred in ("", decl.pred):
            names += [decl.pred, f"{COMPLETE}{decl.pred}"]
    if not wanted.key and not wanted.prefix:
        rules = scenario.rule_versions.values_list("rule_key", flat=True).distinct()
        names += [f"{RULE}{key}" for key in rules if wanted.pred in ("", key, f"{RULE}{key}")]
    parts = {f"k{n}": wanted.key[n] if n < len(wanted.key) else "" for n in range(KEY_COLUMNS)}
    chosen = {"scenario": scenario.pk, "names": names, "exact": len(wanted.key), "prefix": wanted.prefix}
    return chosen | parts


def _from(cursor: str) -> dict[str, str]:
    pred, key = cursor_place(cursor)
    return {"after": pred} | {f"c{n}": key[n] if n < len(key) else "" for n in range(KEY_COLUMNS)}


def _rows(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


# -------------------------------------------------------------------- their state
def _lines(
    scenario: Scenario, program: Program, cutoff: datetime, places: Sequence[Place]
) -> list[FactLine | GroupLine]:
    groups = [place for place in places if _is_group(program, place[0])]
    keys: list[VersionKey] = [(pred, key, None) for pred, key in places if not _is_group(program, pred)]
    found = versions_in_force.by_key(scenario=scenario, cutoff=cutoff, keys=keys, groups=groups)
    obsolete = _obsolete(scenario, cutoff, keys)
    states = group_states(groups, found)
    return [
        GroupLine(*place, states[place])
        if place in states
        else FactLine(*place, found.get((*place, None)), obsolete.get((*place, None), 0))
        for place in places
    ]


def _is_group(program: Program, pred: str) -> bool:
    decl = program.decls.get(pred)
    return decl is not None and decl.reading is Reading.MEMBERS


def group_states(groups: Sequence[Group], found: dict[VersionKey, Version]) -> dict[Group, GroupState]:
    """Collections from the versions in force of their members and of their completeness."""
    members: dict[Group, dict[str, Version]] = {group: {} for group in groups}
    for (pred, key, member), version in found.items():
        if member is not None:
            members[pred, key][member] = version
    return {
        (pred, key): GroupState(
            {name: version for name, version in named.items() if not version.cancelled},
            {name: version for name, version in named.items() if version.cancelled},
            found.get((f"{COMPLETE}{pred}", key, None)),
        )
        for (pred, key), named in members.items()
    }


def _obsolete(scenario: Scenario, cutoff: datetime, keys: Sequence[VersionKey]) -> dict[VersionKey, int]:
    """How many versions the current one of each key supersedes."""
    rows = [QueryRow(n, scenario.pk, cutoff, key, "", pred) for n, (pred, key, _) in enumerate(keys)]
    return {keys[number]: count for number, count in (fetch(OBSOLETE, rows) if rows else ())}
