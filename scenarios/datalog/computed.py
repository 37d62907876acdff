"""Which recursions can make values that no record holds, and so could go on for ever (spec 1.7). PURE.

A value is made where a clause computes it (``VAR = expr``, an aggregate), and it is handed on by predicates
whose answers may hold it. Only a recursion whose own recursive rules hand made values on, as an answer or
as a key, can be without end.
"""

from __future__ import annotations

from functools import lru_cache

from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Bind, Choose, ClausePlan, Fold, Plans, Read
from scenarios.datalog.syntax import Atom, Reading, Shape, Term, Var

#: A recursion that makes values may reach so many calls, or name so many members in one collection.
RECURSION_LIMIT = 20_000


def runaway_message(pred: str) -> str:
    """What both evaluators say of a recursion that was stopped."""
    return f"the recursion of {pred} makes new values without bound: stopped at {RECURSION_LIMIT}"


def makes_values(plans: Plans, pred: str) -> bool:
    """Whether the recursion that ``pred`` is part of may make new values without end."""
    component = plans.component.get(pred, frozenset())
    return any(_hands_on(plans, plan, component) for part in sorted(component) for plan in plans.of(part))


def computing_predicates(plans: Plans) -> frozenset[str]:
    """The derived predicates whose members or values may be computed."""
    return _computing(ByIdentity(plans.program))


def computed_names(plans: Plans, plan: ClausePlan) -> frozenset[str]:
    """Variables of a body that may hold a computed value."""
    return _computed(plan, computing_predicates(plans))


def _hands_on(plans: Plans, plan: ClausePlan, component: frozenset[str]) -> bool:
    atoms = [atom for atom in plan.clause.body if isinstance(atom, Atom) and atom.pred in component]
    if not atoms:
        return False
    decls = plans.program.decls
    passed: list[Term] = [*plan.clause.head.args[len(decls[plan.clause.head.pred].key_types) :]]
    passed += [term for atom in atoms for term in atom.args[: len(decls[atom.pred].key_types)]]
    computed = computed_names(plans, plan)
    return any(isinstance(term, Var) and term.name in computed for term in passed)


def _computed(plan: ClausePlan, computing: frozenset[str]) -> frozenset[str]:
    found: set[str] = set()
    for step in plan.body.steps:
        if isinstance(step, Bind):
            found.add(step.var)
        elif isinstance(step, Fold) and step.binds is not None:
            found.add(step.binds)
        elif isinstance(step, Choose) and any(read.atom.pred in computing for read in step.drivers):
            found.add(step.var)
        elif isinstance(step, Read) and step.binds is not None and step.atom.pred in computing:
            found.add(step.binds)
    return frozenset(found)


@lru_cache(maxsize=256)
def _computing(key: ByIdentity) -> frozenset[str]:
    plans = Plans(key.program)
    derived = [
        pred
        for pred, decl in key.program.decls.items()
        if decl.shape is Shape.DERIVED and decl.reading is not Reading.TRUTH
    ]
    found: frozenset[str] = frozenset()
    while True:
        larger = frozenset(pred for pred in derived if _computes(plans, pred, found))
        if larger == found:
            return found
        found = larger


def _computes(plans: Plans, pred: str, known: frozenset[str]) -> bool:
    for plan in plans.of(pred):
        answer = plan.clause.head.args[-1]
        if isinstance(answer, Var) and answer.name in _computed(plan, known):
            return True
    return False
