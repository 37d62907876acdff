"""Why a recorded collection is closed or open, in words (spec 1.6)."""

from __future__ import annotations

from scenarios.datalog.resolution import GroupState

#: Names that a reason lists.
_NAMED = 3


def reason(state: GroupState, *, assumed: bool = False) -> str:
    """What closes a collection, or what keeps it open. ``assumed``: the program takes it as complete."""
    if assumed:
        return "the program takes it as complete"
    complete = state.complete
    if complete is None:
        return "no record says that it is complete"
    said_by = _listed(complete.events)
    if complete.cancelled:
        return f"{said_by} says that it is complete no longer"
    if state.added:
        came = _listed(tuple(sorted(state.added)))
        return f"{came} came after {said_by} had said that {_all(state.size)}"
    gone = len(state.counted_dead)
    known = len(state.members) + gone
    if known != state.size:
        return f"{said_by} says that {_all(state.size)}, and {known} {_are(known)} known"
    return f"{said_by} says that {_all(state.size)}" + (
        f", and {gone} {_are(gone)} cancelled since" if gone else ""
    )


def _all(size: int | None) -> str:
    return f"there {_are(size)} {size} in all"


def _are(count: int | None) -> str:
    return "is" if count == 1 else "are"


def _listed(names: tuple[str, ...]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
