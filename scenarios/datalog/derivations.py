"""The gold derivation DAG of a goal, node by node (spec 2.1). PURE.

A node for everything derived, read or checked; an edge to each input used; shared inputs are shared
nodes. A recursive predicate is one node with the inputs of every call it reaches, so that no node
reaches itself.
"""

from __future__ import annotations

from typing import Any

from scenarios.datalog.derivation import Derivation, Node, NodeKey, NodeKind
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.explanation import Readings
from scenarios.datalog.goals import goal_key
from scenarios.datalog.recorded_nodes import RecordedNodes, members_state
from scenarios.datalog.reference_evaluator import Evaluator, texts
from scenarios.datalog.reference_values import UNKNOWN, State, Tied, state_text
from scenarios.datalog.references import Ref, read_ref
from scenarios.datalog.rules import declared_rules, rule_keys
from scenarios.datalog.syntax import Aggregate, Decl, Goal, Reading, Shape
from scenarios.datalog.values import Value, canonical, parse_value

Call = tuple[str, tuple[Value, ...]]


class DerivationBuilder:
    """Builds the nodes of one goal; each node is made once and shared by its parents."""

    def __init__(self, evaluator: Evaluator, explainer: Explainer, *, temporal: bool) -> None:
        self.evaluator, self.explainer = evaluator, explainer
        self.nodes: dict[NodeKey, Node] = {}
        self.edges: dict[tuple[NodeKey, NodeKey], None] = {}
        self.recorded = RecordedNodes(self, evaluator.recorded, temporal=temporal)

    # ---------------------------------------------------------------- shared by all kinds
    def has(self, key: NodeKey) -> bool:
        return key in self.nodes

    def add(self, node: Node, children: list[NodeKey]) -> NodeKey:
        """Put a node in with its edges; the children stand in reading order, each once."""
        self.nodes[node.key] = node
        self.edges.update(dict.fromkeys((node.key, child) for child in children))
        return node.key

    def leaf(self, kind: NodeKind, pred: str, args: tuple[str, ...] = ()) -> NodeKey:
        """A node without children: an event, a check or a missing leaf."""
        key: NodeKey = (kind.value, pred, args)
        self.nodes.setdefault(key, Node(key, None))
        return key

    def node(self, ref: Ref) -> NodeKey:
        """The node that a reference stands for, built with everything below it."""
        if ref.kind == "call":
            return self.call(ref.pred, ref.key)
        if ref.kind in ("undefined", "conflict"):
            return self.leaf(NodeKind.MISSING, ref.kind, (ref.pred,))
        return self.recorded.node(ref)

    # ---------------------------------------------------------------- derived predicates
    def call(self, pred: str, key: tuple[Value, ...]) -> NodeKey:
        """The node of a derived call."""
        decl = self.evaluator.program.decls[pred]
        node_key: NodeKey = (self._kind(decl).value, pred, texts(key))
        if node_key in self.nodes:
            return node_key
        readings, calls = self._readings(pred, key)
        children = [self.node(ref) for ref in readings.refs]
        children += self._rule_nodes(dict.fromkeys(call[0] for call in calls))
        children += self._conflicts(decl, key)
        clauses = [
            plan.clause.id for name in dict.fromkeys(c[0] for c in calls) for plan in self._plans(name)
        ]
        meta = {"clause": clauses, "checks": list(readings.checks)}
        return self.add(Node(node_key, self._state(decl, key), meta), list(dict.fromkeys(children)))

    def _kind(self, decl: Decl) -> NodeKind:
        if decl.reading is Reading.MEMBERS:
            return NodeKind.DERIVED_SET
        bodies = [plan.clause.body for plan in self._plans(decl.pred)]
        folds = any(isinstance(literal, Aggregate) for body in bodies for literal in body)
        return NodeKind.AGGREGATE if folds else NodeKind.DERIVED

    def _plans(self, pred: str) -> Any:
        return self.evaluator.plans.of(pred)

    def _readings(self, pred: str, key: tuple[Value, ...]) -> tuple[Readings, list[Call]]:
        """What a call reads: the reads of inlined calls are its own, and within a recursion those of all
        calls it reaches."""
        component = self.evaluator.plans.component.get(pred, frozenset())
        found = Readings()
        calls: list[Call] = [(pred, key)]
        for call in calls:
            own = Readings()
            for tree, _ in self.explainer.trees(*call):
                own.take(tree)
            found.checks.update(own.checks)
            for ref in own.refs:
                inner = ref.kind == "call" and (ref.pred in component or self._inlined(ref.pred))
                if not inner:
                    found.refs[ref] = None
                elif (ref.pred, ref.key) not in calls and (ref.pred, ref.key) in self.evaluator.memo:
                    calls.append((ref.pred, ref.key))
        return found, calls

    def _inlined(self, pred: str) -> bool:
        """A predicate whose clauses are all marked @inline has no node of its own."""
        plans = self._plans(pred)
        return bool(plans) and all(plan.clause.inline for plan in plans)

    def _rule_nodes(self, preds: dict[str, None]) -> list[NodeKey]:
        """Declared rules as nodes; a check leaf for each rule that is not in force (spec 1.7)."""
        found: list[NodeKey] = []
        for pred in preds:
            declared = declared_rules(self.evaluator, pred)
            for rule_key in rule_keys(self.evaluator, pred):
                if rule_key in declared:
                    found.append(self.recorded.rule(rule_key, declared[rule_key]))
                else:
                    found.append(self.leaf(NodeKind.CHECK, "norule", (rule_key,)))
            if not self._plans(pred):
                found.append(self._no_clause(pred))
        return found

    def _no_clause(self, pred: str) -> NodeKey:
        """No clause in force: an absent rule is false, but a value is missing without one."""
        if self.evaluator.program.decls[pred].reading is Reading.VALUE:
            return self.leaf(NodeKind.MISSING, "missing", (f"rule:{pred}",))
        return self.leaf(NodeKind.CHECK, "norule", (pred,))

    def _conflicts(self, decl: Decl, key: tuple[Value, ...]) -> list[NodeKey]:
        """The leaf of a value that two clause instances state differently."""
        if decl.reading is not Reading.VALUE or self.evaluator.value(decl.pred, key) is not UNKNOWN:
            return []
        if len(self.evaluator.certain_values(decl.pred, key)) < 2:
            return []
        return [self.leaf(NodeKind.MISSING, "conflict", (f"{decl.pred}({','.join(texts(key))})",))]

    def _state(self, decl: Decl, key: tuple[Value, ...]) -> Any:
        if decl.reading is Reading.MEMBERS:
            return members_state(self.evaluator.members(decl.pred, key))
        if decl.reading is Reading.TRUTH:
            truth = self.evaluator.truth(decl.pred, key)
            return state_text(UNKNOWN if truth is None else truth)
        return value_state(self.evaluator.value(decl.pred, key))


def value_state(state: State) -> Any:
    """A value's text; of a tie the sorted list of its texts."""
    if isinstance(state, Tied):
        return sorted(canonical(value) for value in state.values)
    return state_text(state)


def goal_ref(evaluator: Evaluator, goal: Goal) -> Ref:
    """What the root of a goal's derivation is."""
    decl = evaluator.program.decls[goal.pred]
    key = goal_key(evaluator.program, goal)
    if decl.shape is Shape.SET and goal.member is not None:
        group = evaluator.recorded.group(decl, texts(key))
        if goal.member in group.members or goal.member in group.dead:
            return Ref("member", goal.pred, key, parse_value(goal.member, decl.member_type or "text"))
    return read_ref(decl, key)[0]


def build_derivation(evaluator: Evaluator, explainer: Explainer, goal: Goal) -> Derivation:
    """The DAG of a goal that ``evaluator`` has answered."""
    builder = DerivationBuilder(evaluator, explainer, temporal=goal.temporal)
    root = builder.node(goal_ref(evaluator, goal))
    return Derivation(root, builder.nodes, tuple(builder.edges))
