"""Timing the evaluators against each other on a stored suite: ratios of one run, medians of several pairs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scenarios.datalog import reference
from scenarios.datalog.derivation import Gold
from scenarios.models import Query, Suite
from scenarios.selectors import histories, programs
from scenarios.services import evaluation
from scenarios.services.evaluation import Request


class EvaluatorsDifferError(Exception):
    """Two ways gave different answers: their times mean nothing."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One way of answering: median seconds for all queries, and how often it is slower than the first."""

    way: str
    seconds: float
    ratio: float


def measure(*, suite: Suite, pairs: int) -> list[Timing]:
    """Time each way ``pairs`` times, in turns, on all queries of the suite; the first is the set-at-a-time
    batch. Histories and programs are loaded beforehand for the way in memory. Raises
    ``EvaluatorsDifferError``."""
    ways = _ways(suite)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(pairs + 1):
        found = {}
        for name, way in ways.items():
            began = time.perf_counter()
            found[name] = [(gold.label, gold.answer) for gold in way()]
            if turn:  # the first turn warms caches and prepared statements
                times[name].append(time.perf_counter() - began)
        _compare(found)
    return _timings(times)


def _ways(suite: Suite) -> dict[str, Callable[[], list[Gold]]]:
    queries = list(Query.objects.filter(scenario__suite=suite).select_related("scenario").order_by("pk"))
    requests = [Request(query.scenario, query.goal, query.cutoff) for query in queries]
    loaded = {
        query.scenario_id: (programs.load(query.scenario), histories.load(query.scenario))
        for query in queries
    }

    def in_memory() -> list[Gold]:
        return [reference.answer(*loaded[q.scenario_id], q.goal, q.cutoff) for q in queries]

    return {
        "answers, set-at-a-time in Postgres": lambda: evaluation.answers(requests=requests),
        "answers, one call each in Postgres": lambda: [
            evaluation.answers(requests=[request])[0] for request in requests
        ],
        "answers, reference evaluator in memory": in_memory,
        "answers, derivations and witnesses, set-at-a-time": lambda: [
            found.gold for found in evaluation.evaluate_many(requests=requests)
        ],
    }


def _compare(found: dict[str, list[tuple[Any, Any]]]) -> None:
    (first, expected), *others = found.items()
    for name, answers in others:
        if answers != expected:
            place = next(
                i for i, pair in enumerate(zip(answers, expected, strict=True)) if pair[0] != pair[1]
            )
            raise EvaluatorsDifferError(
                f"query {place + 1}: {first} gave {expected[place]}, {name} gave {answers[place]}"
            )


def _timings(times: dict[str, list[float]]) -> list[Timing]:
    first = next(iter(times.values()))
    return [
        Timing(
            way=name,
            seconds=statistics.median(seconds),
            ratio=statistics.median(mine / base for mine, base in zip(seconds, first, strict=True)),
        )
        for name, seconds in times.items()
    ]
