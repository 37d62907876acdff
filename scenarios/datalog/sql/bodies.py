"""Clause bodies as SQL: a FROM chain and one truth for each literal (engine notes).

::

    FROM (SELECT 1) [LEFT JOIN LATERAL value] [CROSS JOIN LATERAL members] …
    truth of the body = l1 AND l2 AND …          SQL's own three-valued AND

An open collection is one more candidate row, so negation, joins and aggregates need only ask "is there a
NULL row?". In an unfolded body (for derivations) every driver has an unnamed row beside its candidates,
false if the collection is closed, so that what is read for any member at all is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.sql.body import Body, Compiling, SelfReference, all_known, key_texts, term_column
from scenarios.datalog.sql.columns import Column, or3
from scenarios.datalog.sql.drivers import choose
from scenarios.datalog.sql.expressions import comparison, expression
from scenarios.datalog.syntax import Atom, Clause, Expr, Reading, Var


def compile_plan(
    compiler: Compiling,
    clause: Clause,
    plan: Plan,
    scope: Mapping[str, Column],
    *,
    unfolded: bool = False,
    itself: SelfReference | None = None,
    without: Atom | None = None,
) -> Body:
    """Compile a planned body under a scope of bound variables, all of it but the atom ``without``."""
    source = f"(SELECT 1) {compiler.emission.alias('z')}"
    body = Body(clause, source, dict(scope), plan.types, unfolded, itself)
    for step in plan.steps:
        if without is not None and _is_read_of(step, without):
            continue
        body.mark(step.index)
        _compile_step(compiler, body, step)
    return body


def _is_read_of(step: Step, atom: Atom) -> bool:
    if isinstance(step, Choose):
        return any(read.atom is atom for read in step.drivers)
    return isinstance(step, Read) and step.atom is atom


def _compile_step(compiler: Compiling, body: Body, step: Step) -> None:
    if isinstance(step, Read):
        truth = _read(compiler, body, step)
        body.truths[step.index] = f"NOT {truth}" if step.atom.negated else truth
    elif isinstance(step, Choose):
        choose(compiler, body, step)
    elif isinstance(step, Compare):
        sides = [_expression(compiler, body, side) for side in (step.left, step.right)]
        body.truths[step.index] = comparison(step.op, *sides)
    elif isinstance(step, Bind):
        _bind(compiler, body, step)
    else:
        _fold(compiler, body, step)


def _expression(compiler: Compiling, body: Body, expr: Expr) -> Column:
    def lookup(atom: Atom) -> tuple[str, Column, str]:
        decl = compiler.emission.program.decls[atom.pred]
        keys = key_texts(compiler.emission, body.scope, atom.args[: len(decl.key_types)])
        value = compiler.value_column(decl, compiler.emission.alias("l"))
        return compiler.read(atom.pred, keys), value, all_known(keys)

    return expression(compiler.emission, expr, body.scope, body.types, lookup)


def _bind(compiler: Compiling, body: Body, step: Bind) -> None:
    value, alias = _expression(compiler, body, step.expr), compiler.emission.alias("b")
    body.join(f"CROSS JOIN LATERAL (SELECT {value.sql} AS v) {alias}")
    column = Column(f"{alias}.v", value.type_name, value.packed)
    body.scope[step.var] = column
    body.truths[step.index] = f"CASE WHEN {alias}.v IS NOT NULL THEN TRUE END"


def _fold(compiler: Compiling, body: Body, step: Fold) -> None:
    alias = compiler.emission.alias("a")
    if step.at_least is not None:
        least = _expression(compiler, body, step.at_least).single
        body.join(f"CROSS JOIN LATERAL ({compiler.early_count(body, step, least)}) {alias}")
        body.truths[step.index] = f"{alias}.tr"
        return
    read, value = compiler.fold(body, step, alias)
    body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
    if step.binds is None:
        bound = body.scope[step.literal.var.name]
        body.truths[step.index] = f"({alias}.ok AND {comparison('=', value, bound)})"
    else:
        body.scope[step.binds] = value
        body.truths[step.index] = f"{alias}.ok"


# -------------------------------------------------------------------- atoms
def _read(compiler: Compiling, body: Body, step: Read) -> str:
    """Join what the atom reads; the truth of the atom itself, without its ``not``."""
    atom, decl = step.atom, step.decl
    if body.itself is not None and atom.pred == body.itself.pred:
        return _self_test(compiler, body, step, body.itself)
    keys = key_texts(compiler.emission, body.scope, atom.args[: len(decl.key_types)])
    if decl.reading is Reading.TRUTH:
        alias = compiler.emission.alias("l")
        body.join(f"CROSS JOIN LATERAL ({compiler.read_atom(atom, keys)}) {alias}")
        return f"{alias}.tr"
    if decl.reading is Reading.VALUE:
        return _value(compiler, body, step, keys)
    return _member(compiler, body, step, keys)


def _value(compiler: Compiling, body: Body, step: Read, keys: Sequence[str]) -> str:
    """A functional read: a missing row is unknown, so the join is an outer one."""
    alias = compiler.emission.alias("l")
    body.join(f"LEFT JOIN LATERAL ({compiler.read_atom(step.atom, keys)}) {alias} ON {all_known(keys)}")
    found, wanted = compiler.value_column(step.decl, alias), step.atom.args[-1]
    if step.binds is not None:
        body.scope[step.binds] = found
        return f"{alias}.ok"
    if isinstance(wanted, Var) and wanted.anonymous:
        return f"{alias}.ok"
    return f"({alias}.ok AND {comparison('=', found, term_column(compiler.emission, body.scope, wanted))})"


def _member(compiler: Compiling, body: Body, step: Read, keys: Sequence[str]) -> str:
    """Test one member, or with ``_`` whether there is any."""
    alias, member = compiler.emission.alias("l"), step.atom.args[-1]
    if isinstance(member, Var) and member.anonymous:
        rows = compiler.emission.alias("s")
        read = f"SELECT {or3(f'{rows}.tr')} AS tr FROM ({compiler.read_atom(step.atom, keys)}) {rows}"
    else:
        column = term_column(compiler.emission, body.scope, member)
        read = compiler.test_atom(step.atom, keys, column)
    body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
    return f"{alias}.tr"


def _self_test(compiler: Compiling, body: Body, step: Read, itself: SelfReference) -> str:
    """A row of the closure so far beside a member that is bound already, or any member."""
    body.start_with(itself)
    member = step.atom.args[-1]
    body.drivers.append(f"{itself.table}.m")
    if isinstance(member, Var) and member.anonymous:
        return f"{itself.table}.tr"
    found = Column(f"{itself.table}.m", step.decl.member_type or "text")
    wanted = term_column(compiler.emission, body.scope, member)
    return f"({itself.table}.tr AND {comparison('=', found, wanted)})"
