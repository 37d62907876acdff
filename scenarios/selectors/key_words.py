"""Histories of keys as lines to read and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios.datalog.history import TOMBSTONES, ActionRecord, Op
from scenarios.datalog.recorded_nodes import key_text
from scenarios.datalog.resolution import Version, asserted
from scenarios.datalog.values import NONE_TEXT
from scenarios.selectors import completeness
from scenarios.selectors.key_histories import CollectionHistory, KeyHistory
from scenarios.selectors.resolved_state import RULE
from scenarios.sentences import Sentence

#: Superseded versions of a key, and members of a collection, that a page lists.
MOST_SUPERSEDED, MOST_MEMBERS = 6, 30


@dataclass(frozen=True, slots=True)
class Said:
    """What records say of a key: in words, who says so, and since when; ``ended`` for what is taken back."""

    words: str
    events: tuple[str, ...]
    t: datetime
    ended: bool = False


@dataclass(frozen=True)
class KeyLine:
    """A key as a page shows it. ``number`` is that of the version in force among those up to the cutoff;
    ``older`` counts the superseded ones that are not listed, at least."""

    name: str
    rule: bool
    superseded: tuple[Said, ...]
    current: Said | None
    later: tuple[Said, ...]
    number: int
    older: int = 0
    capped: bool = False
    more_later: bool = False


@dataclass(frozen=True)
class CollectionLine:
    """A collection as a page shows it; ``more`` members in force are not listed."""

    name: str
    closed: bool
    reason: str
    members: tuple[Said, ...]
    cancelled: tuple[Said, ...]
    later: tuple[Said, ...]
    more: int = 0
    more_later: bool = False


def key_line(found: KeyHistory) -> KeyLine:
    """A func, param or rule key in words."""
    rule = found.pred.startswith(RULE)
    said = [_version(version) for version in found.versions]
    superseded = said[:-1]
    return KeyLine(
        name=Sentence("rule %(name)s", name=found.pred.removeprefix(RULE))
        if rule
        else key_text(found.pred, found.key),
        rule=rule,
        superseded=tuple(superseded[-MOST_SUPERSEDED:]),
        current=said[-1] if said else None,
        later=tuple(_action(action) for action in found.later),
        number=len(said),
        older=max(0, len(superseded) - MOST_SUPERSEDED),
        capped=found.capped,
        more_later=found.more_later,
    )


def collection_line(found: CollectionHistory) -> CollectionLine:
    """A collection in words."""
    state = found.state
    members = [_version(version, words=name) for name, version in sorted(state.members.items())]
    dead = [_version(version, words=name) for name, version in sorted(state.dead.items())]
    return CollectionLine(
        name=key_text(found.pred, found.key),
        closed=found.assumed or state.closed,
        reason=completeness.reason(state, assumed=found.assumed),
        members=tuple(members[:MOST_MEMBERS]),
        cancelled=tuple(dead[:MOST_MEMBERS]),
        later=tuple(_action(action, member=True) for action in found.later),
        more=max(0, len(members) - MOST_MEMBERS),
        more_later=found.more_later,
    )


def _version(version: Version, words: str = "") -> Said:
    first = version.actions[0]
    return Said(words or words_of(first), version.events, first.t, version.cancelled)


def _action(action: ActionRecord, *, member: bool = False) -> Said:
    words = words_of(action)
    if member and action.member is not None:
        words = action.member
        if action.op is Op.CANCEL:
            words = Sentence("%(member)s cancelled", member=words)
    return Said(words, (action.event,), action.t, action.op in TOMBSTONES)


def words_of(action: ActionRecord) -> str:
    """What an action says of its key: a value, a clause, a size, or that it ends."""
    ends = {
        Op.CANCEL: Sentence("cancelled"),
        Op.UNRULE: Sentence("withdrawn"),
        Op.REOPEN: Sentence("open again"),
    }
    if action.op in ends:
        return ends[action.op]
    if action.op is Op.COMPLETE:
        return Sentence("complete, %(n)s in all", n=action.size)
    return asserted(action) or NONE_TEXT


def key_object(found: KeyHistory) -> dict[str, Any]:
    """``key_line`` as JSON, with all that was read."""
    said = [_version(version) for version in found.versions]
    return {
        "pred": found.pred,
        "key": list(found.key),
        "current": _object(said[-1]) if said else None,
        "superseded": [_object(one) for one in said[:-1]],
        "superseded_complete": not found.capped,
        "later": [_object(_action(action)) for action in found.later],
        "later_complete": not found.more_later,
    }


def collection_object(found: CollectionHistory) -> dict[str, Any]:
    """``collection_line`` as JSON, with all members."""
    line, state = collection_line(found), found.state
    return {
        "pred": found.pred,
        "group": list(found.key),
        "closed": line.closed,
        "reason": line.reason,
        "members": {name: list(version.events) for name, version in sorted(state.members.items())},
        "cancelled": {name: list(version.events) for name, version in sorted(state.dead.items())},
        "later": [_object(one) for one in line.later],
        "later_complete": not found.more_later,
    }


def _object(said: Said) -> dict[str, Any]:
    return {
        "says": said.words,
        "events": list(said.events),
        "since": said.t.isoformat(),
        "ended": said.ended,
    }
