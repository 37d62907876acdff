"""Fetches the version rows that derivations read, for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.resolution import Version, VersionKey
from scenarios.datalog.sql.evidence import CURRENT, GROUP, GROUPS_OF_MEMBER, OBSOLETE
from scenarios.services.discovery import Discovered, Place
from scenarios.services.statements import QueryRow, fetch
from scenarios.services.stored_state import VersionStore

Keyed = tuple[Place, VersionKey]


def fetch_versions(discovered: Iterable[tuple[Discovered, Iterable[str]]]) -> dict[Place, VersionStore]:
    """The version rows behind what was discovered; each comes with the rule keys of its programs."""
    stores: dict[Place, VersionStore] = {}
    keys: set[Keyed] = set()
    groups: set[tuple[Place, str, tuple[str, ...]]] = set()
    inverses: set[tuple[Place, str, str]] = set()
    for found, rule_keys in discovered:
        rules = tuple(rule_keys)
        for place in found.states:
            stores.setdefault(place, VersionStore())
            keys.update((place, (f"rule:{rule}", (), None)) for rule in rules)
        keys.update((place, (pred, key, None)) for place, pred, key in _flat(found.lookups))
        groups.update(_flat(found.groups))
        inverses.update(_flat(found.inverses))
    groups |= _fetch_memberships(stores, sorted(inverses))
    keys |= {(place, (f"complete:{pred}", group, None)) for place, pred, group in groups}
    _fetch_current(stores, sorted(keys, key=str))
    _fetch_groups(stores, sorted(groups))
    _fetch_obsolete(stores)
    return stores


def _flat(by_place: Mapping[Place, set[Any]]) -> Iterable[tuple[Any, ...]]:
    for place, found in by_place.items():
        for one in found:
            yield (place, *one)


def _row(number: int, place: Place, predicate: str, key: tuple[str, ...] = (), member: str = "") -> QueryRow:
    return QueryRow(number, *place, key, member, predicate)


def _fetch_memberships(
    stores: Mapping[Place, VersionStore], asked: list[tuple[Place, str, str]]
) -> set[tuple[Place, str, tuple[str, ...]]]:
    """The groups of members that are read backwards; they are read as groups too."""
    found: dict[int, list[tuple[str, ...]]] = {}
    rows = [_row(number, place, pred, member=member) for number, (place, pred, member) in enumerate(asked)]
    for number, *parts in fetch(GROUPS_OF_MEMBER, rows):
        found.setdefault(number, []).append(_trimmed(parts))
    for number, (place, pred, member) in enumerate(asked):
        stores[place].memberships[pred, member] = tuple(sorted(found.get(number, [])))
    return {(asked[number][0], asked[number][1], group) for number, many in found.items() for group in many}


def _trimmed(parts: list[str]) -> tuple[str, ...]:
    """Key columns without the empty ones at the end."""
    while parts and parts[-1] == "":
        parts = parts[:-1]
    return tuple(parts)


def _fetch_current(stores: Mapping[Place, VersionStore], asked: list[Keyed]) -> None:
    rows = [_row(number, place, pred, key) for number, (place, (pred, key, _)) in enumerate(asked)]
    actions: dict[int, list[ActionRecord]] = {}
    for number, *action in fetch(CURRENT, rows):
        _, (pred, key, _) = asked[number]
        actions.setdefault(number, []).append(_record(pred, key, None, *action))
    for number, (place, version_key) in enumerate(asked):
        found = actions.get(number)
        stores[place].current[version_key] = Version(tuple(found)) if found else None


def _fetch_groups(
    stores: Mapping[Place, VersionStore], asked: list[tuple[Place, str, tuple[str, ...]]]
) -> None:
    rows = [_row(number, place, pred, group) for number, (place, pred, group) in enumerate(asked)]
    actions: dict[int, dict[str, list[ActionRecord]]] = {}
    for number, member, *action in fetch(GROUP, rows):
        _, pred, group = asked[number]
        found = actions.setdefault(number, {}).setdefault(member, [])
        found.append(_record(pred, group, member, *action))
    for number, (place, pred, group) in enumerate(asked):
        stores[place].members[pred, group] = {
            member: Version(tuple(found)) for member, found in actions.get(number, {}).items()
        }


def _fetch_obsolete(stores: Mapping[Place, VersionStore]) -> None:
    asked: list[Keyed] = []
    for place, store in stores.items():
        asked += [(place, key) for key, version in store.current.items() if version is not None]
        asked += [
            (place, (pred, group, member))
            for (pred, group), found in store.members.items()
            for member in found
        ]
    rows = [_row(n, place, pred, key, member or "") for n, (place, (pred, key, member)) in enumerate(asked)]
    for number, count in fetch(OBSOLETE, rows):
        place, key = asked[number]
        if count:
            stores[place].obsolete[key] = count


def _record(
    predicate: str,
    key: tuple[str, ...],
    member: str | None,
    event: str,
    t: datetime,
    seq: int,
    pos: int,
    op: str,
    value: str | None,
    size: int | None,
    as_of: datetime,
    clause: str | None = None,
) -> ActionRecord:
    """A version row as the action it came from; values of members and rules are held elsewhere."""
    plain = Op(op) in (Op.ASSERT, Op.REVISE)
    pred = predicate.removeprefix("complete:").removeprefix("rule:")
    return ActionRecord(
        event, t, seq, pos, Op(op), pred, key, member, value if plain else None, as_of, size, (), clause
    )
