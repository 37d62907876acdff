"""Currency faults (spec 1.7): amounts of two currencies that meet without ``convert``. PURE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scenarios.datalog.currencies import (
    HOME,
    AmountPlace,
    Currencies,
    amount_places,
    computed_currency,
    expr_currency,
    head_places,
    inside_currencies,
    money_text,
    place_currencies,
    scope_currencies,
)
from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.inference import inside_names, place_types
from scenarios.datalog.printing import expr_text
from scenarios.datalog.syntax import (
    Aggregate,
    Binding,
    Call,
    Clause,
    Comparison,
    Decl,
    Expr,
    Literal,
    Program,
    Shape,
    Var,
)
from scenarios.datalog.validation_clauses import clause_fault
from scenarios.datalog.values import NUMERIC_TYPES
from scenarios.datalog.variables import names, outside_names, own_vars, shared_names


def check_currencies(program: Program) -> Iterator[Fault]:
    """Amounts are added, compared and returned in one currency (spec 1.7)."""
    for decl in program.decls.values():
        yield from _check_inverse(program, decl)
    for clause in program.clauses:
        outside = outside_names(clause.body, names(own_vars(clause.head)))
        head = list(head_places(clause, program.decls))
        checker = _Checker(program, clause)
        scope = scope_currencies(clause.body, {}, frozenset(), outside, program.decls, head)
        yield from checker.level(clause.body, scope, frozenset(), outside, head)
        yield from checker.head(scope)


class _Checker:
    """Currency faults of one clause."""

    def __init__(self, program: Program, clause: Clause) -> None:
        self.program, self.clause, self.decls = program, clause, program.decls

    def level(
        self,
        body: tuple[Literal, ...],
        known: Currencies,
        shared: frozenset[str],
        outside: frozenset[str],
        head: Iterable[AmountPlace] = (),
    ) -> Iterator[Fault]:
        """Faults of the literals of one level, and inside their braces."""
        yield from self.read_twice(body, known, shared, outside, head)
        for literal in body:
            if isinstance(literal, Comparison):
                yield from self.expr(literal.left, known)
                yield from self.expr(literal.right, known)
                left, right = (expr_currency(x, known, self.decls) for x in (literal.left, literal.right))
                yield from self.met(literal.left, left, literal.op, literal.right, right, literal)
            elif isinstance(literal, Binding):
                yield from self.expr(literal.expr, known)
                yield from self.bound(literal, literal.expr, known, outside)
            elif isinstance(literal, Aggregate):
                yield from self.bound(literal, literal.term, known, outside)
                inner = inside_currencies(literal, known, outside, self.decls)
                nested, common = inside_names(literal, outside), shared_names(literal, outside)
                yield from self.level((*literal.body, *literal.condition), inner, common, nested)

    def read_twice(
        self,
        body: tuple[Literal, ...],
        known: Currencies,
        shared: frozenset[str],
        outside: frozenset[str],
        head: Iterable[AmountPlace],
    ) -> Iterator[Fault]:
        """Variables of this level that hold amounts of several currencies, each told once."""
        vars_of = [place.var for place in (*head, *amount_places(body, outside, self.decls))]
        vars_of += [literal.var for literal in body if isinstance(literal, (Binding, Aggregate))]
        for name, found in known.items():
            if name in shared or len(found) == 1:
                continue
            last = max((var for var in vars_of if var.name == name), key=_order)
            shown = " and as ".join(money_text(currency) for currency in sorted(found))
            yield self._fault(f"{name} is read as {shown}", last, sorted(found)[-1])

    def bound(
        self, literal: Binding | Aggregate, by: Expr, known: Currencies, outside: frozenset[str]
    ) -> Iterator[Fault]:
        """A computed variable has the currency of what it is computed from."""
        left = expr_currency(literal.var, known, self.decls)
        right = computed_currency(literal, known, outside, self.decls)
        op = "=" if isinstance(literal, Binding) else f"= {literal.function}"
        yield from self.met(literal.var, left, op, by, right, literal)

    def met(
        self, left: Expr, found: str | None, op: str, right: Expr, other: str | None, where: Literal | Call
    ) -> Iterator[Fault]:
        """A fault where two sides have different currencies."""
        if found is None or other is None or found == other:
            return
        sides = f"{expr_text(left)} is {money_text(found)} and {expr_text(right)} is {money_text(other)}"
        place = next((side for side in (right, left) if isinstance(side, Var)), None)
        yield self._fault(f"{sides}, so they cannot meet in {op}", place or where, found)

    def expr(self, expr: Expr, known: Currencies) -> Iterator[Fault]:
        """Operands of one currency; the rate of ``convert`` is a plain number."""
        if not isinstance(expr, Call):
            return
        for arg in expr.args:
            yield from self.expr(arg, known)
        if expr.function in ("cutoff", "days"):
            return
        left, right = (expr_currency(arg, known, self.decls) for arg in expr.args)
        if expr.function != "convert":
            yield from self.met(expr.args[0], left, expr.function, expr.args[1], right, expr)
        elif right:
            message = f"the rate {expr_text(expr.args[1])} is {money_text(right)}: a rate is a plain number"
            place = expr.args[1] if isinstance(expr.args[1], Var) else expr
            yield self._fault(message, place, HOME, hint="declare the rate decimal")

    def head(self, known: Currencies) -> Iterator[Fault]:
        """What the head answers has the currency it is declared in."""
        head = self.clause.head
        decl = self.decls.get(head.pred)
        if decl is None or len(head.args) != decl.arity or decl.arity == len(decl.key_types):
            return
        answer, wanted, type_name = head.args[-1], place_currencies(decl)[-1], place_types(decl)[-1]
        found = expr_currency(answer, known, self.decls)
        if found is None or found == wanted or (wanted is None and type_name not in NUMERIC_TYPES):
            return
        if wanted is not None:
            there = f"{head.pred} has {money_text(wanted)} there"
            yield self._fault(f"{expr_text(answer)} is {money_text(found)} but {there}", answer, wanted)
        elif found != HOME:
            message = f"{expr_text(answer)} is {money_text(found)} but {head.pred} has a {type_name} there"
            hint = f"declare it {money_text(found)}, or divide by an amount to get a plain number"
            yield self._fault(message, answer, found, hint=hint)

    def _fault(self, message: str, place: Expr | Literal, wanted: str, *, hint: str = "") -> Fault:
        variable = place.name if isinstance(place, Var) else ""
        call = f"convert(amount, rate, {wanted})" if wanted != HOME else "convert(amount, rate)"
        hint = hint or f"bring both into one currency: {call} gives {money_text(wanted)}"
        return clause_fault(
            self.program, self.clause, "currency", message, place.span, variable=variable, hint=hint
        )


def _order(var: Var) -> tuple[int, int]:
    return var.span.line, var.span.column


def _check_inverse(program: Program, decl: Decl) -> Iterator[Fault]:
    """An inverse reads its collection in the currencies that the collection has."""
    base = program.decls.get(decl.inverse_of or "")
    if decl.shape is not Shape.INVERSE or base is None or base.member_type is None:
        return
    if decl.inverse_key is None or len(decl.key_types) != 1 or decl.value_type is None:
        return
    held = place_currencies(base)
    for found, wanted in zip(place_currencies(decl), (held[-1], held[decl.inverse_key]), strict=True):
        if found != wanted and found is not None and wanted is not None:
            message = f"{decl.pred} has {money_text(found)} where {base.pred} has {money_text(wanted)}"
            yield fault_at("currency", message, file=program.filename, span=decl.span, rule=decl.pred)
