"""Label and state of every query on one predicate, in one statement (spec 1.8, engine notes)."""

from __future__ import annotations

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.sql.columns import NUMERIC, Column, quoted, storage
from scenarios.datalog.sql.predicates import Compiler
from scenarios.datalog.sql.statements import Statement, key_texts, query_rows
from scenarios.datalog.syntax import Decl, Program, Reading

_ANSWERABLE = quoted(Answerability.ANSWERABLE.value)
_ZERO = quoted(Answerability.JUSTIFIED_ZERO.value)
_UNKNOWN = quoted(Answerability.UNKNOWN.value)


def batch_statement(program: Program, pred: str, *, member: bool = False) -> Statement:
    """The statement that answers all queries on ``pred``; with ``member``, the test of one member.

    Rows are ``(id, label, value, members, undecided, open)`` ordered by id: ``value`` is the canonical
    text of a value or truth, ``members`` the certain ones of a collection by code point.
    """
    decl = program.decls[pred]
    compiler = Compiler(program)
    keys = key_texts(len(decl.key_types))
    if member or decl.reading is Reading.TRUTH:
        columns, source = _truth(compiler, decl, keys, member)
    elif decl.reading is Reading.VALUE:
        columns, source = _value(compiler, decl, keys)
    else:
        columns, source = _members(compiler, decl, keys)
    rows = query_rows(len(decl.key_types))
    text = f"SELECT q.id, {columns} FROM {rows} {source} ORDER BY q.id"
    return compiler.statement(text, keys=len(decl.key_types), about=pred)


def _truth(compiler: Compiler, decl: Decl, keys: list[str], member: bool) -> tuple[str, str]:
    read = compiler.read(decl.pred, keys)
    if member:
        read = compiler.member_test(decl.pred, keys, Column.from_text("q.member", decl.member_type or "text"))
    label = f"CASE WHEN x.tr IS NULL THEN {_UNKNOWN} ELSE {_ANSWERABLE} END"
    return f"{label}, x.tr::text, NULL::text[], NULL::text[], NULL::boolean", f"CROSS JOIN LATERAL ({read}) x"


def _value(compiler: Compiler, decl: Decl, keys: list[str]) -> tuple[str, str]:
    value = compiler.value_column(decl, "x")
    zero = f"WHEN NOT x.ok THEN {_ZERO}"
    if storage(value.type_name) == NUMERIC:
        zero += f" WHEN {value.single.sql} = 0 THEN {_ZERO}"
    label = f"CASE WHEN x.ok IS NULL THEN {_UNKNOWN} {zero} ELSE {_ANSWERABLE} END"
    shown = f"CASE WHEN x.ok THEN {value.as_text} END"
    read = compiler.read(decl.pred, keys)
    return (
        f"{label}, {shown}, NULL::text[], NULL::text[], NULL::boolean",
        f"LEFT JOIN LATERAL ({read}) x ON TRUE",
    )


def _members(compiler: Compiler, decl: Decl, keys: list[str]) -> tuple[str, str]:
    member = Column("w.m", decl.member_type or "text").as_text
    open_row = "w.tr IS NULL"
    certain = f"coalesce(array_agg({member} ORDER BY {member}) FILTER (WHERE w.tr), '{{}}')"
    doubtful = f"array_agg({member} ORDER BY {member}) FILTER (WHERE {open_row} AND w.m IS NOT NULL)"
    state = (
        f"SELECT {certain} AS certain, coalesce({doubtful}, '{{}}') AS undecided,"
        f" coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed,"
        f" coalesce(bool_or({open_row}), FALSE) AS unknown"
        f" FROM ({compiler.read(decl.pred, keys)}) w WHERE w.tr IS NOT FALSE"
    )
    zero = f"WHEN cardinality(x.certain) = 0 THEN {_ZERO}"
    label = f"CASE WHEN x.unknown THEN {_UNKNOWN} {zero} ELSE {_ANSWERABLE} END"
    return f"{label}, NULL::text, x.certain, x.undecided, x.unnamed", f"CROSS JOIN LATERAL ({state}) x"
