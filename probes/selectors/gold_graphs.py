"""Reads the gold derivations of a scenario as graphs to plan probes on (spec 7.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from probes.diagnosis.planning import GoldGraph, GoldNode
from scenarios.datalog.derivation import NodeKind
from scenarios.datalog.syntax import Goal, Shape
from scenarios.domains import registry
from scenarios.domains.probing import Asked, Probing
from scenarios.models import DerivationEdge, DerivationNode, GoldAnswer, Scenario
from scenarios.selectors import programs

_DERIVED = frozenset({NodeKind.DERIVED, NodeKind.DERIVED_SET, NodeKind.AGGREGATE})


@dataclass(frozen=True, slots=True)
class StoredNode:
    """The row of a node; ``name`` is its key within its cutoff, the same wherever the suite is stored."""

    pk: int
    kind: NodeKind
    pred: str
    args: tuple[str, ...]
    state: Any
    cutoff: datetime
    name: str


@dataclass
class ScenarioGraphs:
    """All nodes of a scenario with their inputs, and what may be asked of each."""

    scenario: Scenario
    probing: Probing
    nodes: dict[int, StoredNode]
    children: dict[int, list[int]]
    golds: dict[int, GoldAnswer]
    _asked: dict[int, Asked | None] = field(default_factory=dict)
    _events: dict[int, frozenset[str]] = field(default_factory=dict)

    def asked(self, pk: int) -> Asked | None:
        """What is asked of a node; None where nothing can be."""
        if pk not in self._asked:
            node = self.nodes[pk]
            self._asked[pk] = self.probing.of(node.kind, node.pred, node.args, node.state)
        return self._asked[pk]

    def events(self, pk: int) -> frozenset[str]:
        """The labels of the records below a node."""
        if pk not in self._events:
            node = self.nodes[pk]
            own = {node.pred} if node.kind is NodeKind.EVENT else set()
            self._events[pk] = frozenset(own.union(*(self.events(child) for child in self.children[pk])))
        return self._events[pk]

    def derived_state(self, goal: Goal, cutoff: datetime) -> Any:
        """The state of the derived node that a goal asks for. Raises ``KeyError`` where there is none."""
        return self._derived[cutoff, goal.pred, goal.key]

    @cached_property
    def _derived(self) -> dict[tuple[datetime, str, tuple[str, ...]], Any]:
        nodes = self.nodes.values()
        return {(node.cutoff, node.pred, node.args): node.state for node in nodes if node.kind in _DERIVED}

    def graph(self, query: int) -> tuple[GoldGraph, dict[str, int]]:
        """The gold derivation of a query, and the row of each of its nodes."""
        root = self.golds[query].root_id
        rows = self._below(root)
        names = {self.nodes[pk].name: pk for pk in rows}
        silent = self._silent(rows)
        nodes = {self.nodes[pk].name: self._gold_node(pk, asked=pk not in silent) for pk in rows}
        children = {
            self.nodes[pk].name: tuple(self.nodes[child].name for child in self.children[pk]) for pk in rows
        }
        return GoldGraph(self.nodes[root].name, nodes, children), names

    def _gold_node(self, pk: int, *, asked: bool) -> GoldNode:
        node = self.nodes[pk]
        return GoldNode(node.name, node.kind, node.pred, node.args, node.state, asked=asked)

    def _below(self, root: int) -> list[int]:
        found = {root: None}
        waiting = [root]
        for pk in waiting:
            fresh = [child for child in self.children[pk] if child not in found]
            found.update(dict.fromkeys(fresh))
            waiting += fresh
        return list(found)

    def _silent(self, rows: Iterable[int]) -> set[int]:
        """The nodes without a question of their own: those to which none can be put, the derived state that
        a declared clause about the same thing is asked by, and the clauses about other things, of which a
        derived state reads all there are."""
        rows = list(rows)
        silent = {pk for pk in rows if self.asked(pk) is None}
        inner = [pk for pk in rows if self.nodes[pk].kind in _DERIVED]
        derived = {(self.nodes[pk].pred, self.nodes[pk].args): pk for pk in inner}
        for pk in rows:
            asked = self.asked(pk)
            if self.nodes[pk].kind is NodeKind.RULE and asked is not None and self._is_clause(asked):
                restated = derived.get((asked.goal.pred, asked.goal.key))
                silent.add(pk if restated is None else restated)
        return silent

    def _is_clause(self, asked: Asked) -> bool:
        """Whether a rule node is asked by the head of its clause."""
        decl = self.probing.program.decls.get(asked.goal.pred)
        return decl is not None and decl.shape is Shape.DERIVED


def of_scenario(scenario: Scenario) -> ScenarioGraphs:
    """The graphs of a scenario's queries that have gold. Three database queries."""
    domain = registry.get(scenario.domain) if scenario.domain in registry.names() else None
    rows = DerivationNode.objects.filter(scenario=scenario)
    fields = ("pk", "kind", "pred", "args", "state", "cutoff", "key_text")
    nodes = {
        pk: StoredNode(pk, NodeKind(kind), pred, tuple(args), state, cutoff, name)
        for pk, kind, pred, args, state, cutoff, name in rows.values_list(*fields)
    }
    children: dict[int, list[int]] = {pk: [] for pk in nodes}
    edges = DerivationEdge.objects.filter(parent__scenario=scenario).order_by("parent_id", "position")
    for parent, child in edges.values_list("parent_id", "child_id"):
        children[parent].append(child)
    golds = GoldAnswer.objects.filter(query__scenario=scenario).select_related("query")
    return ScenarioGraphs(
        scenario=scenario,
        probing=Probing(programs.load(scenario), domain),
        nodes=nodes,
        children=children,
        golds={gold.query_id: gold for gold in golds.order_by("query__label")},
    )
