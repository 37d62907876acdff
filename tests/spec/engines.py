"""The evaluators behind one face, so that a spec test reads the same for both."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.history import History
from scenarios.datalog.syntax import Goal, Program


class Engine(Protocol):
    """Evaluates one goal of a history at a cutoff."""

    def evaluate(self, program: Program, history: History, goal: Goal, cutoff: datetime) -> Evaluation:
        """Gold, derivation and witnesses."""


class ReferenceEngine:
    """The naive evaluator, in memory."""

    def evaluate(self, program: Program, history: History, goal: Goal, cutoff: datetime) -> Evaluation:
        return reference.evaluate(program, history, goal, cutoff)


class PostgresEngine:
    """The product's evaluator, over rows."""

    def evaluate(self, program: Program, history: History, goal: Goal, cutoff: datetime) -> Evaluation:
        from scenarios.services import evaluation
        from tests.factories.stored_histories import store_history

        scenario = store_history(program.source, history)
        return evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoff)
