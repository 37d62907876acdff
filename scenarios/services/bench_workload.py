"""Times the evaluators on a generated workload, one beside the other (overview 7).

The workload is stored as a draft suite inside a transaction that is rolled back, whatever happens.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from django.db import connection, transaction

from scenarios.datalog import reference
from scenarios.datalog.derivation import Gold
from scenarios.datalog.resolution import resolve
from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.syntax import Goal
from scenarios.generators.bench import history, workload
from scenarios.services import bench_clingo, evaluation
from scenarios.services.bench_figures import Figure, figure, ratios
from scenarios.services.bench_store import Work, store
from scenarios.services.benching import EvaluatorsDifferError
from scenarios.services.evaluation import Request
from scenarios.services.statements import QueryRow, fetch
from scenarios.services.states import answer_of, state_of_row

#: Queries that the evaluator in memory answers, and those whose witnesses it derives again.
SAMPLE, WITNESS_SAMPLE = 300, 30
#: Single prepared statements timed on each of the two lengths of history, and the longer length.
SINGLE, LONG = 180, 10_000


@dataclass(frozen=True, slots=True)
class Size:
    """How much work: ``histories`` of about ``events`` events, ``queries`` over all, ``pairs`` turns that
    count; ``long`` events in the history that single queries are timed on beside one of ``events``."""

    histories: int = 10
    events: int = 470
    queries: int = 1500
    pairs: int = 3
    long: int = LONG


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures, and what the work was."""

    figures: tuple[Figure, ...]
    size: Size
    events: int
    nodes: int
    witnesses: int


def measure(size: Size, *, tell: Callable[[str], None] = lambda line: None) -> Measured:
    """Store the workload, time all ways on it, remove it. ``tell`` hears what goes on.

    Raises ``EvaluatorsDifferError`` where two ways give different answers, and ``ValueError`` for a size
    that is none.
    """
    if size.pairs < 1 or size.long < 1:
        raise ValueError("there must be at least one pair, and one event in the long history")
    made = workload(histories=size.histories, events=size.events, queries=size.queries)
    with transaction.atomic():
        try:
            work = store(made, history(len(made), events=size.long, queries=SINGLE))
            tell(f"Stored {sum(len(one.spec.events) for one in made)} events and a history of {size.long}.")
            return _measured(work, size, sum(len(one.spec.events) for one in made), tell)
        finally:
            transaction.set_rollback(True)


def _measured(work: Work, size: Size, events: int, tell: Callable[[str], None]) -> Measured:
    times: dict[str, list[float]] = defaultdict(list)
    step = max(1, len(work.requests) // SAMPLE)
    sample = range(0, len(work.requests), step)
    expected: list[Gold] = []
    nodes = witnesses = 0
    for turn in range(size.pairs + 1):
        tell(f"Turn {turn} of {size.pairs}." if turn else "A first turn, to warm up.")
        clock = _Clock(times, counts=turn > 0)
        expected = clock("batch", lambda: evaluation.answers(requests=work.requests))
        _same("one ad hoc statement each", clock("ad hoc", lambda: _ad_hoc(work)), expected)
        _same(
            "the evaluator in memory",
            clock("memory", lambda: [_in_memory(work, number) for number in sample]),
            [expected[number] for number in sample],
        )
        derived = clock("derived", lambda: evaluation.derive_many(requests=work.requests))
        whole = clock("whole", lambda: evaluation.evaluate_many(requests=work.requests))
        _same("answers with derivations", [_bare(gold) for gold, _ in derived], expected)
        _same("answers with witnesses", [_bare(found.gold) for found in whole], expected)
        if not turn:
            nodes = len(
                {(r.place, key) for r, (_, d) in zip(work.requests, derived, strict=True) for key in d.nodes}
            )
            witnesses = sum(len(found.witnesses.witnesses) for found in whole)
            _same_witnesses(work, whole)
        _clingo_turn(work, expected, clock, times, counts=turn > 0)
    tell("Single queries on a short and a long history.")
    growth = [_growth(work) for _ in range(size.pairs)]
    figures = _figures(work, times, len(sample), nodes, witnesses)
    return Measured(
        (*figures, _grown(size, min(SINGLE, len(work.requests)), growth)), size, events, nodes, witnesses
    )


@dataclass(frozen=True)
class _Clock:
    """Runs ways and notes their seconds."""

    times: dict[str, list[float]]
    counts: bool

    def __call__(self, name: str, way: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        found = way()
        if self.counts:
            self.times[name].append(time.perf_counter() - began)
        return found


def _ad_hoc(work: Work) -> list[Gold]:
    """Each request by a statement of its own with its values written into the text, so planned each time."""
    decls, found = work.program.program.decls, []
    with psycopg.ClientCursor(connection.connection) as cursor:
        for request in work.requests:
            goal = request.goal
            statement = work.program.answers(goal.pred, member=goal.member is not None)
            cursor.execute(statement.text.encode(), {**_values(request), **statement.constants})
            (row,) = cursor.fetchall()
            state = state_of_row(row)
            found.append(Gold(state.label, answer_of(state, decls[goal.pred], goal)))
    return found


def _values(request: Request) -> dict[str, list[Any]]:
    goal = request.goal
    keys = (*goal.key, *[""] * KEY_COLUMNS)[:KEY_COLUMNS]
    return {
        "ids": [0],
        "scenarios": [request.scenario.pk],
        "cutoffs": [request.cutoff],
        **{f"a{place}": [text] for place, text in enumerate(keys)},
        "members": [goal.member or ""],
        "predicates": [""],
    }


def _in_memory(work: Work, number: int) -> Gold:
    request = work.requests[number]
    return reference.answer(work.program.program, work.histories[number], request.goal, request.cutoff)


def _bare(gold: Gold) -> Gold:
    return Gold(gold.label, gold.answer)


def _same(way: str, found: Sequence[Gold], expected: Sequence[Gold]) -> None:
    for number, (one, other) in enumerate(zip(found, expected, strict=True), start=1):
        if one != other:
            raise EvaluatorsDifferError(
                f"{way}: query {number} gave {one.label} {one.answer!r}, "
                f"the batch in Postgres {other.label} {other.answer!r}"
            )


def _same_witnesses(work: Work, whole: Sequence[Any]) -> None:
    for number in range(0, len(whole), max(1, len(whole) // WITNESS_SAMPLE)):
        request = work.requests[number]
        again = reference.evaluate(work.program.program, work.histories[number], request.goal, request.cutoff)
        if again.witnesses != whole[number].witnesses:
            raise EvaluatorsDifferError(f"query {number + 1}: the two evaluators list different witnesses")


def _clingo_turn(
    work: Work, expected: Sequence[Gold], clock: _Clock, times: dict[str, list[float]], *, counts: bool
) -> None:
    clingo = bench_clingo.installed()
    if clingo is None:
        return
    chosen = [n for n, r in enumerate(work.requests) if r.goal.pred in bench_clingo.ANSWERED]
    clock("batch, clingo's part", lambda: evaluation.answers(requests=[work.requests[n] for n in chosen]))
    places: dict[tuple[int, datetime], list[int]] = defaultdict(list)
    for number in chosen:
        places[work.requests[number].place].append(number)
    spent = bench_clingo.Times()
    for (_, cutoff), numbers in places.items():
        loaded = bench_clingo.facts(resolve(work.histories[numbers[0]], cutoff))
        goals: list[Goal] = [work.requests[number].goal for number in numbers]
        found = bench_clingo.answer(clingo, loaded, goals, spent)
        _same("clingo", found, [expected[number] for number in numbers])
    if counts:
        times["clingo, load"].append(spent.load)
        times["clingo, ground"].append(spent.ground)
        times["clingo, solve"].append(spent.solve)


def _growth(work: Work) -> tuple[float, float]:
    """Median seconds of one prepared statement on a short and on the long history, asked by turns."""
    short = work.requests[: len(work.long_requests)]
    medians = []
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for pair in zip(short, work.long_requests, strict=False):
        for is_long, request in enumerate(pair):
            goal = request.goal
            statement = work.program.answers(goal.pred, member=goal.member is not None)
            row = QueryRow(0, *request.place, goal.key, goal.member or "")
            began = time.perf_counter()
            fetch(statement, [row])
            seconds[bool(is_long)].append(time.perf_counter() - began)
    for found in seconds.values():
        medians.append(sorted(found)[len(found) // 2])
    return medians[0], medians[1]


def _figures(
    work: Work, times: dict[str, list[float]], sampled: int, nodes: int, witnesses: int
) -> list[Figure]:
    count = len(work.requests)
    batch = times["batch"]
    part = sampled / count
    return [
        figure(
            "ad hoc",
            "Answers set-at-a-time in Postgres, faster than one ad hoc statement each",
            f"{count} queries; the batch took {_ms(batch)}.",
            ratios(times["ad hoc"], batch),
        ),
        figure(
            "memory",
            "Answers set-at-a-time in Postgres, faster than the evaluator in memory",
            f"Memory on a sample of {sampled} of {count} queries, per query.",
            [one / part for one in ratios(times["memory"], batch)],
        ),
        _clingo_figure(times),
        figure(
            "derivations",
            "Answers with every DAG, times the answers alone",
            f"{nodes} nodes.",
            ratios(times["derived"], batch),
        ),
        figure("derivations, seconds", "Answers with every DAG", f"{count} queries.", times["derived"]),
        figure(
            "witnesses",
            "All witnesses, with the DAGs they rest on",
            f"{witnesses} listed; a sample of {min(count, WITNESS_SAMPLE)} equals the evaluator's in memory.",
            times["whole"],
        ),
    ]


def _clingo_figure(times: dict[str, list[float]]) -> Figure:
    what = "Answers set-at-a-time in Postgres, faster than clingo with the facts loaded (ground and solve)"
    if not times["clingo, solve"]:
        return Figure("clingo", what, "clingo is not installed: pip install clingo.")
    part = times["batch, clingo's part"]
    load, ground, solve = (times[f"clingo, {name}"] for name in ("load", "ground", "solve"))
    both = [one + other for one, other in zip(ground, solve, strict=True)]
    says = (
        f"Joins, count and closures only; Postgres {_ms(part)}; "
        f"clingo load {_ms(load)}, ground {_ms(ground)}, solve and read {_ms(solve)}."
    )
    return figure("clingo", what, says, ratios(both, part))


def _grown(size: Size, asked: int, growth: Sequence[tuple[float, float]]) -> Figure:
    short, long = (sorted(one)[len(growth) // 2] for one in zip(*growth, strict=True))
    return figure(
        "growth",
        f"One prepared query, from {size.events} to {size.long} events",
        f"Medians {short * 1000:.3f} and {long * 1000:.3f} ms over {asked} queries of nine kinds.",
        [late / early for early, late in growth],
    )


def _ms(seconds: Sequence[float]) -> str:
    return f"{sorted(seconds)[len(seconds) // 2] * 1000:.0f} ms"
