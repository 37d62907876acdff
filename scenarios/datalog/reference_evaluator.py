"""The reference evaluator: naive, top-down, a memo per (history, cutoff), no index (spec 1.7, 1.9). PURE.

A call is a predicate with its keys bound; a memo keeps its state. Recursive predicates are computed by
fixpoint over all calls that reach one another, from "nothing derived" upwards, so cyclic data end
(``reference_recursion``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scenarios.datalog.computed import RECURSION_LIMIT, makes_values
from scenarios.datalog.errors import RunawayError
from scenarios.datalog.inference import expr_type
from scenarios.datalog.loading import ByIdentity, program_in_force
from scenarios.datalog.plans import ClausePlan, Plan, Plans
from scenarios.datalog.reference_body import Key, rows, term_state
from scenarios.datalog.reference_recursion import Call as Call
from scenarios.datalog.reference_recursion import Phase, Table
from scenarios.datalog.reference_recursion import Result as Result
from scenarios.datalog.reference_state import Members, Recorded
from scenarios.datalog.reference_values import (
    NONE,
    UNKNOWN,
    Arithmetic,
    Env,
    State,
    Truth,
    and3,
    coerce,
    compare,
    or3,
    usable,
)
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Atom, Const, Decl, Expr, Program, Reading, Shape
from scenarios.datalog.values import canonical


@lru_cache(maxsize=512)
def plans_of(program: ByIdentity) -> Plans:
    """The plans of a program, made once."""
    return Plans(program.program)


class Evaluator:
    """Answers calls over one resolved history. Not for use across cutoffs."""

    def __init__(self, program: Program, resolved: Resolved) -> None:
        self.base = program
        self.program = program_in_force(program, resolved.rules)
        self.resolved = resolved
        self.plans = plans_of(ByIdentity(self.program))
        self.recorded = Recorded(self.program, resolved)
        self.memo: dict[Call, Result] = {}
        self.tables: dict[frozenset[str], Table] = {}
        self.undefined: list[str] = []

    # ---------------------------------------------------------------- what bodies read
    def value(self, pred: str, key: Key) -> State:
        """The state of a functional predicate; unknown where a key is not known by name."""
        decl = self.program.decls[pred]
        if any(usable(part) is None for part in key):
            return UNKNOWN
        if decl.shape is not Shape.DERIVED:
            return self.recorded.lookup(decl, texts(key))
        found = self._call((pred, key))
        assert not isinstance(found, Members)
        assert found is not None
        return found

    def truth(self, pred: str, key: Key) -> Truth:
        found = self._call((pred, key))
        assert found is None or isinstance(found, bool)
        return found

    def members(self, pred: str, key: Key) -> Members:
        """The state of a collection; open and without names where its group is not known."""
        decl = self.program.decls[pred]
        if decl.shape is Shape.DERIVED:
            found = self._call((pred, key))
            assert isinstance(found, Members)
            return found
        if any(usable(part) is None for part in key):
            return Members(open=True)
        if (pred, key) not in self.memo:
            self.memo[pred, key] = self.recorded.members(decl, texts(key))
        known = self.memo[pred, key]
        assert isinstance(known, Members)
        return known

    def arithmetic(self, plan: Plan) -> Arithmetic:
        def type_of(expr: Expr) -> str | None:
            return expr_type(expr, plan.types, self.program.decls)

        return Arithmetic(self.resolved.cutoff, self._coalesced, type_of, self.undefined.append)

    def _coalesced(self, expr: Expr, env: Env) -> State:
        assert isinstance(expr, Atom)
        types = self.program.decls[expr.pred].key_types
        key = tuple(term_state(arg, env, t) for arg, t in zip(expr.args, types, strict=False))
        return self.value(expr.pred, key)

    # ---------------------------------------------------------------- calls
    def _call(self, call: Call) -> Result:
        if call in self.memo:
            return self.memo[call]
        component = self.plans.component.get(call[0])
        if component is None:
            self.memo[call] = self._compute(call)
        elif component in self.tables:
            return self._read(self.tables[component], call)
        else:
            self._fixpoint(call, component)
        return self.memo[call]

    def _fixpoint(self, call: Call, component: frozenset[str]) -> None:
        """All calls that ``call`` reaches within its recursion, computed together."""
        values = any(self.program.decls[pred].reading is Reading.VALUE for pred in component)
        limit = RECURSION_LIMIT if makes_values(self.plans, call[0]) else None
        vague: frozenset[Call] = frozenset()
        while True:
            table = self.tables[component] = Table(vague, limit)
            if values:
                self._repeat(table, call, Phase.POSSIBLE)
                self._repeat(table, call, Phase.CERTAIN)
            else:
                self._repeat(table, call, Phase.WHOLE)
            if table.unsettled() <= vague:
                break
            vague |= table.unsettled()
        del self.tables[component]
        self.memo.update((one, table.result(one)) for one in table.answers)

    def _repeat(self, table: Table, call: Call, phase: Phase) -> None:
        """Evaluate all calls of a table, deepest first, until nothing changes."""
        table.phase = phase
        self._read(table, call)
        for _ in range(RECURSION_LIMIT):
            changed = False
            queue = list(table.answers)
            table.fresh.clear()
            while queue:
                one = queue.pop()
                for state, truth in self._heads(self.program.decls[one[0]], one[1]):
                    changed |= table.take(one, state, truth)
                changed |= bool(table.fresh)
                queue += table.fresh
                table.fresh.clear()
            if not changed:
                return
        raise RunawayError(f"the recursion of {call[0]} did not settle in {RECURSION_LIMIT} rounds")

    def _read(self, table: Table, call: Call) -> Result:
        return table.read(call, self.program.decls[call[0]].reading)

    def _compute(self, call: Call) -> Result:
        """The state of a derived call that is not recursive, from its clauses in force."""
        pred, key = call
        decl = self.program.decls[pred]
        heads = self._heads(decl, key)
        if decl.reading is Reading.MEMBERS:
            members = Members()
            for state, truth in heads:
                members.add(state, truth)
            return members
        if decl.reading is Reading.TRUTH:
            return or3([truth for _, truth in heads])
        return one_value(list(heads), bool(self.plans.of(pred)))

    def _heads(self, decl: Decl, key: Key) -> Iterator[tuple[State, Truth]]:
        """What each row of each clause gives, with its truth."""
        for plan in self.plans.of(decl.pred):
            env, start = bind_head(plan, decl, key)
            if start is not False:
                for row, truth in rows(self, plan.body, env, start):
                    yield head_state(plan, decl, row), truth

    def certain_values(self, pred: str, key: Key) -> set[State]:
        """Values that some row of a functional predicate surely gives; two of them are a conflict."""
        heads = self._heads(self.program.decls[pred], key)
        return {state for state, truth in heads if truth is True}


def bind_head(plan: ClausePlan, decl: Decl, key: Key) -> tuple[dict[str, State], Truth]:
    """Variables bound by a call, and whether the call fits the head's constants and repeated variables."""
    env: dict[str, State] = {}
    truth: Truth = True
    for term, state, type_name in zip(plan.clause.head.args, key, decl.key_types, strict=False):
        if isinstance(term, Const):
            truth = and3(truth, compare("=", state, coerce(term, type_name)))
        elif term.name in env:
            truth = and3(truth, compare("=", state, env[term.name]))
        else:
            env[term.name] = state
    return env, truth


def head_state(plan: ClausePlan, decl: Decl, row: Env) -> State:
    """The value or member that a row gives; for truths it does not matter."""
    if decl.reading is Reading.TRUTH:
        return NONE
    return term_state(plan.clause.head.args[-1], row, decl.member_type or decl.value_type or "text")


def one_value(heads: list[tuple[State, Truth]], in_force: bool) -> State:
    """known(v) iff some row surely gives v and no row may give another; none iff no row is left."""
    if not heads:
        return NONE if in_force else UNKNOWN
    certain = {state for state, truth in heads if truth is True}
    possible = {state for state, _ in heads}
    if len(certain) == 1 and possible == certain:
        return next(iter(certain))
    return UNKNOWN


def texts(key: Key) -> tuple[str, ...]:
    """The canonical texts of a key whose parts are all known."""
    return tuple([canonical(value) for part in key if (value := usable(part)) is not None])
