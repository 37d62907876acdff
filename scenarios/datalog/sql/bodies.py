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
from dataclasses import dataclass, field
from typing import Protocol

from scenarios.datalog.inference import Types
from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.sql.columns import TEXT, Column, Emission, conjunction, or3, storage
from scenarios.datalog.sql.expressions import comparison, expression
from scenarios.datalog.sql.unsupported import not_compiled
from scenarios.datalog.syntax import Atom, Clause, Decl, Expr, Reading, Term, Var
from scenarios.datalog.variables import all_vars, names


class Compiling(Protocol):
    """What bodies and aggregates ask of the compiler of predicates."""

    emission: Emission

    def read(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a predicate whose keys are bound to SQL texts."""

    def candidates(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a collection with the candidates that it rejects."""

    def member_test(self, pred: str, keys: Sequence[str], member: Column) -> str:
        """The sub-select ``(tr)`` of "member is in the collection"."""

    def value_column(self, decl: Decl, alias: str) -> Column:
        """The value of a read of a value predicate, joined as ``alias``."""

    def fold(self, body: Body, fold: Fold, alias: str) -> tuple[str, Column]:
        """The sub-select ``(v, ok)`` of an aggregate in ``body``, joined as ``alias``, and its value."""

    def early_count(self, body: Body, fold: Fold, at_least: Column) -> str:
        """The sub-select ``(tr)`` of "the count is at least"."""


@dataclass(frozen=True, slots=True)
class SelfReference:
    """The recursive table that stands for atoms of the predicate being closed over."""

    pred: str
    table: str


@dataclass(slots=True)
class Body:
    """A compiled body. Truths, scopes and sources are by the place of the literal in the clause.

    ``scopes`` and ``sources`` are those at the moment the literal was read.
    """

    clause: Clause
    source: str
    scope: dict[str, Column]
    types: Types
    unfolded: bool = False
    itself: SelfReference | None = None
    truths: dict[int, str] = field(default_factory=dict)
    drivers: list[str] = field(default_factory=list)
    scopes: dict[int, dict[str, Column]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)

    @property
    def truth(self) -> str:
        """The conjunction of all literals."""
        return conjunction([self.truths[index] for index in sorted(self.truths)])

    def join(self, text: str) -> None:
        self.source += f" {text}"


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
    """Compile a planned body under a scope of bound variables, all of it but the atom ``without``.

    Raises ``NotCompiledError``.
    """
    source = f"(SELECT 1) {compiler.emission.alias('z')}"
    body = Body(clause, source, dict(scope), plan.types, unfolded, itself)
    for step in plan.steps:
        if without is not None and _is_read_of(step, without):
            continue
        body.scopes[step.index], body.sources[step.index] = dict(body.scope), body.source
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
        _choose(compiler, body, step)
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
        body.join(f"CROSS JOIN LATERAL ({compiler.read(atom.pred, keys)}) {alias}")
        return f"{alias}.tr"
    if decl.reading is Reading.VALUE:
        return _value(compiler, body, step, keys)
    return _member(compiler, body, step, keys)


def _value(compiler: Compiling, body: Body, step: Read, keys: Sequence[str]) -> str:
    """A functional read: a missing row is unknown, so the join is an outer one."""
    alias = compiler.emission.alias("l")
    body.join(f"LEFT JOIN LATERAL ({compiler.read(step.atom.pred, keys)}) {alias} ON {all_known(keys)}")
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
        read = f"SELECT {or3(f'{rows}.tr')} AS tr FROM ({compiler.read(step.atom.pred, keys)}) {rows}"
    else:
        column = term_column(compiler.emission, body.scope, member)
        read = compiler.member_test(step.atom.pred, keys, column)
    body.join(f"CROSS JOIN LATERAL ({read}) {alias}")
    return f"{alias}.tr"


def _self_test(compiler: Compiling, body: Body, step: Read, itself: SelfReference) -> str:
    """A row of the closure so far beside a member that is bound already, or any member."""
    body.source = f"{itself.table} CROSS JOIN {body.source}"
    member = step.atom.args[-1]
    body.drivers.append(f"{itself.table}.m")
    if isinstance(member, Var) and member.anonymous:
        return f"{itself.table}.tr"
    found = Column(f"{itself.table}.m", step.decl.member_type or "text")
    wanted = term_column(compiler.emission, body.scope, member)
    return f"({itself.table}.tr AND {comparison('=', found, wanted)})"


# -------------------------------------------------------------------- candidates
def _choose(compiler: Compiling, body: Body, step: Choose) -> None:
    """Range over the candidates of a collection, the unnamed one of an open collection too."""
    first = step.drivers[0]
    if body.itself is not None and any(read.atom.pred == body.itself.pred for read in step.drivers):
        _choose_self(compiler, body, step, body.itself)
        return
    alias = compiler.emission.alias("l")
    body.scope[step.var] = Column(f"{alias}.m", first.decl.member_type or "text")
    body.drivers.append(f"{alias}.m")
    keys = [
        key_texts(compiler.emission, body.scopes[step.index], read.atom.args[: len(read.decl.key_types)])
        for read in step.drivers
    ]
    if len(step.drivers) == 1:
        body.truths[first.index] = _single_driver(compiler, body, alias, first, keys[0])
        return
    reads = [_candidates(compiler, body, read, key) for read, key in zip(step.drivers, keys, strict=True)]
    member_type = first.decl.member_type or "text"
    body.join(_driven(body, _common_candidates(compiler.emission, reads), alias, member_type))
    for read, key in zip(step.drivers, keys, strict=True):
        test = compiler.emission.alias("l")
        member_test = compiler.member_test(read.atom.pred, key, body.scope[step.var])
        body.join(f"CROSS JOIN LATERAL ({member_test}) {test}")
        truth = f"CASE WHEN {alias}.m IS NOT NULL THEN {test}.tr END"
        body.truths[read.index] = _present(body, alias, truth)
        body.scopes[read.index], body.sources[read.index] = body.scopes[step.index], body.sources[step.index]


def _candidates(compiler: Compiling, body: Body, read: Read, keys: Sequence[str]) -> str:
    """The rows of a driver; unfolded, those that a derived collection rejects too."""
    if body.unfolded and not read.recursive:
        return compiler.candidates(read.atom.pred, keys)
    return compiler.read(read.atom.pred, keys)


def _common_candidates(emission: Emission, reads: Sequence[str]) -> str:
    """The named candidates of several collections, each once; the unnamed one if all of them are open."""
    rows = " UNION ALL ".join(
        f"SELECT {name}.m, {place} AS place FROM ({read}) {name}"
        f" WHERE {name}.m IS NOT NULL OR {name}.tr IS NOT FALSE"
        for place, read in enumerate(reads)
        for name in [emission.alias("s")]
    )
    everywhere = f"count(DISTINCT place) = {len(reads)}"
    source = f"({rows}) {emission.alias('s')}"
    columns = "m, NULL::boolean AS tr, TRUE AS there"
    return f"SELECT {columns} FROM {source} GROUP BY m HAVING m IS NOT NULL OR {everywhere}"


def _single_driver(compiler: Compiling, body: Body, alias: str, read: Read, keys: Sequence[str]) -> str:
    rows = _candidates(compiler, body, read, keys)
    if body.unfolded:
        name = compiler.emission.alias("s")
        rows = f"SELECT {name}.m, {name}.tr, TRUE AS there FROM ({rows}) {name}"
    body.join(_driven(body, rows, alias, read.decl.member_type or "text"))
    return _present(body, alias, f"{alias}.tr")


def _driven(body: Body, rows: str, alias: str, member_type: str) -> str:
    """The join of candidates; unfolded, an unnamed one stands beside them even if the driver is closed."""
    if body.unfolded:
        rows = f"{rows} UNION ALL SELECT NULL::{storage(member_type)}, NULL::boolean, FALSE"
    return f"CROSS JOIN LATERAL ({rows}) {alias}"


def _present(body: Body, alias: str, truth: str) -> str:
    return f"CASE WHEN {alias}.there THEN {truth} ELSE FALSE END" if body.unfolded else truth


def _choose_self(compiler: Compiling, body: Body, step: Choose, itself: SelfReference) -> None:
    """The rows of the closure so far drive its step."""
    if len(step.drivers) > 1:
        message = f"{step.var} ranges over {itself.pred} and another collection at once: not computed in SQL"
        raise not_compiled(compiler.emission.program, body.clause, message, step.drivers[0].atom.span)
    found = Column(f"{itself.table}.m", step.drivers[0].decl.member_type or "text")
    body.source = f"{itself.table} CROSS JOIN {body.source}"
    body.scope[step.var] = found
    body.drivers.append(found.sql)
    body.truths[step.index] = f"{itself.table}.tr"


# -------------------------------------------------------------------- terms
def all_known(keys: Sequence[str]) -> str:
    """Condition: no key is unknown. A value of an unknown key is unknown, whatever its rules say."""
    return " AND ".join(f"{key} IS NOT NULL" for key in keys) or "TRUE"


def term_column(emission: Emission, scope: Mapping[str, Column], term: Term) -> Column:
    """The column of a bound variable or a constant."""
    return scope[term.name] if isinstance(term, Var) else emission.constant(term)


def key_texts(emission: Emission, scope: Mapping[str, Column], terms: Sequence[Term]) -> list[str]:
    """Key arguments as the canonical texts by which version rows are keyed."""
    columns = [term_column(emission, scope, term).single for term in terms]
    return [column.sql if column.storage == TEXT else column.as_text for column in columns]


def shared_scope(body: Body, fold: Fold) -> dict[str, Column]:
    """What an aggregate sees of the level around it: its other variables are local to the braces."""
    inside = names(all_vars(fold.literal)) - {fold.literal.var.name}
    at = body.scopes.get(fold.index, body.scope)
    return {name: column for name, column in at.items() if name in inside}
