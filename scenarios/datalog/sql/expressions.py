"""Arithmetic and comparisons as SQL (spec 1.7): exact, NULL as soon as an operand is unknown.

``+ - *`` are exact. ``/`` is the exact quotient rounded half-even to 6 decimals, to 2 for money, and
unknown for a zero divisor; Postgres itself would round half away from zero and cut the scale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scenarios.datalog.inference import expr_type
from scenarios.datalog.sql.columns import DECIMALS, MONEY_DECIMALS, Column, Emission
from scenarios.datalog.syntax import Atom, Call, Const, Expr, Var

Scope = Mapping[str, Column]
Types = Mapping[str, str]
Lookup = Callable[[Atom], tuple[str, Column, str]]
"""The functional read inside ``coalesce``: (sub-select, its value column ``alias.v``, condition to join)."""


def expression(emission: Emission, expr: Expr, scope: Scope, types: Types, lookup: Lookup) -> Column:
    """The column of an expression whose variables are all bound in ``scope``.

    ``types`` are the inferred types of the variables at this level: they tell how a division rounds.
    """
    if isinstance(expr, Var):
        return scope[expr.name]
    if isinstance(expr, Const):
        return emission.constant(expr)
    if isinstance(expr, Atom):
        raise AssertionError("an atom stands in coalesce only")  # the parser admits it nowhere else
    result = expr_type(expr, types, emission.program.decls) or "decimal"
    if expr.function == "coalesce":
        return _coalesced(expr, expression(emission, expr.args[1], scope, types, lookup), result, lookup)
    if expr.function == "cutoff":
        return Column("(q.cutoff AT TIME ZONE 'UTC')::date", result)
    left, right = (expression(emission, arg, scope, types, lookup).single for arg in expr.args)
    return Column(_applied(emission, expr.function, left, right, result), result)


def _applied(emission: Emission, function: str, left: Column, right: Column, result: str) -> str:
    if function == "/":
        return quotient(emission, left.sql, right.sql, places_of(result))
    if function == "convert":
        return rounded(emission, f"({left.sql} * {right.sql})", MONEY_DECIMALS)
    if function == "days":
        return f"({right.sql} - {left.sql})::numeric"
    if function in ("min", "max"):
        pick = "LEAST" if function == "min" else "GREATEST"
        both = f"{left.sql} IS NOT NULL AND {right.sql} IS NOT NULL"
        return f"(CASE WHEN {both} THEN {pick}({left.sql}, {right.sql}) END)"
    return f"({left.sql} {function} {right.sql})"


def places_of(type_name: str) -> int:
    """Decimals that a division or an average keeps."""
    return MONEY_DECIMALS if type_name == "money" else DECIMALS


def quotient(emission: Emission, dividend: str, divisor: str, places: int) -> str:
    """The exact quotient rounded half-even to ``places`` decimals; NULL for a zero divisor."""
    whole = emission.alias("d")
    scaled = f"{whole}.n * 1e{places}::numeric"
    floor = f"div({scaled}, {whole}.d)"
    rest = f"2 * abs({scaled} - {floor} * {whole}.d)"
    up = f"{rest} > abs({whole}.d) OR ({rest} = abs({whole}.d) AND {floor} - 2 * div({floor}, 2) <> 0)"
    step = f"CASE WHEN {up} THEN sign({whole}.n) * sign({whole}.d) ELSE 0 END"
    return (
        f"(SELECT CASE WHEN {whole}.d <> 0 THEN ({floor} + {step}) * 1e-{places}::numeric END"
        f" FROM (SELECT {dividend} AS n, {divisor} AS d) {whole})"
    )


def rounded(emission: Emission, value: str, places: int) -> str:
    """An exact number rounded half-even to ``places`` decimals."""
    return quotient(emission, value, "1::numeric", places)


def _coalesced(expr: Call, fallback: Column, result: str, lookup: Lookup) -> Column:
    """``coalesce(f(K,_), c)``: the value, c where it is none, unknown where it is unknown."""
    atom = expr.args[0]
    if not isinstance(atom, Atom):
        raise AssertionError("the first argument of coalesce is an atom")  # the parser guarantees it
    read, value, condition = lookup(atom)
    alias = value.sql.removesuffix(".v")
    packed = value.packed or fallback.packed
    first, second = (value.as_text, fallback.as_text) if packed else (value.sql, fallback.sql)
    chosen = f"CASE WHEN {alias}.ok THEN {first} WHEN NOT {alias}.ok THEN {second} END"
    return Column(
        f"(SELECT {chosen} FROM (SELECT 1) one LEFT JOIN LATERAL ({read}) {alias} ON {condition})",
        result,
        packed,
    )


def comparison(operator: str, left: Column, right: Column) -> str:
    """Truth of a comparison: NULL as soon as one side is unknown, never ``IS DISTINCT FROM``."""
    left, right = left.single, right.single
    if left.storage != right.storage:  # a text beside a typed constant: equal iff their texts are
        left, right = Column(left.as_text, "text"), Column(right.as_text, "text")
    return f"({left.sql} {'<>' if operator == '!=' else operator} {right.sql})"
