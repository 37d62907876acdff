"""Safety (spec 1.7): every variable gets a value before it is tested, and keys are bound before a read.

The bound variables of a body are a fixpoint, so the faults do not depend on the order of atoms.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.datalog.errors import Fault
from scenarios.datalog.printing import literal_text
from scenarios.datalog.syntax import (
    NOWHERE,
    Aggregate,
    Atom,
    Binding,
    Clause,
    Comparison,
    Decl,
    Literal,
    Program,
    Reading,
    Span,
    Var,
)
from scenarios.datalog.validation_clauses import clause_fault
from scenarios.datalog.variables import (
    all_vars,
    expr_vars,
    head_inputs,
    names,
    needed_vars,
    outside_names,
    own_vars,
    shared_names,
)


def literal_needs(literal: Literal, decl: Decl | None, outside: frozenset[str]) -> frozenset[str]:
    """Names that must be bound before ``literal`` can be read."""
    if isinstance(literal, Aggregate):
        return shared_names(literal, outside)
    if isinstance(literal, Comparison):
        return needed_vars(literal.left) | needed_vars(literal.right)
    if isinstance(literal, Binding):
        return needed_vars(literal.expr)
    if decl is None:
        return frozenset()
    keys = names(v for arg in literal.args[: len(decl.key_types)] for v in expr_vars(arg))
    if literal.negated:
        return keys | names(v for arg in literal.args for v in expr_vars(arg) if not v.anonymous)
    return keys


def literal_gives(literal: Literal, decl: Decl | None) -> frozenset[str]:
    """Names that ``literal`` binds once it can be read."""
    if isinstance(literal, (Aggregate, Binding)):
        return frozenset({literal.var.name})
    if isinstance(literal, Comparison) or literal.negated or decl is None or decl.reading is Reading.TRUTH:
        return frozenset()
    return names(v for arg in literal.args[len(decl.key_types) :] for v in expr_vars(arg))


def check_safety(program: Program) -> Iterator[Fault]:
    """Unbound variables, free keys and undeclared inverse reads of every clause."""
    for clause in program.clauses:
        decl = program.decls.get(clause.head.pred)
        if decl is None or len(clause.head.args) != decl.arity:
            continue
        inputs = head_inputs(clause, decl)
        outside = outside_names(clause.body, names(own_vars(clause.head)))
        level = _Level(program, clause, clause.body, inputs, outside)
        yield from level.faults(_head_outputs(clause, decl))


def _head_outputs(clause: Clause, decl: Decl) -> tuple[Var, ...]:
    return tuple(v for arg in clause.head.args[len(decl.key_types) :] for v in expr_vars(arg))


class _Level:
    """One level of a clause: its body, or the inside of an aggregate."""

    def __init__(
        self,
        program: Program,
        clause: Clause,
        body: tuple[Literal, ...],
        inputs: frozenset[str],
        outside: frozenset[str],
    ) -> None:
        self.program, self.clause, self.body, self.outside = program, clause, body, outside
        self.bound = set(inputs)
        self.stuck = list(body)
        before = len(self.stuck) + 1
        while len(self.stuck) < before:
            before = len(self.stuck)
            for literal in list(self.stuck):
                self._settle(literal)

    def _decl(self, literal: Literal) -> Decl | None:
        if not isinstance(literal, Atom):
            return None
        decl = self.program.decls.get(literal.pred)
        return decl if decl is not None and len(literal.args) == decl.arity else None

    def _settle(self, literal: Literal) -> None:
        """Note what ``literal`` binds if all it needs is bound."""
        decl = self._decl(literal)
        if literal_needs(literal, decl, self.outside) <= self.bound:
            self.bound |= literal_gives(literal, decl)
            self.stuck.remove(literal)

    def faults(self, outputs: tuple[Var, ...]) -> Iterator[Fault]:
        """Faults of this level and of the levels inside it; ``outputs`` must be bound at the end."""
        later = frozenset().union(*(literal_gives(x, self._decl(x)) for x in self.stuck)) - self.bound
        told: set[str] = set()
        for literal in sorted(self.stuck, key=literal_text):  # one fault a name, the same for every order
            yield from self._stuck_faults(literal, later, told)
        for var in outputs:
            if var.name not in self.bound and var.name not in later and var.name not in told:
                told.add(var.name)
                yield self._unbound(var, "is in the head but not bound by the body")
        for literal in self.body:
            if isinstance(literal, Aggregate):
                yield from self._inside(literal)

    def _stuck_faults(self, literal: Literal, later: frozenset[str], told: set[str]) -> Iterator[Fault]:
        decl = self._decl(literal)
        missing = literal_needs(literal, decl, self.outside) - self.bound
        own = missing - later
        for name in sorted(own or (missing if missing <= later else frozenset())):
            if name in told:
                continue
            told.add(name)
            var = next(v for v in all_vars(literal) if v.name == name)
            if isinstance(literal, Atom) and decl is not None:
                yield self._atom_fault(literal, decl, var)
            else:
                yield self._unbound(var, "is not bound by any positive atom or VAR = expr")

    def _atom_fault(self, atom: Atom, decl: Decl, var: Var) -> Fault:
        if atom.negated and not var.anonymous:
            hint = f"bind {var.name} in a positive atom, or write _ for 'none at all'"
            return self._unbound(var, f"is met only under not {atom.pred}", hint, "unsafe-negation")
        if decl.reading is Reading.MEMBERS and self._member_bound(atom):
            group = next(
                (i for i, a in enumerate(atom.args[:-1]) if isinstance(a, Var) and a.name == var.name), 0
            )
            returned = decl.key_types[group]
            hint = f"declare 'inverse NAME({decl.member_type}) -> {returned} of {atom.pred}' and read that"
            message = f"{atom.pred} is read from its member: its group is not bound"
            return self._fault("undeclared-inverse", message, var, hint)
        shown = "_" if var.anonymous else var.name
        what = "group" if decl.reading is Reading.MEMBERS else "key"
        message = f"the {what} {shown} of {atom.pred} is not bound"
        return self._fault("free-key", message, var, f"bind {shown} in another atom, or make it a head key")

    def _member_bound(self, atom: Atom) -> bool:
        last = atom.args[-1]
        return not isinstance(last, Var) or last.name in self.bound

    def _unbound(self, var: Var, why: str, hint: str = "", code: str = "unsafe-variable") -> Fault:
        shown = "_" if var.anonymous else var.name
        return self._fault(code, f"variable {shown} {why}", var, hint or f"bind {shown} in a positive atom")

    def _fault(self, code: str, message: str, var: Var, hint: str = "") -> Fault:
        span: Span = var.span if var.span != NOWHERE else self.clause.span
        name = "_" if var.anonymous else var.name
        return clause_fault(self.program, self.clause, code, message, span, variable=name, hint=hint)

    def _inside(self, literal: Aggregate) -> Iterator[Fault]:
        shared = shared_names(literal, self.outside)
        terms = tuple(v for t in (literal.term, literal.at) if t is not None for v in expr_vars(t))
        outside = outside_names(literal.body, shared | names(terms))
        outside |= names(v for inner in literal.condition for v in own_vars(inner)) & outside
        domain = _Level(self.program, self.clause, literal.body, shared, outside)
        yield from domain.faults(terms)
        if literal.condition:
            seen = frozenset(domain.bound)
            names_there = outside_names(literal.condition, seen)
            yield from _Level(self.program, self.clause, literal.condition, seen, names_there).faults(())
