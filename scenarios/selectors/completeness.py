"""Why a recorded collection is closed or open, in words (spec 1.6)."""

from __future__ import annotations

from scenarios.datalog.resolution import GroupState
from scenarios.sentences import Sentence

#: Names that a reason lists.
_NAMED = 3


def reason(state: GroupState, *, assumed: bool = False) -> str:
    """What closes a collection, or what keeps it open. ``assumed``: the program takes it as complete."""
    if assumed:
        return Sentence("the program takes it as complete")
    complete = state.complete
    if complete is None:
        return Sentence("no record says that it is complete")
    by = _listed(complete.events)
    if complete.cancelled:
        return Sentence("%(by)s says that it is complete no longer", by=by)
    size = state.size
    if state.added:
        came = _listed(tuple(sorted(state.added)))
        if size == 1:
            return Sentence("%(came)s came after %(by)s had said that there is 1 in all", came=came, by=by)
        return Sentence(
            "%(came)s came after %(by)s had said that there are %(n)s in all", came=came, by=by, n=size
        )
    return _counted(state, by, size)


def _counted(state: GroupState, by: str, size: int | None) -> str:
    gone = len(state.counted_dead)
    known = len(state.members) + gone
    said = (
        Sentence("%(by)s says that there is 1 in all", by=by)
        if size == 1
        else Sentence("%(by)s says that there are %(n)s in all", by=by, n=size)
    )
    if known != size and known == 1:
        return Sentence("%(said)s, and 1 is known", said=said)
    if known != size:
        return Sentence("%(said)s, and %(n)s are known", said=said, n=known)
    if gone == 1:
        return Sentence("%(said)s, and 1 is cancelled since", said=said)
    return Sentence("%(said)s, and %(n)s are cancelled since", said=said, n=gone) if gone else said


def _listed(names: tuple[str, ...]) -> str:
    listed, more = ", ".join(names[:_NAMED]), len(names) - _NAMED
    return Sentence("%(names)s and %(n)s more", names=listed, n=more) if more > 0 else listed
