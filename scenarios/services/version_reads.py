"""Fetches the version rows that derivations read, for all of them at once.

What is read of one key at several cutoffs of a scenario is fetched once, with the moments between which each
row holds; the versions of a cutoff are the rows that hold there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.resolution import Version, VersionKey
from scenarios.datalog.sql.evidence import CURRENT, GROUP, GROUPS_OF_MEMBER, OBSOLETE
from scenarios.datalog.sql.statements import Statement
from scenarios.services.array_texts import integer_array, text_array, time_array
from scenarios.services.discovery import Discovered, Place
from scenarios.services.statements import QueryRow, fetch, run
from scenarios.services.stored_state import VersionStore

Keyed = tuple[Place, VersionKey]
#: A scenario with a version predicate and a key or group: what is fetched once for all cutoffs.
Address = tuple[int, str, tuple[str, ...]]
Cutoffs = dict[Address, set[datetime]]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PLAIN = frozenset({Op.ASSERT, Op.REVISE})


@dataclass(frozen=True, slots=True)
class VersionRow:
    """An action with the time for which it asserts the current version of its key."""

    action: ActionRecord
    until: datetime


@dataclass(slots=True)
class _Told:
    """The rows of one version key in rank order, the versions they make by cutoff, and whether any row of
    the key was ever overtaken or confirmed by another: only then can a version supersede others."""

    rows: list[VersionRow]
    several: bool

    def version(self, cutoff: datetime) -> Version | None:
        """The current version at a cutoff."""
        found = tuple(row.action for row in self.rows if row.action.t <= cutoff < row.until)
        return Version(found) if found else None


def fetch_versions(discovered: Iterable[tuple[Discovered, Iterable[str]]]) -> dict[Place, VersionStore]:
    """The version rows behind what was discovered; each comes with the rule keys of its programs."""
    stores: dict[Place, VersionStore] = {}
    keys: Cutoffs = {}
    groups: Cutoffs = {}
    inverses: set[tuple[Place, str, str]] = set()
    for found, rule_keys in discovered:
        rules = tuple(rule_keys)
        for scenario, cutoff in found.states:
            stores.setdefault((scenario, cutoff), VersionStore())
            for rule in rules:
                keys.setdefault((scenario, f"rule:{rule}", ()), set()).add(cutoff)
        _add(keys, found.lookups)
        _add(groups, found.groups)
        inverses.update((place, *one) for place, many in found.inverses.items() for one in many)
    _add(groups, _fetch_memberships(stores, sorted(inverses)))
    for (scenario, pred, group), cutoffs in groups.items():
        keys.setdefault((scenario, f"complete:{pred}", group), set()).update(cutoffs)
    several = [*_fetch_current(stores, keys), *_fetch_groups(stores, groups)]
    _fetch_obsolete(stores, several)
    return stores


def _add(cutoffs: Cutoffs, found: Mapping[Place, Collection[tuple[str, tuple[str, ...]]]]) -> None:
    for (scenario, cutoff), many in found.items():
        for pred, key in many:
            cutoffs.setdefault((scenario, pred, key), set()).add(cutoff)


def _fetch_memberships(
    stores: Mapping[Place, VersionStore], asked: list[tuple[Place, str, str]]
) -> dict[Place, list[tuple[str, tuple[str, ...]]]]:
    """The groups of members that are read backwards; they are read as groups too."""
    if not asked:
        return {}
    found: dict[int, list[tuple[str, ...]]] = {}
    rows = [QueryRow(number, *place, (), member, pred) for number, (place, pred, member) in enumerate(asked)]
    for number, *parts in fetch(GROUPS_OF_MEMBER, rows):
        found.setdefault(number, []).append(_trimmed(parts))
    read: dict[Place, list[tuple[str, tuple[str, ...]]]] = {}
    for number, (place, pred, member) in enumerate(asked):
        groups = sorted(found.get(number, []))
        stores[place].memberships[pred, member] = tuple(groups)
        read.setdefault(place, []).extend((pred, group) for group in groups)
    return read


def _trimmed(parts: list[str]) -> tuple[str, ...]:
    """Key columns without the empty ones at the end."""
    while parts and parts[-1] == "":
        parts = parts[:-1]
    return tuple(parts)


# -------------------------------------------------------------------- versions in force
def _between(statement: Statement, asked: Sequence[Address], cutoffs: Cutoffs) -> list[tuple[Any, ...]]:
    """Rows of ``CURRENT`` or ``GROUP`` for every address, over all its cutoffs."""
    if not asked:
        return []
    keys = [(*key, "", "", "")[:3] for _, _, key in asked]
    arrays = {
        "ids": integer_array(range(len(asked))),
        "scenarios": integer_array([scenario for scenario, _, _ in asked]),
        "since": time_array([min(cutoffs[one]) for one in asked]),
        "cutoffs": time_array([max(cutoffs[one]) for one in asked]),
        **{f"a{place}": text_array([key[place] for key in keys]) for place in range(3)},
        "members": text_array([""] * len(asked)),
        "predicates": text_array([pred for _, pred, _ in asked]),
    }
    return run(statement, arrays)


def _fetch_current(stores: Mapping[Place, VersionStore], cutoffs: Cutoffs) -> list[Keyed]:
    """Put the current version of every key into the stores; returns those that may supersede others."""
    asked, found = list(cutoffs), dict[int, _Told]()
    for number, told, *rest in _between(CURRENT, asked, cutoffs):
        _, pred, key = asked[number]
        found.setdefault(number, _Told([], told > 1)).rows.append(row_of(pred, key, None, *rest))
    several: list[Keyed] = []
    for number, (scenario, pred, key) in enumerate(asked):
        one, version_key = found.get(number), (pred, key, None)
        _in_rank_order(one)
        for cutoff in cutoffs[scenario, pred, key]:
            version = None if one is None else one.version(cutoff)
            stores[scenario, cutoff].current[version_key] = version
            if one is not None and one.several and version is not None:
                several.append(((scenario, cutoff), version_key))
    return several


def _fetch_groups(stores: Mapping[Place, VersionStore], cutoffs: Cutoffs) -> list[Keyed]:
    """``_fetch_current`` for every member that a group has or had."""
    asked, found = list(cutoffs), dict[int, dict[str, _Told]]()
    for number, member, told, *rest in _between(GROUP, asked, cutoffs):
        _, pred, key = asked[number]
        members = found.setdefault(number, {})
        members.setdefault(member, _Told([], told > 1)).rows.append(row_of(pred, key, member, *rest))
    several: list[Keyed] = []
    for number, (scenario, pred, group) in enumerate(asked):
        members = found.get(number, {})
        for one in members.values():
            _in_rank_order(one)
        for cutoff in cutoffs[scenario, pred, group]:
            versions = stores[scenario, cutoff].members[pred, group] = {}
            for member, one in members.items():
                version = one.version(cutoff)
                if version is not None:
                    versions[member] = version
                    if one.several:
                        several.append(((scenario, cutoff), (pred, group, member)))
    return several


def _in_rank_order(told: _Told | None) -> None:
    if told is not None and len(told.rows) > 1:
        told.rows.sort(key=lambda row: row.action.rank)


def _fetch_obsolete(stores: Mapping[Place, VersionStore], asked: list[Keyed]) -> None:
    """How many versions the current ones supersede; 0 for those that nothing else was ever told of."""
    if not asked:
        return
    rows = [
        QueryRow(number, *place, key, member or "", pred)
        for number, (place, (pred, key, member)) in enumerate(asked)
    ]
    for number, count in fetch(OBSOLETE, rows):
        place, key = asked[number]
        if count:
            stores[place].obsolete[key] = count


def row_of(
    predicate: str,
    key: tuple[str, ...],
    member: str | None,
    event: str,
    observed: int,
    as_of: int,
    until: int,
    seq: int,
    pos: int,
    op: str,
    value: str | None,
    size: int | None,
    clause: str | None = None,
) -> VersionRow:
    """A version row as the action it came from; values of members and rules are held elsewhere."""
    what = Op(op)
    pred = predicate.removeprefix("complete:").removeprefix("rule:")
    t = _moment(observed)
    action = ActionRecord(
        event,
        t,
        seq,
        pos,
        what,
        pred,
        key,
        member,
        value if what in _PLAIN else None,
        t if as_of == observed else _moment(as_of),
        size,
        (),
        clause,
    )
    return VersionRow(action, _moment(until))


def _moment(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)
