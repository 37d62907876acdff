"""Types of variables and expressions (spec 1.2, 1.7).

Types fall into four categories: number (int, decimal, money, count, number), date, bool and text
(entities, enumerations and text). Only values of one category can be compared. Money is what tells a
division or an average to round to 2 decimals instead of 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction

from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Clause,
    Const,
    Decl,
    Expr,
    Literal,
    Reading,
    Var,
)
from scenarios.datalog.values import NUMERIC_TYPES
from scenarios.datalog.variables import expr_vars, names, outside_names, own_vars, shared_names

Types = dict[str, str]
Candidates = dict[str, set[str]]
Computing = Binding | Aggregate


def category(type_name: str) -> str:
    """number, date, bool or text."""
    if type_name in NUMERIC_TYPES:
        return "number"
    return type_name if type_name in ("date", "bool") else "text"


def place_types(decl: Decl) -> tuple[str, ...]:
    """The declared type of each argument of an atom."""
    if decl.member_type is not None:
        return (*decl.key_types, decl.member_type)
    if decl.value_type is not None and decl.reading is Reading.VALUE:
        return (*decl.key_types, decl.value_type)
    return decl.key_types


def const_type(const: Const) -> str:
    if isinstance(const.value, bool):
        return "bool"
    if isinstance(const.value, Fraction):
        return "int" if const.value.denominator == 1 else "decimal"
    return "date" if isinstance(const.value, date) else "text"


def _joined(left: str | None, right: str | None) -> str | None:
    """The type of a sum or an extreme: money if either is money, else decimal if they differ."""
    if left is None or right is None or left == right:
        return left or right
    if "money" in (left, right):
        return "money"
    return "decimal" if {category(left), category(right)} == {"number"} else left


def expr_type(expr: Expr, types: Mapping[str, str], decls: Mapping[str, Decl]) -> str | None:
    """The type of an expression; None while a variable in it has none yet."""
    if isinstance(expr, Var):
        return types.get(expr.name)
    if isinstance(expr, Const):
        return const_type(expr)
    if isinstance(expr, Atom):
        decl = decls.get(expr.pred)
        return decl.value_type if decl is not None else None
    if expr.function in ("cutoff", "days", "convert"):
        return {"cutoff": "date", "days": "int", "convert": "money"}[expr.function]
    left, right = (expr_type(arg, types, decls) for arg in expr.args)
    if expr.function == "/":
        return "money" if left == "money" and right != "money" else "decimal"
    return _joined(left, right)


def aggregate_type(literal: Aggregate, inner: Mapping[str, str], decls: Mapping[str, Decl]) -> str | None:
    """The type of an aggregate's result, given the types inside its braces."""
    if literal.function == "count":
        return "count"
    if literal.function in ("any", "all"):
        return "bool"
    term = expr_type(literal.term, inner, decls)
    if literal.function == "avg" and term is not None:
        return "money" if term == "money" else "decimal"
    return term


def scope_types(
    body: Iterable[Literal], inherited: Mapping[str, str], outside: frozenset[str], decls: Mapping[str, Decl]
) -> Types:
    """Types of the variables at one level: declared places first, then computed values."""
    literals = tuple(body)
    declared: Candidates = {name: {type_name} for name, type_name in inherited.items()}
    for literal in literals:
        if isinstance(literal, Atom) and literal.pred in decls:
            for arg, type_name in zip(literal.args, place_types(decls[literal.pred]), strict=False):
                _note(declared, arg, type_name)
    types = {name: _preferred(found) for name, found in declared.items()}
    computed: Candidates = {}
    for ready in computing_rounds(literals, frozenset(types), outside):
        for literal in ready:
            if isinstance(literal, Binding):
                found = expr_type(literal.expr, types, decls)
            else:
                found = aggregate_type(literal, inside_types(literal, types, outside, decls), decls)
            if found is not None:
                _note(computed, literal.var, found)
        types.update((name, _preferred(found_types)) for name, found_types in computed.items())
    return types


def computing_rounds(
    body: Iterable[Literal], known: frozenset[str], outside: frozenset[str]
) -> Iterator[list[Computing]]:
    """The literals that compute a variable which is not ``known``, those first whose operands no other of
    them computes: an operand counts only once all that is said of it has been heard. Literals that compute
    each other come together, at the end. The order of ``body`` does not matter."""
    pending = [x for x in body if isinstance(x, (Binding, Aggregate)) and x.var.name not in known]
    while pending:
        waiting = names(literal.var for literal in pending)
        ready = [literal for literal in pending if not _operands(literal, outside) & waiting] or pending
        yield ready
        pending = [literal for literal in pending if literal not in ready]


def _operands(literal: Computing, outside: frozenset[str]) -> frozenset[str]:
    if isinstance(literal, Binding):
        return names(expr_vars(literal.expr))
    return shared_names(literal, outside)


def inside_types(
    literal: Aggregate, types: Mapping[str, str], outside: frozenset[str], decls: Mapping[str, Decl]
) -> Types:
    """Types inside the braces of an aggregate; its local variables may reuse names."""
    shared = shared_names(literal, outside)
    inherited = {name: type_name for name, type_name in types.items() if name in shared}
    body = (*literal.body, *literal.condition)
    return scope_types(body, inherited, inside_names(literal, outside), decls)


def inside_names(literal: Aggregate, outside: frozenset[str]) -> frozenset[str]:
    """The names that an aggregate nested in ``literal`` sees outside its own braces."""
    shared = shared_names(literal, outside)
    terms = names(own_vars(Atom("", tuple(t for t in (literal.term, literal.at) if t is not None))))
    return outside_names((*literal.body, *literal.condition), shared | terms)


def clause_types(clause: Clause, decls: Mapping[str, Decl]) -> tuple[Types, frozenset[str]]:
    """Types at the outer level of a clause, and the names seen there."""
    outside = outside_names(clause.body, names(own_vars(clause.head)))
    inherited: Candidates = {}
    decl = decls.get(clause.head.pred)
    if decl is not None:
        for arg, type_name in zip(clause.head.args[: len(decl.key_types)], decl.key_types, strict=False):
            _note(inherited, arg, type_name)
    heads = {name: _preferred(found) for name, found in inherited.items()}
    return scope_types(clause.body, heads, outside, decls), outside


def _note(candidates: Candidates, arg: Expr, type_name: str) -> None:
    """Keep that a variable stands in a place of a type."""
    if isinstance(arg, Var):
        candidates.setdefault(arg.name, set()).add(type_name)


def _preferred(type_names: set[str]) -> str:
    """The type of a variable that stands in places of several, whatever their order: money wins over other
    numbers, so that rounding is by cents."""
    return min(type_names, key=lambda name: (category(name), name != "money", name))
