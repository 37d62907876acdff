"""Answers of stored queries that are folds over what the engine derives (settlements, shortest paths)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from scenarios.datalog.derivation import Evaluation, Gold
from scenarios.datalog.syntax import Goal
from scenarios.importers.folds import fold, fold_witnesses, is_folded
from scenarios.models import Query, Scenario

#: Answers goals at cutoffs over one scenario.
Answers = Callable[[Sequence[tuple[Goal, datetime]]], Sequence[Gold]]


def folded(query: Query, evaluation: Evaluation, answers: Answers) -> Evaluation:
    """The evaluation with the gold that the query asks for and its witnesses; the derivation is the goal's.

    Raises ``FoldError`` for a fold that is not known.
    """
    if not is_folded(query.target):
        return evaluation

    def ask(goals: Sequence[Goal]) -> Sequence[Gold]:
        return answers([(goal, query.cutoff) for goal in goals])

    return replace(
        evaluation,
        gold=fold(query.target, evaluation.gold, ask),
        witnesses=fold_witnesses(query.target, evaluation.witnesses),
    )


def in_postgres(
    *, scenario: Scenario, asked: Iterable[Query], found: Iterable[Evaluation]
) -> list[Evaluation]:
    """``folded`` for queries of one scenario at their cutoffs, read in Postgres."""
    from scenarios.services import evaluation

    def answers(wanted: Sequence[tuple[Goal, datetime]]) -> list[Gold]:
        return evaluation.answers_at(scenario=scenario, asked=wanted)

    return [folded(query, one, answers) for query, one in zip(asked, found, strict=True)]
