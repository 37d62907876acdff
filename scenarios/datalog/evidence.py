"""The AND/OR graph of a derivation, kept whole, and its minimal witnesses (spec 2.4, overview 4.3). PURE.

An expression is an event, ``every`` or ``some`` of expressions, or a reference to an item: one fact about
one call, such as "country(Grus) is Corvia" or "nothing but these is in outside(Vera)". Items may reach
themselves in a recursion. A positive item then means its least solution (a derivation is finite), a
refuting one its greatest (nothing refutes the refutation).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """One event is enough."""

    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    """All parts are needed."""

    parts: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Some:
    """Any ``count`` of the parts are enough."""

    parts: tuple[Evidence, ...]
    count: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A fact about a call that is derived elsewhere in the graph."""

    key: Hashable
    refuting: bool = False


Evidence = Event | Every | Some | Item

#: Holds without any event.
SURE = Every(())
#: Has no evidence.
NEVER = Some(())


def every(parts: Iterable[Evidence]) -> Evidence:
    """All of the parts; nothing needed if there is none."""
    found = tuple(part for part in parts if part is not SURE)
    if any(part is NEVER for part in found):
        return NEVER
    return found[0] if len(found) == 1 else (Every(found) if found else SURE)


def some(parts: Iterable[Evidence]) -> Evidence:
    """One of the parts; impossible if there is none."""
    found = tuple(part for part in parts if part is not NEVER)
    if any(part is SURE for part in found):
        return SURE
    return found[0] if len(found) == 1 else (Some(found) if found else NEVER)


def events(ids: Iterable[str]) -> Evidence:
    """Any of the events that say the same."""
    return some(Event(event) for event in ids)
