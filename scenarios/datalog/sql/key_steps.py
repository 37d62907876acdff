"""Bodies cut down to what finds the keys of their reads (spec 2.1).

A derivation lists a read for every candidate, whatever its truth. So of a body only those steps are
computed that bind a variable which stands in a key; and where a recursion must not be followed from a row
that is false already, those that are read before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.syntax import Aggregate, Atom, Binding, Comparison, Decl, Expr, Literal
from scenarios.datalog.variables import all_vars, expr_atoms, expr_vars, names, needed_vars


def own_atoms(literal: Literal) -> Iterable[Atom]:
    """The atoms that a literal reads itself; those inside an aggregate are a level of their own."""
    if isinstance(literal, Atom):
        return (literal,)
    if isinstance(literal, Comparison):
        return (*expr_atoms(literal.left), *expr_atoms(literal.right))
    return expr_atoms(literal.expr) if isinstance(literal, Binding) else ()


def key_variables(literals: Iterable[Literal], decls: dict[str, Decl]) -> frozenset[str]:
    """The variables that stand in a key of what the literals of one level read."""
    atoms = [atom for literal in literals for atom in own_atoms(literal)]
    return frozenset().union(*(_needed(atom.args[: len(decls[atom.pred].key_types)]) for atom in atoms))


def cut_to(plan: Plan, wanted: frozenset[str], *, guarded: bool = False) -> tuple[Plan, frozenset[str]]:
    """The steps of a plan that bind what is wanted, and the variables that they need from around it; with
    ``guarded`` also all steps before the last read of a recursion."""
    kept: list[Step] = []
    needed, last = set(wanted), _last_recursive(plan) if guarded else 0
    for place in reversed(range(len(plan.steps))):
        step = plan.steps[place]
        if place < last or _binds(step) in needed:
            kept.append(step)
            needed -= {_binds(step) or ""}
            needed |= _inputs(step)
    return replace(plan, steps=tuple(reversed(kept))), frozenset(needed)


def before(plan: Plan, fold: Fold) -> Plan:
    """The steps of a plan that are read before an aggregate."""
    return replace(plan, steps=plan.steps[: plan.steps.index(fold)])


def _last_recursive(plan: Plan) -> int:
    reads = [step.drivers if isinstance(step, Choose) else (step,) for step in plan.steps]
    recursive = [any(isinstance(read, Read) and read.recursive for read in many) for many in reads]
    return max((place for place, found in enumerate(recursive) if found), default=0)


def _binds(step: Step) -> str | None:
    if isinstance(step, (Choose, Bind)):
        return step.var
    return step.binds if isinstance(step, (Read, Fold)) else None


def _inputs(step: Step) -> frozenset[str]:
    """What must be bound for a step to be read."""
    if isinstance(step, Choose):
        return frozenset().union(*(_needed(read.atom.args[:-1]) for read in step.drivers))
    if isinstance(step, Read):
        return _needed(step.atom.args) - {step.binds or ""}
    if isinstance(step, Compare):
        return needed_vars(step.left) | needed_vars(step.right)
    if isinstance(step, Bind):
        return needed_vars(step.expr)
    inside = names(all_vars(step.literal)) | (needed_vars(step.at_least) if step.at_least else frozenset())
    return inside - {step.binds or ""}


def _needed(exprs: Iterable[Expr]) -> frozenset[str]:
    return frozenset(var.name for expr in exprs for var in expr_vars(expr) if not var.anonymous)


def aggregates(literals: tuple[Literal, ...], around: tuple[int, ...] = ()) -> Iterable[tuple[int, ...]]:
    """The places of all aggregates of a body, each with those of the aggregates around it."""
    for place, literal in enumerate(literals):
        if isinstance(literal, Aggregate):
            yield (*around, place)
            yield from aggregates((*literal.body, *literal.condition), (*around, place))
