"""Evidence for goals that ask for a chosen version (spec 2.4 temporal, ADR 14). PURE."""

from __future__ import annotations

from scenarios.datalog.evidence import SURE, Event, Evidence, events, every, some
from scenarios.datalog.recorded_evidence import asserting
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.resolution import Version
from scenarios.datalog.syntax import ChoiceKind, Goal
from scenarios.datalog.version_goals import chosen_version, later_key, settled


def version_evidence(recorded: Recorded, goal: Goal) -> Evidence:
    """The expression of the known answer of a goal with a choice."""
    assert goal.version is not None
    if goal.version.kind is ChoiceKind.LATER_OF:
        return _later(recorded, goal)
    version = chosen_version(recorded.resolved, goal).version
    if goal.version.kind is ChoiceKind.VALUE_AS_OF:
        return SURE if version is None else asserting(version)
    current = recorded.resolved.current((goal.pred, goal.key, None))
    assert version is not None  # what is known has both
    assert current is not None
    return every([asserting(version), _replacing(version, current)])


def _replacing(previous: Version, current: Version) -> Evidence:
    """Events that make another version of the current one: a confirmation of a value that was there before
    would pass for a confirmation of the previous version, were the revision between them not known."""
    if current.value == previous.value and not current.cancelled and not previous.cancelled:
        return Event(current.actions[0].event)
    return asserting(current)


def _later(recorded: Recorded, goal: Goal) -> Evidence:
    """One event of each version, in the order that decides: a late confirmation of the earlier version alone
    would make it the later one."""
    assert goal.version is not None
    keys = [goal.key, goal.version.other or ()]
    later = later_key(recorded, goal)
    keys.sort(key=lambda key: key != later)
    last, first = (settled(recorded, goal.pred, key) for key in keys)
    assert last is not None
    assert first is not None
    return some(
        every(
            [
                Event(action.event),
                events(dict.fromkeys(other.event for other in first.actions if other.rank < action.rank)),
            ]
        )
        for action in last.actions
    )
