"""Linear recursion as one ``WITH RECURSIVE`` (engine notes).

::

    left     (start UNION steps from the rows so far)        the recursive atom has the keys of the head
    right    (keys UNION keys that a step asks for), then    the recursive atom hands its answer on
             the starting clauses for every key visited
    doubled  (start UNION the start of every row so far)     the recursion reads itself twice

UNION ends cycles: rows ``(m, TRUE)`` and ``(m, NULL)`` are finite, phantom rows fall together. Several
recursive clauses share the one self-reference that Postgres allows by a LATERAL UNION ALL of their steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import SelfReference, all_known, term_column
from scenarios.datalog.sql.columns import TEXT, Column, storage
from scenarios.datalog.sql.graph import Direction, Recursion, Step
from scenarios.datalog.syntax import Decl, Reading

if TYPE_CHECKING:
    from scenarios.datalog.sql.predicates import Compiler


def closure(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    """The sub-select of a recursive predicate."""
    if recursion.direction is Direction.LEFT:
        return _left(compiler, decl, recursion, keys)
    if recursion.direction is Direction.DOUBLED:
        return _doubled(compiler, decl, recursion, keys)
    return _right(compiler, decl, recursion, keys)


def _left(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    table = compiler.emission.alias("r")
    start = _starts(compiler, decl, recursion, keys)
    several = len(recursion.steps) > 1
    steps = [
        compiler.branch(decl, step.clause, keys, SelfReference(decl.pred, table, joined=not several)).rows
        for step in recursion.steps
    ]
    step = _shared(compiler, table, steps, "m, tr") if several else steps[0]
    folded = compiler.folded(decl, f"SELECT m, tr FROM {table}")
    return f"WITH RECURSIVE {table}(m, tr) AS (({start}) UNION ({step})) {folded}"


def _shared(compiler: Compiler, table: str, steps: Sequence[str], columns: str) -> str:
    """Several steps over one self-reference: each reads the columns of ``table`` beside it."""
    alias = compiler.emission.alias("n")
    shown = ", ".join(f"{alias}.{column}" for column in columns.split(", "))
    return f"SELECT {shown} FROM {table} CROSS JOIN LATERAL ({' UNION ALL '.join(steps)}) {alias}"


def _doubled(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    table, seed = compiler.emission.alias("r"), compiler.emission.alias("b")
    start = _starts(compiler, decl, recursion, keys)
    handed = list(keys)
    handed[recursion.place] = Column(f"{table}.m", decl.member_type or "text").as_text
    further = _starts(compiler, decl, recursion, handed)
    truth = f"{table}.tr AND {seed}.tr"
    step = (
        f"SELECT {seed}.m, {truth} AS tr FROM {table} CROSS JOIN LATERAL ({further}) {seed}"
        f" WHERE ({truth}) IS NOT FALSE"
    )
    folded = compiler.folded(decl, f"SELECT m, tr FROM {table}")
    return f"WITH RECURSIVE {table}(m, tr) AS (({start}) UNION ({step})) {folded}"


def _right(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    table, seed, rows = (compiler.emission.alias(prefix) for prefix in ("r", "b", "u"))
    columns = [f"k{place}" for place in range(len(keys))]
    first = ", ".join([*(f"{key} AS {name}" for key, name in zip(keys, columns, strict=True)), "TRUE AS tr"])
    visited = [f"{table}.{column}" for column in columns]
    step = _visits(compiler, recursion, visited, table)
    answer = ""
    if decl.reading is Reading.MEMBERS:
        answer = f"{seed}.m, "
    elif decl.reading is Reading.VALUE:  # a value of an unknown key is unknown, whatever its rules say
        answer = f"CASE WHEN {all_known(visited)} THEN {seed}.v END AS v, "
    source = f"{table} CROSS JOIN LATERAL ({_starts(compiler, decl, recursion, visited)}) {seed}"
    reached = f"SELECT {answer}{table}.tr AND {seed}.tr AS tr FROM {source}"
    folded = compiler.folded(decl, f"SELECT * FROM ({reached}) {rows} WHERE tr IS NOT FALSE")
    return f"WITH RECURSIVE {table}({', '.join(columns)}, tr) AS (SELECT {first} UNION ({step})) {folded}"


def _visits(compiler: Compiler, recursion: Recursion, visited: Sequence[str], table: str) -> str:
    """One step of a right recursion: the keys its recursive atoms ask for."""
    if len(recursion.steps) == 1:
        return _visit(compiler, recursion.steps[0], visited, table, joined=True)
    steps = [_visit(compiler, step, visited, table, joined=False) for step in recursion.steps]
    columns = ", ".join([*(f"k{place}" for place in range(len(visited))), "tr"])
    return _shared(compiler, table, steps, columns)


def _visit(compiler: Compiler, step: Step, visited: Sequence[str], table: str, *, joined: bool) -> str:
    scope, tests = compiler.head_scope(step.clause, visited)
    plan = compiler.plan_of(step.clause)
    body = compile_plan(compiler, step.clause, plan, scope, without=step.atom)
    truth = " AND ".join([f"{table}.tr", *tests, body.truth])
    terms = step.atom.args[: len(visited)]
    asked = [term_column(compiler.emission, body.scope, term).single.as_text for term in terms]
    if joined:
        source = f"{table} CROSS JOIN {body.source}"
        return f"SELECT {', '.join([*asked, truth])} FROM {source} WHERE ({truth}) IS NOT FALSE"
    named = [*(f"{text} AS k{place}" for place, text in enumerate(asked)), f"{truth} AS tr"]
    return f"SELECT {', '.join(named)} FROM {body.source} WHERE ({truth}) IS NOT FALSE"


def _starts(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    if recursion.base:
        return " UNION ALL ".join(compiler.branch(decl, clause, keys).rows for clause in recursion.base)
    if decl.reading is Reading.TRUTH:  # a recursion that nothing starts reaches nothing
        return "SELECT NULL::boolean AS tr WHERE FALSE"
    members = decl.reading is Reading.MEMBERS
    name, type_name = ("m", decl.member_type) if members else ("v", decl.value_type)
    kind = storage(type_name or "text")
    order = ' COLLATE "C"' if kind == TEXT else ""  # the first branch of a recursion sets the collation
    return f"SELECT NULL::{kind}{order} AS {name}, NULL::boolean AS tr WHERE FALSE"
