"""The ten aggregates as sub-selects of one row ``(v, ok)`` (spec 1.7).

Rows that are surely out are dropped, equal ones folded by the key. An aggregate is known iff no row is
undecided and no key has two values; over nothing ``count`` and ``sum`` are 0, the others none.
"""

from __future__ import annotations

from collections.abc import Callable

from scenarios.datalog.plans import Fold, Plan
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import Body, Compiling, shared_scope
from scenarios.datalog.sql.columns import TIE_SEPARATOR, Column, Emission, or3
from scenarios.datalog.sql.expressions import places_of, quotient
from scenarios.datalog.syntax import Aggregate, Const, Term

_UNDECIDED = "bool_or(tr IS NULL)"
_CONFLICT = "count(DISTINCT k) < count(*)"
_TIED = "count(k) < count(*) OR count(v) < count(*)"
_BLOCKED = f"{_UNDECIDED} OR {_CONFLICT} OR {_TIED}"


def compile_fold(compiler: Compiling, around: Body, fold: Fold, alias: str) -> tuple[str, Column]:
    """The sub-select ``(v, ok)`` of an aggregate in ``around``, joined as ``alias``, and its value."""
    body = compile_plan(compiler, around.clause, fold.body, shared_scope(around, fold))
    value_name = f"{alias}.v"
    if fold.literal.function == "any":
        return _truth(compiler.emission, body.truth, body.source, negate=False), Column(value_name, "bool")
    if fold.condition is not None:
        return _all(compiler, fold.condition, body), Column(value_name, "bool")
    key, value = _key_and_value(compiler.emission, fold.literal, body)
    rows = _rows(compiler.emission, body, key, value)
    read, type_name = _FOLDS[fold.literal.function](compiler.emission, fold, rows, (key, value))
    return read, Column(value_name, type_name, packed=fold.literal.function in ("argmax", "argmin", "mode"))


def compile_early_count(compiler: Compiling, around: Body, fold: Fold, at_least: Column) -> str:
    """The sub-select ``(tr)`` of ``count{…} >= k``: decided as soon as enough or too few can be there."""
    body = compile_plan(compiler, around.clause, fold.body, shared_scope(around, fold))
    key, value = _key_and_value(compiler.emission, fold.literal, body)
    rows, alias = _rows(compiler.emission, body, key, value), compiler.emission.alias("y")
    enough = f"count(*) FILTER (WHERE tr) >= {at_least.sql}"
    short = f"NOT coalesce(bool_or(k IS NULL), FALSE) AND count(*) < {at_least.sql}"
    return f"SELECT CASE WHEN {enough} THEN TRUE WHEN {short} THEN FALSE END AS tr FROM ({rows}) {alias}"


_Columns = tuple[Column, Column]


def _key_and_value(emission: Emission, literal: Aggregate, body: Body) -> _Columns:
    """Value @ key in sum, avg, mode, min and max; member @ score in argmax and argmin."""
    counted = literal.function == "count"
    term = _column(emission, literal.term, body, counted)
    at = term if literal.at is None else _column(emission, literal.at, body, counted)
    return (term, at) if literal.function in ("argmax", "argmin", "count") else (at, term)


def _column(emission: Emission, term: Term, body: Body, counted: bool) -> Column:
    """A term within the braces; as an operand a tie is unknown, but it counts as one thing."""
    if isinstance(term, Const):
        return emission.constant(term)
    found = body.scope[term.name]
    if counted:
        return Column(found.as_text, "text")
    return Column(found.single.sql, body.types.get(term.name, found.type_name))


def _rows(emission: Emission, body: Body, key: Column, value: Column) -> str:
    """One row ``(k, v, tr)`` a key and value that is not surely out."""
    inner = emission.alias("y")
    return (
        f"SELECT k, v, {or3('tr')} AS tr FROM (SELECT {key.sql} AS k, {value.sql} AS v, {body.truth} AS tr"
        f" FROM {body.source} WHERE ({body.truth}) IS NOT FALSE) {inner} GROUP BY k, v"
    )


def _truth(emission: Emission, truth: str, source: str, *, negate: bool) -> str:
    """``any``, and ``all`` as "no candidate fails": known as soon as one row decides."""
    inner, outer = emission.alias("y"), emission.alias("y")
    if_some, if_none = ("false", "true") if negate else ("true", "false")
    return (
        f"SELECT CASE WHEN t THEN '{if_some}' WHEN NOT t THEN '{if_none}' END COLLATE \"C\" AS v,"
        f" CASE WHEN t IS NOT NULL THEN TRUE END AS ok FROM (SELECT {or3('tr')} AS t"
        f" FROM (SELECT {truth} AS tr FROM {source}) {inner}) {outer}"
    )


def _all(compiler: Compiling, plan: Plan, body: Body) -> str:
    condition = compile_plan(compiler, body.clause, plan, body.scope)
    inner, alias = compiler.emission.alias("y"), compiler.emission.alias("c")
    read = f"SELECT {condition.truth} AS tr FROM {condition.source}"
    if condition.drivers:
        read = f"SELECT {or3('tr')} AS tr FROM ({read}) {inner}"
    source = f"{body.source} CROSS JOIN LATERAL ({read}) {alias}"
    return _truth(compiler.emission, f"{body.truth} AND NOT {alias}.tr", source, negate=True)


# -------------------------------------------------------------------- folds
_Folding = Callable[[Emission, Fold, str, _Columns], tuple[str, str]]


def _count(emission: Emission, _fold: Fold, rows: str, _columns: _Columns) -> tuple[str, str]:
    alias = emission.alias("y")
    number = f"CASE WHEN {_UNDECIDED} THEN NULL ELSE count(*)::numeric END"
    known = f"CASE WHEN {_UNDECIDED} THEN NULL ELSE TRUE END"
    return f"SELECT {number} AS v, {known} AS ok FROM ({rows}) {alias}", "int"


def _sum(emission: Emission, _fold: Fold, rows: str, columns: _Columns) -> tuple[str, str]:
    alias = emission.alias("y")
    total = f"CASE WHEN {_BLOCKED} THEN NULL ELSE coalesce(sum(v), 0) END"
    known = f"CASE WHEN {_BLOCKED} THEN NULL ELSE TRUE END"
    return f"SELECT {total} AS v, {known} AS ok FROM ({rows}) {alias}", columns[1].type_name


def _present() -> str:
    """Knownness of an aggregate that has no value over nothing."""
    return f"CASE WHEN {_BLOCKED} THEN NULL ELSE count(*) > 0 END"


def _extreme(emission: Emission, fold: Fold, rows: str, columns: _Columns) -> tuple[str, str]:
    alias = emission.alias("y")
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {fold.literal.function}(v) END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({rows}) {alias}", columns[1].type_name


def _average(emission: Emission, fold: Fold, rows: str, columns: _Columns) -> tuple[str, str]:
    alias, outer = emission.alias("y"), emission.alias("y")
    result = "money" if fold.money else "decimal"
    mean = quotient(emission, f"{outer}.total", f"{outer}.rows", places_of(result))
    folded = f"SELECT sum(v) AS total, count(*)::numeric AS rows, {_present()} AS ok FROM ({rows}) {alias}"
    return f"SELECT CASE WHEN {outer}.ok THEN {mean} END AS v, {outer}.ok FROM ({folded}) {outer}", result


def _best(emission: Emission, fold: Fold, rows: str, columns: _Columns) -> tuple[str, str]:
    alias, ranked = emission.alias("y"), emission.alias("y")
    extreme = "max" if fold.literal.function == "argmax" else "min"
    best = f"SELECT k, v, tr, {extreme}(v) OVER () AS best FROM ({rows}) {ranked}"
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {_tied(columns[0], 'k', 'v = best')} END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({best}) {alias}", columns[0].type_name


def _mode(emission: Emission, fold: Fold, rows: str, columns: _Columns) -> tuple[str, str]:
    alias, inner = emission.alias("y"), emission.alias("y")
    folded = f"SELECT k, v, tr, count(*) OVER (PARTITION BY v) AS votes FROM ({rows}) {inner}"
    outer = emission.alias("y")
    most = f"SELECT k, v, tr, votes, max(votes) OVER () AS most FROM ({folded}) {outer}"
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {_tied(columns[1], 'v', 'votes = most')} END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({most}) {alias}", columns[1].type_name


def _tied(column: Column, name: str, condition: str) -> str:
    """The best value, or all tied ones packed into one text, by code point."""
    text = Column(name, column.type_name).as_text
    separator = f"chr({ord(TIE_SEPARATOR)})"
    return f"string_agg(DISTINCT {text}, {separator} ORDER BY {text}) FILTER (WHERE {condition})"


_FOLDS: dict[str, _Folding] = {
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "avg": _average,
    "argmax": _best,
    "argmin": _best,
    "mode": _mode,
}
