"""Rewritings of a program or a history that must not change what is answered (spec 1.4, 1.7)."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scenarios.datalog.derivation import Gold
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import CONFIRMING, History
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Program
from scenarios.datalog.validation import program_faults
from tests.factories.random_cases import Case, draw_cases
from tests.factories.random_events import draw_history
from tests.factories.rewritings import renamed, shuffled

FEW = 30


@pytest.fixture(scope="module")
def cases(draws: int | None, first_draw: int) -> list[Case]:
    numbers = range(first_draw, first_draw + (draws or FEW))
    return [case for number in numbers for case in draw_cases(number, histories=1)]


def answers(case: Case, program: Program, history: History, cutoff: datetime) -> list[Gold | str]:
    """Label and answer of all goals of a case, of another program or history."""
    evaluator, found = Evaluator(program, resolve(history, cutoff)), []
    for goal in case.goals:
        try:
            found.append(gold_of(goal_state(evaluator, goal)))
        except DatalogError as error:
            found.append(type(error).__name__)
            evaluator = Evaluator(program, resolve(history, cutoff))
    return found


def assert_same_answers(case: Case, program: Program, history: History) -> None:
    for cutoff in case.cutoffs:
        mine = answers(case, program, history, cutoff)
        assert mine == answers(case, case.program, case.history, cutoff), f"{cutoff.isoformat()}\n{case.text}"


def test_the_order_of_literals_and_clauses(cases: list[Case]) -> None:
    for case in cases:
        other = shuffled(random.Random(f"law/{case.number}"), case.program)
        assert program_faults(other) == []
        assert_same_answers(case, other, case.history)


def test_the_names_of_variables(cases: list[Case]) -> None:
    for case in cases:
        other = renamed(random.Random(f"law/{case.number}"), case.program)
        assert program_faults(other) == []
        assert_same_answers(case, other, case.history)


def test_a_cutoff_is_a_sub_history(cases: list[Case]) -> None:
    """AC-1.6, for whole answers: what is not yet observed might as well not be there."""
    for case in cases:
        for cutoff in case.cutoffs:
            sub_history = History(case.history.visible(cutoff))
            mine = answers(case, case.program, sub_history, cutoff)
            assert mine == answers(case, case.program, case.history, cutoff), case.text


def test_what_is_observed_later_changes_nothing(cases: list[Case]) -> None:
    """Events after the cutoff, whatever they say and however far back their ``as_of`` goes."""
    for case in cases:
        rng = random.Random(f"later/{case.number}")
        end = max((action.t for action in case.history.actions), default=case.cutoffs[-1])
        later = [
            replace(action, event=f"later-{action.event}", t=action.t + (end - action.t) + timedelta(days=30))
            for action in draw_history(rng, case.drawn).actions
        ]
        more = History.of((*case.history.actions, *later))
        assert_same_answers(case, case.program, more)


def test_a_fact_that_is_said_again_at_once(cases: list[Case]) -> None:
    """A confirmation right after its fact, by another event at the same time, changes no answer."""
    for case in cases:
        rng = random.Random(f"again/{case.number}")
        spread = [replace(action, seq=2 * action.seq) for action in case.history.actions]
        again = [
            replace(action, event=f"again-{action.event}-{action.pos}", seq=action.seq + 1)
            for action in spread
            if action.op in CONFIRMING and rng.random() < 0.3
        ]
        assert_same_answers(case, case.program, History.of((*spread, *again)))
