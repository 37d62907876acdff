"""Both evaluators give every question of the domains the same gold, derivation and witnesses (AC-1.10)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from scenarios.datalog import reference
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from scenarios.domains.registry import get
from scenarios.services import evaluation
from tests.factories.question_cases import QuestionCases, rows
from tests.factories.stored_histories import store_history
from tests.integration.engine.test_two_evaluators import assert_same
from tests.spec.manual import cutoff
from tests.unit.domains import (
    test_eduops_operators,
    test_other_versions,
    test_shopops_operators,
    test_tripops_operators,
)

pytestmark = pytest.mark.django_db

Asked = tuple[str, History, list[tuple[Goal, datetime]]]


def of_tables(cases: QuestionCases) -> list[Asked]:
    """A domain's histories with what its tables ask of each."""
    return [
        (
            cases.domain.slug,
            cases.known(history),
            [(cases.goal(row[0]), cutoff(row[1])) for row in rows(table)],
        )
        for history, table in cases.worlds
    ]


def of_shopops() -> list[Asked]:
    """The one history of ShopOps with what is asked of it."""
    domain = test_shopops_operators.SHOPOPS
    asked = [
        (domain.question(case.form).goal(case.args), cutoff(case.at)) for case in test_shopops_operators.CASES
    ]
    return [(domain.slug, test_shopops_operators.KNOWN, asked)]


@pytest.mark.parametrize(
    "worlds",
    [
        pytest.param(of_tables(test_eduops_operators.CASES), id="eduops"),
        pytest.param(of_shopops(), id="shopops"),
        pytest.param(of_tables(test_tripops_operators.CASES), id="tripops"),
        *(
            pytest.param(of_tables(cases), id=f"{cases.domain.slug}-other-versions")
            for cases in test_other_versions.DOMAINS
        ),
    ],
)
def test_both_evaluators_derive_the_questions_of_a_domain_alike(worlds: Sequence[Asked]) -> None:
    for slug, history, asked in worlds:
        text = get(slug).program_text
        program = load_program(text, f"{slug}/base.dl")
        found = evaluation.evaluate_all(scenario=store_history(text, history), asked=asked)
        for (goal, at), mine in zip(asked, found, strict=True):
            theirs = reference.evaluate(program, history, goal, at)
            assert_same(mine, theirs, f"{slug}: {goal} at {at}")
