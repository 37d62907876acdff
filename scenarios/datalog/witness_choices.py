"""What a long list of witnesses is made of, and the bounds of citation recall over it (overview 4.3). PURE.

A long list is a tree of choices: all of several parts, or one of them, down to sets of events. Where the
parts share no event, their minimal witnesses are the combinations, and the largest share of a witness that
is cited is found by Dinkelbach's method: for a share s, weigh a cited event 1 - s and another -s, take the
best combination, and raise s to the share of that combination until none weighs more than nothing. Where
parts share events the combinations hold sets that are not minimal, so the result is an upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: Cited events and all events of a set, or a bound for both: (c, n) stands for every c - s * n.
Weight = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Choice:
    """One node. ``sets`` are witnesses of it, as bits; all of its minimal ones if ``whole``.

    Otherwise any ``need`` of the ``parts`` (places of earlier nodes), if there are any, make a witness; a
    minimal one that is not among ``sets`` has at least ``floor`` events and all in ``touched``. ``exact``:
    the parts share no event and are exact themselves, so that their combinations are the minimal witnesses.
    """

    sets: tuple[int, ...] = ()
    whole: bool = True
    exact: bool = True
    need: int = 0
    parts: tuple[int, ...] = ()
    floor: int = 0
    touched: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices behind a list of witnesses: nodes with parts before wholes, the last is the whole; bit i
    is ``events[i]``."""

    events: tuple[str, ...]
    nodes: tuple[Choice, ...]

    @property
    def exact(self) -> bool:
        """Whether the combinations are exactly the minimal witnesses."""
        return self.nodes[-1].exact

    def recall(self, cited: Iterable[str]) -> tuple[Fraction, Fraction]:
        """Bounds of the largest share of a minimal witness that is cited; equal where ``exact``."""
        wanted = frozenset(cited)
        bits = sum(1 << place for place, event in enumerate(self.events) if event in wanted)
        low = self._listed(bits)
        if self.exact:
            share = self._raised(bits, low)
            return share, share
        return low, self._bounded(bits, low)

    def _excess(self, bits: int, share: Fraction) -> Weight:
        """The heaviest witness, or a bound for it, where a cited event weighs 1 - share, another -share."""
        return _Weigher(self.nodes, bits, share).best()

    def _raised(self, bits: int, share: Fraction) -> Fraction:
        """The largest share, from a smaller one upwards."""
        while True:
            cited, size = self._excess(bits, share)
            if cited - share * size <= 0:
                return share
            share = Fraction(cited, size)

    def _bounded(self, bits: int, low: Fraction) -> Fraction:
        """A share above which no witness weighs anything: the least one, to a fraction of the events."""
        high = Fraction(1)
        while high - low > Fraction(1, 2 * len(self.events) ** 2):
            middle = (low + high) / 2
            for share in (middle.limit_denominator(len(self.events)), middle):
                if low < share < high:
                    cited, size = self._excess(bits, share)
                    low, high = (low, share) if cited - share * size <= 0 else (share, high)
        return high

    def _listed(self, bits: int) -> Fraction:
        """The largest share among the witnesses that the whole lists."""
        sets = self.nodes[-1].sets
        shares = (Fraction((one & bits).bit_count(), one.bit_count()) for one in sets if one)
        return max(shares, default=Fraction(0))

    # ---------------------------------------------------------------- JSON
    def as_json(self) -> dict[str, Any]:
        """JSON-ready, for storing."""
        return {"events": list(self.events), "nodes": [_as_json(node) for node in self.nodes]}

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> Choices:
        """The choices that ``as_json`` gave."""
        return cls(tuple(stored["events"]), tuple(_of_json(node) for node in stored["nodes"]))


def _as_json(node: Choice) -> dict[str, Any]:
    shown: dict[str, Any] = {"sets": [_places(one) for one in node.sets]}
    if not node.whole:
        shown |= {"exact": node.exact, "need": node.need, "parts": list(node.parts)}
        shown |= {"floor": node.floor, "touched": _places(node.touched)}
    return shown


def _of_json(node: Mapping[str, Any]) -> Choice:
    sets = tuple(map(_bits, node["sets"]))
    if "need" not in node:
        return Choice(sets)
    parts, touched = tuple(node["parts"]), _bits(node["touched"])
    return Choice(sets, False, node["exact"], node["need"], parts, node["floor"], touched)


def _places(one: int) -> list[int]:
    return [place for place in range(one.bit_length()) if one >> place & 1]


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


class _Weigher:
    """The largest weight of a witness for one share, or a bound for it, node by node."""

    def __init__(self, nodes: Sequence[Choice], cited: int, share: Fraction) -> None:
        self.nodes, self.cited, self.share = nodes, cited, share
        self.touched: list[int] = []
        self.weights: list[Weight] = []
        for node in nodes:
            touched = node.touched
            for one in (*node.sets, *(self.touched[part] for part in node.parts)):
                touched |= one
            self.touched.append(touched)
            self.weights.append(self._weight(node))

    def best(self) -> Weight:
        return self.weights[-1]

    def _value(self, weight: Weight) -> Fraction:
        return weight[0] - self.share * weight[1]

    def _weight(self, node: Choice) -> Weight:
        listed = [((one & self.cited).bit_count(), one.bit_count()) for one in node.sets]
        if node.whole:
            return max(listed, key=self._value)
        made = self._made(node) if node.parts else None
        if made is not None and node.exact:
            return made
        most = (node.touched & self.cited).bit_count()
        bound = max([*listed, (most, max(most, node.floor))], key=self._value)
        return bound if made is None else min(bound, made, key=self._value)

    def _made(self, node: Choice) -> Weight:
        if node.need == 1:
            return max((self.weights[part] for part in node.parts), key=self._value)
        total = (0, 0)
        for group in self._apart(node.parts):
            cited, size = self._all_of(group)
            total = (total[0] + cited, total[1] + size)
        return total

    def _all_of(self, group: Sequence[int]) -> Weight:
        """Parts that share events: the weight of one, and what is cited of the others at best."""
        if len(group) == 1:
            return self.weights[group[0]]
        bounds = []
        for part in group:
            others = 0
            for other in group:
                others |= self.touched[other] if other != part else 0
            more = (others & self.cited).bit_count()
            bounds.append((self.weights[part][0] + more, self.weights[part][1] + more))
        return min(bounds, key=self._value)

    def _apart(self, parts: Sequence[int]) -> list[list[int]]:
        groups: list[tuple[int, list[int]]] = []
        for part in parts:
            bits, members = self.touched[part], [part]
            near = [group for group in groups if group[0] & bits]
            groups = [group for group in groups if not group[0] & bits]
            for other, others in near:
                bits |= other
                members = [*others, *members]
            groups.append((bits, members))
        return [members for _, members in groups]
