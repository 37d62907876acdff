"""What an evaluation returns: label and answer, derivation DAG, witnesses (spec 1.8, 2.1 to 2.4)."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scenarios.datalog.witness_choices import Choices


class Answerability(enum.StrEnum):
    """The answerability labels of spec 1.8 (stored and sent with a hyphen)."""

    ANSWERABLE = "answerable"
    JUSTIFIED_ZERO = "justified-zero"
    UNKNOWN = "unknown"


class NodeKind(enum.StrEnum):
    """The node kinds of spec 2.1."""

    AGGREGATE = "aggregate"
    DERIVED = "derived"
    DERIVED_SET = "derived_set"
    COLLECTION = "collection"
    SELECT = "select"
    FACT = "fact"
    RULE = "rule"
    CHECK = "check"
    EVENT = "event"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Gold:
    """z(q) = (label, y).

    ``answer`` is JSON-ready: int for whole numbers, str for decimals, dates and entities, bool,
    sorted list for sets, ``"none"`` for none, None for unknown. ``missing`` lists the missing leaves
    of an unknown answer, in text form and sorted.
    """

    label: Answerability
    answer: Any
    missing: tuple[str, ...] = ()


NodeKey = tuple[str, str, tuple[str, ...]]
"""(kind, predicate, arguments): the memo key of a node; event nodes are ("event", id, ()).

The predicate of a chosen version has a mark behind it: ``dest@2026-06-01``, ``dest@previous`` (ADR 14)."""

#: Stands between a predicate and the mark of a chosen version; no name holds it.
MARK = "@"
PREVIOUS_MARK, LATER_MARK = "previous", "later"


def unmarked(pred: str) -> str:
    """The predicate of a node without the mark of a chosen version."""
    return pred.partition(MARK)[0]


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a gold derivation DAG. ``state`` and ``meta`` are JSON-ready.

    ``state`` of facts and derived values: the value text, ``none``, ``cancelled`` or ``unknown``; of
    collections: ``{"members": [...], "undecided": [...], "open": bool}``; events and checks: null.
    """

    key: NodeKey
    state: Any
    meta: dict[str, Any] = field(default_factory=dict, compare=False)
    obsolete_count: int = 0

    @property
    def kind(self) -> NodeKind:
        return NodeKind(self.key[0])

    @property
    def label(self) -> str:
        """The id form of spec 2.1, for example ``country(Grus)`` or ``e10``."""
        kind, pred, args = self.key
        return pred if kind == NodeKind.EVENT else f"{pred}({','.join(args)})"


@dataclass(frozen=True)
class Derivation:
    """A rooted DAG: nodes by key, edges as (parent, child) in reading order."""

    root: NodeKey
    nodes: dict[NodeKey, Node]
    edges: tuple[tuple[NodeKey, NodeKey], ...]

    @cached_property
    def children(self) -> dict[NodeKey, list[NodeKey]]:
        found: dict[NodeKey, list[NodeKey]] = {key: [] for key in self.nodes}
        for parent, child in self.edges:
            found[parent].append(child)
        return found

    @cached_property
    def depths(self) -> dict[NodeKey, int]:
        """Depth of each node: the number of edges on the longest path from the root (spec 2.2)."""
        order: list[NodeKey] = []
        seen: set[NodeKey] = set()
        stack: list[tuple[NodeKey, bool]] = [(self.root, False)]
        while stack:
            key, done = stack.pop()
            if done:
                order.append(key)
            elif key not in seen:
                seen.add(key)
                stack.append((key, True))
                stack.extend((child, False) for child in self.children[key])
        depths = {self.root: 0}
        for key in reversed(order):
            for child in self.children[key]:
                depths[child] = max(depths.get(child, 0), depths[key] + 1)
        return depths

    @property
    def height(self) -> int:
        return max(self.depths.values())

    @property
    def width(self) -> int:
        return max(Counter(self.depths.values()).values())

    @property
    def context_events(self) -> tuple[str, ...]:
        """Event leaves of the DAG, sorted."""
        return tuple(sorted(key[1] for key in self.nodes if key[0] == NodeKind.EVENT))

    @property
    def missing(self) -> tuple[str, ...]:
        """Missing leaves in text form, sorted; a known answer may have some too (spec 1.8)."""
        return tuple(sorted(node.label for node in self.nodes.values() if node.kind is NodeKind.MISSING))

    @property
    def obs_flag(self) -> bool:
        """True iff some fact, rule or member node excludes an obsolete version (spec 2.1 rule 5). A previous
        version that is asked for is not excluded by the current one."""
        recorded = (node for node in self.nodes.values() if node.kind in (NodeKind.FACT, NodeKind.RULE))
        return any(node.obsolete_count > self._asked_for(node) for node in recorded)

    def _asked_for(self, node: Node) -> bool:
        kind, pred, args = node.key
        return (kind, f"{pred}{MARK}{PREVIOUS_MARK}", args) in self.nodes


@dataclass(frozen=True, slots=True)
class WitnessList:
    """Minimal witnesses, sorted by (size, ids), at most the cap (spec 2.4, overview 4.3).

    ``exact`` is true where the list is complete. Else ``unlisted`` counts the minimal witnesses left out,
    None if there are only known to be at most ``most`` in all; each of them has at least ``floor`` events;
    ``choices`` says what they are made of. ``support_low`` and ``support_high`` bound S(q); equal where the
    number is known. ``partial``: not every reason was followed, so nothing is known of what is not listed.
    """

    witnesses: tuple[tuple[str, ...], ...]
    exact: bool = True
    unlisted: int | None = 0
    support_low: tuple[str, ...] = ()
    support_high: tuple[str, ...] = ()
    floor: int | None = None
    most: int | None = None
    choices: Choices | None = None
    partial: bool = False

    @property
    def support(self) -> tuple[str, ...]:
        """Union of the listed witnesses: S(q) where exact, a lower bound otherwise."""
        return tuple(sorted({event for witness in self.witnesses for event in witness}))

    @property
    def smallest(self) -> tuple[int, int]:
        """Bounds of the size of the smallest witness; equal where it is known."""
        listed = len(self.witnesses[0]) if self.witnesses else 0
        return (listed if self.floor is None else min(listed, self.floor)), listed


@dataclass(frozen=True)
class Evaluation:
    """Everything derived for one goal at one cutoff."""

    gold: Gold
    derivation: Derivation
    witnesses: WitnessList
