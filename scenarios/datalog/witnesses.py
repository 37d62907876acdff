"""Antichains of minimal event sets, and what is listed of them (spec 2.4). PURE.

A set is an integer whose bits are events; the first event by code point has the highest bit, so that of
two sets of equal size the lexicographically smaller one is the larger integer. Both evaluators use it:
``EventBits`` turns ids into bits and back, ``union`` joins alternatives, ``product`` conjunctions.

Up to ``WORKING_CAP`` sets are kept on the way (smallest first, then lexicographic). Beyond that the list
is marked incomplete, never cut in silence; at most ``LIST_CAP`` are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from scenarios.datalog.derivation import WitnessList

LIST_CAP = 64
WORKING_CAP = 256


@dataclass(frozen=True, slots=True)
class Antichain:
    """Minimal sets in order; ``complete`` unless some were dropped; ``touched`` holds every event that
    occurs in any derivation, minimal or not."""

    sets: tuple[int, ...]
    complete: bool = True
    touched: int = 0


#: No derivation at all.
NOTHING = Antichain(())
#: Holds without any event.
CERTAIN = Antichain((0,))


def _order(one: int) -> tuple[int, int]:
    return (one.bit_count(), -one)


def minimal(sets: Iterable[int], most: int | None = None) -> list[int]:
    """The sets that contain no other of them, smallest first, then lexicographic; the first ``most``."""
    kept: list[int] = []
    for one in sorted(set(sets), key=_order):
        for smaller in kept:
            if one & smaller == smaller:
                break
        else:
            kept.append(one)
            if len(kept) == most:
                break
    return kept


def _antichain(sets: Iterable[int], complete: bool, touched: int, cap: int) -> Antichain:
    kept = minimal(sets, cap + 1)
    return Antichain(tuple(kept[:cap]), complete and len(kept) <= cap, touched)


def single(event: int) -> Antichain:
    """The one set of one event bit."""
    return Antichain((event,), True, event)


def union(parts: Sequence[Antichain], cap: int = WORKING_CAP) -> Antichain:
    """Alternatives: any derivation of any part will do."""
    found = [part for part in parts if part.sets]
    if not found:
        return NOTHING
    if len(found) == 1:
        return found[0]
    touched = reduce(lambda a, b: a | b, (part.touched for part in found))
    sets = (one for part in found for one in part.sets)
    return _antichain(sets, all(part.complete for part in found), touched, cap)


def product(parts: Sequence[Antichain], cap: int = WORKING_CAP) -> Antichain:
    """Conjunction: one derivation of each part, joined."""
    result = CERTAIN
    for part in sorted(parts, key=lambda p: len(p.sets)):
        if not part.sets:
            return NOTHING
        if part is CERTAIN:
            continue
        result = _join(result, part, cap)
    return result


def _join(left: Antichain, right: Antichain, cap: int) -> Antichain:
    complete, touched = left.complete and right.complete, left.touched | right.touched
    for kept, other in ((left, right), (right, left)):
        if all(any(one & need == need for need in other.sets) for one in kept.sets):
            return Antichain(kept.sets, kept.complete, touched)  # the other part costs nothing more
    if len(right.sets) == 1 and len(left.sets) == 1:
        return Antichain((left.sets[0] | right.sets[0],), complete, touched)
    return _antichain((a | b for a in left.sets for b in right.sets), complete, touched, cap)


def at_least(parts: Sequence[Antichain], count: int, cap: int = WORKING_CAP) -> Antichain:
    """Any ``count`` of the parts, joined: an early ``count >= k`` (spec 2.4)."""
    best = [CERTAIN] + [NOTHING] * count
    for part in parts:
        for size in range(count, 0, -1):
            best[size] = union([best[size], product([best[size - 1], part], cap)], cap)
    return best[count]


@dataclass(frozen=True, slots=True)
class EventBits:
    """The bits of the events of one history, in code point order of their ids."""

    ids: tuple[str, ...]

    @classmethod
    def of(cls, ids: Iterable[str]) -> EventBits:
        return cls(tuple(sorted(set(ids))))

    def bit(self, event: str) -> int:
        return 1 << (len(self.ids) - 1 - self.ids.index(event))

    def events(self, one: int) -> tuple[str, ...]:
        """The ids of a set, sorted."""
        last = len(self.ids) - 1
        return tuple(event for place, event in enumerate(self.ids) if one >> (last - place) & 1)


def listed(antichain: Antichain, bits: EventBits) -> WitnessList:
    """The witness list of an antichain: at most ``LIST_CAP``, with the count of the rest stated.

    ``exact`` only where all are listed. Where more are known than listed, support is still exact; where
    some were dropped on the way it is an interval and ``unlisted`` is None.
    """
    witnesses = tuple(bits.events(one) for one in antichain.sets[:LIST_CAP])
    known = bits.events(reduce(lambda a, b: a | b, antichain.sets, 0))
    rest = len(antichain.sets) - len(witnesses)
    if antichain.complete:
        return WitnessList(witnesses, rest == 0, rest, known, known)
    low = tuple(sorted({event for witness in witnesses for event in witness}))
    return WitnessList(witnesses, False, None, low, bits.events(antichain.touched))


#: What the witness list of an unknown answer is: it follows from absence, W = {∅} (spec 2.5).
UNKNOWN_WITNESSES = WitnessList(((),))
