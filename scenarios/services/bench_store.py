"""Stores the workload of the bench, and keeps what other engines need of it in memory (overview 7)."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db import connection

from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import Resolved, resolve
from scenarios.datalog.sql.compiled import CompiledProgram, compiled
from scenarios.generators import bench, bench_rules
from scenarios.models import Scenario, Suite
from scenarios.services import versions
from scenarios.services.discovery import Place
from scenarios.services.evaluation import Request
from scenarios.services.history_rows import store_events, store_scenario

#: The tables that a history fills, for the planner's statistics.
TABLES = "scenarios_event, scenarios_action, scenarios_rendering, scenarios_factversion"


@dataclass(frozen=True)
class Asked:
    """Stored requests with their histories in memory; ``histories`` is by scenario."""

    requests: tuple[Request, ...]
    histories: dict[int, History]

    @cached_property
    def resolved(self) -> dict[Place, Resolved]:
        """The facts in force wherever something is asked: what other engines have loaded beforehand."""
        places = dict.fromkeys(request.place for request in self.requests)
        return {place: resolve(self.histories[place[0]], place[1]) for place in places}

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """A number for each place, as engines without times are told of it."""
        return {place: number for number, place in enumerate(self.resolved)}

    def facts(self) -> Iterator[bench_rules.Fact]:
        """Everything in force at all places, and what is asked there."""
        for place, number in self.numbers.items():
            yield from bench_rules.facts(number, self.resolved[place])

    def asks(self) -> Iterator[bench_rules.Fact]:
        """What is asked, each once a place."""
        for place, number in self.numbers.items():
            yield from bench_rules.asks(
                number, (request.goal for request in self.requests if request.place == place)
            )


@dataclass(frozen=True)
class Work:
    """The stored workload. ``program`` is that of all scenarios, compiled."""

    suite: Suite
    main: Asked
    harder: dict[str, Asked]
    events: int
    program: CompiledProgram = field(
        default_factory=lambda: compiled(load_program(bench.PROGRAM, "bench.dl"))
    )


@dataclass(frozen=True, slots=True)
class Long:
    """A stored history to ask single queries of: how many events it has, and what storing it took."""

    requests: tuple[Request, ...]
    events: int
    store_seconds: float
    versions_seconds: float


def store(made: Sequence[bench.BenchHistory]) -> Work:
    """Store the workload as a draft suite. The caller owns the transaction and rolls it back."""
    suite = Suite.objects.create(slug=f"bench-{uuid.uuid4().hex}", title="Workload", kind="derive")
    main: list[Request] = []
    harder: dict[str, list[Request]] = {}
    told: dict[int, History] = {}
    for position, one in enumerate(made):
        scenario = store_scenario(suite=suite, spec=one.spec, position=position)
        versions.rebuild(scenario=scenario)
        told[scenario.pk] = History.of(action for event in one.spec.events for action in event.actions)
        main += requests_of(scenario, one.asked)
        for name, asked in one.harder.items():
            harder.setdefault(name, []).extend(requests_of(scenario, asked))
    analyze()
    return Work(
        suite,
        Asked(tuple(main), told),
        {name: Asked(tuple(requests), told) for name, requests in harder.items()},
        sum(len(one.spec.events) for one in made),
    )


def store_long(*, suite: Suite, events: int, queries: int) -> Long:
    """Store a history of about ``events`` events, made and copied one by one, with goals over it."""
    number = suite.scenarios.count()
    scenario = Scenario.objects.create(
        suite=suite,
        slug=f"long-{events}",
        title=f"A history of {events} events",
        domain="",
        program=bench.PROGRAM,
        position=number,
    )
    began = time.perf_counter()
    count = store_events(scenario=scenario, events=bench.told_events(number, events=events))
    stored = time.perf_counter()
    versions.rebuild(scenario=scenario)
    analyze()
    done = time.perf_counter()
    asked = bench.goals_asked(number, events=events, told=count, queries=queries)
    return Long(tuple(requests_of(scenario, asked)), count, stored - began, done - stored)


def requests_of(scenario: Scenario, asked: Iterable[bench.Asked]) -> list[Request]:
    """The goals as requests of a stored scenario."""
    return [Request(scenario, one.goal, one.cutoff) for one in asked]


def analyze() -> None:
    """Tell the planner of what was stored."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {TABLES}")


def sweep() -> None:
    """Give back what a rolled back workload left in the tables, unless a transaction is under way."""
    if connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {TABLES}")
