"""The reference evaluation of one goal at one cutoff: gold alone, or with its derivation (spec 1.9). PURE.

``answer`` is what minimality checks and the symbolic reader call thousands of times; ``evaluate`` adds the
derivation DAG and the minimal witnesses. The evaluator itself is ``reference_evaluator``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from scenarios.datalog.derivation import Answerability, Evaluation, Gold
from scenarios.datalog.derivations import build_derivation
from scenarios.datalog.errors import bounded_depth
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.goals import canonical_goal, goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.minimality import Replay, shrink_all
from scenarios.datalog.provenance import Provenance
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import AssumedSizes, resolve
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.witness_lists import UNKNOWN_WITNESSES


def answer(
    program: Program,
    history: History,
    goal: Goal,
    cutoff: datetime,
    assumed_sizes: AssumedSizes | None = None,
) -> Gold:
    """Label and answer of a goal at a cutoff; ``missing`` stays empty (only a derivation names leaves).

    ``assumed_sizes``: see ``resolution.resolve``. Raises ``GoalError``, ``RunawayError`` and, for declared
    rules that do not fit, ``ProgramError``.
    """
    goal = canonical_goal(program, goal, cutoff)  # refused before the history is looked at
    return asking(program, history, cutoff, assumed_sizes)(goal)


def asking(
    program: Program, history: History, cutoff: datetime, assumed_sizes: AssumedSizes | None = None
) -> Callable[[Goal], Gold]:
    """``answer`` for many goals over one history and cutoff, which share the evaluator's memo."""
    resolved = resolve(history, cutoff, assumed_sizes)
    evaluators = [Evaluator(program, resolved)]

    def gold(goal: Goal) -> Gold:
        goal = canonical_goal(program, goal, cutoff)
        try:
            with bounded_depth():
                return gold_of(goal_state(evaluators[0], goal))
        except Exception:
            evaluators[0] = Evaluator(program, resolved)  # what was stopped midway is not to be read again
            raise

    return gold


def evaluate(
    program: Program,
    history: History,
    goal: Goal,
    cutoff: datetime,
    assumed_sizes: AssumedSizes | None = None,
) -> Evaluation:
    """Gold with its missing leaves, the derivation, and the minimal witnesses. Raises as ``answer``.

    ``assumed_sizes`` is for a reader of part of a history: see ``resolution.resolve``. Where the witness
    list could not be completed, each listed set is shrunk by replay, so that it is minimal all the same;
    its support is an interval then.
    """
    goal = canonical_goal(program, goal, cutoff)
    with bounded_depth():
        evaluator = Evaluator(program, resolve(history, cutoff, assumed_sizes))
        gold = gold_of(goal_state(evaluator, goal))
        explainer = Explainer(evaluator)
        derivation = build_derivation(evaluator, explainer, goal)
        if gold.label is Answerability.UNKNOWN:
            return Evaluation(replace(gold, missing=derivation.missing), derivation, UNKNOWN_WITNESSES)
        provenance = Provenance(evaluator, explainer)
        found = provenance.witnesses(goal)
        if found.partial:
            replay = Replay.of(program, history, goal, cutoff, answer, assumed_sizes)
            found = shrink_all(found, replay)
        return Evaluation(gold, derivation, found)
