"""Evidence for what is derived: the items of the AND/OR graph, and the witnesses of a goal (spec 2.4). PURE.

Items of a derived call: ``value`` (known or none), ``true``, ``false``, ``in`` and ``out`` of one member,
``closed`` (no member that is not named), ``empty`` (no member at all).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, cast

from scenarios.datalog import recorded_evidence
from scenarios.datalog.derivation import WitnessList
from scenarios.datalog.evidence import NEVER, SURE, Every, Evidence, Item, Some, every, some
from scenarios.datalog.evidence_solver import Solver
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.explanation import Exempt, Leaf, Tree, given, none_exempt, refuted, rows
from scenarios.datalog.goals import goal_key
from scenarios.datalog.reference_body import Key
from scenarios.datalog.reference_evaluator import Evaluator, texts
from scenarios.datalog.reference_values import NONE, State, usable
from scenarios.datalog.resolution import Version
from scenarios.datalog.rules import declared_rules
from scenarios.datalog.syntax import Clause, Decl, Goal, Reading, Shape
from scenarios.datalog.values import Value, canonical, parse_value
from scenarios.datalog.version_evidence import version_evidence
from scenarios.datalog.witness_lists import listed
from scenarios.datalog.witnesses import EventBits


class Provenance:
    """Finds the evidence of goals over one evaluator."""

    def __init__(self, evaluator: Evaluator, explainer: Explainer) -> None:
        self.evaluator, self.explainer = evaluator, explainer
        spoken = (
            a.event for versions in evaluator.resolved.by_key.values() for v in versions for a in v.actions
        )
        self.bits = EventBits.of(spoken)
        self.solver = Solver(self.expand, self.bits)
        self._falls: dict[tuple[str, Key], dict[Value, list[Evidence]]] = {}
        self._proofs: dict[tuple[str, Key], dict[State, list[Evidence]]] = {}
        self._rules: dict[str, dict[str, Version]] = {}

    def witnesses(self, goal: Goal) -> WitnessList:
        """The minimal witnesses of a goal whose answer is known. A ``partial`` list is still to be shrunk
        by replay; it is empty where no evidence was found, for what is known has a witness."""
        asked = self.goal_evidence(goal)
        found = self.solver.solve(asked)
        return listed(found, self.bits, partial=not found.sets or self._is_partial(asked))

    def _is_partial(self, asked: Evidence) -> bool:
        """Whether an expression rests on a call of which not every reason was followed."""
        partial = self.explainer.partial_calls
        waiting, seen = [asked] if partial else [], set[Hashable]()
        while waiting:
            one = waiting.pop()
            if isinstance(one, (Every, Some)):
                waiting.extend(one.parts)
            elif isinstance(one, Item) and one.key not in seen:
                _, pred, key, *_ = cast("tuple[Any, ...]", one.key)
                if (pred, key) in partial:
                    return True
                seen.add(one.key)
                waiting.append(self.expand(one))
        return False

    # ---------------------------------------------------------------- goals
    def goal_evidence(self, goal: Goal) -> Evidence:
        """The expression of a goal's answer (spec 2.4)."""
        if goal.version is not None:
            return version_evidence(self.evaluator.recorded, goal)
        decl = self.evaluator.program.decls[goal.pred]
        key: Key = goal_key(self.evaluator.program, goal)
        if decl.reading is Reading.VALUE:
            return self.explainer.value_evidence(decl, key, self.evaluator.value(goal.pred, key))
        if decl.reading is Reading.TRUTH:
            truth = self.evaluator.truth(goal.pred, key)
            return Item(("true" if truth else "false", goal.pred, key), refuting=not truth)
        if goal.member is None:
            return self._whole(decl, key)
        member = parse_value(goal.member, decl.member_type or "text")
        holds = self.evaluator.members(goal.pred, key).has(member)
        if decl.shape is Shape.DERIVED:
            return Item(("in" if holds else "out", goal.pred, key, member), refuting=not holds)
        group = self.evaluator.recorded.group(decl, texts(key))
        if holds:
            return recorded_evidence.member_evidence(group, canonical(member))
        return recorded_evidence.absent_evidence(decl, group, canonical(member))

    def _whole(self, decl: Decl, key: Key) -> Evidence:
        """A set is known when each member is proven and every other candidate falls."""
        if decl.shape is not Shape.DERIVED:
            return recorded_evidence.closed_evidence(self.evaluator.recorded.group(decl, texts(key)))
        members = self.evaluator.members(decl.pred, key)
        proven: list[Evidence] = [Item(("in", decl.pred, key, name)) for name in members.certain]
        return every([*proven, Item(("only", decl.pred, key), refuting=True)])

    # ---------------------------------------------------------------- items
    def expand(self, item: Item) -> Evidence:
        """The expression of one item of a derived call."""
        what, pred, key, *member = cast("tuple[Any, ...]", item.key)
        decl = self.evaluator.program.decls[pred]
        trees = self.explainer.trees(pred, key)
        name = member[0] if member else None
        return {
            "value": self._value,
            "alone": self._alone,
            "true": self._proven,
            "in": self._proven,
            "false": self._refuted,
            "empty": self._refuted,
            "out": self._out,
            "closed": self._refuted,
            "only": self._refuted,
        }[what](what, decl, key, trees, name)

    def _clause(self, pred: str, place: int) -> Clause:
        return self.evaluator.plans.of(pred)[place].clause

    # ---------------------------------------------------------------- declared rules
    def _proof(self, clause: Clause, leaf: Leaf) -> Evidence:
        """A row that holds, and the event that declares its rule where one does."""
        version = self._declared(clause.head.pred).get(clause.rule_key or "")
        return leaf.proof if version is None else every([leaf.proof, recorded_evidence.asserting(version)])

    def _replacing(self, pred: str) -> Evidence:
        """The declared rules without which a base clause would speak again. What other rules do not give
        needs no rule: without its event there is no such row either (spec 2.5)."""
        replaced = {clause.rule_key for clause in self.evaluator.base.clauses_of(pred)}
        versions = self._declared(pred).items()
        return every(recorded_evidence.asserting(version) for key, version in versions if key in replaced)

    def _some_rule(self, pred: str) -> Evidence:
        """Any clause in force: a value without one is not absent but unknown (spec 1.7)."""
        if self.evaluator.base.clauses_of(pred):
            return SURE
        return some(recorded_evidence.asserting(version) for version in self._declared(pred).values())

    def _declared(self, pred: str) -> dict[str, Version]:
        if pred not in self._rules:
            self._rules[pred] = declared_rules(self.evaluator, pred)
        return self._rules[pred]

    def _proven(
        self, _what: str, decl: Decl, key: Key, trees: tuple[tuple[Tree, int], ...], name: Value | None
    ) -> Evidence:
        """Some row holds, and gives the member where one is asked for."""
        if name is None:
            return some(
                self._proof(self._clause(decl.pred, place), leaf)
                for tree, place in trees
                for leaf in rows(tree)
                if leaf.truth is True
            )
        if (decl.pred, key) not in self._proofs:
            self._proofs[decl.pred, key] = self._proving_rows(decl, trees)
        return some(self._proofs[decl.pred, key].get(name, ()))

    def _proving_rows(self, decl: Decl, trees: tuple[tuple[Tree, int], ...]) -> dict[State, list[Evidence]]:
        """What proves each member, by the member that the row gives."""
        found: dict[State, list[Evidence]] = {}
        for tree, place in trees:
            clause = self._clause(decl.pred, place)
            for leaf in rows(tree):
                if leaf.truth is True:
                    found.setdefault(given(decl, clause, leaf).state, []).append(self._proof(clause, leaf))
        return found

    def _out(
        self, _what: str, decl: Decl, key: Key, trees: tuple[tuple[Tree, int], ...], name: Value | None
    ) -> Evidence:
        """No further member, and every row that names this one falls. A recursion is closed against all
        but its possible members, so nothing is left to refute."""
        closed = Item(("closed", decl.pred, key), refuting=True)
        if decl.pred in self.evaluator.plans.component or name is None:
            return closed
        if (decl.pred, key) not in self._falls:
            self._falls[decl.pred, key] = self._falling_rows(decl, trees)
        return every([closed, *self._falls[decl.pred, key].get(name, ())])

    def _falling_rows(self, decl: Decl, trees: tuple[tuple[Tree, int], ...]) -> dict[Value, list[Evidence]]:
        """What refutes each row, by the member that the row names."""
        found: dict[Value, list[Evidence]] = {}
        for tree, place in trees:
            clause = self._clause(decl.pred, place)
            for leaf, closings in _with_closings(tree):
                member = usable(given(decl, clause, leaf).state)
                if member is not None:
                    found.setdefault(member, []).append(some([refuted(leaf), *closings]))
        return found

    def _refuted(
        self, what: str, decl: Decl, key: Key, trees: tuple[tuple[Tree, int], ...], _name: Value | None
    ) -> Evidence:
        """No row holds or may hold, but for those that the question allows."""
        recursive = decl.pred in self.evaluator.plans.component
        possible: frozenset[Value] | None = None
        if what == "only" or (what == "closed" and recursive):
            possible = frozenset(self.evaluator.members(decl.pred, key).names)

        def allowed(member: Value) -> bool:
            return possible is None or member in possible

        parts = [self._replacing(decl.pred)]
        for tree, place in trees:
            clause = self._clause(decl.pred, place)
            exempt = none_exempt if what in ("false", "empty") else self._exempt(decl, clause, allowed)
            parts.append(refuted(tree, exempt))
        return every(parts)

    def _exempt(self, decl: Decl, clause: Clause, allowed: Callable[[Value], bool]) -> Exempt:
        def exempt(leaf: Leaf) -> Evidence:
            found = given(decl, clause, leaf)
            member = usable(found.state)
            return found.evidence if member is not None and allowed(member) else NEVER

        return exempt

    def _value(
        self, _what: str, decl: Decl, key: Key, trees: tuple[tuple[Tree, int], ...], _name: Value | None
    ) -> Evidence:
        """A row gives the value, and no row may give another; for none, no row is left.

        In a recursion a row may give the value because the call itself has it. That proves nothing, but it
        contradicts nothing either, so there the second part is an item of its own, which refutes.
        """
        state = self.evaluator.value(decl.pred, key)
        if state is NONE:
            falling = (refuted(tree) for tree, _ in trees)
            return every([self._replacing(decl.pred), self._some_rule(decl.pred), *falling])
        proofs = (
            self._proof(self._clause(decl.pred, place), leaf)
            for tree, place in trees
            for leaf in rows(tree)
            if leaf.truth is True and given(decl, self._clause(decl.pred, place), leaf).state == state
        )
        if decl.pred in self.evaluator.plans.component:
            return every([some(proofs), Item(("alone", decl.pred, key), refuting=True)])
        return every([some(proofs), self._alone("alone", decl, key, trees, None)])

    def _alone(
        self, _what: str, decl: Decl, key: Key, trees: tuple[tuple[Tree, int], ...], _name: Value | None
    ) -> Evidence:
        """No row may give another value."""
        state = self.evaluator.value(decl.pred, key)
        others = (
            refuted(tree, self._same(decl, self._clause(decl.pred, place), state)) for tree, place in trees
        )
        return every([self._replacing(decl.pred), *others])

    def _same(self, decl: Decl, clause: Clause, state: State) -> Exempt:
        """Rows that give the same value do not contradict it."""

        def exempt(leaf: Leaf) -> Evidence:
            found = given(decl, clause, leaf)
            return found.evidence if found.state == state else NEVER

        return exempt


def _with_closings(
    tree: Tree, closings: tuple[Evidence, ...] = ()
) -> Iterator[tuple[Leaf, tuple[Evidence, ...]]]:
    """All rows; those of an unnamed member with what closes a driver against it, for then they are none."""
    if isinstance(tree, Leaf):
        yield tree, closings
        return
    for inside in (*tree.children.values(), *tree.rejected.values()):
        yield from _with_closings(inside, closings)
    closed = (driver.closed for driver in tree.drivers if driver.closed is not NEVER)
    yield from _with_closings(tree.phantom, (*closings, *closed))
