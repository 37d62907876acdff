"""Which declared rules a predicate stands on at a cutoff (spec 1.7). PURE."""

from __future__ import annotations

from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import Version


def rule_keys(evaluator: Evaluator, pred: str) -> tuple[str, ...]:
    """Rule keys of the base clauses of a predicate and of the declared clauses in force, sorted."""
    clauses = (*evaluator.base.clauses_of(pred), *evaluator.program.clauses_of(pred))
    return tuple(sorted({clause.rule_key for clause in clauses if clause.rule_key is not None}))


def declared_rules(evaluator: Evaluator, pred: str) -> dict[str, Version]:
    """The current versions of the declared rules of a predicate, by rule key."""
    found: dict[str, Version] = {}
    for key in rule_keys(evaluator, pred):
        version = evaluator.resolved.current((f"rule:{key}", (), None))
        if version is not None and not version.cancelled:
            found[key] = version
    return found
