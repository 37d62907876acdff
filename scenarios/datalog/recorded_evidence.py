"""Evidence for what is recorded: versions, memberships, completeness (spec 2.4, 2.5). PURE."""

from __future__ import annotations

from scenarios.datalog.evidence import NEVER, SURE, Evidence, events, every, some
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.resolution import GroupState, Version
from scenarios.datalog.syntax import Decl, Shape

Texts = tuple[str, ...]


def asserting(version: Version) -> Evidence:
    """Any one of the events that assert a version."""
    return events(version.events)


def lookup_evidence(recorded: Recorded, decl: Decl, key: Texts) -> Evidence:
    """Evidence for the known or absent value of a func, param or inverse; a default needs none."""
    resolved = recorded.resolved
    if decl.shape is Shape.INVERSE:
        pred = decl.inverse_of or ""
        found = (resolved.current((pred, group, key[0])) for group in resolved.groups_of(pred, key[0]))
        return some(asserting(version) for version in found if version is not None)
    version = resolved.current((decl.pred, key, None))
    return SURE if version is None else asserting(version)


def closed_evidence(group: GroupState) -> Evidence:
    """The completeness, one early event of each member, and each tombstone that stands for a member.

    An assumed completeness adds no event of its own.
    """
    if not group.closed:
        return NEVER
    parts = [events(group.early_events(member)) for member in sorted(group.members)]
    if group.assumed is None and group.complete is not None:
        parts.append(asserting(group.complete))
        parts.extend(asserting(version) for version in group.counted_dead.values())
    return every(parts)


def member_evidence(group: GroupState, member: str) -> Evidence:
    """Evidence that a current member is in."""
    return asserting(group.members[member])


def absent_evidence(decl: Decl, group: GroupState, member: str) -> Evidence:
    """Evidence that ``member`` is out: its tombstone alone, or a closed collection without it."""
    ways = [closed_evidence(group)] if member not in group.members else []
    if member in group.dead:
        if decl.on_cancel == "absent":
            ways.append(asserting(group.dead[member]))
        else:
            return NEVER
    return some(ways)
