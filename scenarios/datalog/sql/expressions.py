"""Arithmetic and comparisons as SQL (spec 1.7): exact, NULL as soon as an operand is unknown.

``+ - *`` are exact. ``/`` is the exact quotient rounded half-even to 6 decimals, to 2 for money, and
unknown for a zero divisor; Postgres itself would round half away from zero and cut the scale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scenarios.datalog.sql.columns import (
    DATE,
    DECIMALS,
    MONEY_DECIMALS,
    TEXT,
    Column,
    Emission,
)
from scenarios.datalog.syntax import Atom, Call, Const, Expr, Var

Scope = Mapping[str, Column]
Lookup = Callable[[Atom], tuple[str, str, str]]
"""The functional read inside ``coalesce``: (sub-select, its alias, type of the value)."""


def expression(emission: Emission, expr: Expr, scope: Scope, lookup: Lookup) -> Column:
    """The column of an expression whose variables are all bound in ``scope``."""
    if isinstance(expr, Var):
        return scope[expr.name]
    if isinstance(expr, Const):
        return emission.constant(expr)
    if isinstance(expr, Atom):
        raise AssertionError("an atom stands in coalesce only")  # the parser admits it nowhere else
    if expr.function == "coalesce":
        return _coalesce(emission, expr, scope, lookup)
    if expr.function == "cutoff":
        return Column("(q.cutoff AT TIME ZONE 'UTC')::date", "date")
    left, right = (expression(emission, arg, scope, lookup) for arg in expr.args)
    return _applied(emission, expr.function, left, right)


def _applied(emission: Emission, function: str, left: Column, right: Column) -> Column:
    left, right = _typed_like(left, right), _typed_like(right, left)
    result = _result_type(left, right)
    if function == "/":
        return Column(quotient(emission, left.sql, right.sql, places_of(result)), result)
    if function == "convert":
        return Column(rounded(emission, f"({left.sql} * {right.sql})", MONEY_DECIMALS), "money")
    if function == "days":
        return Column(f"({right.sql} - {left.sql})::numeric", "int")
    if function in ("min", "max"):
        pick = "LEAST" if function == "min" else "GREATEST"
        both = f"{left.sql} IS NOT NULL AND {right.sql} IS NOT NULL"
        return Column(f"(CASE WHEN {both} THEN {pick}({left.sql}, {right.sql}) END)", result)
    if left.storage == DATE:  # a day some whole days later or earlier
        return Column(f"({left.sql} {function} {right.sql}::integer)", "date")
    return Column(f"({left.sql} {function} {right.sql})", result)


def _result_type(left: Column, right: Column) -> str:
    """Money stays money, whole numbers stay whole where the operation keeps them so."""
    names = {left.type_name, right.type_name}
    if "money" in names:
        return "money"
    return left.type_name if left.type_name == right.type_name else "number"


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


def _coalesce(emission: Emission, expr: Call, scope: Scope, lookup: Lookup) -> Column:
    """``coalesce(f(K,_), c)``: the value, c where it is none, unknown where it is unknown."""
    atom, fallback = expr.args
    if not isinstance(atom, Atom):
        raise AssertionError("the first argument of coalesce is an atom")  # the parser guarantees it
    read, alias, type_name = lookup(atom)
    other = _typed_like(expression(emission, fallback, scope, lookup), Column("", type_name))
    chosen = f"CASE WHEN {alias}.ok THEN {alias}.v WHEN NOT {alias}.ok THEN {other.sql} END"
    return Column(
        f"(SELECT {chosen} FROM (SELECT 1) one LEFT JOIN LATERAL ({read}) {alias} ON TRUE)", type_name
    )


def comparison(operator: str, left: Column, right: Column) -> str:
    """Truth of a comparison: NULL as soon as one side is unknown, never ``IS DISTINCT FROM``."""
    if operator in ("=", "!=") and left.storage != right.storage:
        left, right = Column(left.as_text, "text"), Column(right.as_text, "text")
    left, right = _typed_like(left, right), _typed_like(right, left)
    return f"({left.sql} {'<>' if operator == '!=' else operator} {right.sql})"


def _typed_like(column: Column, other: Column) -> Column:
    """A text read as a number or date where the other side is one (a quoted date beside a date)."""
    if column.storage == TEXT and other.storage != TEXT:
        return Column.from_text(column.sql, other.type_name)
    return column
