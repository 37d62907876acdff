"""The gold derivation DAGs of goals, node by node (spec 2.1). PURE.

A node for everything derived, read or checked; an edge to each input used; shared inputs are shared
nodes. A recursive predicate is one node with the inputs of every call it reaches, so that no node
reaches itself. Goals of one history and cutoff share their nodes: the DAG of a goal is what its root reaches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenarios.datalog.derivation import Derivation, Node, NodeKey, NodeKind
from scenarios.datalog.goals import goal_key
from scenarios.datalog.readings import Reader, Readings
from scenarios.datalog.recorded_nodes import RecordedNodes, members_state
from scenarios.datalog.reference_evaluator import Evaluator, texts
from scenarios.datalog.reference_values import UNKNOWN, State, Tied, state_text
from scenarios.datalog.references import Ref, read_ref
from scenarios.datalog.rules import declared_rules, rule_keys
from scenarios.datalog.syntax import Aggregate, Decl, Goal, Reading, Shape
from scenarios.datalog.values import Value, canonical, parse_value
from scenarios.datalog.version_nodes import version_root

if TYPE_CHECKING:
    from scenarios.datalog.explainer import Explainer

Call = tuple[str, tuple[Value, ...]]


class DerivationBuilder:
    """Builds the nodes that goals at one cutoff rest on; each is made once and shared by its parents."""

    def __init__(self, evaluator: Evaluator, reader: Reader, *, temporal: bool) -> None:
        self.evaluator, self.reader = evaluator, reader
        self.nodes: dict[NodeKey, Node] = {}
        self.children: dict[NodeKey, tuple[NodeKey, ...]] = {}
        self.recorded = RecordedNodes(self, evaluator, temporal=temporal)

    def derivation(self, ref: Ref) -> Derivation:
        """The DAG below what a reference stands for."""
        return self.below(self.node(ref))

    def below(self, root: NodeKey) -> Derivation:
        """The DAG below a node that is there."""
        reached: dict[NodeKey, None] = {root: None}
        waiting = [root]
        while waiting:
            for child in self.children[waiting.pop()]:
                if child not in reached:
                    reached[child] = None
                    waiting.append(child)
        edges = tuple((key, child) for key in reached for child in self.children[key])
        return Derivation(root, {key: self.nodes[key] for key in reached}, edges)

    # ---------------------------------------------------------------- shared by all kinds
    def has(self, key: NodeKey) -> bool:
        return key in self.nodes

    def add(self, node: Node, children: list[NodeKey]) -> NodeKey:
        """Put a node in with its edges; the children stand in reading order, each once."""
        self.nodes[node.key] = node
        self.children[node.key] = tuple(dict.fromkeys(children))
        return node.key

    def leaf(self, kind: NodeKind, pred: str, args: tuple[str, ...] = ()) -> NodeKey:
        """A node without children: an event, a check or a missing leaf."""
        key: NodeKey = (kind.value, pred, args)
        if key not in self.nodes:
            self.add(Node(key, None), [])
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
        return self.add(Node(node_key, self._state(decl, key), meta), children)

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
        calls: dict[Call, None] = {(pred, key): None}
        waiting = [(pred, key)]
        for call in waiting:
            own = self.reader.of(*call)
            found.checks.update(own.checks)
            for ref in own.refs:
                inner = (ref.pred, ref.key)
                if not (ref.kind == "call" and (ref.pred in component or self._inlined(ref.pred))):
                    found.refs[ref] = None
                elif inner not in calls and inner in self.evaluator.memo:
                    calls[inner] = None
                    waiting.append(inner)
        return found, waiting

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


class Derivations:
    """The DAGs of goals that ``evaluator`` has answered, with shared nodes."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.reader = evaluator, Reader(evaluator)
        self._builders: dict[bool, DerivationBuilder] = {}

    def of(self, goal: Goal) -> Derivation:
        """The DAG of one goal."""
        if goal.temporal not in self._builders:
            self._builders[goal.temporal] = DerivationBuilder(
                self.evaluator, self.reader, temporal=goal.temporal
            )
        builder = self._builders[goal.temporal]
        if goal.version is not None:
            return builder.below(version_root(builder.recorded, goal))
        return builder.derivation(goal_ref(self.evaluator, goal))


def build_derivation(evaluator: Evaluator, explainer: Explainer, goal: Goal) -> Derivation:
    """The DAG of a goal that ``evaluator`` has answered; goals with one explainer share its nodes."""
    assert explainer.evaluator is evaluator
    return explainer.derivations.of(goal)
