"""The instances of a clause for a frontier of nodes: every candidate row with the truth of each literal.

From these rows come the inputs of derivations (spec 2.1, 2.4). A body is unfolded: rows that are surely
out stay, derived drivers list what they reject, and every driver has an unnamed candidate, false where
the collection is closed. What an aggregate folds is listed by a statement of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scenarios.datalog.plans import Fold
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import Body, shared_scope
from scenarios.datalog.sql.columns import conjunction
from scenarios.datalog.sql.predicates import Compiler
from scenarios.datalog.sql.statements import Statement, key_texts, query_rows
from scenarios.datalog.syntax import Aggregate, Clause, Literal, Program

#: Where a listing stands in its clause: the places of the aggregates around it, outermost first.
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """How to read the instances of one level of a clause.

    Rows are ``(id, values, truths)``: the canonical texts of ``variables`` (NULL where unknown), one truth
    for the head's own tests and then one for each of ``literals``. ``order`` gives the literals in reading
    order.
    """

    statement: Statement
    path: Path
    literals: tuple[Literal, ...]
    order: tuple[int, ...]
    variables: tuple[str, ...]


def listings(program: Program, clause: Clause) -> tuple[Listing, ...]:
    """The listing of a clause's body, then those of the aggregates in it."""
    paths = [(), *_aggregate_paths(clause.body, ())]
    return tuple(_listing(program, clause, path) for path in paths)


def _aggregate_paths(literals: tuple[Literal, ...], around: Path) -> Iterator[Path]:
    for place, literal in enumerate(literals):
        if isinstance(literal, Aggregate):
            yield (*around, place)
            yield from _aggregate_paths((*literal.body, *literal.condition), (*around, place))


def _listing(program: Program, clause: Clause, path: Path) -> Listing:
    """A statement writes its own aliases and constants, so each listing compiles the clause anew."""
    compiler = Compiler(program)
    keys = key_texts(len(program.decls[clause.head.pred].key_types))
    body, _ = compiler.body_of(clause, keys, unfolded=True)
    _, tests = compiler.head_scope(clause, keys)
    literals, sources, plan = clause.body, [query_rows(len(keys))], compiler.plan_of(clause)
    for place in path:
        fold = next(step for step in plan.steps if isinstance(step, Fold) and step.index == place)
        sources.append(body.sources[place])
        literals = (*fold.literal.body, *fold.literal.condition)
        body, plan = _inside(compiler, body, fold), fold.body
    names = tuple(sorted(body.scope))
    truths = [conjunction(tests), *(body.truths.get(place, "TRUE") for place in range(len(literals)))]
    columns = f"{_array([body.scope[name].as_text for name in names], 'text')}, {_array(truths, 'boolean')}"
    source = " CROSS JOIN ".join([*sources, body.source])
    text = f"SELECT q.id, {columns} FROM {source} ORDER BY 1, 2"
    statement = compiler.statement(text, keys=len(keys), about=clause.head.pred)
    return Listing(statement, path, literals, tuple(body.truths), names)


def _inside(compiler: Compiler, around: Body, fold: Fold) -> Body:
    """The inside of an aggregate; the condition of ``all`` is read behind its domain."""
    inner = compile_plan(compiler, around.clause, fold.body, shared_scope(around, fold), unfolded=True)
    if fold.condition is None:
        return inner
    condition = compile_plan(compiler, around.clause, fold.condition, inner.scope, unfolded=True)
    domain, shift = inner.source, len(fold.literal.body)
    inner.source = f"{domain} CROSS JOIN {condition.source}"
    inner.scope = condition.scope
    inner.truths |= {shift + place: truth for place, truth in condition.truths.items()}
    return inner


def _array(items: list[str], type_name: str) -> str:
    return f"ARRAY[{', '.join(items)}]::{type_name}[]"
