"""Builds explanation trees of bodies: the literals of every row with their evidence (spec 2.4). PURE."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.datalog import recorded_evidence as recorded
from scenarios.datalog.computed import makes_values
from scenarios.datalog.derivations import Derivations
from scenarios.datalog.evidence import NEVER, SURE, Evidence, Item, every, some
from scenarios.datalog.explainer_aggregates import fold_outcome
from scenarios.datalog.explanation import (
    Bound,
    Branch,
    Closing,
    Leaf,
    Outcome,
    Scope,
    Tree,
    all_leaves,
    given,
)
from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.reference_body import Key, key_of, last_of, step_truth
from scenarios.datalog.reference_evaluator import Call, Evaluator, bind_head, texts
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, Absence, State, Truth, not3, usable
from scenarios.datalog.syntax import Atom, Decl, Expr, Reading, Shape
from scenarios.datalog.values import Value, canonical
from scenarios.datalog.variables import expr_atoms, expr_vars

#: Rows below a literal that is already false are only alternatives; beyond so many they are left out and
#: the witness list counts as incomplete.
ALTERNATIVE_ROWS = 20_000


class Explainer:
    """Explains calls that an evaluator has answered."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.derivations = Derivations(evaluator)
        #: Calls of which not every reason was followed.
        self.partial_calls: set[Call] = set()
        self._building: list[tuple[Call, int]] = []
        self._hypothetical = 0
        self._trees: dict[tuple[str, Key], tuple[tuple[Tree, int], ...]] = {}

    def trees(self, pred: str, key: Key) -> tuple[tuple[Tree, int], ...]:
        """One tree for each clause in force that fits the key, with the place of the clause."""
        if (pred, key) not in self._trees:
            self._building.append(((pred, key), 0))
            found: list[tuple[Tree, int]] = []
            decl = self.evaluator.program.decls[pred]
            for place, plan in enumerate(self.evaluator.plans.of(pred)):
                env, start = bind_head(plan, decl, key)
                if start is not False:
                    scope = {name: Bound(state) for name, state in env.items()}
                    outcomes = {-1: Outcome(-1, None)} if start is None else {}
                    found.append((self.tree(plan.body, scope, outcomes), place))
            self._building.pop()
            self._trees[pred, key] = tuple(found)
        return self._trees[pred, key]

    def tree(self, plan: Plan, scope: Scope, outcomes: dict[int, Outcome], place: int = 0) -> Tree:
        """The rows of a body under bound variables, false ones included."""
        scope, outcomes = dict(scope), dict(outcomes)
        for position in range(place, len(plan.steps)):
            step = plan.steps[position]
            if isinstance(step, Choose):
                if self._given_up(outcomes):
                    break
                return self._branch(plan, step, scope, outcomes, position + 1)
            outcome, bound = self._outcome(plan, step, scope, outcomes)
            outcomes[outcome.index] = outcome
            if bound is not None:
                scope[bound[0]] = bound[1]
        return Leaf(scope, outcomes)

    def _given_up(self, outcomes: dict[int, Outcome]) -> bool:
        """Whether a row that is false already is not worth going on with."""
        if not _fallen(outcomes):
            return False
        call, rows = self._building[-1]
        self._building[-1] = (call, rows + 1)
        if rows >= ALTERNATIVE_ROWS:
            self.leave_out()
        return call in self.partial_calls

    def leave_out(self) -> None:
        """Note that a reason of the call whose rows are read is not followed."""
        self.partial_calls.add(self._building[-1][0])

    # ---------------------------------------------------------------- drivers
    def _branch(
        self, plan: Plan, step: Choose, scope: Scope, outcomes: dict[int, Outcome], place: int
    ) -> Branch:
        env = _states(scope)
        reads = [(d, key_of(d, env)) for d in step.drivers]
        states = [self._members(d, key, outcomes) for d, key in reads]
        named = [self._candidates(d, key, state) for (d, key), state in zip(reads, states, strict=True)]
        children: dict[Value, Tree] = {}
        rejected: dict[Value, Tree] = {}
        for name in sorted({name for names in named for name in names}, key=canonical):
            found = dict(outcomes)
            for (driver, key), state in zip(reads, states, strict=True):
                found[driver.index] = self._member_outcome(driver, key, state, name, scope)
            possible = any(name in state.truth for state in states)
            inside = {**scope, step.var: Bound(name)}
            (children if possible else rejected)[name] = self.tree(plan, inside, found, place)
        unnamed = {d.index: Outcome(d.index, None) for d, _ in reads}
        everything_open = all(state.open for state in states)
        self._hypothetical += not everything_open
        phantom = self.tree(plan, {**scope, step.var: Bound(UNKNOWN)}, {**outcomes, **unnamed}, place)
        self._hypothetical -= not everything_open
        drivers = tuple(
            Closing(
                d.index,
                NEVER if state.open else every([self._closed(d, key), self.chain(d.atom.args[:-1], scope)]),
                names,
            )
            for (d, key), state, names in zip(reads, states, named, strict=True)
        )
        return Branch(outcomes, drivers, children, rejected, phantom, everything_open)

    def _candidates(self, read: Read, key: Key, state: Members) -> tuple[Value, ...]:
        """All candidates that a driver names. A recursion is not asked for those it rejects: it is closed
        against everything but its possible members (see ``Provenance``)."""
        if read.decl.shape is not Shape.DERIVED or read.recursive:
            return tuple(state.names)
        return self.named(read.atom.pred, key)

    def named(self, pred: str, key: Key) -> tuple[Value, ...]:
        """Members that the rows of a derived collection name, those of false and hypothetical rows too."""
        found: dict[Value, None] = {}
        for tree, place in self.trees(pred, key):
            clause = self.evaluator.plans.of(pred)[place].clause
            for leaf in all_leaves(tree):
                name = usable(given(self.evaluator.program.decls[pred], clause, leaf).state)
                if name is not None:
                    found[name] = None
        return tuple(found)

    def _unread(self, read: Read, outcomes: dict[int, Outcome]) -> bool:
        """Whether to leave out a recursive call that its row does not make: it is false by then, or of a
        member that a closed collection has not. Such a call is one more reason why the row is false; only
        where the recursion makes values it could go on without end."""
        if not read.recursive or not (self._hypothetical or _fallen(outcomes)):
            return False
        if not makes_values(self.evaluator.plans, read.atom.pred):
            return False
        self.leave_out()
        return True

    def _members(self, read: Read, key: Key, outcomes: dict[int, Outcome]) -> Members:
        if self._unread(read, outcomes):
            return Members(open=True)
        return self.evaluator.members(read.atom.pred, key)

    def _member_outcome(self, read: Read, key: Key, state: Members, name: State, scope: Scope) -> Outcome:
        truth = state.has(name)
        if truth is None:
            return Outcome(read.index, None)
        has = self._has(read, key, state, name)
        return Outcome(read.index, truth, every([has, self.chain(read.atom.args[:-1], scope)]))

    # ---------------------------------------------------------------- other literals
    def _outcome(
        self, plan: Plan, step: Step, scope: Scope, outcomes: dict[int, Outcome]
    ) -> tuple[Outcome, tuple[str, Bound] | None]:
        env = _states(scope)
        if isinstance(step, Fold):
            return fold_outcome(self, plan, step, scope)
        if isinstance(step, Read) and self._unread(step, outcomes):
            unknown = (step.binds, Bound(UNKNOWN)) if step.binds else None
            return Outcome(step.index, None), unknown
        truth, binds, state = step_truth(self.evaluator, plan, step, env)
        evidence: Evidence = SURE
        if isinstance(step, Read):
            evidence = self._read(step, env, scope, truth)
        elif isinstance(step, Compare):
            evidence = self.chain((step.left, step.right), scope)
        else:
            assert isinstance(step, Bind)
            evidence = self.chain((step.expr,), scope)
        bound = None
        if binds is not None:
            bound = (binds, Bound(UNKNOWN) if isinstance(state, Absence) else Bound(state, evidence))
        return Outcome(step.index, truth, NEVER if truth is None else evidence), bound

    def _read(self, read: Read, env: dict[str, State], scope: Scope, truth: Truth) -> Evidence:
        pred, key = read.atom.pred, key_of(read, env)
        keys = read.atom.args[: len(read.decl.key_types)]
        chain = self.chain(keys, scope)
        if read.decl.reading is Reading.MEMBERS:
            state, member = self.evaluator.members(pred, key), last_of(read, env)
            last = self.chain(read.atom.args[-1:], scope)
            plain = not3(truth) if read.atom.negated else truth
            if member is None:
                return every([self._exists(read, key, state, plain), chain])
            ways = [every([self._has(read, key, state, member), last])]
            if plain is False and not state.names:
                ways.append(self._empty(read, key))
            return every([some(ways), chain])
        if read.decl.reading is Reading.TRUTH:
            plain = truth is not read.atom.negated
            item = Item(("true" if plain else "false", pred, key), refuting=not plain)
            return every([item, chain])
        found = self.evaluator.value(pred, key)
        parts: list[Evidence] = [self.value_evidence(read.decl, key, found), chain]
        if last_of(read, env) is not None and not isinstance(found, Absence):
            parts.append(self.chain(read.atom.args[-1:], scope))
        return every(parts)

    # ---------------------------------------------------------------- evidence of one read
    def value_evidence(self, decl: Decl, key: Key, found: State) -> Evidence:
        """Evidence for a known or absent functional value."""
        if found is UNKNOWN:
            return NEVER
        if decl.shape is Shape.DERIVED:
            return Item(("value", decl.pred, key), refuting=found is NONE)
        return recorded.lookup_evidence(self.evaluator.recorded, decl, texts(key))

    def _has(self, read: Read, key: Key, state: Members, member: State) -> Evidence:
        """Evidence that a member is in, or that it is out."""
        truth, name = state.has(member), usable(member)
        if truth is None or name is None:
            return NEVER
        if read.decl.shape is Shape.DERIVED:
            return Item(("in" if truth else "out", read.atom.pred, key, name), refuting=not truth)
        group = self.evaluator.recorded.group(read.decl, texts(key))
        if truth:
            return recorded.member_evidence(group, canonical(name))
        return recorded.absent_evidence(read.decl, group, canonical(name))

    def _exists(self, read: Read, key: Key, state: Members, truth: Truth) -> Evidence:
        if truth is False:
            return self._empty(read, key)
        return some(self._has(read, key, state, name) for name in state.certain)

    def _empty(self, read: Read, key: Key) -> Evidence:
        """Evidence that a collection has no member at all."""
        if read.decl.shape is Shape.DERIVED:
            return Item(("empty", read.atom.pred, key), refuting=True)
        return recorded.closed_evidence(self.evaluator.recorded.group(read.decl, texts(key)))

    def _closed(self, read: Read, key: Key) -> Evidence:
        """Evidence that a closed collection has no member but those it names."""
        if read.decl.shape is Shape.DERIVED:
            return Item(("closed", read.atom.pred, key), refuting=True)
        return recorded.closed_evidence(self.evaluator.recorded.group(read.decl, texts(key)))

    def chain(self, exprs: Sequence[Expr], scope: Scope) -> Evidence:
        """Evidence that the variables and coalesced lookups of expressions have their values."""
        parts: list[Evidence] = []
        for expr in exprs:
            parts.extend(scope[v.name].evidence for v in expr_vars(expr) if v.name in scope)
            for atom in expr_atoms(expr):
                decl, key = self.evaluator.program.decls[atom.pred], self._atom_key(atom, scope)
                parts.append(self.value_evidence(decl, key, self.evaluator.value(atom.pred, key)))
        return every(dict.fromkeys(parts))

    def _atom_key(self, atom: Atom, scope: Scope) -> Key:
        return key_of(Read(0, atom, self.evaluator.program.decls[atom.pred]), _states(scope))


def _fallen(outcomes: dict[int, Outcome]) -> bool:
    """Whether a row is false already."""
    return any(outcome.truth is False for outcome in outcomes.values())


def _states(scope: Scope) -> dict[str, State]:
    return {name: bound.state for name, bound in scope.items()}
