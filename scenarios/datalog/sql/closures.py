"""Linear recursion as one ``WITH RECURSIVE`` (engine notes).

::

    left    (start UNION step from the rows so far)         the recursive atom has the keys of the head
    right   (keys UNION keys that a step asks for), then    the recursive atom hands its answer on
            the starting clauses for every key visited

UNION ends cycles: rows ``(m, TRUE)`` and ``(m, NULL)`` are finite, phantom rows fall together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenarios.datalog.plans import Bind, Fold
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import SelfReference, all_known, term_column
from scenarios.datalog.sql.columns import TEXT, storage
from scenarios.datalog.sql.graph import Direction, Recursion
from scenarios.datalog.sql.unsupported import not_compiled
from scenarios.datalog.syntax import Decl, Reading, Var

if TYPE_CHECKING:
    from scenarios.datalog.sql.predicates import Compiler


def closure(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    """The sub-select of a recursive predicate. Raises ``NotCompiledError`` where it makes new values."""
    _refuse_new_values(compiler, recursion)
    if recursion.direction is Direction.LEFT:
        return _left(compiler, decl, recursion, keys)
    return _right(compiler, decl, recursion, keys)


def _refuse_new_values(compiler: Compiler, recursion: Recursion) -> None:
    """A step that computes what it reaches can go on for ever, and SQL could not say where it stopped."""
    steps = compiler.plan_of(recursion.step).steps
    computed = {
        step.var if isinstance(step, Bind) else step.binds for step in steps if isinstance(step, (Bind, Fold))
    }
    count = len(compiler.emission.program.decls[recursion.atom.pred].key_types)
    left = recursion.direction is Direction.LEFT
    reached = recursion.step.head.args[count:] if left else recursion.atom.args[:count]
    for term in reached:
        if isinstance(term, Var) and term.name in computed:
            message = f"the recursion of {recursion.atom.pred} makes new values: not computed in SQL"
            raise not_compiled(compiler.emission.program, recursion.step, message, term.span)


def _left(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    table = compiler.emission.alias("r")
    start = _starts(compiler, decl, recursion, keys)
    step = compiler.branch(decl, recursion.step, keys, SelfReference(decl.pred, table)).rows
    folded = compiler.folded(decl, f"SELECT m, tr FROM {table}")
    return f"WITH RECURSIVE {table}(m, tr) AS (({start}) UNION ({step})) {folded}"


def _right(compiler: Compiler, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
    table, seed, rows = (compiler.emission.alias(prefix) for prefix in ("r", "b", "u"))
    columns = [f"k{place}" for place in range(len(keys))]
    first = ", ".join([*(f"{key} AS {name}" for key, name in zip(keys, columns, strict=True)), "TRUE AS tr"])
    visited = [f"{table}.{column}" for column in columns]
    step = _visit(compiler, recursion, visited, table)
    answer = ""
    if decl.reading is Reading.MEMBERS:
        answer = f"{seed}.m, "
    elif decl.reading is Reading.VALUE:  # a value of an unknown key is unknown, whatever its rules say
        answer = f"CASE WHEN {all_known(visited)} THEN {seed}.v END AS v, "
    source = f"{table} CROSS JOIN LATERAL ({_starts(compiler, decl, recursion, visited)}) {seed}"
    reached = f"SELECT {answer}{table}.tr AND {seed}.tr AS tr FROM {source}"
    folded = compiler.folded(decl, f"SELECT * FROM ({reached}) {rows} WHERE tr IS NOT FALSE")
    return f"WITH RECURSIVE {table}({', '.join(columns)}, tr) AS (SELECT {first} UNION ({step})) {folded}"


def _visit(compiler: Compiler, recursion: Recursion, visited: Sequence[str], table: str) -> str:
    """One step of a right recursion: the keys its recursive atom asks for."""
    scope, tests = compiler.head_scope(recursion.step, visited)
    plan = compiler.plan_of(recursion.step)
    body = compile_plan(compiler, recursion.step, plan, scope, without=recursion.atom)
    truth = " AND ".join([f"{table}.tr", *tests, body.truth])
    terms = recursion.atom.args[: len(visited)]
    asked = [term_column(compiler.emission, body.scope, term).single.as_text for term in terms]
    source = f"{table} CROSS JOIN {body.source}"
    return f"SELECT {', '.join([*asked, truth])} FROM {source} WHERE ({truth}) IS NOT FALSE"


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
