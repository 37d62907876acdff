"""Plausible wrong SQL is caught: each mutant of the emitted text gives other answers (engine notes)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scenarios.datalog.derivation import Gold
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.sql.statements import Statement
from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from scenarios.services.evaluation import Request
from scenarios.services.statements import QueryRow, fetch
from tests.factories import travel_world
from tests.factories.small_histories import rough_history
from tests.factories.stored_histories import store_history

pytestmark = pytest.mark.django_db

Mutate = Callable[[str], str]


def _replaced(old: str, new: str) -> Mutate:
    return lambda text: text.replace(old, new)


def _rewritten(pattern: str, new: str) -> Mutate:
    return lambda text: re.sub(pattern, new, text)


_OR3 = (
    r"CASE WHEN bool_or\((?P<e>.+?)\) THEN TRUE WHEN bool_or\(\((?P=e)\) IS NULL\) THEN NULL ELSE FALSE END"
)
_CLOSED_D = r" \+ count\(DISTINCT r\d+\.member\) FILTER \(WHERE r\d+\.op = 'cancel' AND .+?\)\)(?= AND count)"

VALUE_MUTANTS: dict[str, Mutate] = {
    "a lookup by an inner join": _replaced("LEFT JOIN LATERAL", "JOIN LATERAL"),
    "only rows that are true": _replaced(") IS NOT FALSE", ")"),
    "or as bool_or": _rewritten(_OR3, r"bool_or(\g<e>)"),
    "or as coalesce(bool_or, false)": _rewritten(_OR3, r"coalesce(bool_or(\g<e>), FALSE)"),
    "aggregates that ignore undecided rows": _replaced("bool_or(tr IS NULL)", "FALSE"),
    "no phantom": _rewritten(r"(UNION ALL SELECT NULL::\w+, NULL::boolean WHERE) NOT ", r"\1 FALSE AND NOT "),
    "none as unknown": _rewritten(r"(f\d+\.value <> 'none') AS ok", r"CASE WHEN \1 THEN TRUE END AS ok"),
    "!= as IS DISTINCT FROM": _rewritten(r"\((l\d+\.v) <> (l\d+\.v)\)", r"(\1 IS DISTINCT FROM \2)"),
    "sum without coalesce": _replaced("coalesce(sum(v), 0)", "sum(v)"),
    "an exclusive cutoff": _replaced("observed_at <= q.cutoff", "observed_at < q.cutoff"),
    "an inclusive end": _replaced("valid_until > q.cutoff", "valid_until >= q.cutoff"),
    "division rounded by Postgres": _rewritten(r"2 \* abs\((d\d+)\.n", r"2 * abs(0 * \1.n"),
    "a value beside an undecided other": _replaced("count(v) = count(*) AS single", "TRUE AS single"),
    "a tombstone that decides nothing": _rewritten(
        r"op = 'cancel' AND (\S+ = \S+)\) THEN FALSE", r"op = 'x' AND \1) THEN FALSE"
    ),
}

COMPLETENESS_MUTANTS: dict[str, Mutate] = {
    "closed without a size": _rewritten(r"c\d+\.size = .+? AND (?=count)", ""),
    "closed without D": _rewritten(_CLOSED_D, ""),
    "any tombstone in D": _rewritten(r"(r\d+\.op = 'cancel') AND \(r\d+\.as_of.+?\) > \(c.+?\)", r"\1"),
    "additions ignored": _rewritten(
        r" AND (count\(DISTINCT r\d+\.member\) FILTER \(WHERE r\d+\.op = 'member')\) = \1 AND .+?\)\)", ""
    ),
    "as_of ignored": _rewritten(r"([rc]\d+)\.as_of, ", r"\1.observed_at, "),
    "members counted once a confirmation": _rewritten(r"SELECT DISTINCT (f\d+\.member)", r"SELECT \1"),
}

_GROUPS = """
func f(key) -> key
set s(group ; item)
derived g(key) -> key
g(A,V) :- f(A,V).
derived n(group) -> int
n(G,K) :- K = count{ X : s(G,X) }.
"""


def _answers_with(
    mutate: Mutate, requests: Sequence[Request], patch: pytest.MonkeyPatch
) -> list[Gold] | None:
    """The answers of the mutated statements; None where they have no row for some query."""
    changed: list[str] = []

    def mutated(statement: Statement, rows: Sequence[QueryRow]) -> list[tuple[Any, ...]]:
        text = mutate(statement.text)
        changed.extend([text] if text != statement.text else [])
        return fetch(Statement(text, statement.constants), rows)

    patch.setattr(evaluation, "fetch", mutated)
    try:
        found = evaluation.answers(requests=requests)
    except KeyError:
        found = None
    assert changed, "the mutant changes nothing that is emitted"
    return found


def _travel() -> tuple[list[Request], list[Gold]]:
    requests, golds = [], []
    for rng, history, writer in travel_world.histories(31, 12):
        scenario = store_history(travel_world.PROGRAM, history)
        for cutoff in writer.cutoffs(3):
            evaluator = Evaluator(travel_world.program(), resolve(history, cutoff))
            for goal in travel_world.goals(rng):
                requests.append(Request(scenario, goal, cutoff))
                golds.append(gold_of(goal_state(evaluator, goal)))
    return requests, golds


def _groups() -> tuple[list[Request], list[Gold]]:
    requests, golds = [], []
    program = load_program(_GROUPS)
    for seed in range(250):
        writer = rough_history(random.Random(f"groups/{seed}"))
        scenario = store_history(_GROUPS, writer.history)
        for cutoff in writer.cutoffs(3):
            evaluator = Evaluator(program, resolve(writer.history, cutoff))
            for goal in (Goal("n", ("g",)), Goal("n", ("h",)), Goal("s", ("g",), "p"), Goal("s", ("h",))):
                requests.append(Request(scenario, goal, cutoff))
                golds.append(gold_of(goal_state(evaluator, goal)))
    return requests, golds


def _survivors(
    mutants: dict[str, Mutate], requests: list[Request], golds: list[Gold], patch: pytest.MonkeyPatch
) -> list[str]:
    assert evaluation.answers(requests=requests) == golds, "the true statements are wrong already"
    found = []
    for name, mutate in mutants.items():
        with patch.context() as inner:
            if _answers_with(mutate, requests, inner) == golds:
                found.append(name)
    return found


def test_wrong_values_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _survivors(VALUE_MUTANTS, *_travel(), monkeypatch) == []


def test_wrong_completeness_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _survivors(COMPLETENESS_MUTANTS, *_groups(), monkeypatch) == []
