"""Clause bodies as SQL: a FROM chain and one truth for each literal (engine notes).

::

    FROM (SELECT 1) [LEFT JOIN LATERAL value] [CROSS JOIN LATERAL members] …
    truth of the body = l1 AND l2 AND …          SQL's own three-valued AND

An open collection is one more candidate row, so negation, joins and aggregates need only ask "is there a
NULL row?". In an unfolded body (for derivations) every driver keeps one row even if it is empty, whose
literal is false, so that what was read before it is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scenarios.datalog.inference import clause_types, inside_names, inside_types
from scenarios.datalog.sql.columns import TEXT, Column, Emission, conjunction, or3
from scenarios.datalog.sql.expressions import comparison, expression
from scenarios.datalog.sql.ordering import Role, Step, plan
from scenarios.datalog.sql.unsupported import not_compiled
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
    Term,
    Var,
)
from scenarios.datalog.variables import shared_names


class Compiling(Protocol):
    """What bodies and aggregates ask of the compiler of predicates."""

    emission: Emission

    def read(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a predicate whose keys are bound to SQL texts."""

    def member_test(self, pred: str, keys: Sequence[str], member: Column) -> str:
        """The sub-select ``(tr)`` of "member is in the collection"."""

    def aggregate(self, body: Body, literal: Aggregate, scope: Mapping[str, Column]) -> tuple[str, str]:
        """The sub-select ``(v, ok)`` of an aggregate, and the type of its value."""


@dataclass(frozen=True, slots=True)
class SelfReference:
    """The recursive table that stands for atoms of the predicate being closed over."""

    pred: str
    table: str


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a clause, its body or the inside of an aggregate: types, and the names seen there."""

    types: Mapping[str, str]
    outside: frozenset[str]

    @classmethod
    def of(cls, program: Program, clause: Clause) -> Level:
        """The outer level of a clause."""
        return cls(*clause_types(clause, program.decls))

    def inside(self, program: Program, literal: Aggregate) -> Level:
        """The level within the braces of an aggregate."""
        types = inside_types(literal, dict(self.types), self.outside, program.decls)
        return Level(types, inside_names(literal, self.outside))


@dataclass(slots=True)
class Body:
    """A compiled body. ``truths`` and ``operands`` are in clause order, by literal index."""

    clause: Clause
    level: Level
    source: str
    scope: dict[str, Column]
    unfolded: bool = False
    itself: SelfReference | None = None
    truths: dict[int, str] = field(default_factory=dict)
    operands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    drivers: list[str] = field(default_factory=list)
    scopes: dict[int, dict[str, Column]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)

    @property
    def truth(self) -> str:
        """The conjunction of all literals."""
        return conjunction([self.truths[index] for index in sorted(self.truths)])

    def join(self, text: str) -> None:
        self.source += f" {text}"


def compile_body(
    compiler: Compiling,
    clause: Clause,
    literals: Sequence[Literal],
    scope: Mapping[str, Column],
    *,
    level: Level | None = None,
    unfolded: bool = False,
    itself: SelfReference | None = None,
) -> Body:
    """Compile literals under a scope of bound variables. Raises ``NotCompiledError``."""
    program = compiler.emission.program
    level = level or Level.of(program, clause)
    body = Body(clause, level, f"(SELECT 1) {compiler.emission.alias('z')}", dict(scope), unfolded, itself)
    steps = plan(program, _self_first(literals, itself), scope, level.outside)
    if not isinstance(steps, tuple):
        message = "a key or group argument of a literal is not bound by the rest of its rule"
        raise not_compiled(program, clause, message, steps.span)
    for step in steps:
        index = _index_of(literals, step.literal)
        body.scopes[index], body.sources[index] = dict(body.scope), body.source
        _compile_step(compiler, body, step, index)
    return body


def _self_first(literals: Sequence[Literal], itself: SelfReference | None) -> Sequence[Literal]:
    """The recursive atom drives its step: it comes first whatever its place in the text."""
    if itself is None:
        return literals
    return sorted(literals, key=lambda lit: not (isinstance(lit, Atom) and lit.pred == itself.pred))


def _index_of(literals: Sequence[Literal], literal: Literal) -> int:
    """The place of this very literal, also beside equal ones."""
    return next(index for index, other in enumerate(literals) if other is literal)


def _compile_step(compiler: Compiling, body: Body, step: Step, index: int) -> None:
    literal = step.literal
    if isinstance(literal, Comparison):
        sides = [_expression(compiler, body, side) for side in (literal.left, literal.right)]
        body.truths[index] = comparison(literal.op, *sides)
        body.operands[index] = tuple(side.as_text for side in sides)
    elif isinstance(literal, Binding):
        _bind(compiler, body, literal, index)
    elif isinstance(literal, Aggregate):
        _aggregate(compiler, body, literal, index)
    else:
        truth = _atom(compiler, body, literal, step.role)
        body.truths[index] = f"NOT {truth}" if literal.negated else truth


def _expression(compiler: Compiling, body: Body, expr: Expr) -> Column:
    def lookup(atom: Atom) -> tuple[str, str]:
        decl = compiler.emission.program.decls[atom.pred]
        keys = _texts(compiler, body, atom.args[: len(decl.key_types)])
        return compiler.read(atom.pred, keys), compiler.emission.alias("l")

    return expression(compiler.emission, expr, body.scope, body.level.types, lookup)


def _bind(compiler: Compiling, body: Body, literal: Binding, index: int) -> None:
    value = _expression(compiler, body, literal.expr)
    bound = body.scope.get(literal.var.name)
    if bound is not None:
        body.truths[index] = comparison("=", bound, value)
        body.operands[index] = (bound.as_text, value.as_text)
        return
    alias = compiler.emission.alias("b")
    body.join(f"CROSS JOIN LATERAL (SELECT {value.sql} AS v) {alias}")
    column = Column(f"{alias}.v", value.type_name)
    body.scope[literal.var.name] = column
    body.truths[index] = f"CASE WHEN {alias}.v IS NOT NULL THEN TRUE END"
    body.operands[index] = (column.as_text,)


def _aggregate(compiler: Compiling, body: Body, literal: Aggregate, index: int) -> None:
    shared = shared_names(literal, body.level.outside)
    scope = {name: column for name, column in body.scope.items() if name in shared}
    read, type_name = compiler.aggregate(body, literal, scope)
    alias = compiler.emission.alias("a")
    body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
    value = Column(f"{alias}.v", type_name)
    bound = body.scope.get(literal.var.name)
    body.operands[index] = (value.as_text,)
    if bound is not None:
        body.truths[index] = f"({alias}.ok AND {comparison('=', value, bound)})"
    else:
        body.scope[literal.var.name] = value
        body.truths[index] = f"{alias}.ok"


# -------------------------------------------------------------------- atoms
def _atom(compiler: Compiling, body: Body, atom: Atom, role: Role) -> str:
    """Join what the atom reads; the truth of the atom itself, without its ``not``."""
    decl = compiler.emission.program.decls[atom.pred]
    if body.itself is not None and atom.pred == body.itself.pred:
        return _self_row(compiler, body, atom, decl, body.itself)
    keys = _texts(compiler, body, atom.args[: len(decl.key_types)])
    if decl.reading is Reading.TRUTH:
        alias = compiler.emission.alias("l")
        body.join(f"CROSS JOIN LATERAL ({compiler.read(atom.pred, keys)}) {alias}")
        return f"{alias}.tr"
    if decl.reading is Reading.VALUE:
        return _value(compiler, body, atom, decl, keys)
    if role is Role.DRIVE:
        return _drive(compiler, body, atom, decl, keys)
    return _member(compiler, body, atom, keys)


def _value(compiler: Compiling, body: Body, atom: Atom, decl: Decl, keys: Sequence[str]) -> str:
    """A functional read: a missing row is unknown, so the join is an outer one."""
    alias = compiler.emission.alias("l")
    body.join(f"LEFT JOIN LATERAL ({compiler.read(atom.pred, keys)}) {alias} ON TRUE")
    found, wanted = Column(f"{alias}.v", decl.value_type or "text"), atom.args[-1]
    if isinstance(wanted, Var):
        if wanted.anonymous:
            return f"{alias}.ok"
        if wanted.name not in body.scope:
            body.scope[wanted.name] = found
            return f"{alias}.ok"
    return f"({alias}.ok AND {comparison('=', found, _term(compiler, body, wanted))})"


def _drive(compiler: Compiling, body: Body, atom: Atom, decl: Decl, keys: Sequence[str]) -> str:
    """Enumerate the candidates of a collection, the unnamed one of an open collection too."""
    alias, read = compiler.emission.alias("l"), compiler.read(atom.pred, keys)
    member = atom.args[-1]
    if not isinstance(member, Var):
        raise AssertionError("a driver binds a variable")  # the plan gives this role to no other
    body.scope[member.name] = Column(f"{alias}.m", decl.member_type or "text")
    body.drivers.append(f"{alias}.m")
    if not body.unfolded:
        body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
        return f"{alias}.tr"
    rows = compiler.emission.alias("s")
    body.join(
        f"LEFT JOIN LATERAL (SELECT {rows}.m, {rows}.tr, TRUE AS there FROM ({read}) {rows}) {alias} ON TRUE"
    )
    return f"CASE WHEN {alias}.there THEN {alias}.tr ELSE FALSE END"


def _member(compiler: Compiling, body: Body, atom: Atom, keys: Sequence[str]) -> str:
    """Test one member, or with ``_`` whether there is any."""
    alias, member = compiler.emission.alias("l"), atom.args[-1]
    if isinstance(member, Var) and member.anonymous:
        rows = compiler.emission.alias("s")
        read = f"SELECT {or3(f'{rows}.tr')} AS tr FROM ({compiler.read(atom.pred, keys)}) {rows}"
    else:
        read = compiler.member_test(atom.pred, keys, _term(compiler, body, member))
    body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
    return f"{alias}.tr"


def _self_row(compiler: Compiling, body: Body, atom: Atom, decl: Decl, itself: SelfReference) -> str:
    """One row of the closure so far; it drives the step."""
    member = atom.args[-1]
    body.source = f"{itself.table} CROSS JOIN {body.source}"
    found = Column(f"{itself.table}.m", decl.member_type or "text")
    body.drivers.append(found.sql)
    if isinstance(member, Var):
        if member.anonymous:
            return f"{itself.table}.tr"
        if member.name not in body.scope:
            body.scope[member.name] = found
            return f"{itself.table}.tr"
    return f"({itself.table}.tr AND {comparison('=', found, _term(compiler, body, member))})"


def _term(compiler: Compiling, body: Body, term: Term) -> Column:
    return body.scope[term.name] if isinstance(term, Var) else compiler.emission.constant(term)


def _texts(compiler: Compiling, body: Body, terms: Sequence[Term]) -> list[str]:
    """Key arguments as the canonical texts by which version rows are keyed."""
    return [
        column.sql if column.storage == TEXT else column.as_text
        for column in (_term(compiler, body, t) for t in terms)
    ]
