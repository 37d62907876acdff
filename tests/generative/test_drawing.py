"""The generator of random programs: what it draws, how it prints a case, how a failing one is shrunk."""

from __future__ import annotations

import random

import pytest

from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from tests.factories.random_cases import Case, draw_cases, history_text
from tests.factories.random_constructs import ALL, constructs
from tests.factories.random_programs import Refusals
from tests.generative.shrinking import program_text, shrink


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    refusals = Refusals()
    found = [case for number in range(200) for case in draw_cases(number, histories=1, refusals=refusals)]
    assert refusals.refused < refusals.accepted / 5, refusals
    return found


def test_draws_meet_every_construct(cases: list[Case]) -> None:
    met: dict[str, int] = {}
    for case in cases:
        for name in constructs(case):
            met[name] = met.get(name, 0) + 1
    assert not ALL - set(met)
    assert set(met) <= ALL


def test_a_draw_is_the_same_every_time(cases: list[Case]) -> None:
    for case in cases[:10]:
        assert draw_cases(case.number, histories=1) == [case]


def test_a_printed_case_can_be_run_again(cases: list[Case]) -> None:
    for case in cases:
        assert load_program(program_text(case.program)) == case.program
        assert load_history(case.program, history_text(case.program, case.history)) == case.history


def test_a_failing_case_is_shrunk_by_deletion(cases: list[Case]) -> None:
    """What fails whenever an aggregate stands beside a cancelled member shrinks to just that."""

    def fails(case: Case) -> bool:
        told = any(action.op == "cancel" for action in case.history.actions)
        return told and "aggregate sum" in constructs(case)

    failing = [case for case in cases if fails(case)]
    for case in random.Random(5).sample(failing, 5):
        small = shrink(case, fails)
        assert len(small.history.actions) == 1
        assert len(small.program.clauses) == 1
        assert (len(small.goals), len(small.cutoffs)) == (1, 1)
