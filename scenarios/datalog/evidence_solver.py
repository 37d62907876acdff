"""Minimal witnesses out of the AND/OR graph of evidence (spec 2.4, overview 4.3). PURE.

First what every witness needs is found in one pass and taken as given. Often that is the one witness. Else
what is left falls into parts that must all hold and have events to choose from; those that share no event
are solved apart. Only inside of such a part sets are joined one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from scenarios.datalog.evidence import Evidence, Item
from scenarios.datalog.evidence_graph import EvidenceGraph, Group, settle
from scenarios.datalog.witnesses import (
    CERTAIN,
    LIST_CAP,
    NOTHING,
    WORKING_CAP,
    Antichain,
    EventBits,
    at_least,
    minimal,
    of_sets,
    opaque,
    product,
    single,
    union,
)

#: Judgements that a cycle may take, for each of its nodes, until its lists count as incomplete.
ROUNDS = 200
#: Sets kept of each item of a cycle once its lists cannot be complete any more: enough to shrink.
CUT_CAP = LIST_CAP
#: Alternatives are solved each for itself so many levels deep, where there is as much below them.
LEVELS, WORTHWHILE = 4, 100


@dataclass
class Solver:
    """Computes antichains of expressions; ``expand`` gives the expression of an item."""

    expand: Callable[[Item], Evidence]
    bits: EventBits
    _solved: dict[tuple[int, int], Antichain] = field(default_factory=dict)
    _tables: dict[int, dict[int, Antichain]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.graph = EvidenceGraph(self.expand, self.bits)

    def solve(self, evidence: Evidence) -> Antichain:
        """The minimal witnesses of an expression. Where they are not all known, those that are listed are
        minimal all the same."""
        node = self.graph.add(evidence)
        found = self._under(node, 0, 0)
        self._tables.clear()
        return found if found.count is not None else self._shrunk(node, found)

    # ---------------------------------------------------------------- one node
    def _under(self, node: int, given: int, level: int) -> Antichain:
        """The minimal sets of a node that are to be added to the ``given`` events."""
        if (node, given) not in self._solved:
            self._solved[node, given] = self._solve(node, given, level)
        return self._solved[node, given]

    def _solve(self, node: int, given: int, level: int) -> Antichain:
        groups, everything = self.graph.below(node), self.graph.everything
        fallen = self.graph.falls(groups, everything, everything & ~given)
        if fallen[node] & self.graph.intact:
            return NOTHING
        needed = fallen[node]
        base = given | needed
        holds = self.graph.falls(groups, base)
        if not holds[node]:
            return of_sets((needed,))
        rest = _Residue(self.graph, base, fallen, holds)
        parts = [self._choice(rest, choice, level) for choice in rest.choices(node)]
        return product([of_sets((needed,)), *parts])

    def _choice(self, rest: _Residue, node: int, level: int) -> Antichain:
        parts, need = rest.open_parts(node)
        groups = self.graph.below(node)
        alone = not groups[-1].cyclic and need == 1
        if alone and level < LEVELS and sum(len(group.nodes) for group in groups) > WORTHWHILE:
            return union([self._under(part, rest.given, level + 1) for part in parts])
        table = self._tables.setdefault(rest.given, {})
        for group in groups:
            if group.nodes[0] not in table:
                self._tabulate(rest, group, table)
        return table[node]

    def _tabulate(self, rest: _Residue, group: Group, table: dict[int, Antichain]) -> None:
        """Join the sets of the parts of each node of a group."""
        if not group.cyclic:
            (node,) = group.inner
            table[node] = rest.joined(node, table, WORKING_CAP)
            return
        cap = WORKING_CAP

        def judge(node: int) -> Antichain:
            nonlocal cap
            found = opaque(rest.joined(node, table, cap))
            if found.count is None:
                cap = CUT_CAP
            return found

        if not settle(group, table, judge, NOTHING, CERTAIN, ROUNDS * len(group.nodes)):
            touched = rest.reached(self.graph.below(group.nodes[0]))
            for node in group.nodes:  # nothing is known of what is not listed
                table[node] = replace(table[node], count=None, touched=touched, floor=1)

    # ---------------------------------------------------------------- lists that are not complete
    def _shrunk(self, node: int, found: Antichain) -> Antichain:
        """What is listed, without what it can spare."""
        groups = self.graph.below(node)
        shrunk = [self._spared(groups, node, one) for one in found.sets]
        sets = [one for one in shrunk if one is not None]
        if not sets:
            sets = [one for one in [self._spared(groups, node, self.graph.everything)] if one is not None]
        return replace(found, sets=tuple(minimal(sets)))

    def _spared(self, groups: Sequence[Group], node: int, one: int) -> int | None:
        """A minimal set within one that suffices, None where it does not."""
        while True:
            fallen = self.graph.falls(groups, one, one)[node]
            if fallen & self.graph.intact:
                return None
            spare = one & ~fallen
            if not spare:
                return one
            one &= ~(1 << (spare.bit_length() - 1))


@dataclass(frozen=True, slots=True)
class _Residue:
    """What is still open once the ``given`` events are there: nodes that neither hold nor have to fall."""

    graph: EvidenceGraph
    given: int
    fallen: dict[int, int]
    holds: dict[int, int]

    def open_parts(self, node: int) -> tuple[list[int], int]:
        """The open parts of an open node, and how many of them it needs."""
        parts, need = [], self.graph.need[node]
        for part in self.graph.parts[node]:
            if not self.holds[part]:
                need -= 1
            elif not self.fallen[part] & self.graph.intact:
                parts.append(part)
        return parts, need

    def choices(self, node: int) -> list[int]:
        """The open nodes that every derivation of an open node needs and that can hold in several ways."""
        found: list[int] = []
        seen, work = {node}, [node]
        while work:
            one = work.pop()
            parts, need = self.open_parts(one)
            if not parts or need < len(parts):
                found.append(one)
                continue
            fresh = [part for part in parts if part not in seen]
            seen.update(fresh)
            work.extend(fresh)
        return sorted(found)

    def joined(self, node: int, table: dict[int, Antichain], cap: int) -> Antichain:
        """The sets of a node out of those of its parts."""
        if not self.holds[node]:
            return CERTAIN
        if self.fallen[node] & self.graph.intact:
            return NOTHING
        if self.graph.bit[node]:
            return single(self.graph.bit[node])
        parts, need = self.open_parts(node)
        found = [table[part] for part in parts]
        if need == len(parts):
            return product(found, cap)
        return union(found, cap) if need == 1 else at_least(found, need, cap)

    def reached(self, groups: Sequence[Group]) -> int:
        """The events to choose from in these groups."""
        found = 0
        for group in groups:
            for node in group.nodes:
                if self.holds[node]:
                    found |= self.graph.bit[node]
        return found
