"""Type faults (spec 1.2, 1.7): a variable or constant in places that cannot hold the same value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scenarios.datalog.errors import Fault
from scenarios.datalog.inference import (
    Types,
    category,
    clause_types,
    const_type,
    expr_type,
    inside_names,
    inside_types,
    place_types,
)
from scenarios.datalog.printing import expr_text
from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Call,
    Clause,
    Comparison,
    Const,
    Expr,
    Literal,
    Program,
    Var,
)
from scenarios.datalog.validation_clauses import clause_fault
from scenarios.datalog.variables import expr_atoms

_ORDERS = ("<", "<=", ">", ">=")
_NUMERIC_AGGREGATES = ("sum", "avg")
_ORDERED_AGGREGATES = ("min", "max", "argmin", "argmax")


def check_types(program: Program) -> Iterator[Fault]:
    """Text is not compared with numbers, dates not with text, arithmetic is on numbers."""
    for clause in program.clauses:
        types, outside = clause_types(clause, program.decls)
        checker = _Checker(program, clause)
        yield from checker.atom(clause.head, types)
        yield from checker.body(clause.body, types, outside)


class _Checker:
    """Type faults of one clause."""

    def __init__(self, program: Program, clause: Clause) -> None:
        self.program, self.clause = program, clause

    def body(self, body: tuple[Literal, ...], types: Types, outside: frozenset[str]) -> Iterator[Fault]:
        for literal in body:
            if isinstance(literal, Atom):
                yield from self.atom(literal, types)
            elif isinstance(literal, Comparison):
                yield from self.expr(literal.left, types)
                yield from self.expr(literal.right, types)
                yield from self.compared(literal, literal.op, literal.left, literal.right, types)
            elif isinstance(literal, Binding):
                yield from self.expr(literal.expr, types)
                yield from self.compared(literal, "=", literal.var, literal.expr, types)
            else:
                inner = inside_types(literal, types, outside, self.program.decls)
                nested = inside_names(literal, outside)
                yield from self.body((*literal.body, *literal.condition), inner, nested)
                yield from self.aggregate(literal, inner)

    def atom(self, atom: Atom, types: Mapping[str, str]) -> Iterator[Fault]:
        decl = self.program.decls.get(atom.pred)
        if decl is None or len(atom.args) != decl.arity:
            return
        for arg, wanted in zip(atom.args, place_types(decl), strict=True):
            found = types.get(arg.name) if isinstance(arg, Var) else const_type(arg)
            if found is None or fits(arg, found, wanted):
                continue
            shown = expr_text(arg)
            message = f"{shown} is {_article(found)} but {atom.pred} has {_article(wanted)} there"
            yield self._fault("type", message, arg, _const_hint(arg, wanted))

    def compared(
        self, literal: Comparison | Binding, op: str, left: Expr, right: Expr, types: Types
    ) -> Iterator[Fault]:
        kinds = [expr_type(side, types, self.program.decls) for side in (left, right)]
        if kinds[0] is None or kinds[1] is None:
            return
        left_kind, right_kind = category(kinds[0]), category(kinds[1])
        if not (fits(left, kinds[0], kinds[1]) or fits(right, kinds[1], kinds[0])):
            message = f"{left_kind} {expr_text(left)} is compared with {right_kind} {expr_text(right)}"
            yield self._fault("type", message, left if isinstance(left, Var) else right)
        elif op in _ORDERS and left_kind in ("text", "bool"):
            message = f"{left_kind} {expr_text(left)} has no order: only = and != compare it"
            yield self._fault("type", message, left if isinstance(left, Var) else right)

    def expr(self, expr: Expr, types: Types) -> Iterator[Fault]:
        """Arithmetic on numbers, days on dates, extremes on what has an order."""
        for atom in expr_atoms(expr):
            yield from self.atom(atom, types)
        if not isinstance(expr, Call):
            return
        for arg in expr.args:
            yield from self.expr(arg, types)
        if expr.function == "cutoff":
            return
        kinds = [expr_type(arg, types, self.program.decls) for arg in expr.args]
        cats = [category(kind) if kind is not None else None for kind in kinds]
        wanted: tuple[str, ...] = ("number",)
        if expr.function == "days":
            wanted = ("date",)
        elif expr.function in ("min", "max"):
            wanted = ("number", "date")
        elif expr.function == "coalesce":
            wanted = ("number", "date", "bool", "text")
        for arg, cat in zip(expr.args, cats, strict=True):
            if cat is not None and cat not in wanted:
                message = f"{expr.function} takes {' or '.join(wanted)}, {expr_text(arg)} is {cat}"
                yield self._fault("type", message, arg, _rate_hint(expr))
        if expr.function in ("min", "max", "coalesce") and None not in cats and cats[0] != cats[1]:
            yield self._fault("type", f"{expr_text(expr)} mixes {cats[0]} and {cats[1]}", expr)

    def aggregate(self, literal: Aggregate, inner: Types) -> Iterator[Fault]:
        score = literal.at if literal.function in ("argmax", "argmin") else literal.term
        kind = expr_type(score, inner, self.program.decls) if score is not None else None
        if score is None or kind is None:
            return
        found = category(kind)
        if literal.function in _NUMERIC_AGGREGATES and found != "number":
            yield self._fault(
                "type", f"{literal.function} adds numbers, {expr_text(score)} is {found}", score
            )
        if literal.function in _ORDERED_AGGREGATES and found not in ("number", "date"):
            message = f"{literal.function} needs an order, {expr_text(score)} is {found}"
            yield self._fault("type", message, score)

    def _fault(self, code: str, message: str, place: Expr, hint: str = "") -> Fault:
        variable = place.name if isinstance(place, Var) else ""
        return clause_fault(
            self.program, self.clause, code, message, place.span, variable=variable, hint=hint
        )


def fits(expr: Expr, found: str, wanted: str) -> bool:
    """Whether a piece of type ``found`` can stand for ``wanted``. The bare words true and false may
    also be text, for a text field that holds them."""
    if category(found) == category(wanted):
        return True
    return isinstance(expr, Const) and isinstance(expr.value, bool) and category(wanted) == "text"


def _article(type_name: str) -> str:
    found = category(type_name)
    return found if found in ("text", "bool") else f"a {found}"


def _const_hint(arg: Expr, wanted: str) -> str:
    if not isinstance(arg, Const):
        return ""
    if category(wanted) == "text":
        return "write names and texts in quotes"
    return "write date(2026-07-01)" if wanted == "date" else ""


def _rate_hint(expr: Call) -> str:
    if expr.function != "convert":
        return ""
    return "convert(amount, rate): read the rate from a param"
