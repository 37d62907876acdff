"""An evaluator whose every state was computed by Postgres: what derivations and witnesses are read from.

``StoredResolved`` holds the version rows in force that a derivation reads, ``StoredEvaluator`` the states
of derived calls as the compiled statements returned them. Neither resolves nor derives anything itself: a
read of what was not fetched is an error, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.errors import EvaluationError
from scenarios.datalog.reference_body import Key
from scenarios.datalog.reference_evaluator import Call, Evaluator, Result
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, State, Tied, usable
from scenarios.datalog.resolution import Chosen, GroupState, Resolved, Version, VersionKey
from scenarios.datalog.sql.columns import TIE_SEPARATOR
from scenarios.datalog.syntax import Decl, Program, Reading
from scenarios.datalog.values import NUMERIC_TYPES, Value, parse_value
from scenarios.services.states import State as StoredRow

Group = tuple[str, tuple[str, ...]]
#: A version key, and until when its actions count; None asks for the version before the current one.
ChosenKey = tuple[VersionKey, datetime | None]
Asked = TypeVar("Asked")
Found = TypeVar("Found")


@dataclass
class VersionStore:
    """Version rows of one (scenario, cutoff): what was asked for, and what was found."""

    current: dict[VersionKey, Version | None] = field(default_factory=dict)
    members: dict[Group, dict[str, Version]] = field(default_factory=dict)
    memberships: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    obsolete: dict[VersionKey, int] = field(default_factory=dict)
    chosen: dict[ChosenKey, Chosen] = field(default_factory=dict)

    def versions(self) -> Iterator[Version]:
        """All versions found."""
        yield from (version for version in self.current.values() if version is not None)
        for found in self.members.values():
            yield from found.values()
        yield from (one.version for one in self.chosen.values() if one.version is not None)


class StoredResolved(Resolved):
    """B_τ as far as it was fetched."""

    def __init__(self, cutoff: datetime, store: VersionStore, rules: Mapping[str, str]) -> None:
        numbered: dict[VersionKey, tuple[Version, ...]] = {
            (str(place), (), None): (version,) for place, version in enumerate(store.versions())
        }
        super().__init__(cutoff, numbered)
        object.__setattr__(self, "store", store)
        object.__setattr__(self, "rules", dict(sorted(rules.items())))

    store: VersionStore

    def current(self, key: VersionKey) -> Version | None:
        """The current version, which may be a tombstone."""
        pred, group, member = key
        if member is not None:
            return _fetched(self.store.members, (pred, group)).get(member)
        return _fetched(self.store.current, key)

    def versions(self, key: VersionKey) -> tuple[Version, ...]:
        """Only the current version is fetched."""
        found = self.current(key)
        return () if found is None else (found,)

    def chosen(self, key: VersionKey, until: datetime | None) -> Chosen:
        """Another version than the current one."""
        return _fetched(self.store.chosen, (key, until))

    def obsolete_count(self, key: VersionKey) -> int:
        """How many versions the current one supersedes."""
        return self.store.obsolete.get(key, 0) if self.current(key) is not None else 0

    def groups_of(self, pred: str, member: str) -> tuple[tuple[str, ...], ...]:
        """Groups in which ``member`` is a current member, sorted."""
        return _fetched(self.store.memberships, (pred, member))

    def _group_state(self, pred: str, group: tuple[str, ...], assumed: bool) -> GroupState:
        found = _fetched(self.store.members, (pred, group))
        members = {name: version for name, version in found.items() if not version.cancelled}
        dead = {name: version for name, version in found.items() if version.cancelled}
        complete = self.current((f"complete:{pred}", group, None))
        return GroupState(members, dead, complete, len(members) if assumed else None)


def _fetched(rows: Mapping[Asked, Found], key: Asked) -> Found:
    if key not in rows:
        raise EvaluationError(f"{key} was not fetched from the version rows before it was read")
    return rows[key]


class StoredEvaluator(Evaluator):
    """Answers calls from the states that Postgres returned."""

    def __init__(self, program: Program, resolved: StoredResolved, states: Mapping[Call, Result]) -> None:
        super().__init__(program, resolved)
        self.memo.update(states)

    def _call(self, call: Call) -> Result:
        pred, key = call
        known = (pred, tuple(UNKNOWN if usable(part) is None else part for part in key))
        if known not in self.memo:
            raise EvaluationError(f"the state of {pred}{key} was not fetched before it was read")
        return self.memo[known]


def result_of(row: StoredRow, decl: Decl) -> Result:
    """A state as the database returned it, as the evaluators hold it."""
    if decl.reading is Reading.MEMBERS:
        return _members(row, decl.member_type or "text")
    if decl.reading is Reading.TRUTH:
        return None if row.value is None else row.value == "true"
    if row.label is Answerability.UNKNOWN:
        return UNKNOWN
    return NONE if row.value is None else _value(row.value, decl.value_type or "text")


def _members(row: StoredRow, type_name: str) -> Members:
    truths = {**dict.fromkeys(row.members, True), **dict.fromkeys(row.undecided)}
    found = Members(open=row.open)
    for text in sorted(truths):
        found.add(_typed(text, type_name), truths[text])
    return found


def _value(text: str, type_name: str) -> State:
    parts: Iterable[Value] = (_typed(part, type_name) for part in text.split(TIE_SEPARATOR))
    values = frozenset(parts)
    return next(iter(values)) if len(values) == 1 else Tied(values)


def _typed(text: str, type_name: str) -> Value:
    """A text that Postgres made. A rule may compute 0.5 for an int: only what is recorded is held to it."""
    return parse_value(text, "number" if type_name in NUMERIC_TYPES else type_name)


def typed_key(decl: Decl, key: tuple[str | None, ...]) -> Key:
    """The texts of a key as the evaluators hold them."""
    return tuple(
        UNKNOWN if text is None else _typed(text, type_name)
        for text, type_name in zip(key, decl.key_types, strict=True)
    )
