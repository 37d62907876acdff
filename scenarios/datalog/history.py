"""Histories as the evaluators see them: typed state operations with their ranks (spec 1.3, 1.4)."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime


class Op(enum.StrEnum):
    """The typed state operations of spec 1.3."""

    ASSERT = "assert"
    REVISE = "revise"
    CANCEL = "cancel"
    MEMBER = "member"
    COMPLETE = "complete"
    REOPEN = "reopen"
    RULE = "rule"
    UNRULE = "unrule"


TOMBSTONES = frozenset({Op.CANCEL, Op.REOPEN, Op.UNRULE})
CONFIRMING = frozenset({Op.ASSERT, Op.MEMBER, Op.RULE})

#: Separates the parts of a key in texts that need one; never occurs in a name.
UNIT_SEPARATOR = "\x1f"

#: Events and cutoffs lie from the first moment to before the second: what nothing ends is valid until then.
BEGIN_OF_TIME = datetime(1, 1, 1, tzinfo=UTC)
END_OF_TIME = datetime(9999, 1, 1, tzinfo=UTC)

Rank = tuple[datetime, datetime, int, int]


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """One typed state operation of one event.

    ``key`` is the key of a func or param, or the group of a collection; ``member`` the member of a
    ``member``/``cancel`` on a collection. ``value`` is the canonical text of the asserted value
    (``values.canonical``), None where there is none; ``NONE_TEXT`` for a stated absence. ``size``
    and ``members`` belong to ``complete``; ``clause`` to ``rule`` (then ``pred`` is the rule key).
    All times are aware UTC.
    """

    event: str
    t: datetime
    seq: int
    pos: int
    op: Op
    pred: str
    key: tuple[str, ...] = ()
    member: str | None = None
    value: str | None = None
    as_of: datetime | None = None
    size: int | None = None
    members: tuple[str, ...] = ()
    clause: str | None = None
    ineffective: bool = False

    @property
    def rank(self) -> Rank:
        """The order of actions on one version key: (as_of, t, seq, pos)."""
        return (self.as_of or self.t, self.t, self.seq, self.pos)

    @property
    def version_key(self) -> tuple[str, tuple[str, ...], str | None]:
        """(kind-qualified predicate, key or group, member): what supersedes what."""
        if self.op in (Op.COMPLETE, Op.REOPEN):
            return (f"complete:{self.pred}", self.key, None)
        if self.op in (Op.RULE, Op.UNRULE):
            return (f"rule:{self.pred}", (), None)
        return (self.pred, self.key, self.member)


@dataclass(frozen=True, slots=True)
class History:
    """All actions of one scenario, ordered by (t, seq, pos)."""

    actions: tuple[ActionRecord, ...]

    @classmethod
    def of(cls, actions: Iterable[ActionRecord]) -> History:
        return cls(tuple(sorted(actions, key=lambda a: (a.t, a.seq, a.pos))))

    def visible(self, cutoff: datetime) -> tuple[ActionRecord, ...]:
        """Actions of events with t <= cutoff; the cutoff is inclusive."""
        return tuple(a for a in self.actions if a.t <= cutoff)

    def restricted_to(self, events: Iterable[str]) -> History:
        """The history of the chosen events alone."""
        chosen = frozenset(events)
        return History(tuple(a for a in self.actions if a.event in chosen))
