"""The ten aggregates as sub-selects of one row ``(v, ok)`` (spec 1.7).

Rows that are surely out are dropped, equal ones folded by the key. An aggregate is known iff no row is
undecided and no key has two values; over nothing ``count`` and ``sum`` are 0, the others none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scenarios.datalog.sql.bodies import Body, Compiling, compile_body
from scenarios.datalog.sql.columns import TEXT, TIE_SEPARATOR, Column, Emission, or3
from scenarios.datalog.sql.expressions import places_of, quotient
from scenarios.datalog.sql.unsupported import not_compiled
from scenarios.datalog.syntax import Aggregate, Clause, Const, Term

_UNDECIDED = "bool_or(tr IS NULL)"
_CONFLICT = "count(DISTINCT k) < count(*)"
_BLOCKED = f"{_UNDECIDED} OR {_CONFLICT}"


def compile_aggregate(
    compiler: Compiling, around: Body, literal: Aggregate, scope: Mapping[str, Column]
) -> tuple[str, str]:
    """The sub-select ``(v, ok)`` of an aggregate in the body ``around``, and the type of ``v``."""
    clause, level = around.clause, around.level.inside(compiler.emission.program, literal)
    body = compile_body(compiler, clause, literal.body, scope, level=level)
    if literal.function == "any":
        return _truth(compiler.emission, body.truth, body.source, negate=False), "bool"
    if literal.function == "all":
        return _all(compiler, clause, literal, body), "bool"
    key, value = _key_and_value(compiler.emission, literal, body)
    return _FOLDS[literal.function](
        compiler, clause, literal, _rows(compiler.emission, body, key, value), (key, value)
    )


_Columns = tuple[Column, Column]


def _key_and_value(emission: Emission, literal: Aggregate, body: Body) -> _Columns:
    """Value @ key in sum, avg, mode, min and max; member @ score in argmax and argmin."""
    term = _column(emission, literal.term, body)
    at = term if literal.at is None else _column(emission, literal.at, body)
    return (term, at) if literal.function in ("argmax", "argmin", "count") else (at, term)


def _column(emission: Emission, term: Term, body: Body) -> Column:
    if isinstance(term, Const):
        return emission.constant(term)
    found = body.scope[term.name]
    return Column(found.sql, body.level.types.get(term.name, found.type_name))


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


def _all(compiler: Compiling, clause: Clause, literal: Aggregate, body: Body) -> str:
    condition = compile_body(compiler, clause, literal.condition, body.scope, level=body.level)
    inner, alias = compiler.emission.alias("y"), compiler.emission.alias("c")
    read = f"SELECT {condition.truth} AS tr FROM {condition.source}"
    if condition.drivers:
        read = f"SELECT {or3('tr')} AS tr FROM ({read}) {inner}"
    source = f"{body.source} CROSS JOIN LATERAL ({read}) {alias}"
    return _truth(compiler.emission, f"{body.truth} AND NOT {alias}.tr", source, negate=True)


# -------------------------------------------------------------------- folds
_Fold = Callable[[Compiling, Clause, Aggregate, str, _Columns], tuple[str, str]]


def _count(
    compiler: Compiling, _clause: Clause, _literal: Aggregate, rows: str, _columns: _Columns
) -> tuple[str, str]:
    alias = compiler.emission.alias("y")
    number = f"CASE WHEN {_UNDECIDED} THEN NULL ELSE count(*)::numeric END"
    known = f"CASE WHEN {_UNDECIDED} THEN NULL ELSE TRUE END"
    return f"SELECT {number} AS v, {known} AS ok FROM ({rows}) {alias}", "int"


def _sum(
    compiler: Compiling, _clause: Clause, _literal: Aggregate, rows: str, columns: _Columns
) -> tuple[str, str]:
    alias = compiler.emission.alias("y")
    total = f"CASE WHEN {_BLOCKED} THEN NULL ELSE coalesce(sum(v), 0) END"
    known = f"CASE WHEN {_BLOCKED} THEN NULL ELSE TRUE END"
    return f"SELECT {total} AS v, {known} AS ok FROM ({rows}) {alias}", columns[1].type_name


def _present() -> str:
    """Knownness of an aggregate that has no value over nothing."""
    return f"CASE WHEN {_BLOCKED} THEN NULL ELSE count(*) > 0 END"


def _extreme(
    compiler: Compiling, _clause: Clause, literal: Aggregate, rows: str, columns: _Columns
) -> tuple[str, str]:
    alias = compiler.emission.alias("y")
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {literal.function}(v) END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({rows}) {alias}", columns[1].type_name


def _average(
    compiler: Compiling, _clause: Clause, _literal: Aggregate, rows: str, columns: _Columns
) -> tuple[str, str]:
    alias, outer = compiler.emission.alias("y"), compiler.emission.alias("y")
    result = "money" if columns[1].type_name == "money" else "decimal"
    mean = quotient(compiler.emission, f"{outer}.total", f"{outer}.rows", places_of(result))
    folded = f"SELECT sum(v) AS total, count(*)::numeric AS rows, {_present()} AS ok FROM ({rows}) {alias}"
    return f"SELECT CASE WHEN {outer}.ok THEN {mean} END AS v, {outer}.ok FROM ({folded}) {outer}", result


def _best(
    compiler: Compiling, clause: Clause, literal: Aggregate, rows: str, columns: _Columns
) -> tuple[str, str]:
    _texts_only(compiler, clause, literal, columns[0])
    alias, ranked = compiler.emission.alias("y"), compiler.emission.alias("y")
    extreme = "max" if literal.function == "argmax" else "min"
    best = f"SELECT k, v, tr, {extreme}(v) OVER () AS best FROM ({rows}) {ranked}"
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {_tied('k', 'v = best')} END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({best}) {alias}", columns[0].type_name


def _mode(
    compiler: Compiling, clause: Clause, literal: Aggregate, rows: str, columns: _Columns
) -> tuple[str, str]:
    _texts_only(compiler, clause, literal, columns[1])
    alias, inner = compiler.emission.alias("y"), compiler.emission.alias("y")
    folded = f"SELECT k, v, tr, count(*) OVER (PARTITION BY v) AS votes FROM ({rows}) {inner}"
    outer = compiler.emission.alias("y")
    most = f"SELECT k, v, tr, votes, max(votes) OVER () AS most FROM ({folded}) {outer}"
    value = f"CASE WHEN NOT ({_BLOCKED}) THEN {_tied('DISTINCT v', 'votes = most', 'v')} END"
    return f"SELECT {value} AS v, {_present()} AS ok FROM ({most}) {alias}", columns[1].type_name


def _tied(values: str, condition: str, order: str | None = None) -> str:
    """The best value, or all tied ones in one text, by code point."""
    separator = f"chr({ord(TIE_SEPARATOR)})"
    return f"string_agg({values}, {separator} ORDER BY {order or values}) FILTER (WHERE {condition})"


def _texts_only(compiler: Compiling, clause: Clause, literal: Aggregate, column: Column) -> None:
    """A tie of numbers or dates has no column to stand in."""
    if column.storage != TEXT:
        message = (
            f"{literal.function} over {column.type_name} values (a tie makes a set) is not computed in SQL"
        )
        raise not_compiled(compiler.emission.program, clause, message, literal.span)


_FOLDS: dict[str, _Fold] = {
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "avg": _average,
    "argmax": _best,
    "argmin": _best,
    "mode": _mode,
}
