"""The two evaluators by name: ``postgres`` computes the product's gold, ``reference`` checks it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import datetime

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation, Gold
from scenarios.datalog.syntax import Goal
from scenarios.models import Query
from scenarios.selectors import histories, programs
from scenarios.services import evaluation
from scenarios.services.folding import folded

NAMES = ("postgres", "reference")


def evaluate(*, query: Query, cutoff: datetime, evaluator: str = "postgres") -> Evaluation:
    """The query's label, answer, derivation and witnesses at ``cutoff``, by the evaluator named.

    Raises ``ValueError`` for any other name, and what the evaluators raise.
    """
    scenario = query.scenario
    if evaluator == "postgres":
        found = evaluation.evaluate(scenario=scenario, goal=query.goal, cutoff=cutoff)
        return folded_at(query, cutoff, found)
    if evaluator != "reference":
        raise ValueError(f"unknown evaluator {evaluator!r}: one of {', '.join(NAMES)}")
    program, history = programs.load(scenario), histories.load(scenario)

    def answers(asked: Sequence[tuple[Goal, datetime]]) -> list[Gold]:
        return [reference.answer(program, history, goal, at) for goal, at in asked]

    return folded(_moved(query, cutoff), reference.evaluate(program, history, query.goal, cutoff), answers)


def folded_at(query: Query, cutoff: datetime, found: Evaluation) -> Evaluation:
    """What Postgres derived for a query's goal at ``cutoff`` with the gold that the query asks for."""

    def answers(asked: Sequence[tuple[Goal, datetime]]) -> list[Gold]:
        return evaluation.answers_at(scenario=query.scenario, asked=asked)

    return folded(_moved(query, cutoff), found, answers)


def _moved(query: Query, cutoff: datetime) -> Query:
    moved = copy.copy(query)
    moved.cutoff = cutoff
    return moved
