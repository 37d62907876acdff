"""How one query grows with the history it is asked of: in Postgres, in DuckDB and in memory (overview 7).

Each length is measured as soon as it is stored, when the table holds nothing longer: an index over a million
rows would be as deep for the short history as for the long one.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from scenarios.datalog.derivation import Gold
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.sql.compiled import CompiledProgram
from scenarios.generators import bench
from scenarios.services import evaluation
from scenarios.services.bench_duckdb import Loaded
from scenarios.services.bench_store import Long, Work, store_long
from scenarios.services.bench_turns import NotRunError, same_answers
from scenarios.services.bench_ways import fetch_one, gold_of_row
from scenarios.services.evaluation import Request
from scenarios.services.statements import read_by_index

#: The lengths of the histories beyond the shortest, as far as ``long`` goes; that is measured too.
LENGTHS = (10_000, 100_000, 1_000_000)
#: Queries a turn in Postgres, and of the ways that take longer; each is of nine kinds, asked once.
SINGLE, SAMPLE = 180, 27
#: Kinds of queries: one of each warms the statements up.
KINDS = 9
#: The longest history whose facts are held in memory for five cutoffs.
IN_MEMORY = 100_000

POSTGRES, DERIVED, DUCKDB, MEMORY = "postgres", "postgres with its derivation", "duckdb", "memory"


@dataclass(frozen=True, slots=True)
class Stage:
    """One length: median seconds of a query by way and turn, and of the shortest history asked in between.

    ``slowest`` are the 95th percentiles over all turns. ``not_run`` says why a way is missing.
    """

    length: int
    events: int
    seconds: Mapping[str, Sequence[float]]
    slowest: Mapping[str, float]
    shortest_again: Sequence[float]
    store_seconds: float
    versions_seconds: float
    not_run: Mapping[str, str]

    def median(self, way: str) -> float | None:
        """The median over the turns, None where the way was not taken."""
        found = self.seconds.get(way)
        return statistics.median(found) if found else None

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)


def lengths(events: int, long: int) -> tuple[int, ...]:
    """From the length of the workload's histories to the longest asked for."""
    between = (length for length in LENGTHS if events < length < long)
    return tuple(dict.fromkeys((events, *between, long)))


def measure(
    work: Work, *, wanted: Sequence[int], pairs: int, tell: Callable[[str], None]
) -> tuple[Stage, ...]:
    """Store and measure one length after the other. Raises ``EvaluatorsDifferError``."""
    stages: list[Stage] = []
    shortest: Long | None = None
    for length in wanted:
        long = store_long(suite=work.suite, events=length, queries=SINGLE * pairs + KINDS)
        tell(
            f"A history of {long.events} events: stored in {long.store_seconds:.1f} s, "
            f"its versions in {long.versions_seconds:.1f} s."
        )
        shortest = shortest or long
        stages.append(_stage(work.program, length, long, shortest, pairs))
    return tuple(stages)


def _stage(program: CompiledProgram, length: int, long: Long, shortest: Long, pairs: int) -> Stage:
    warm, *turns = _turns(long.requests, pairs)
    seconds: dict[str, list[list[float]]] = {POSTGRES: [], DERIVED: []}
    again: list[list[float]] = []
    golds: list[list[Gold]] = []
    _in_postgres(program, warm, shortest.requests[:KINDS])
    for turn, short in zip(turns, list(_turns(shortest.requests, pairs))[1:], strict=True):
        found, spent, spent_again = _in_postgres(program, turn, short)
        seconds[POSTGRES].append(spent)
        again.append(spent_again)
        golds.append(found)
        seconds[DERIVED].append([_derived(request) for request in turn[:SAMPLE]])
    not_run: dict[str, str] = {}
    for way, measured in ((DUCKDB, _in_duckdb), (MEMORY, _in_memory)):
        try:
            answers, seconds[way] = measured(program, length, long, warm, turns)
        except NotRunError as error:
            not_run[way] = str(error)
            continue
        for turn_found, turn_golds in zip(answers, golds, strict=True):
            same_answers(f"{way} on {length} events", turn_found, POSTGRES, turn_golds[: len(turn_found)])
    return Stage(
        length,
        long.events,
        {way: [statistics.median(turn) for turn in found] for way, found in seconds.items()},
        {way: _slowest([one for turn in found for one in turn]) for way, found in seconds.items()},
        [statistics.median(turn) for turn in again],
        long.store_seconds,
        long.versions_seconds,
        not_run,
    )


def _turns(requests: Sequence[Request], pairs: int) -> Iterator[Sequence[Request]]:
    """One request of each kind to warm up, then those of each turn."""
    yield requests[:KINDS]
    for turn in range(pairs):
        yield requests[KINDS + turn * SINGLE : KINDS + (turn + 1) * SINGLE]


def _slowest(seconds: Sequence[float]) -> float:
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * 95 // 100)]


@read_by_index()
def _in_postgres(
    program: CompiledProgram, requests: Sequence[Request], others: Sequence[Request]
) -> tuple[list[Gold], list[float], list[float]]:
    """Each request by its prepared statement, and by turns the others; answers and seconds of the first."""
    golds: list[Gold] = []
    seconds: tuple[list[float], list[float]] = ([], [])
    for pair in zip(requests, others, strict=True):
        for place, request in enumerate(pair):
            began = time.perf_counter()
            row = fetch_one(program, request)
            seconds[place].append(time.perf_counter() - began)
            if not place:
                golds.append(gold_of_row(program, request.goal, row))
    return golds, *seconds


def _derived(request: Request) -> float:
    """Seconds of one answer with its derivation, as a page asks for it."""
    began = time.perf_counter()
    evaluation.derive_many(requests=[request])
    return time.perf_counter() - began


_Measured = tuple[list[list[Gold]], list[list[float]]]


def _in_duckdb(
    program: CompiledProgram,
    length: int,
    long: Long,
    warm: Sequence[Request],
    turns: Sequence[Sequence[Request]],
) -> _Measured:
    with closing(Loaded(program, {request.scenario.pk for request in long.requests})) as loaded:
        for request in warm:
            loaded.answer_one(request)
        found = [[loaded.answer_one(request) for request in turn[:SAMPLE]] for turn in turns]
    return [[gold for gold, _ in turn] for turn in found], [[spent for _, spent in turn] for turn in found]


def _in_memory(
    program: CompiledProgram,
    length: int,
    long: Long,
    warm: Sequence[Request],
    turns: Sequence[Sequence[Request]],
) -> _Measured:
    """Each query by an evaluator of its own over facts in force that are loaded beforehand."""
    if length > IN_MEMORY:
        raise NotRunError(f"beyond {IN_MEMORY:,} events its facts are not held in memory here")
    number = long.requests[0].scenario.position
    told = bench.told_events(number, events=length)
    history = History.of(action for event in told for action in event.actions)
    resolved = {cutoff: resolve(history, cutoff) for cutoff in {one.cutoff for one in long.requests}}
    for facts in resolved.values():
        facts.members("trip", ("",))  # its index of members is part of loading
    golds: list[list[Gold]] = []
    seconds: list[list[float]] = []
    for turn in turns:
        golds.append([])
        seconds.append([])
        for request in turn[:SAMPLE]:
            began = time.perf_counter()
            evaluator = Evaluator(program.program, resolved[request.cutoff])
            golds[-1].append(gold_of(goal_state(evaluator, request.goal)))
            seconds[-1].append(time.perf_counter() - began)
    return golds, seconds
