"""The instances of a clause for a frontier of nodes: every candidate row with the truth of each literal.

From these rows come children, checks and witnesses of derivations (spec 2.1, 2.4). A body is unfolded:
rows that are surely out stay, and an empty driver keeps one row whose literal is false. What an aggregate
folds is listed by a statement of its own, joined to the instance around it by the variables bound there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scenarios.datalog.plans import Fold
from scenarios.datalog.sql.bodies import Body, compile_plan, shared_scope
from scenarios.datalog.sql.columns import Column, conjunction
from scenarios.datalog.sql.predicates import Compiler
from scenarios.datalog.sql.statements import QUERY_ROWS, Statement, key_texts
from scenarios.datalog.syntax import Aggregate, Clause, Literal, Program

#: Where a listing stands in its clause: the places of the aggregates around it, outermost first.
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """How to read the instances of one level of a clause.

    Rows are ``(id, around, values, truths, operands)``: texts of ``outer`` and ``variables`` in this
    order, one truth for the head's own tests and then one a literal, and the operands of all literals,
    of which literal i owns ``operands[i]``.
    """

    statement: Statement
    path: Path
    literals: tuple[Literal, ...]
    outer: tuple[str, ...]
    variables: tuple[str, ...]
    operands: tuple[slice, ...]


def listings(program: Program, clause: Clause) -> tuple[Listing, ...]:
    """The listing of a clause's body, then those of the aggregates in it. Raises ``NotCompiledError``."""
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
    literals, sources, plan = clause.body, [QUERY_ROWS], compiler.plan_of(clause)
    around: Mapping[str, Column] = {}
    for place in path:
        fold = next(step for step in plan.steps if isinstance(step, Fold) and step.index == place)
        around = body.scopes[place]
        sources.append(body.sources[place])
        literals = (*fold.literal.body, *fold.literal.condition)
        body, plan = _inside(compiler, body, fold), fold.body
    names, held = tuple(sorted(body.scope)), tuple(sorted(around))
    slots, operands = _slots(body, len(literals))
    truths = [conjunction(tests), *(body.truths.get(place, "TRUE") for place in range(len(literals)))]
    columns = [
        _array([around[name].as_text for name in held]),
        _array([body.scope[name].as_text for name in names]),
        _array(truths, "boolean"),
        _array(operands),
    ]
    source = " CROSS JOIN ".join([*sources, body.source])
    text = f"SELECT q.id, {', '.join(columns)} FROM {source} ORDER BY 1, 2, 3"
    return Listing(Statement(text, compiler.emission.parameters), path, literals, held, names, slots)


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
    inner.operands |= {shift + place: texts for place, texts in condition.operands.items()}
    return inner


def _slots(body: Body, count: int) -> tuple[tuple[slice, ...], list[str]]:
    slots: list[slice] = []
    operands: list[str] = []
    for place in range(count):
        texts = body.operands.get(place, ())
        slots.append(slice(len(operands), len(operands) + len(texts)))
        operands.extend(texts)
    return tuple(slots), operands


def _array(items: list[str], type_name: str = "text") -> str:
    return f"ARRAY[{', '.join(items)}]::{type_name}[]"
