"""What stands behind a node of a derivation: records, versions, clauses, tests (ux.md, Looks)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext_noop as _n

from scenarios.datalog.derivation import Derivation, Node, NodeKey, NodeKind, unmarked
from scenarios.datalog.goal_text import goal_of_node, goal_text
from scenarios.datalog.shown_states import state_in_words
from scenarios.models import Event, FactVersion, Scenario
from scenarios.selectors import browsing, programs
from scenarios.sentences import Sentence

#: Predicates of the version table by node kind: completeness and rules have names of their own there.
COMPLETE = "complete"
#: What an operation that states no value is called.
_ENDED = {"cancel": _n("cancelled"), "reopen": _n("reopened"), "unrule": _n("withdrawn")}


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version of a key: its value, the record that asserts it, and whether it holds at the cutoff."""

    value: str
    event: Event
    member: str
    current: bool


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node as the table twin shows it; ``ref`` is what its link carries."""

    ref: str
    node: Node
    depth: int
    state: str
    checks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NodePanel:
    """A node opened: its own row, what it rests on, what rests on it, and what it stands for. ``goal`` asks
    for it alone; empty for nodes that cannot be asked for."""

    row: NodeRow
    children: list[NodeRow]
    parents: list[NodeRow]
    event: Event | None = None
    versions: list[VersionLine] = field(default_factory=list)
    clause: str = ""
    goal: str = ""


def rows_of(derivation: Derivation, refs: Mapping[NodeKey, object]) -> dict[NodeKey, NodeRow]:
    """All nodes of a derivation with what their links carry, by key, in order of depth."""
    ordered = sorted(derivation.nodes.items(), key=lambda item: (derivation.depths.get(item[0], 0), item[0]))
    return {
        key: NodeRow(
            ref=str(refs[key]),
            node=node,
            depth=derivation.depths.get(key, 0),
            state=state_in_words(node),
            checks=[str(check) for check in node.meta.get("checks", [])],
        )
        for key, node in ordered
    }


def open_node(
    scenario: Scenario,
    cutoff: datetime,
    derivation: Derivation,
    rows: Mapping[NodeKey, NodeRow],
    key: NodeKey,
) -> NodePanel:
    """What one node stands for, in at most three more queries."""
    node = derivation.nodes[key]
    parents = [rows[parent] for parent, child in derivation.edges if child == key]
    event = None
    if node.kind is NodeKind.EVENT:
        event = browsing.texts_by_label(scenario, [key[1]]).get(key[1])
    goal = goal_of_node(programs.load(scenario), key)
    return NodePanel(
        row=rows[key],
        children=[rows[child] for child in derivation.children[key]],
        parents=parents,
        event=event,
        versions=_versions(scenario, cutoff, node),
        clause=_clause(node),
        goal="" if goal is None else goal_text(goal),
    )


def _versions(scenario: Scenario, cutoff: datetime, node: Node) -> list[VersionLine]:
    kind, pred, args = node.key
    if kind not in (NodeKind.FACT, NodeKind.RULE, NodeKind.COLLECTION, NodeKind.SELECT):
        return []
    if pred == COMPLETE and args:
        pred, args = f"{COMPLETE}:{args[0]}", args[1:]
    pred = unmarked(pred)
    if kind == NodeKind.SELECT and not scenario.fact_versions.filter(predicate=pred).exists():
        return []
    found = browsing.versions_at(scenario, pred, args, cutoff)
    if not found and args:
        group = browsing.versions_at(scenario, pred, args[:-1], cutoff)
        found = [version for version in group if version.member == args[-1]]
    return [_line(version, cutoff) for version in found]


def _line(version: FactVersion, cutoff: datetime) -> VersionLine:
    value = _ENDED.get(version.op, version.value or "")
    if version.size is not None:
        value = Sentence("complete, %(n)s in all", n=version.size)
    return VersionLine(value, version.event, version.member, version.valid_until > cutoff)


def _clause(node: Node) -> str:
    """The rules that a node follows from: their text, or their names."""
    named = node.meta.get("clause_text") or node.meta.get("clause") or ""
    return ", ".join(map(str, named)) if isinstance(named, list | tuple) else str(named)
