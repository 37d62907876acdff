"""Times the evaluators on a generated workload, one beside the other (overview 7).

The workload is stored as a draft suite inside a transaction that is rolled back, whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from scenarios.datalog.syntax import Goal
from scenarios.generators.bench import workload
from scenarios.services import bench_clingo, bench_duckdb, bench_growth, bench_nemo, bench_rows, bench_ways
from scenarios.services.bench_figures import Figure
from scenarios.services.bench_growth import Stage
from scenarios.services.bench_store import Asked, Work, store, sweep
from scenarios.services.bench_turns import Times, by_turns
from scenarios.services.evaluation import Request

#: How many events the longest history has where nothing else is asked for.
LONG = 100_000

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Size:
    """How much work: ``histories`` of about ``events`` events, ``queries`` over all, ``pairs`` turns that
    count; ``long`` events in the longest history that single queries are asked of."""

    histories: int = 10
    events: int = 470
    queries: int = 1500
    pairs: int = 3
    long: int = LONG


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures, what the work was, and everything they were made of."""

    figures: tuple[Figure, ...]
    size: Size
    events: int
    nodes: int
    witnesses: int
    times: dict[str, Times]
    stages: tuple[Stage, ...]


def measure(size: Size, *, tell: Tell = lambda line: None) -> Measured:
    """Store the workload, compare and time all ways on it, remove it. ``tell`` hears what goes on.

    Raises ``EvaluatorsDifferError`` where two ways give different answers, and ``ValueError`` for a size
    that is none.
    """
    if size.pairs < 1 or size.long < 1:
        raise ValueError("there must be at least one pair, and one event in the long history")
    made = workload(histories=size.histories, events=size.events, queries=size.queries)
    try:
        with transaction.atomic():
            try:
                work = store(made)
                tell(f"Stored {work.events} events in {len(made)} histories.")
                return _measured(work, size, tell)
            finally:
                transaction.set_rollback(True)
    finally:
        sweep()


def _measured(work: Work, size: Size, tell: Tell) -> Measured:
    derived = bench_ways.Derived(work.program, work.main)
    queries = len(work.main.requests)
    times = {"main": _main(work, derived, size.pairs, tell)}
    figures = [
        *bench_rows.of_answers(times["main"], queries),
        *bench_rows.of_derivations(times["main"], derived, queries),
    ]
    for name, asked in work.harder.items():
        tell(f"The harder family: {name}.")
        times[name] = _harder(work, asked, size.pairs)
        figures.append(
            bench_rows.of_harder(name, times[name], _linear_twin(asked, size.pairs), len(asked.requests))
        )
    wanted = bench_growth.lengths(size.events, size.long)
    stages = bench_growth.measure(work, wanted=wanted, pairs=size.pairs, tell=tell)
    figures += bench_rows.of_growth(stages)
    return Measured(tuple(figures), size, work.events, derived.nodes, derived.witnesses, times, stages)


def _main(work: Work, derived: bench_ways.Derived, pairs: int, tell: Tell) -> Times:
    asked = work.main
    with bench_nemo.way(asked) as nemo:
        ways = {
            "batch": bench_ways.batch(asked.requests),
            "prepared": bench_ways.prepared(work.program, asked.requests),
            "ad hoc": bench_ways.ad_hoc(work.program, asked.requests),
            "memory": bench_ways.memory(work.program, asked),
            "clingo": bench_clingo.way(asked),
            "nemo": nemo,
            "duckdb": bench_duckdb.way(work.program, asked.requests),
            "derivations": derived.derivations,
            "witnesses": derived.whole,
        }
        return by_turns(ways, pairs=pairs, tell=tell)


def _harder(work: Work, asked: Asked, pairs: int) -> Times:
    with bench_nemo.way(asked, harder=True) as nemo:
        ways = {
            "memory": bench_ways.memory(work.program, asked),
            "batch": bench_ways.batch(asked.requests),
            "clingo": bench_clingo.way(asked, harder=True),
            "nemo": nemo,
        }
        return by_turns(ways, pairs=pairs)


def _linear_twin(asked: Asked, pairs: int) -> Sequence[float]:
    """Seconds of the linear recursion over the same cities: what the harder form costs beside it."""
    twins = [Request(one.scenario, Goal("linked", one.goal.key), one.cutoff) for one in asked.requests]
    return by_turns({"linear": bench_ways.batch(twins)}, pairs=pairs).of("linear")
