"""The AND/OR graph of evidence, numbered, and what holds in it (spec 2.4, overview 4.3). PURE.

A set of events is judged by one pass from the events upwards. The pass carries one bit for each event that
may be missing: bit e of a node says that the node falls when only e is taken away. One pass therefore tells
which events every witness needs, and which events of a given set it can spare.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from scenarios.datalog.evidence import Event, Every, Evidence, Item
from scenarios.datalog.witnesses import EventBits

#: What a pass tells of a node.
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that reach one another, or one node alone: ``inner`` with parts before wholes, then items.

    In a cycle a positive item means its least solution (a derivation is finite), a refuting one its
    greatest (nothing refutes the refutation); ``users`` are the nodes of the group that a node is part of.
    """

    inner: tuple[int, ...]
    positive: tuple[int, ...] = ()
    refuting: tuple[int, ...] = ()
    users: dict[int, tuple[int, ...]] = field(default_factory=dict)
    cyclic: bool = False

    @property
    def nodes(self) -> tuple[int, ...]:
        return (*self.inner, *self.positive, *self.refuting)


@dataclass
class EvidenceGraph:
    """Nodes by number. A node holds if ``need`` of its ``parts`` do; an event has no parts, its ``bit`` is
    not 0. An item has its expression as its one part; ``expand`` gives it."""

    expand: Callable[[Item], Evidence]
    bits: EventBits
    parts: list[tuple[int, ...]] = field(default_factory=list)
    need: list[int] = field(default_factory=list)
    bit: list[int] = field(default_factory=list)
    #: The group of each node; parts lie in the same group or in lower ones.
    group_of: list[int] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    _refuting: set[int] = field(default_factory=set)
    _items: set[int] = field(default_factory=set)
    _known: dict[Hashable, int] = field(default_factory=dict)
    _seen: dict[int, tuple[Evidence, int]] = field(default_factory=dict)
    _waiting: list[tuple[int, Item]] = field(default_factory=list)

    def __post_init__(self) -> None:
        last = len(self.bits.ids) - 1
        self._places = {event: 1 << (last - place) for place, event in enumerate(self.bits.ids)}
        self.everything = (1 << len(self.bits.ids)) - 1
        #: The bit of "nothing is taken away".
        self.intact = 1 << len(self.bits.ids)

    # ---------------------------------------------------------------- building
    def add(self, evidence: Evidence) -> int:
        """The node of an expression, with everything below it."""
        root = self._number(evidence)
        while self._waiting:
            number, item = self._waiting.pop()
            self.parts[number] = (self._number(self.expand(item)),)
        self._arrange(root)
        return root

    def _number(self, evidence: Evidence) -> int:
        seen = self._seen.get(id(evidence))
        if seen is None:
            # The expression is kept, so that no other can have its id.
            seen = self._seen[id(evidence)] = (evidence, self._numbered(evidence))
        return seen[1]

    def _numbered(self, evidence: Evidence) -> int:
        if isinstance(evidence, Event):
            return self._node(evidence.id, (), 1, self._places[evidence.id])
        if isinstance(evidence, Item):
            return self._item(evidence)
        parts = tuple(map(self._number, evidence.parts))
        if isinstance(evidence, Every):
            parts = tuple(dict.fromkeys(parts))
            need = len(parts)
        else:
            need = evidence.count
            parts = tuple(dict.fromkeys(parts)) if need == 1 else parts  # else equal parts count apart
        if need == len(parts) == 1:
            return parts[0]
        return self._node((need, tuple(sorted(parts))), parts, need, 0)

    def _item(self, item: Item) -> int:
        known = len(self.parts)
        number = self._node(("item", item.key), (), 1, 0)
        if number == known:
            self._items.add(number)
            self._waiting.append((number, item))
            if item.refuting:
                self._refuting.add(number)
        return number

    def _node(self, key: Hashable, parts: tuple[int, ...], need: int, bit: int) -> int:
        number = self._known.setdefault(key, len(self.parts))
        if number == len(self.parts):
            self.parts.append(parts)
            self.need.append(need)
            self.bit.append(bit)
            self.group_of.append(-1)
        return number

    # ---------------------------------------------------------------- order
    def _arrange(self, root: int) -> None:
        """Put new nodes that reach one another into groups, lower groups first (Tarjan, no recursion)."""
        if self.group_of[root] >= 0:
            return
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        work = [(root, iter(self.parts[root]))]
        while work:
            node, rest = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            for child in rest:
                if self.group_of[child] >= 0:
                    continue
                if child not in index:
                    work.append((child, iter(self.parts[child])))
                    break
                low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    self._group(node, stack)

    def _group(self, top: int, stack: list[int]) -> None:
        members = [stack.pop()]
        while members[-1] != top:
            members.append(stack.pop())
        for member in members:
            self.group_of[member] = len(self.groups)
        if len(members) == 1 and top not in self.parts[top]:
            self.groups.append(Group((top,)))
            return
        users: dict[int, list[int]] = {member: [] for member in members}
        for member in members:
            for part in self.parts[member]:
                if part in users:
                    users[part].append(member)
        items = [member for member in reversed(members) if member in self._items]
        self.groups.append(
            Group(
                self._wholes_last(members, users.keys() - self._items),
                tuple(item for item in items if item not in self._refuting),
                tuple(item for item in items if item in self._refuting),
                {member: tuple(found) for member, found in users.items()},
                cyclic=True,
            )
        )

    def _wholes_last(self, members: Iterable[int], inner: Iterable[int]) -> tuple[int, ...]:
        left = set(inner)
        done: dict[int, None] = {}
        for member in members:
            work = [member] if member in left else []
            while work:
                below = [part for part in self.parts[work[-1]] if part in left and part not in done]
                if below:
                    work.extend(below)
                else:
                    done[work.pop()] = None
        return tuple(done)

    def below(self, node: int) -> list[Group]:
        """The groups that a node rests on, its own last."""
        seen, work = {self.group_of[node]}, [self.group_of[node]]
        while work:
            for member in self.groups[work.pop()].nodes:
                for part in self.parts[member]:
                    group = self.group_of[part]
                    if group not in seen:
                        seen.add(group)
                        work.append(group)
        return [self.groups[place] for place in sorted(seen)]

    # ---------------------------------------------------------------- judging
    def falls(self, groups: Sequence[Group], present: int, spare: int = 0) -> dict[int, int]:
        """For each node the events of ``spare`` without which it does not hold while the others of
        ``present`` are there; ``intact`` is among the bits where it does not hold at all."""
        state: dict[int, int] = {}
        never = spare | self.intact

        def judge(node: int) -> int:
            if bit := self.bit[node]:
                return bit & spare if bit & present else never
            parts, need = self.parts[node], self.need[node]
            fallen = 0
            if need == len(parts):
                for part in parts:
                    fallen |= state[part]
                return fallen
            if need == 1:
                fallen = never
                for part in parts:
                    fallen &= state[part]
                return fallen
            return _too_few([state[part] for part in parts], need, never)

        for group in groups:
            if group.cyclic:
                settle(group, state, judge, never, 0)
            else:
                (node,) = group.inner
                state[node] = judge(node)
        return state


def _too_few(fallen: Iterable[int], need: int, never: int) -> int:
    """The bits for which fewer than ``need`` of the parts stand."""
    standing = [never] + [0] * need
    for one in fallen:
        for size in range(need, 0, -1):
            standing[size] |= standing[size - 1] & ~one
    return never & ~standing[need]


def settle(
    group: Group,
    state: dict[int, State],
    judge: Callable[[int], State],
    bottom: State,
    top: State,
    most: int | None = None,
) -> bool:
    """Judge the nodes of a cycle until nothing changes: positive items from ``bottom`` upwards while the
    refuting ones, from ``top``, stand as they are. False if it took more than ``most`` judgements."""
    state.update(dict.fromkeys(group.refuting, top))
    spent = 0
    while True:
        state.update(dict.fromkeys(group.positive, bottom))
        for node in group.inner:
            state[node] = judge(node)
        movable = group.positive if group.positive else group.refuting
        fixed = frozenset(group.refuting) if group.positive else frozenset()
        waiting = deque(movable)
        while waiting:
            node = waiting.popleft()
            found = judge(node)
            spent += 1
            if most is not None and spent > most:
                return False
            if found != state[node]:
                state[node] = found
                waiting.extend(user for user in group.users[node] if user not in fixed)
        if not fixed:
            return True
        better = {item: judge(item) for item in group.refuting}
        if all(state[item] == found for item, found in better.items()):
            return True
        state.update(better)
