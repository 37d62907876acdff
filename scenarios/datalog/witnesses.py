"""Antichains of minimal event sets, and how many of them there are (spec 2.4, overview 4.3). PURE.

A set is an integer whose bits are events; the first event by code point has the highest bit, so that of
two sets of equal size the lexicographically smaller one is the larger integer. Both evaluators use it:
``EventBits`` turns ids into bits and back, ``union`` joins alternatives, ``product`` conjunctions.

Parts that share no event are joined without listing everything: the number of their joint sets is a sum or
a product, and the first sets are made of the first sets of the parts. Parts that share events are joined
set by set, up to ``WORKING_CAP``; beyond, the antichain says so and keeps bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import TypeVar

Part = TypeVar("Part")

LIST_CAP = 64
WORKING_CAP = 256
#: The floor of an antichain that lists everything.
ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class Antichain:
    """Minimal sets, smallest first, then lexicographic.

    ``count`` says how many there are, None where that is only known to be at most ``most``; ``sets`` then
    suffice each, but may hold what is not needed. ``touched`` holds every event of every minimal set, and
    no other where ``count`` is known. A minimal set that is not in ``sets`` has at least ``floor`` events.
    ``parts`` says what a long antichain was joined of: (how many parts are needed, the parts).
    """

    sets: tuple[int, ...]
    count: int | None
    touched: int
    floor: int = ENDLESS
    most: int = field(default=0, compare=False)
    parts: tuple[int, tuple[Antichain, ...]] | None = field(default=None, compare=False, repr=False)

    @property
    def whole(self) -> bool:
        """Whether every minimal set is in ``sets``."""
        return self.count == len(self.sets)


def of_sets(sets: Sequence[int]) -> Antichain:
    """The antichain that consists of these minimal sets, in order."""
    return Antichain(tuple(sets), len(sets), _all_of(sets), ENDLESS, len(sets))


def _all_of(sets: Iterable[int]) -> int:
    return reduce(lambda a, b: a | b, sets, 0)


#: No derivation at all.
NOTHING = of_sets(())
#: Holds without any event.
CERTAIN = of_sets((0,))


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


def single(event: int) -> Antichain:
    """The one set of one event bit."""
    return Antichain((event,), 1, event, ENDLESS, 1)


def union(parts: Sequence[Antichain], cap: int = WORKING_CAP) -> Antichain:
    """Alternatives: any derivation of any part will do."""
    found = [part for part in parts if part.sets]
    if any(not part.sets[0] for part in found):
        return CERTAIN
    return _side_by_side([_either(group, cap) for group in apart(found, _touched)], cap)


def product(parts: Sequence[Antichain], cap: int = WORKING_CAP) -> Antichain:
    """Conjunction: one derivation of each part, joined."""
    if any(not part.sets for part in parts):
        return NOTHING
    needed = [part for part in parts if part.sets[0]]
    return _together([_both(group, cap) for group in apart(needed, _touched)], cap)


def _touched(part: Antichain) -> int:
    return part.touched


def apart(parts: Sequence[Part], touched: Callable[[Part], int]) -> list[list[Part]]:
    """The parts in groups, such that parts of different groups share no event."""
    groups: list[tuple[int, list[Part]]] = []
    seen = 0
    for part in parts:
        bits, members = touched(part), [part]
        if bits & seen:
            near = [group for group in groups if group[0] & bits]
            groups = [group for group in groups if not group[0] & bits]
            for other, others in near:
                bits |= other
                members = [*others, *members]
        seen |= bits
        groups.append((bits, members))
    return [members for _, members in groups]


# -------------------------------------------------------------------- parts that share events
def _either(group: Sequence[Antichain], cap: int) -> Antichain:
    if len(group) == 1:
        return group[0]
    sets = minimal((one for part in group for one in part.sets), cap + 1)
    return _limited(sets, group, cap, sum(part.most for part in group), 1)


def _both(group: Sequence[Antichain], cap: int) -> Antichain:
    if len(group) == 1:
        return group[0]
    joined, *rest = sorted(group, key=lambda part: len(part.sets))
    for part in rest:
        joined = _join(joined, part, cap)
    if joined.whole:
        return joined
    return Antichain(joined.sets, None, joined.touched, joined.floor, joined.most, (len(group), tuple(group)))


def _join(left: Antichain, right: Antichain, cap: int) -> Antichain:
    for kept, other in ((left, right), (right, left)):
        if kept.whole and all(any(one & need == need for need in other.sets) for one in kept.sets):
            return kept  # the other part costs nothing more
    sets = minimal((a | b for a in left.sets for b in right.sets), cap + 1)
    return _limited(sets, (left, right), cap, left.most * right.most, 2)


def _limited(sets: list[int], group: Sequence[Antichain], cap: int, most: int, needed: int) -> Antichain:
    """What is known of the sets of parts that share events: all, or those found and bounds."""
    if len(sets) <= cap and all(part.whole for part in group):
        return of_sets(sets)
    touched = _all_of(part.touched for part in group)
    floor = min(part.floor for part in group)
    if len(sets) > cap:
        floor = min(floor, sets[cap].bit_count())
    return Antichain(tuple(sets[:cap]), None, touched, floor, at_most(most, touched), (needed, tuple(group)))


def at_most(most: int, touched: int) -> int:
    """A bound for the sets of an antichain over ``touched``: no antichain is longer than its middle level."""
    return min(most, _middle(touched.bit_count()))


@lru_cache(maxsize=1024)
def _middle(size: int) -> int:
    return math.comb(size, size // 2)


# -------------------------------------------------------------------- parts that share no event
def _side_by_side(parts: Sequence[Antichain], cap: int) -> Antichain:
    if not parts:
        return NOTHING
    if len(parts) == 1:
        return parts[0]
    sets = sorted((one for part in parts for one in part.sets), key=_order)
    count = _known(parts, sum)
    keep = cap if count is None or count <= cap else LIST_CAP
    floor = min(part.floor for part in parts)
    if len(sets) > keep:
        floor = min(floor, sets[keep].bit_count())
    most = sum(part.most for part in parts)
    return _of_parts(sets[:keep], count, parts, floor, most, 1)


def _together(parts: Sequence[Antichain], cap: int) -> Antichain:
    """The joint sets of parts that share no event: the first are made of the first sets of the parts."""
    if len(parts) == 1:
        return parts[0]
    fixed = _all_of(part.sets[0] for part in parts if part.count == 1)
    long = [part for part in parts if part.count != 1]
    if not long:
        return of_sets((fixed,))
    sets, floor = [fixed], ENDLESS
    for part in long:
        least, whole = sets[0].bit_count(), floor == ENDLESS
        floor = min(floor + part.sets[0].bit_count(), part.floor + least, ENDLESS)
        everything = whole and part.whole and len(sets) * len(part.sets) <= cap
        keep = cap if everything else LIST_CAP
        pairs = (
            a | b
            for place, a in enumerate(sets)
            for b in part.sets[: len(part.sets) if everything else keep // (place + 1)]
        )
        sets = sorted(pairs, key=_order)[:keep]
        if not everything:
            floor = min(floor, sets[-1].bit_count())
    count = _known(long, math.prod)
    most = math.prod(part.most for part in long)
    floor = ENDLESS if count == len(sets) else floor
    return _of_parts(sets, count, parts, floor, most, len(parts))


def _known(parts: Sequence[Antichain], of_all: Callable[[Iterable[int]], int]) -> int | None:
    counts = [part.count for part in parts if part.count is not None]
    return of_all(counts) if len(counts) == len(parts) else None


def _of_parts(
    sets: Sequence[int],
    count: int | None,
    parts: Sequence[Antichain],
    floor: int,
    most: int,
    needed: int,
) -> Antichain:
    if count == len(sets):
        return of_sets(sets)
    touched = _all_of(part.touched for part in parts)
    most = count if count is not None else at_most(most, touched)
    return Antichain(tuple(sets), count, touched, floor, most, (needed, tuple(parts)))


def at_least(parts: Sequence[Antichain], count: int, cap: int = WORKING_CAP) -> Antichain:
    """Any ``count`` of the parts, joined: an early ``count >= k`` (spec 2.4)."""
    best = [CERTAIN] + [NOTHING] * count
    for part in parts:
        for size in range(count, 0, -1):
            best[size] = union([best[size], product([best[size - 1], part], cap)], cap)
    return opaque(best[count])


def opaque(antichain: Antichain) -> Antichain:
    """The antichain without what it was joined of."""
    return antichain if antichain.parts is None else replace(antichain, parts=None)


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
        found = []
        while one:
            place = one.bit_length()
            found.append(self.ids[len(self.ids) - place])
            one ^= 1 << (place - 1)
        return tuple(found)
