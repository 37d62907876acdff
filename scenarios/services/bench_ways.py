"""The ways of the bench that are ours: in Postgres, all at once or one by one, and in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from django.db import connection, transaction

from scenarios.datalog import reference
from scenarios.datalog.derivation import Gold
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.sql.compiled import CompiledProgram
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from scenarios.services.bench_store import Asked
from scenarios.services.bench_turns import ANSWERS, NotRunError, Timed, Way, timed
from scenarios.services.benching import EvaluatorsDifferError
from scenarios.services.evaluation import Request
from scenarios.services.statements import QueryRow, fetch, read_by_index
from scenarios.services.states import answer_of, state_of_row

#: Queries whose witnesses are derived again by the reference evaluator.
WITNESS_SAMPLE = 30


def batch(requests: Sequence[Request]) -> Way:
    """All answers set-at-a-time in Postgres. ``NotRunError`` where Postgres refuses the program."""

    def answers() -> list[Gold]:
        try:
            return evaluation.answers(requests=requests)
        except ProgramError as error:
            raise NotRunError(f"Postgres refuses it: {error}") from error

    return timed(answers)


def ad_hoc(program: CompiledProgram, requests: Sequence[Request]) -> Way:
    """Each request by a statement of its own with its values written into the text, so planned each time."""

    @transaction.atomic
    @read_by_index()
    def answers() -> list[Gold]:
        with psycopg.ClientCursor(connection.connection) as cursor:
            return [_ad_hoc(cursor, program, request) for request in requests]

    return timed(answers)


def _ad_hoc(cursor: psycopg.ClientCursor[Any], program: CompiledProgram, request: Request) -> Gold:
    statement = program.answers(request.goal.pred, member=request.goal.member is not None)
    cursor.execute(statement.text.encode(), {**values_of([request]), **statement.constants})
    (row,) = cursor.fetchall()
    return _gold(program, request, row)


def values_of(requests: Sequence[Request]) -> dict[str, list[Any]]:
    """The arrays that a statement expects, for requests numbered from 0."""
    keys = [(*request.goal.key, *[""] * KEY_COLUMNS)[:KEY_COLUMNS] for request in requests]
    return {
        "ids": list(range(len(requests))),
        "scenarios": [request.scenario.pk for request in requests],
        "cutoffs": [request.cutoff for request in requests],
        **{f"a{place}": [key[place] for key in keys] for place in range(KEY_COLUMNS)},
        "members": [request.goal.member or "" for request in requests],
        "predicates": ["" for _ in requests],
    }


def prepared(program: CompiledProgram, requests: Sequence[Request]) -> Way:
    """Each request by a prepared statement, planned once."""

    @transaction.atomic
    @read_by_index()
    def answers() -> list[Gold]:
        return [_gold(program, request, fetch_one(program, request)) for request in requests]

    return timed(answers)


def fetch_one(program: CompiledProgram, request: Request) -> tuple[Any, ...]:
    """The row of one request by its prepared statement; within ``read_by_index``."""
    goal = request.goal
    statement = program.answers(goal.pred, member=goal.member is not None)
    (row,) = fetch(statement, [QueryRow(0, *request.place, goal.key, goal.member or "")])
    return row


def _gold(program: CompiledProgram, request: Request, row: tuple[Any, ...]) -> Gold:
    return gold_of_row(program, request.goal, row)


def gold_of_row(program: CompiledProgram, goal: Goal, row: tuple[Any, ...]) -> Gold:
    """Label and answer in a result row of an answer statement."""
    state = state_of_row(row)
    return Gold(state.label, answer_of(state, program.program.decls[goal.pred], goal))


def memory(program: CompiledProgram, asked: Asked) -> Way:
    """The reference evaluator over facts in force that are loaded beforehand, with one memo a place."""

    def answers() -> list[Gold]:
        evaluators = {place: Evaluator(program.program, facts) for place, facts in asked.resolved.items()}
        return [gold_of(goal_state(evaluators[one.place], one.goal)) for one in asked.requests]

    return timed(answers)


class Derived:
    """Answers with every derivation, and with witnesses too; counts what the first turn derived."""

    def __init__(self, program: CompiledProgram, asked: Asked) -> None:
        self.program, self.asked = program, asked
        self.nodes = self.witnesses = self.inexact = 0

    def derivations(self) -> Timed:
        """All answers with their derivations."""
        requests = self.asked.requests
        spent, derived = _clocked(lambda: evaluation.derive_many(requests=requests))
        if not self.nodes:
            places = zip(requests, derived, strict=True)
            self.nodes = len({(one.place, key) for one, (_, found) in places for key in found.nodes})
        return Timed([gold for gold, _ in derived], {ANSWERS: spent})

    def whole(self) -> Timed:
        """All answers with derivations and witnesses. Raises ``EvaluatorsDifferError`` where a sample of the
        witnesses is not the reference evaluator's."""
        spent, found = _clocked(lambda: evaluation.evaluate_many(requests=self.asked.requests))
        if not self.witnesses:
            self.witnesses = sum(len(one.witnesses.witnesses) for one in found)
            self.inexact = sum(not one.witnesses.exact for one in found)
            self._compare_witnesses(found)
        return Timed([one.gold for one in found], {ANSWERS: spent})

    def _compare_witnesses(self, found: Sequence[Any]) -> None:
        for number in range(0, len(found), max(1, len(found) // WITNESS_SAMPLE)):
            request = self.asked.requests[number]
            history = self.asked.histories[request.scenario.pk]
            again = reference.evaluate(self.program.program, history, request.goal, request.cutoff)
            if again.witnesses != found[number].witnesses:
                raise EvaluatorsDifferError(
                    f"query {number + 1}: the two evaluators list different witnesses"
                )


def _clocked(call: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = call()
    return time.perf_counter() - began, found
