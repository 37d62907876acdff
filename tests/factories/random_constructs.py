"""Which constructs of the language a random case holds: so that a campaign can say what it met."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.datalog.history import Op
from scenarios.datalog.stratification import recursive_components
from scenarios.datalog.syntax import (
    AGGREGATES,
    Aggregate,
    Atom,
    Binding,
    Call,
    Clause,
    Comparison,
    Const,
    Decl,
    Expr,
    Literal,
    Program,
    Shape,
    Var,
)
from scenarios.datalog.variables import body_atoms
from tests.factories.random_cases import Case
from tests.factories.random_schema import HARD_TEXTS, SCALARS

_RECURSIONS = ("linear", "non-linear", "several rules", "mutual", "through values", "through truths")
_READS = (
    "a repeated variable",
    "a head constant",
    "_",
    "not",
    "not with _",
    "a shared member",
    "a test binding",
)
_OPTIONS = ("on_cancel absent", "on_cancel unknown", "on_cancel default", "default", "assumed", "inverse")
_EVENTS = (
    *("late", "a tie on t", "several actions", "a confirmation", "a stated none", "listed members"),
    *("reopen", "cancel", "revise", "rule", "unrule", "a hard text"),
)
_EXPRESSIONS = ("+", "-", "*", "/", "min", "max", "days", "convert", "coalesce", "cutoff")
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")

#: Everything that ``constructs`` can name.
ALL = frozenset(
    (
        *(f"type {name}" for name in (*SCALARS, "entity")),
        *(f"shape {shape.value}" for shape in Shape),
        *(f"aggregate {name}" for name in AGGREGATES),
        *("aggregate with @", "a nested aggregate", "an early count", "several clauses"),
        *(f"recursion {name}" for name in _RECURSIONS),
        *(f"function {name}" for name in _EXPRESSIONS),
        *(f"compares by {name}" for name in _COMPARISONS),
        *(_READS + _OPTIONS + _EVENTS),
    )
)


def constructs(case: Case) -> frozenset[str]:
    """The constructs of a case's program and history."""
    found = set(_declared(case.program)) | set(_told(case))
    for clause in case.program.clauses:
        found |= set(_of_clause(clause))
    found |= set(_recursions(case.program))
    return frozenset(found)


def _declared(program: Program) -> Iterator[str]:
    for decl in program.decls.values():
        yield f"shape {decl.shape.value}"
        for type_name in (*decl.key_types, decl.member_type, decl.value_type):
            if type_name is not None:
                yield f"type {type_name if type_name in SCALARS else 'entity'}"
        yield from _options(decl)
        if len(program.clauses_of(decl.pred)) > 1:
            yield "several clauses"
    if program.assumed_complete:
        yield "assumed"


def _options(decl: Decl) -> Iterator[str]:
    if decl.default is not None:
        yield "default"
    if decl.shape is Shape.INVERSE:
        yield "inverse"
    elif decl.shape is not Shape.DERIVED:
        word = decl.on_cancel.partition(":")[0]
        if word != ("absent" if decl.shape is Shape.SET else "unknown"):
            yield f"on_cancel {word}"


def _of_clause(clause: Clause) -> Iterator[str]:
    if any(isinstance(term, Const) for term in clause.head.args):
        yield "a head constant"
    if _repeats(clause.head):
        yield "a repeated variable"
    yield from _of_body(clause.body, depth=0)


def _repeats(atom: Atom) -> bool:
    names = [term.name for term in atom.args if isinstance(term, Var)]
    return len(set(names)) < len(names)


def _of_body(body: tuple[Literal, ...], depth: int) -> Iterator[str]:
    members = [lit.args[-1] for lit in body if isinstance(lit, Atom) and lit.args and not lit.negated]
    names = [term.name for term in members if isinstance(term, Var) and not term.anonymous]
    if len(set(names)) < len(names):
        yield "a shared member"
    for literal in body:
        if isinstance(literal, Atom):
            yield from _of_atom(literal)
        elif isinstance(literal, Comparison):
            yield f"compares by {literal.op}"
            yield from _of_expr(literal.left)
            yield from _of_expr(literal.right)
        elif isinstance(literal, Binding):
            yield from _of_expr(literal.expr)
            bound = [
                x for x in body if isinstance(x, (Binding, Aggregate)) and x.var.name == literal.var.name
            ]
            if len(bound) > 1 or literal.var.name in names:
                yield "a test binding"
        else:
            yield from _of_aggregate(literal, body, depth)


def _of_aggregate(literal: Aggregate, body: tuple[Literal, ...], depth: int) -> Iterator[str]:
    yield f"aggregate {literal.function}"
    if literal.at is not None:
        yield "aggregate with @"
    if depth:
        yield "a nested aggregate"
    sides = [x.left for x in body if isinstance(x, Comparison) and x.op == ">="]
    if literal.function == "count" and literal.var in sides:
        yield "an early count"
    yield from _of_body((*literal.body, *literal.condition), depth + 1)


def _of_atom(atom: Atom) -> Iterator[str]:
    anonymous = any(isinstance(term, Var) and term.anonymous for term in atom.args)
    if atom.negated:
        yield "not with _" if anonymous else "not"
    elif anonymous:
        yield "_"
    if _repeats(atom):
        yield "a repeated variable"


def _of_expr(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Call):
        yield f"function {expr.function}"
        for arg in expr.args:
            yield from _of_expr(arg)


def _recursions(program: Program) -> Iterator[str]:
    for group in recursive_components(program):
        if len(group) > 1:
            yield "recursion mutual"
        for pred in group:
            decl = program.decls[pred]
            reads = [
                sum(atom.pred in group for atom, _ in body_atoms(clause.body))
                for clause in program.clauses_of(pred)
            ]
            yield "recursion non-linear" if max(reads) > 1 else "recursion linear"
            if sum(count > 0 for count in reads) > 1:
                yield "recursion several rules"
            if decl.reading.value != "members":
                yield f"recursion through {decl.reading.value}s"


def _told(case: Case) -> Iterator[str]:
    actions = case.history.actions
    times = {action.t: action.seq for action in reversed(actions)}
    said: dict[object, str | None] = {}
    for action in actions:
        if action.op in (Op.REOPEN, Op.CANCEL, Op.REVISE, Op.RULE, Op.UNRULE):
            yield action.op.value
        if action.as_of is not None and action.as_of < action.t:
            yield "late"
        if action.pos:
            yield "several actions"
        if times[action.t] != action.seq:
            yield "a tie on t"
        if action.members:
            yield "listed members"
        if action.value == "none":
            yield "a stated none"
        if any(text in HARD_TEXTS for text in (*action.key, action.member, action.value)):
            yield "a hard text"
        if action.op is Op.ASSERT and said.get(action.version_key) == action.value:
            yield "a confirmation"
        said[action.version_key] = action.value
