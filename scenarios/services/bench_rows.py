"""From measured times to the rows that the bench prints."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence

from scenarios.services.bench_figures import Figure, figure, ratios
from scenarios.services.bench_growth import DERIVED, DUCKDB, MEMORY, POSTGRES, Stage
from scenarios.services.bench_turns import Times
from scenarios.services.bench_ways import WITNESS_SAMPLE, Derived

#: Ways that the batch is set beside, and what the row says of each.
_BESIDE = {
    "ad hoc": "one ad hoc statement each",
    "prepared": "one prepared statement each",
    "memory": "the evaluator in memory, facts in force loaded",
    "clingo": "clingo with the facts loaded (ground, solve and read)",
    "nemo": "Nemo with the facts loaded (reason and read out)",
    "duckdb": "DuckDB with the same SQL over its own tables",
}


def of_answers(times: Times, queries: int) -> Iterator[Figure]:
    """The batch in Postgres beside each other way of answering."""
    batch = times.of("batch")
    for name, other in _BESIDE.items():
        what = f"Answers set-at-a-time in Postgres, faster than {other}"
        if name in times.not_run:
            yield Figure(name, what, f"{times.not_run[name]}.")
            continue
        apart = "".join(f", {phase} {ms(times.of(name, phase))}" for phase in times.phases(name))
        says = f"{queries} queries: Postgres {ms(batch)}, the other {ms(times.of(name))}{apart}."
        yield figure(name, what, says, ratios(times.of(name), batch))


def of_derivations(times: Times, derived: Derived, queries: int) -> Iterator[Figure]:
    """Answers with derivations and with witnesses."""
    yield figure(
        "derivations",
        "Answers with every DAG, times the answers alone",
        f"{derived.nodes} nodes; the answers alone {ms(times.of('batch'))}.",
        ratios(times.of("derivations"), times.of("batch")),
    )
    yield figure(
        "derivations, seconds", "Answers with every DAG", f"{queries} queries.", times.of("derivations")
    )
    sample = min(queries, WITNESS_SAMPLE)
    yield figure(
        "witnesses",
        "All witnesses, with the DAGs they rest on",
        f"{derived.witnesses} listed, {derived.inexact} of {queries} lists not complete; "
        f"a sample of {sample} equals the reference evaluator's.",
        times.of("witnesses"),
    )


def of_harder(name: str, times: Times, linear: Sequence[float] | None, queries: int) -> Figure:
    """A harder recursion in Postgres beside the evaluator in memory, which it may well lose to."""
    what = f"Losing case, {name} set-at-a-time in Postgres, times the evaluator in memory"
    if "batch" in times.not_run:
        return Figure(name, what, f"{times.not_run['batch']}.")
    others = "".join(f", {way} {ms(times.of(way))}" for way in ("memory", "clingo", "nemo") if times.of(way))
    twin = f", linear recursion over the same cities {ms(linear)}" if linear else ""
    says = f"{queries} queries: Postgres {ms(times.of('batch'))}{others}{twin}."
    return figure(name, what, says, ratios(times.of("batch"), times.of("memory")))


def of_growth(stages: Sequence[Stage]) -> Iterator[Figure]:
    """How the median of a single query grows from the shortest history to the longest, and what it costs."""
    first, last = stages[0], stages[-1]
    span = f"from {first.events} to {last.events} events"
    yield figure(
        "growth",
        f"One prepared query, {span}",
        f"Medians {_steps(stages, POSTGRES)}; "
        f"95th percentile {last.slowest[POSTGRES] * 1000:.3f} ms at last. "
        f"The short history asked again by turns in the grown table: {ms(last.shortest_again)}.",
        ratios(last.seconds[POSTGRES], first.seconds[POSTGRES]),
    )
    if DUCKDB in last.not_run:
        yield Figure("growth, duckdb", f"DuckDB, same SQL prepared, {span}", f"{last.not_run[DUCKDB]}.")
    else:
        yield figure(
            "growth, duckdb",
            f"DuckDB, same SQL prepared, {span}",
            f"Medians {_steps(stages, DUCKDB)}.",
            ratios(last.seconds[DUCKDB], first.seconds[DUCKDB]),
        )
    yield figure(
        "growth, derivation",
        f"One query with its DAG through the service, {span}",
        f"Medians {_steps(stages, DERIVED)}; 95th percentile {last.slowest[DERIVED] * 1000:.1f} ms at last.",
        ratios(last.seconds[DERIVED], first.seconds[DERIVED]),
    )
    held = [stage for stage in stages if stage.seconds.get(MEMORY)]
    yield figure(
        "single, memory",
        "Losing case, one prepared query in Postgres, times the evaluator in memory with the facts loaded",
        f"At {first.events} events; in memory {_steps(held, MEMORY)}.",
        ratios(first.seconds[POSTGRES], first.seconds[MEMORY]),
    )


def _steps(stages: Sequence[Stage], way: str) -> str:
    steps = ((stage.events, stage.median(way)) for stage in stages)
    return ", ".join(f"{value * 1000:.3f} ms at {events}" for events, value in steps if value is not None)


def ms(seconds: Sequence[float]) -> str:
    """The median in milliseconds."""
    value = statistics.median(seconds) * 1000
    return f"{value:.0f} ms" if value >= 10 else f"{value:.3f} ms"


def seconds_of(families: Mapping[str, Times]) -> dict[str, dict[str, dict[str, list[float]]]]:
    """All measured seconds, by family of queries, way and phase."""
    return {
        family: {
            way: {phase: list(found) for phase, found in phases.items()}
            for way, phases in times.seconds.items()
        }
        for family, times in families.items()
    }
