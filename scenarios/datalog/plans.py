"""In which order the literals of a body are read, fixed once per program (spec 1.7). PURE.

The order is found from the set of literals alone, never from how they are written down: each test or
lookup as soon as its variables are bound, then aggregates, then the next collection to range over,
always the first by its text among those that are ready. So the order of atoms cannot change an answer.

A variable that is the free member of several collections ranges over the named candidates of all of
them (``Choose``): whichever of them is called the driver, label and answer are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scenarios.datalog.early_counts import early_counts
from scenarios.datalog.inference import Types, expr_type, inside_names, inside_types, scope_types
from scenarios.datalog.printing import literal_text
from scenarios.datalog.stratification import recursive_components
from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Clause,
    Comparison,
    Decl,
    Expr,
    Literal,
    Program,
    Reading,
    Var,
)
from scenarios.datalog.validation_modes import literal_gives, literal_needs
from scenarios.datalog.variables import (
    all_vars,
    expr_vars,
    head_inputs,
    names,
    needed_vars,
    outside_names,
    own_vars,
)


@dataclass(frozen=True, slots=True)
class Read:
    """An atom whose keys are bound: a lookup, a truth, a member test, or any of them under ``not``.

    ``binds`` names the variable that a lookup gives its value to; None where it is a test.
    """

    index: int
    atom: Atom
    decl: Decl
    binds: str | None = None
    recursive: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Let ``var`` range over the candidates of one or more collections, the shown driver first."""

    var: str
    drivers: tuple[Read, ...]

    @property
    def index(self) -> int:
        return self.drivers[0].index


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison, or a ``VAR = expr`` whose variable is bound elsewhere."""

    index: int
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    """``VAR = expr`` that gives the variable its value."""

    index: int
    var: str
    expr: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """An aggregate with the plan of its body; ``at_least`` is k of an early ``count >= k``.

    ``binds`` is None where the result is a test of a variable bound elsewhere, or is decided early.
    """

    index: int
    literal: Aggregate
    body: Plan
    condition: Plan | None
    binds: str | None
    at_least: Expr | None = None
    money: bool = False


Step = Read | Choose | Compare | Bind | Fold


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of one body in reading order. ``types`` are those of its variables."""

    steps: tuple[Step, ...]
    types: Types


@dataclass(frozen=True, slots=True)
class ClausePlan:
    """A clause with the plan of its body."""

    clause: Clause
    body: Plan


class Plans:
    """The plans of all clauses of one program, and which predicates reach themselves."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.component: dict[str, frozenset[str]] = {}
        for group in recursive_components(program):
            self.component.update(dict.fromkeys(group, frozenset(group)))
        self._clauses: dict[str, tuple[ClausePlan, ...]] = {}

    def of(self, pred: str) -> tuple[ClausePlan, ...]:
        """The planned clauses of a derived predicate, in source order."""
        if pred not in self._clauses:
            self._clauses[pred] = tuple(self._clause(c) for c in self.program.clauses_of(pred))
        return self._clauses[pred]

    def _clause(self, clause: Clause) -> ClausePlan:
        decls = self.program.decls
        decl = decls[clause.head.pred]
        outside = outside_names(clause.body, names(own_vars(clause.head)))
        inherited: Types = {}
        for arg, type_name in zip(clause.head.args, decl.key_types, strict=False):
            if isinstance(arg, Var):
                inherited.setdefault(arg.name, type_name)
        bound = head_inputs(clause, decl)
        types = scope_types(clause.body, inherited, outside, decls)
        component = self.component.get(clause.head.pred, frozenset())
        used = names(own_vars(clause.head))
        planner = _Planner(self.program, clause.body, outside, types, component, used)
        return ClausePlan(clause, planner.plan(bound))


class _Planner:
    """Plans one level: the body of a clause, or the inside of an aggregate."""

    def __init__(
        self,
        program: Program,
        body: Sequence[Literal],
        outside: frozenset[str],
        types: Types,
        component: frozenset[str],
        used: frozenset[str],
    ) -> None:
        self.program, self.outside, self.types, self.component = program, outside, types, component
        self.waiting = dict(enumerate(body))
        self.body = tuple(body)
        self.early = dict(early_counts(self.body, used))
        for comparison, _ in self.early.values():
            del self.waiting[comparison]

    def plan(self, bound: frozenset[str]) -> Plan:
        known = set(bound)
        tests = self._bindings_that_test(bound)
        steps: list[Step] = []
        while self.waiting:
            ready = [i for i in self.waiting if self._needs(i, tests) <= known]
            chosen = min(ready, key=lambda i: (self._urgency(i, known), literal_text(self.body[i]), i))
            for step in self._steps(chosen, ready, known):
                steps.append(step)
            known |= self._gives(chosen)
        return Plan(tuple(steps), self.types)

    # ---------------------------------------------------------------- readiness
    def _decl(self, literal: Literal) -> Decl | None:
        return self.program.decls[literal.pred] if isinstance(literal, Atom) else None

    def _needs(self, index: int, tests: frozenset[int]) -> frozenset[str]:
        literal = self.body[index]
        needs = literal_needs(literal, self._decl(literal), self.outside)
        if index in self.early:
            needs |= needed_vars(self.early[index][1])
        if index in tests and isinstance(literal, Binding):
            needs |= {literal.var.name}
        return needs

    def _gives(self, index: int) -> frozenset[str]:
        return literal_gives(self.body[index], self._decl(self.body[index]))

    def _bindings_that_test(self, bound: frozenset[str]) -> frozenset[int]:
        """Bindings whose variable something else binds: they are tests (spec 1.7)."""
        found: set[int] = set()
        for index, literal in enumerate(self.body):
            if isinstance(literal, Binding):
                others = [
                    other
                    for other in self.body
                    if not (isinstance(other, Binding) and other.var.name == literal.var.name)
                ]
                if literal.var.name in self._reach(others, bound):
                    found.add(index)
        return frozenset(found)

    def _reach(self, literals: list[Literal], bound: frozenset[str]) -> frozenset[str]:
        """All names that the literals can bind, starting from ``bound``."""
        known, before = set(bound), -1
        while len(known) != before:
            before = len(known)
            for literal in literals:
                if literal_needs(literal, self._decl(literal), self.outside) <= known:
                    known |= literal_gives(literal, self._decl(literal))
        return frozenset(known)

    def _drives(self, index: int, known: set[str]) -> str | None:
        """The variable that a collection atom would range over, None if it is a test."""
        literal = self.body[index]
        if not isinstance(literal, Atom) or literal.negated:
            return None
        last = literal.args[-1] if literal.args else None
        members = self.program.decls[literal.pred].reading is Reading.MEMBERS
        free = isinstance(last, Var) and not last.anonymous and last.name not in known
        return last.name if members and free and isinstance(last, Var) else None

    def _urgency(self, index: int, known: set[str]) -> int:
        literal = self.body[index]
        if self._drives(index, known) is not None:
            return 3
        if isinstance(literal, Aggregate):
            return 1
        return 2 if isinstance(literal, Atom) and literal.pred in self.component else 0

    # ---------------------------------------------------------------- steps
    def _steps(self, chosen: int, ready: list[int], known: set[str]) -> Iterator[Step]:
        var = self._drives(chosen, known)
        if var is not None:
            drivers = sorted(i for i in ready if self._drives(i, known) == var)
            for index in drivers:
                del self.waiting[index]
            yield Choose(var, tuple(self._read(i, known) for i in drivers))
            return
        literal = self.waiting.pop(chosen)
        if isinstance(literal, Atom):
            yield self._read(chosen, known)
        elif isinstance(literal, Comparison):
            yield Compare(chosen, literal.op, literal.left, literal.right)
        elif isinstance(literal, Binding):
            if literal.var.name in known:
                yield Compare(chosen, "=", literal.var, literal.expr)
            else:
                yield Bind(chosen, literal.var.name, literal.expr)
        else:
            yield self._fold(chosen, literal, known)

    def _read(self, index: int, known: set[str]) -> Read:
        atom = self.body[index]
        assert isinstance(atom, Atom)
        decl = self.program.decls[atom.pred]
        last = atom.args[-1] if atom.args else None
        binds = None
        if decl.reading is Reading.VALUE and not atom.negated and isinstance(last, Var):
            binds = None if last.anonymous or last.name in known else last.name
            keys = names(v for arg in atom.args[:-1] for v in expr_vars(arg))
            binds = None if binds in keys else binds
        return Read(index, atom, decl, binds, atom.pred in self.component)

    def _fold(self, index: int, literal: Aggregate, known: set[str]) -> Fold:
        decls = self.program.decls
        inner_types = inside_types(literal, self.types, self.outside, decls)
        inner_names = inside_names(literal, self.outside)
        shared = literal_needs(literal, None, self.outside)
        terms = names(v for t in (literal.term, literal.at) if t is not None for v in expr_vars(t))
        used = terms | self.outside | names(v for one in literal.condition for v in all_vars(one))
        planner = _Planner(self.program, literal.body, inner_names, inner_types, self.component, used)
        body = planner.plan(shared)
        condition = None
        if literal.condition:
            seen = shared | outside_names(literal.body, frozenset())
            around = outside_names(literal.condition, seen)
            planner = _Planner(self.program, literal.condition, around, inner_types, self.component, around)
            condition = planner.plan(seen)
        early = self.early.get(index)
        binds = None if early is not None or literal.var.name in known else literal.var.name
        money = expr_type(literal.term, inner_types, decls) == "money"
        return Fold(index, literal, body, condition, binds, early[1] if early else None, money)
