"""Which predicates can answer with several tied values (spec 1.7: argmax, argmin and mode)."""

from __future__ import annotations

from functools import lru_cache

from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Bind, Choose, Fold, Plans, Read, Step
from scenarios.datalog.syntax import Atom, Call, Expr, Program, Reading, Shape, Var

_TYING = frozenset({"argmax", "argmin", "mode"})


def planned(program: Program) -> tuple[Plans, frozenset[str]]:
    """The reading orders of a program and its tying predicates, found once."""
    return _planned(ByIdentity(program))


@lru_cache(maxsize=128)
def _planned(key: ByIdentity) -> tuple[Plans, frozenset[str]]:
    plans = Plans(key.program)
    return plans, tying_predicates(plans)


def tying_predicates(plans: Plans) -> frozenset[str]:
    """The value predicates whose value may be a tie: by an aggregate of their own, or one they pass on."""
    program = plans.program
    values = [
        pred
        for pred, decl in program.decls.items()
        if decl.shape is Shape.DERIVED and decl.reading is Reading.VALUE
    ]
    found: frozenset[str] = frozenset()
    while True:
        larger = frozenset(pred for pred in values if _ties(plans, pred, found))
        if larger == found:
            return found
        found = larger


def _ties(plans: Plans, pred: str, known: frozenset[str]) -> bool:
    for plan in plans.of(pred):
        answer = plan.clause.head.args[-1]
        if isinstance(answer, Var) and answer.name in _tied_variables(plan.body.steps, known):
            return True
    return False


def _tied_variables(steps: tuple[Step, ...], known: frozenset[str]) -> set[str]:
    tied: set[str] = set()
    for step in steps:
        if isinstance(step, Choose):
            continue
        if isinstance(step, Bind):
            if _passes_on(step.expr, tied, known):
                tied.add(step.var)
        elif isinstance(step, Fold):
            if step.binds is not None and step.literal.function in _TYING:
                tied.add(step.binds)
        elif isinstance(step, Read) and step.binds is not None and step.atom.pred in known:
            tied.add(step.binds)
    return tied


def _passes_on(expr: Expr, tied: set[str], known: frozenset[str]) -> bool:
    """A bare variable or ``coalesce`` hands a tie on; arithmetic makes it unknown."""
    if isinstance(expr, Var):
        return expr.name in tied
    if isinstance(expr, Call) and expr.function == "coalesce":
        read, fallback = expr.args
        return (isinstance(read, Atom) and read.pred in known) or _passes_on(fallback, tied, known)
    return False
