"""Which nodes of a gold derivation are asked about: the diagnostic DAG D_q (spec 7.1). PURE.

Breadth first from the root under a budget of probes. A node is expanded with all its probe-able inputs where
they fit, else with a seeded sample of them; the nodes in between that are not asked about are passed through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from probes.diagnosis.dag import DiagnosticDag, ProbedNode
from scenarios.datalog.derivation import LATER_MARK, MARK, NodeKind

MAX_PROBES = 16
#: A sample of inputs holds at least so many.
LEAST_SAMPLE = 4
#: The predicate of facts that say a collection is complete.
COMPLETE = "complete"

#: Kinds whose inputs are asked about as well; recorded things rest on records alone.
_INNER = frozenset({NodeKind.DERIVED, NodeKind.DERIVED_SET, NodeKind.AGGREGATE})
_READING = _INNER | {NodeKind.SELECT}
_PROBED = _INNER | {NodeKind.FACT, NodeKind.RULE, NodeKind.COLLECTION}


@dataclass(frozen=True, slots=True)
class GoldNode:
    """A node of a gold derivation. ``asked`` is false where no question of its own can be put: where one of
    its inputs is the same question, or where it has no bearing on what reads it."""

    id: str
    kind: NodeKind
    pred: str
    args: tuple[str, ...] = ()
    state: Any = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    asked: bool = True


@dataclass(frozen=True)
class GoldGraph:
    """G_q: ``children`` of each node in reading order; a node without an entry has none."""

    root: str
    nodes: Mapping[str, GoldNode]
    children: Mapping[str, tuple[str, ...]]

    @cached_property
    def collection_of(self) -> dict[str, str]:
        """The collection of each member fact and completeness fact that stands in one."""
        return {
            child: node.id
            for node in self.nodes.values()
            if node.kind is NodeKind.COLLECTION
            for child in self.children.get(node.id, ())
        }

    def probed(self, name: str) -> bool:
        """Whether a node other than the root may be asked about: what a collection holds only through its
        collection's one probe, and never select, check, event or missing nodes."""
        node = self.nodes[name]
        return (
            node.asked and node.kind in _PROBED and node.pred != COMPLETE and name not in self.collection_of
        )

    def inputs(self, name: str) -> tuple[str, ...]:
        """What a node reads, in reading order; a member that stands in a collection is read there."""
        if name != self.root and self.nodes[name].kind not in _READING:
            return ()
        return tuple(self.collection_of.get(child, child) for child in self.children.get(name, ()))

    def below(self, name: str, stops: Set[str] | None = None) -> tuple[str, ...]:
        """The nodes of ``stops`` (without: all that may be asked about) that are reached from a node by
        paths whose inner nodes are none of them, in reading order."""
        found: dict[str, None] = {}
        seen = {name}
        waiting = list(reversed(self.inputs(name)))
        while waiting:
            current = waiting.pop()
            if current in seen:
                continue
            seen.add(current)
            if self.probed(current) if stops is None else current in stops:
                found[current] = None
            else:
                waiting += reversed(self.inputs(current))
        return tuple(found)


def plan(graph: GoldGraph, *, seed: int, max_probes: int = MAX_PROBES) -> DiagnosticDag | None:
    """The diagnostic DAG of a query; None where nothing below its root can be asked about, and for queries
    for another version than the current one (T2, T3), since a probe asks for the state now.

    An edge v→u stands wherever the gold graph has a path v→…→u whose inner nodes are all unprobed. Raises
    ``ValueError`` for a budget below 1.
    """
    if max_probes < 1:
        raise ValueError(f"a plan of at most {max_probes} probes has none")
    if _asks_for_another_version(graph.nodes[graph.root].pred):
        return None
    chosen = _chosen(graph, seed, max_probes).keys()
    if not chosen:
        return None
    children = {name: graph.below(name, chosen) for name in (graph.root, *chosen)}
    ordered = _breadth_first(graph.root, children)
    return DiagnosticDag(
        root=graph.root,
        nodes={name: _probed_node(graph, name, chosen, children[name]) for name in ordered},
        edges=tuple((name, child) for name in ordered for child in children[name]),
    )


def _asks_for_another_version(pred: str) -> bool:
    _, mark, which = pred.partition(MARK)
    return bool(mark) and which != LATER_MARK


def _chosen(graph: GoldGraph, seed: int, max_probes: int) -> dict[str, None]:
    """The nodes that are asked about, in the order in which they were found."""
    chosen: dict[str, None] = {}
    waiting = [graph.root]
    for name in waiting:
        fresh = [child for child in graph.below(name) if child not in chosen]
        left = max_probes - len(chosen)
        if len(fresh) > left:
            fresh = _sample(graph, fresh, left, Random(f"{seed}/{name}"), at_root=name == graph.root)
        chosen.update(dict.fromkeys(fresh))
        waiting += fresh
    return chosen


def _sample(graph: GoldGraph, names: Sequence[str], left: int, rng: Random, *, at_root: bool) -> list[str]:
    """Some of the inputs in their order, one of each kind among them; none where the sample does not fit,
    but of the root's what does."""
    kinds: dict[NodeKind, list[str]] = {}
    for name in names:
        kinds.setdefault(graph.nodes[name].kind, []).append(name)
    size = max(LEAST_SAMPLE, len(kinds))
    if size > left and not at_root:
        return []
    size = min(size, left)
    kept = {rng.choice(of_kind) for of_kind in list(kinds.values())[:size]}
    others = [name for name in names if name not in kept]
    kept |= set(rng.sample(others, size - len(kept)))
    return [name for name in names if name in kept]


def _breadth_first(root: str, children: Mapping[str, Sequence[str]]) -> list[str]:
    ordered = {root: None}
    waiting = [root]
    for name in waiting:
        fresh = [child for child in children[name] if child not in ordered]
        ordered.update(dict.fromkeys(fresh))
        waiting += fresh
    return list(ordered)


def _probed_node(graph: GoldGraph, name: str, chosen: Set[str], children: Sequence[str]) -> ProbedNode:
    wanted = graph.below(name)
    lacks = any(child not in chosen for child in wanted)
    some = any(child in chosen for child in wanted)
    return ProbedNode(
        name, graph.nodes[name].kind, inputs_unprobed=lacks and not some, children_sampled=lacks and some
    )
