"""Nodes of what is recorded: facts, rules, collections, and the leaves under them (spec 2.1). PURE."""

from __future__ import annotations

from typing import Any, Protocol

from scenarios.datalog.derivation import Node, NodeKey, NodeKind
from scenarios.datalog.reference_evaluator import Evaluator, texts
from scenarios.datalog.reference_state import Members, version_state
from scenarios.datalog.reference_values import UNKNOWN, state_text
from scenarios.datalog.references import Ref
from scenarios.datalog.resolution import Chosen, GroupState, Version
from scenarios.datalog.syntax import Decl, Shape
from scenarios.datalog.values import Value, canonical

Texts = tuple[str, ...]


class Builder(Protocol):
    """What a builder of nodes offers."""

    def has(self, key: NodeKey) -> bool:
        """Whether the node is there already."""

    def add(self, node: Node, children: list[NodeKey]) -> NodeKey:
        """Put a node in with its edges."""

    def leaf(self, kind: NodeKind, pred: str, args: Texts = ()) -> NodeKey:
        """Put a node without children in."""


def key_text(pred: str, args: Texts) -> str:
    """A version key as missing leaves name it: ``dest(Grus)``."""
    return f"{pred}({','.join(args)})"


def members_state(members: Members) -> dict[str, Any]:
    """⟨T, U, open⟩ as it stands in a node."""
    return {
        "members": sorted(canonical(name) for name in members.certain),
        "undecided": sorted(canonical(name) for name in members.undecided),
        "open": members.open,
    }


class RecordedNodes:
    """Adds the nodes of recorded predicates to a derivation."""

    def __init__(self, builder: Builder, evaluator: Evaluator, *, temporal: bool) -> None:
        self.builder, self.evaluator, self.temporal = builder, evaluator, temporal
        self.recorded = evaluator.recorded

    def node(self, ref: Ref) -> NodeKey:
        """The node of a lookup, a collection or a member fact."""
        decl = self.recorded.program.decls[ref.pred]
        key = texts(ref.key)
        if ref.kind == "collection":
            return self._collection(decl, ref.key)
        if ref.kind == "member" and ref.member is not None:
            return self._member(decl, key, canonical(ref.member))
        if decl.shape is Shape.INVERSE:
            return self._inverse(decl, key)
        if self.temporal and decl.shape is Shape.FUNC:
            return self.select(decl, key)
        return self.current(decl, key)

    def rule(self, rule_key: str, version: Version) -> NodeKey:
        """The node of a declared clause in force."""
        key: NodeKey = (NodeKind.RULE.value, f"rule:{rule_key}", ())
        obsolete = self.recorded.resolved.obsolete_count((f"rule:{rule_key}", (), None))
        return self.builder.add(Node(key, version.value, obsolete_count=obsolete), self._events(version))

    def _events(self, version: Version) -> list[NodeKey]:
        return [self.builder.leaf(NodeKind.EVENT, event) for event in version.events]

    def _missing(self, what: str, *args: str) -> NodeKey:
        return self.builder.leaf(NodeKind.MISSING, what, args)

    # ---------------------------------------------------------------- values
    def current(self, decl: Decl, key: Texts) -> NodeKey:
        """A func or param: its current version."""
        node_key = self._value_key(decl, key, "")
        if self.builder.has(node_key):
            return node_key
        version_key = (decl.pred, key, None)
        resolved = self.recorded.resolved
        found = Chosen(resolved.current(version_key), resolved.obsolete_count(version_key))
        return self.stated(decl, key, found)

    def stated(
        self, decl: Decl, key: Texts, found: Chosen, *, mark: str = "", default: bool = True
    ) -> NodeKey:
        """A version of a func or param with its events, or what is missing in its place; ``default``: a
        declared default stands in where there is none. ``mark`` names a version that is not the current."""
        node_key, version = self._value_key(decl, key, mark), found.version
        if version is None:
            by_default = default and decl.default is not None
            missing = [] if by_default else [self.missing_value(decl, key, mark)]
            state = state_text(self.recorded.stated(decl, None) if default else UNKNOWN)
            return self.builder.add(Node(node_key, state, {"default": by_default}), missing)
        children = self._events(version)
        if version.cancelled and decl.on_cancel == "unknown":
            children.append(self._missing("cancelled", key_text(decl.pred + mark, key)))
        state = version_state(decl, version)
        return self.builder.add(Node(node_key, state, obsolete_count=found.older), children)

    def missing_value(self, decl: Decl, key: Texts, mark: str = "") -> NodeKey:
        """The leaf of a func or param that no event states."""
        return self._missing("missing", key_text(decl.pred + mark, key))

    def _value_key(self, decl: Decl, key: Texts, mark: str) -> NodeKey:
        if decl.shape is Shape.PARAM:
            return (NodeKind.RULE.value, f"rule:{decl.pred}{mark}", key)
        return (NodeKind.FACT.value, decl.pred + mark, key)

    def select(self, decl: Decl, key: Texts) -> NodeKey:
        """The chosen version under a temporal target: the fact, and the check that nothing is later."""
        check = self.builder.leaf(NodeKind.CHECK, "latest", (decl.pred, *key))
        node_key: NodeKey = (NodeKind.SELECT.value, "select", (decl.pred, *key))
        state = state_text(self.recorded.lookup(decl, key))
        return self.builder.add(Node(node_key, state), [self.current(decl, key), check])

    def _inverse(self, decl: Decl, key: Texts) -> NodeKey:
        """The membership that an inverse reads; without exactly one, what is missing or in conflict."""
        base = self.recorded.program.decls[decl.inverse_of or ""]
        groups = self.recorded.resolved.groups_of(base.pred, key[0])
        if len(groups) == 1:
            return self._member(base, groups[0], key[0])
        what = "conflict" if groups else "missing"
        children = [self._member(base, group, key[0]) for group in groups]
        children.append(self._missing(what, key_text(decl.pred, key)))
        return self.builder.add(Node((NodeKind.FACT.value, decl.pred, key), UNKNOWN.value), children)

    # ---------------------------------------------------------------- collections
    def _member(self, decl: Decl, group: Texts, member: str) -> NodeKey:
        """A member fact, true or cancelled."""
        node_key: NodeKey = (NodeKind.FACT.value, decl.pred, (*group, member))
        if self.builder.has(node_key):
            return node_key
        version = self.recorded.resolved.current((decl.pred, group, member))
        assert version is not None
        children = self._events(version)
        if version.cancelled and decl.on_cancel == "unknown":
            children.append(self._missing("cancelled", key_text(decl.pred, (*group, member))))
        obsolete = self.recorded.resolved.obsolete_count((decl.pred, group, member))
        return self.builder.add(
            Node(node_key, version_state(decl, version), obsolete_count=obsolete), children
        )

    def _collection(self, decl: Decl, values: tuple[Value, ...]) -> NodeKey:
        """A recorded collection: its members, the cancelled ones that count, and its completeness."""
        key = texts(values)
        node_key: NodeKey = (NodeKind.COLLECTION.value, decl.pred, key)
        if self.builder.has(node_key):
            return node_key
        group = self.recorded.group(decl, key)
        shown = {*group.members, *group.counted_dead}
        if decl.on_cancel == "unknown":
            shown |= set(group.dead)
        children = [self._member(decl, key, member) for member in sorted(shown)]
        children += self._completeness(decl, key, group)
        state = members_state(self.evaluator.members(decl.pred, values))
        return self.builder.add(Node(node_key, state), children)

    def _completeness(self, decl: Decl, key: Texts, group: GroupState) -> list[NodeKey]:
        args = (decl.pred, *key)
        if group.assumed is not None:
            assumed = self.builder.leaf(NodeKind.CHECK, "assumed", args)
            return [assumed] if group.closed else [assumed, self._missing("notclosed", *args)]
        if group.complete is None:
            return [self._missing("missing", key_text("complete", args))]
        children = self._events(group.complete)
        state: str = str(group.size)
        if group.complete.cancelled:
            state = "cancelled"
            children.append(self._missing("cancelled", key_text("complete", args)))
        obsolete = self.recorded.resolved.obsolete_count((f"complete:{decl.pred}", key, None))
        node_key: NodeKey = (NodeKind.FACT.value, "complete", args)
        fact = self.builder.add(Node(node_key, state, obsolete_count=obsolete), children)
        if group.closed or group.complete.cancelled:
            return [fact]
        return [fact, self._missing("notclosed", *args)]
