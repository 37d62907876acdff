"""Compares the two evaluators on random cases: label, answer, derivation and witnesses (AC-1.10).

An error is an outcome too: a runaway for one must be a runaway for the other. A crash always differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.reference import evaluate
from scenarios.datalog.syntax import Goal
from scenarios.models import Scenario
from scenarios.services import evaluation
from tests.factories.random_cases import Case
from tests.factories.stored_histories import store_histories

Outcome = Evaluation | str
_CRASH = "crash:"
Asked = tuple[Goal, datetime]


@dataclass
class Tally:
    """What a campaign met."""

    cases: int = 0
    asked: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    inexact: int = 0

    def note(self, outcome: Outcome) -> None:
        self.asked += 1
        if isinstance(outcome, str):
            self.errors[outcome] += 1
        else:
            self.labels[outcome.gold.label.value] += 1
            self.inexact += not outcome.witnesses.exact


@dataclass(frozen=True)
class Difference:
    """One goal at one cutoff on which the evaluators do not agree, and in what."""

    case: Case
    goal: Goal
    cutoff: datetime
    mine: Outcome
    theirs: Outcome

    @property
    def what(self) -> str:
        """The first thing that differs: outcome, gold, root, nodes, meta, edges or witnesses."""
        return different(self.mine, self.theirs) or "nothing"

    def __str__(self) -> str:
        alone = replace(self.case, goals=(self.goal,), cutoffs=(self.cutoff,))
        shown = [f"the evaluators differ in {self.what}", alone.text]
        for name, outcome in (("Postgres", self.mine), ("reference", self.theirs)):
            shown.append(f"--- {name}\n{_shown(outcome)}")
        return "\n".join(shown)


def _shown(outcome: Outcome) -> str:
    if isinstance(outcome, str):
        return outcome
    derivation = outcome.derivation
    nodes = [
        f"  {key}: {node.state} {node.meta} -> {[c for p, c in derivation.edges if p == key]}"
        for key, node in derivation.nodes.items()
    ]
    return "\n".join([str(outcome.gold), *nodes, str(outcome.witnesses)])


def different(mine: Outcome, theirs: Outcome) -> str | None:
    """What differs first between two outcomes; None where they agree."""
    if isinstance(mine, str) or isinstance(theirs, str):
        crashed = any(isinstance(one, str) and one.startswith(_CRASH) for one in (mine, theirs))
        return None if mine == theirs and not crashed else "outcome"
    one, other = mine.derivation, theirs.derivation
    pairs = {
        "gold": (mine.gold, theirs.gold),
        "root": (one.root, other.root),
        "nodes": (one.nodes, other.nodes),
        "meta": ({k: n.meta for k, n in one.nodes.items()}, {k: n.meta for k, n in other.nodes.items()}),
        "edges": (one.edges, other.edges),
        "witnesses": (mine.witnesses, theirs.witnesses),
    }
    return next((name for name, (left, right) in pairs.items() if left != right), None)


# -------------------------------------------------------------------- outcomes
def _or_error(found: Callable[[], Evaluation]) -> Outcome:
    try:
        return found()
    except DatalogError as error:
        return type(error).__name__
    except Exception as error:
        return f"{_CRASH} {type(error).__name__}: {error}"


def reference_outcomes(case: Case) -> dict[Asked, Outcome]:
    """The reference evaluator's, each goal for itself."""
    asked = [(goal, cutoff) for cutoff in case.cutoffs for goal in case.goals]
    return {one: _or_error(lambda one=one: evaluate(case.program, case.history, *one)) for one in asked}


def stored_outcomes(case: Case, scenario: Scenario) -> dict[Asked, Outcome]:
    """The product's, over rows: all goals at once, or one by one where one of them is an error."""
    asked = [(goal, cutoff) for cutoff in case.cutoffs for goal in case.goals]
    try:
        return dict(zip(asked, evaluation.evaluate_all(scenario=scenario, asked=asked), strict=True))
    except Exception:  # found again below, for the goal that it belongs to
        return {one: _alone(scenario, *one) for one in asked}


def _alone(scenario: Scenario, goal: Goal, cutoff: datetime) -> Outcome:
    return _or_error(lambda: evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoff))


def compare(cases: Sequence[Case], tally: Tally) -> Iterator[Difference]:
    """Every goal of every case on which the evaluators do not agree."""
    scenarios = store_histories([(case.program.source, case.history) for case in cases], name="drawn")
    for case, scenario in zip(cases, scenarios, strict=True):
        tally.cases += 1
        mine, theirs = stored_outcomes(case, scenario), reference_outcomes(case)
        for (goal, cutoff), outcome in mine.items():
            tally.note(outcome)
            if different(outcome, theirs[goal, cutoff]) is not None:
                yield Difference(case, goal, cutoff, outcome, theirs[goal, cutoff])
