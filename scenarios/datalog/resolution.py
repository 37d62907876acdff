"""Resolved state at a cutoff: versions, tombstones, members and completeness (spec 1.4 to 1.6). PURE.

Nothing is materialised beyond one query: a history is grouped by version key, each key's visible
actions are put in rank order and folded into versions, and the last version is the current one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from scenarios.datalog.history import CONFIRMING, TOMBSTONES, ActionRecord, History, Op

VersionKey = tuple[str, tuple[str, ...], str | None]
Group = tuple[str, tuple[str, ...]]
ShortRank = tuple[datetime, datetime, int]

#: Sizes of collections that an importer assumes complete; a group that is not named has size 0.
AssumedSizes = Mapping[Group, int]


@dataclass(frozen=True, slots=True)
class Version:
    """A maximal run of actions that say the same of one version key, in rank order.

    A tombstone (cancel, reopen, unrule) is a version of its own; ``value`` is then None.
    """

    actions: tuple[ActionRecord, ...]

    @property
    def value(self) -> str | None:
        """The asserted text: a value, ``true`` for members, the clause text of rules."""
        return asserted(self.actions[0])

    @property
    def cancelled(self) -> bool:
        return self.actions[0].op in TOMBSTONES

    @property
    def events(self) -> tuple[str, ...]:
        """Events that assert the version, in rank order, each once."""
        return tuple(dict.fromkeys(action.event for action in self.actions))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A version out of those of one key, None where there is none, and how many stand before it in rank."""

    version: Version | None
    older: int = 0

    @classmethod
    def last_of(cls, versions: Sequence[Version]) -> Chosen:
        return cls(versions[-1], len(versions) - 1) if versions else cls(None)


def asserted(action: ActionRecord) -> str | None:
    """What an action says of its key, as one comparable text."""
    if action.op is Op.MEMBER:
        return "true"
    if action.op is Op.COMPLETE:
        return str(action.size)
    return action.clause if action.op is Op.RULE else action.value


def short_rank(action: ActionRecord) -> ShortRank:
    """The rank without ``pos``: actions of one event are simultaneous for completeness."""
    return action.rank[:3]


def fold(actions: Iterable[ActionRecord]) -> tuple[Version, ...]:
    """Versions of one key from its actions (spec 1.4).

    In rank order, an assert, member or rule that says the same as the version before it confirms that
    version; anything else starts a new one. ``revise``, ``complete`` and tombstones always start one.
    """
    ranked = sorted(actions, key=lambda a: a.rank)
    if len(ranked) == 1:
        return (Version((ranked[0],)),)
    runs: list[list[ActionRecord]] = []
    for action in ranked:
        before = runs[-1][0] if runs else None
        confirms = (
            before is not None
            and action.op in CONFIRMING
            and before.op not in TOMBSTONES
            and asserted(before) == asserted(action)
        )
        if confirms:
            runs[-1].append(action)
        else:
            runs.append([action])
    return tuple(Version(tuple(run)) for run in runs)


@dataclass(frozen=True)
class GroupState:
    """One recorded collection (spec 1.6): current members, cancelled ones, and whether it is closed.

    ``counted_dead`` is D: members whose current version is a tombstone ranked after the completeness.
    ``added`` holds current members that no event up to the completeness asserts.
    """

    members: dict[str, Version]
    dead: dict[str, Version]
    complete: Version | None
    assumed: int | None = None

    @cached_property
    def mark(self) -> ShortRank | None:
        """Rank of the current completeness, None where there is none in force."""
        if self.complete is None or self.complete.cancelled:
            return None
        return short_rank(self.complete.actions[0])

    @property
    def size(self) -> int | None:
        """The size that the current completeness states, or that is assumed."""
        if self.assumed is not None:
            return self.assumed
        return self.complete.actions[0].size if self.complete is not None else None

    @cached_property
    def counted_dead(self) -> dict[str, Version]:
        mark = self.mark
        if mark is None or self.assumed is not None:
            return {}
        return {m: v for m, v in self.dead.items() if short_rank(v.actions[0]) > mark}

    @cached_property
    def added(self) -> frozenset[str]:
        mark = self.mark
        if mark is None or self.assumed is not None:
            return frozenset()
        return frozenset(m for m, v in self.members.items() if short_rank(v.actions[0]) > mark)

    @cached_property
    def closed(self) -> bool:
        """A completeness is in force, nothing was added since, and |T| + |D| is its size."""
        if self.assumed is not None:
            return len(self.members) == self.assumed
        if self.mark is None or self.added:
            return False
        return len(self.members) + len(self.counted_dead) == self.size

    def early_events(self, member: str) -> tuple[str, ...]:
        """Events of a current member's version that its completeness can rest on."""
        version, mark = self.members[member], self.mark
        if mark is None or self.assumed is not None:
            return version.events
        return tuple(dict.fromkeys(a.event for a in version.actions if short_rank(a) <= mark))


@dataclass(frozen=True)
class Resolved:
    """B_τ of one history: everything current at ``cutoff``, tombstones known as such."""

    cutoff: datetime
    by_key: Mapping[VersionKey, tuple[Version, ...]]
    assumed_sizes: AssumedSizes | None = None
    _groups: dict[tuple[str, tuple[str, ...], bool], GroupState] = field(default_factory=dict)

    def versions(self, key: VersionKey) -> tuple[Version, ...]:
        """All versions of a key in rank order, the current one last; empty if never spoken of."""
        return self.by_key.get(key, ())

    def current(self, key: VersionKey) -> Version | None:
        """The current version, which may be a tombstone."""
        found = self.by_key.get(key)
        return found[-1] if found else None

    def chosen(self, key: VersionKey, until: datetime | None) -> Chosen:
        """The version that was current at ``until``, as far as the cutoff lets one know: the last one of the
        actions with an earlier or equal ``as_of``. Without ``until`` the version before the current one."""
        if until is None:
            return Chosen.last_of(self.versions(key)[:-1])
        told = (action for version in self.versions(key) for action in version.actions)
        return Chosen.last_of(fold(action for action in told if action.rank[0] <= until))

    def obsolete_count(self, key: VersionKey) -> int:
        """How many versions the current one supersedes."""
        return max(0, len(self.by_key.get(key, ())) - 1)

    def group(self, pred: str, group: tuple[str, ...], *, assumed: bool = False) -> GroupState:
        """The state of one collection; with ``assumed`` it is closed at the size seen here, or at the
        size given for it on replay."""
        key = (pred, group, assumed)
        if key not in self._groups:
            self._groups[key] = self._group_state(pred, group, assumed)
        return self._groups[key]

    def _group_state(self, pred: str, group: tuple[str, ...], assumed: bool) -> GroupState:
        found = {m: self.by_key[pred, group, m][-1] for m in self._members_by_group.get((pred, group), ())}
        members = {m: version for m, version in found.items() if not version.cancelled}
        dead = {m: version for m, version in found.items() if version.cancelled}
        size: int | None = None
        if assumed:
            given = self.assumed_sizes
            size = len(members) if given is None else given.get((pred, group), 0)
        return GroupState(members, dead, self.current((f"complete:{pred}", group, None)), size)

    def members(self, pred: str, group: tuple[str, ...]) -> tuple[str, ...]:
        """Names of the current members, sorted."""
        return tuple(sorted(self.group(pred, group).members))

    def groups_of(self, pred: str, member: str) -> tuple[tuple[str, ...], ...]:
        """Groups in which ``member`` is a current member, sorted."""
        groups = self._groups_by_member.get((pred, member), ())
        return tuple(sorted(g for g in groups if not self.by_key[pred, g, member][-1].cancelled))

    def groups(self, pred: str) -> tuple[tuple[str, ...], ...]:
        """All groups of a collection that an action speaks of, sorted."""
        spoken = {g for p, g in self._members_by_group if p == pred}
        spoken |= {key for name, key, _ in self.by_key if name == f"complete:{pred}"}
        return tuple(sorted(spoken))

    @cached_property
    def rules(self) -> dict[str, str]:
        """Clause texts of the declared rules in force, by rule key."""
        found: dict[str, str] = {}
        for (name, _, _), versions in self.by_key.items():
            if name.startswith("rule:") and not versions[-1].cancelled:
                found[name.removeprefix("rule:")] = versions[-1].value or ""
        return dict(sorted(found.items()))

    @cached_property
    def _members_by_group(self) -> dict[Group, list[str]]:
        found: dict[Group, list[str]] = {}
        for pred, key, member in self.by_key:
            if member is not None:
                found.setdefault((pred, key), []).append(member)
        return found

    @cached_property
    def _groups_by_member(self) -> dict[tuple[str, str], list[tuple[str, ...]]]:
        found: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        for pred, key, member in self.by_key:
            if member is not None:
                found.setdefault((pred, member), []).append(key)
        return found


def effective(actions: Iterable[ActionRecord]) -> Iterable[ActionRecord]:
    """The actions that resolve: ineffective ones left out, listed members of a completeness added.

    A ``complete`` that lists members also asserts each of them, at its own rank (spec 1.3, 1.6).
    """
    for action in actions:
        if action.ineffective:
            continue
        yield action
        if action.op is Op.COMPLETE:
            for member in action.members:
                yield replace(action, op=Op.MEMBER, member=member, size=None, members=())


def resolve(history: History, cutoff: datetime, assumed_sizes: AssumedSizes | None = None) -> Resolved:
    """B_τ: the versions of every key from the actions of events with t ≤ cutoff (inclusive).

    ``assumed_sizes`` is given on replay of a sub-history: the sizes that assumed collections had in the
    full one. Left out, an assumed collection has the size seen here.
    """
    by_key: dict[VersionKey, list[ActionRecord]] = {}
    for action in effective(history.visible(cutoff)):
        by_key.setdefault(action.version_key, []).append(action)
    return Resolved(cutoff, {key: fold(actions) for key, actions in by_key.items()}, assumed_sizes)
