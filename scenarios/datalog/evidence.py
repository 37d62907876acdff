"""The AND/OR graph of a derivation, kept whole, and its minimal witnesses (spec 2.4, overview 4.3). PURE.

An expression is an event, ``every`` or ``some`` of expressions, or a reference to an item: one fact about
one call, such as "country(Grus) is Corvia" or "nothing but these is in outside(Vera)". Items may reach
themselves in a recursion. A positive item then means its least solution (a derivation is finite), a
refuting one its greatest (nothing refutes the refutation).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from scenarios.datalog.witnesses import (
    CERTAIN,
    LIST_CAP,
    NOTHING,
    WORKING_CAP,
    Antichain,
    EventBits,
    at_least,
    product,
    single,
    union,
)


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


def items_in(evidence: Evidence) -> Iterator[Item]:
    """The items an expression refers to."""
    if isinstance(evidence, Item):
        yield evidence
    elif isinstance(evidence, (Every, Some)):
        for part in evidence.parts:
            yield from items_in(part)


#: Rounds after which a recursion that still improves its lists is taken as incomplete.
ROUNDS = 1_000
#: Sets kept of each item of a recursion once its lists cannot be complete any more: enough to shrink.
CUT_CAP = LIST_CAP


@dataclass
class Solver:
    """Computes antichains of expressions; ``expand`` gives the expression of an item."""

    expand: Callable[[Item], Evidence]
    bits: EventBits
    solved: dict[Hashable, Antichain] = field(default_factory=dict)
    _bit: dict[str, int] = field(default_factory=dict)

    def solve(self, evidence: Evidence) -> Antichain:
        """The antichain of an expression: its items are found, then solved lower ones first."""
        graph: dict[Hashable, tuple[Item, Evidence]] = {}
        pending = list(items_in(evidence))
        while pending:
            item = pending.pop()
            if item.key not in graph and item.key not in self.solved:
                inside = self.expand(item)
                graph[item.key] = (item, inside)
                pending.extend(items_in(inside))
        for group in self._groups(graph):
            self._settle(group, graph)
        return self._combine(evidence, WORKING_CAP)

    def _groups(self, graph: dict[Hashable, tuple[Item, Evidence]]) -> list[list[Hashable]]:
        """Items that reach one another, lower groups first (Tarjan without recursion)."""
        index: dict[Hashable, int] = {}
        low: dict[Hashable, int] = {}
        stack: list[Hashable] = []
        on_stack: set[Hashable] = set()
        found: list[list[Hashable]] = []
        for root in graph:
            if root in index:
                continue
            work = [(root, self._below(root, graph))]
            while work:
                node, rest = work[-1]
                if node not in index:
                    index[node] = low[node] = len(index)
                    stack.append(node)
                    on_stack.add(node)
                child = next(rest, None)
                if child is None:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        cut = stack.index(node)
                        found.append(stack[cut:])
                        on_stack.difference_update(stack[cut:])
                        del stack[cut:]
                elif child not in index:
                    work.append((child, self._below(child, graph)))
                elif child in on_stack:
                    low[node] = min(low[node], index[child])
        return found

    def _below(self, key: Hashable, graph: dict[Hashable, tuple[Item, Evidence]]) -> Iterator[Hashable]:
        return iter([item.key for item in items_in(graph[key][1]) if item.key in graph])

    def _settle(self, group: list[Hashable], graph: dict[Hashable, tuple[Item, Evidence]]) -> None:
        """Solve items that reach one another: positive ones grow from nothing, refuting ones shrink."""
        if len(group) == 1 and group[0] not in self._below(group[0], graph):
            self.solved[group[0]] = self._combine(graph[group[0]][1], WORKING_CAP)
            return
        for key in group:
            self.solved[key] = CERTAIN if graph[key][0].refuting else NOTHING
        cap = WORKING_CAP
        for _ in range(ROUNDS):
            changed = False
            for key in reversed(group):
                better = self._combine(graph[key][1], cap)
                if better != self.solved[key]:
                    self.solved[key], changed = better, True
            if not changed:
                return
            if any(not self.solved[key].complete for key in group):
                cap = CUT_CAP
        for key in group:
            found = self.solved[key]
            self.solved[key] = Antichain(found.sets, False, found.touched)

    def _combine(self, evidence: Evidence, cap: int) -> Antichain:
        if isinstance(evidence, Event):
            if evidence.id not in self._bit:
                self._bit[evidence.id] = self.bits.bit(evidence.id)
            return single(self._bit[evidence.id])
        if isinstance(evidence, Item):
            return self.solved[evidence.key]
        parts = [self._combine(part, cap) for part in evidence.parts]
        if isinstance(evidence, Every):
            return product(parts, cap)
        return union(parts, cap) if evidence.count == 1 else at_least(parts, evidence.count, cap)
