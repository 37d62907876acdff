"""What a generator asks of an evaluator, and the reference evaluator as one (overview 3). PURE.

``evaluate`` is injected: the reference evaluator in tests, Postgres on a draft suite in ``build_suite``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scenarios.bundle import ScenarioSpec
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import evaluate
from scenarios.datalog.syntax import Goal


@dataclass(frozen=True, slots=True)
class Request:
    """One goal at one cutoff."""

    goal: Goal
    cutoff: datetime


@dataclass(frozen=True, slots=True)
class Batch:
    """A draft scenario, complete but for its queries, and what to derive from it."""

    scenario: ScenarioSpec
    requests: tuple[Request, ...]


#: One evaluation a request, in order.
Evaluate = Callable[[Batch], Sequence[Evaluation]]


def history_of(scenario: ScenarioSpec) -> History:
    """All actions of a scenario."""
    return History.of(action for event in scenario.events for action in event.actions)


def reference(batch: Batch) -> list[Evaluation]:
    """The reference evaluator as an ``Evaluate``."""
    program = load_program(batch.scenario.program, f"{batch.scenario.slug}.dl")
    history = history_of(batch.scenario)
    return [evaluate(program, history, request.goal, request.cutoff) for request in batch.requests]
