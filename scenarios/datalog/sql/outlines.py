"""Which predicates are computed by a routine of their own, because their rules are too many to inline.

Rules are inlined where they are read, so that the planner sees through them; a chain that reads a predicate
twice at every step would double at every step. Beyond ``MAX_READS`` a predicate becomes a routine, which
remembers what it found for each call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Bind, Choose, Compare, Plans, Read, Step
from scenarios.datalog.sql.graph import linear_recursion
from scenarios.datalog.stratification import components, predicate_graph
from scenarios.datalog.syntax import Atom, Expr
from scenarios.datalog.variables import expr_atoms

#: Reads that a predicate may stand for where it is inlined.
MAX_READS = 100


def outlined(plans: Plans) -> frozenset[str]:
    """The predicates that are not inlined for their size, recursive ones too."""
    return _outlined(ByIdentity(plans.program))


@lru_cache(maxsize=256)
def _outlined(key: ByIdentity) -> frozenset[str]:
    plans = Plans(key.program)
    edges, _ = predicate_graph(key.program)
    reads: dict[str, int] = {}
    found: set[str] = set()
    for group in components(edges):
        for pred in group:
            reads[pred] = 0
            if len(group) > 1 or (pred in plans.component and linear_recursion(plans, pred) is None):
                continue  # computed in rounds, so by a routine anyway
            atoms = [atom for plan in plans.of(pred) for atom in _reads(plan.body.steps)]
            reads[pred] = sum(1 + reads[atom.pred] for atom in atoms if atom.pred != pred)
            if reads[pred] > MAX_READS:
                found.add(pred)
                reads[pred] = 0
    return frozenset(found)


def _reads(steps: Iterable[Step]) -> Iterator[Atom]:
    """The atoms that steps read, each as often as its sub-select is written."""
    for step in steps:
        if isinstance(step, Read):
            yield step.atom
        elif isinstance(step, Choose):
            for read in step.drivers:
                yield from [read.atom] * min(2, len(step.drivers))
        elif isinstance(step, (Bind, Compare)):
            sides: tuple[Expr, ...] = (step.expr,) if isinstance(step, Bind) else (step.left, step.right)
            yield from (atom for side in sides for atom in expr_atoms(side))
        else:
            yield from _reads(step.body.steps)
            if step.condition is not None:
                yield from _reads(step.condition.steps)
            if step.at_least is not None:
                yield from expr_atoms(step.at_least)
