"""The two evaluators by name: ``postgres`` computes the product's gold, ``reference`` checks it."""

from __future__ import annotations

from datetime import datetime

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.syntax import Goal
from scenarios.models import Scenario
from scenarios.selectors import histories, programs
from scenarios.services import evaluation

NAMES = ("postgres", "reference")


def evaluate(*, scenario: Scenario, goal: Goal, cutoff: datetime, evaluator: str) -> Evaluation:
    """Label, answer, derivation and witnesses of one goal by the evaluator named."""
    if evaluator == "postgres":
        return evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoff)
    if evaluator == "reference":
        return reference.evaluate(programs.load(scenario), histories.load(scenario), goal, cutoff)
    raise ValueError(f"unknown evaluator {evaluator!r}: one of {', '.join(NAMES)}")
