"""Which records known-bad systems never pass on, by what the records assert. PURE.

A record goes as a whole: one that changes one thing and tells another for the first time is lost with both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from scenarios.datalog.history import TOMBSTONES, ActionRecord, History, Op
from scenarios.datalog.resolution import Group, VersionKey, asserted, effective
from scenarios.datalog.syntax import Program, Shape


@dataclass
class _Told:
    """What the records kept so far have told: the first statement on each key, the first size and the
    members of each collection."""

    first: dict[VersionKey, str | None] = field(default_factory=dict)
    sizes: dict[Group, int] = field(default_factory=dict)
    members: dict[Group, set[str]] = field(default_factory=dict)

    def is_changed_by(self, action: ActionRecord) -> bool:
        """Whether an action says other than what was told first, or adds to a collection that is whole."""
        if action.version_key in self.first:
            withdraws = action.op in TOMBSTONES or action.op is Op.REVISE
            return withdraws or asserted(action) != self.first[action.version_key]
        group = (action.pred, action.key)
        if action.op is not Op.MEMBER or group not in self.sizes:
            return False
        return len(self.members.get(group, ())) >= self.sizes[group]

    def take(self, action: ActionRecord) -> None:
        """Keep what an action tells, if it is the first to tell it."""
        self.first.setdefault(action.version_key, asserted(action))
        group = (action.pred, action.key)
        if action.op is Op.MEMBER and action.member is not None:
            self.members.setdefault(group, set()).add(action.member)
        if action.op is Op.COMPLETE and action.size is not None:
            self.sizes.setdefault(group, action.size)


def changing(history: History) -> frozenset[str]:
    """Events that revise, cancel, reopen or redeclare what an earlier kept event told, or that add to a
    collection told to be whole. Without them each thing is in the state in which it was first told."""
    told, found = _Told(), set()
    for event, actions in groupby(history.actions, key=lambda action: action.event):
        said = list(effective(actions))
        if any(told.is_changed_by(action) for action in said):
            found.add(event)
            continue
        for action in said:
            told.take(action)
    return frozenset(found)


def declaring(program: Program, history: History) -> frozenset[str]:
    """Events that declare or withdraw a rule or set a parameter; a waiver may be such a rule."""
    return frozenset(
        action.event
        for action in history.actions
        if action.op in (Op.RULE, Op.UNRULE) or program.decls[action.pred].shape is Shape.PARAM
    )
