"""Which records known-bad systems never pass on, by what the records assert. PURE.

A record goes as a whole: one that changes one thing and tells another for the first time is lost with both.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from scenarios.datalog.history import TOMBSTONES, ActionRecord, History, Op
from scenarios.datalog.resolution import VersionKey, asserted, effective
from scenarios.datalog.syntax import Program, Shape

#: Operations that always start a version where there is one.
_RENEWING: Final = TOMBSTONES | {Op.REVISE, Op.COMPLETE}


def changing(history: History) -> frozenset[str]:
    """Events that revise, cancel, reopen or redeclare what an earlier kept event told.

    Without them each thing is in the state in which it was first told. A new member of a collection that was
    told to be whole is new and kept, so that the collection is open until somebody counts it again.
    """
    told: dict[VersionKey, str | None] = {}
    found = set()
    for event, actions in groupby(history.actions, key=lambda action: action.event):
        said = list(effective(actions))
        if any(_changes(action, told) for action in said):
            found.add(event)
            continue
        for action in said:
            told.setdefault(action.version_key, asserted(action))
    return frozenset(found)


def _changes(action: ActionRecord, told: dict[VersionKey, str | None]) -> bool:
    """Whether an action does more than repeat what was first told of its key."""
    key = action.version_key
    return key in told and (action.op in _RENEWING or asserted(action) != told[key])


def declaring(program: Program, history: History) -> frozenset[str]:
    """Events that declare or withdraw a rule or set a parameter; a waiver may be such a rule."""
    return frozenset(
        action.event
        for action in history.actions
        if action.op in (Op.RULE, Op.UNRULE) or program.decls[action.pred].shape is Shape.PARAM
    )
