"""Stores the workload of the bench, and keeps it in memory beside (overview 7)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection

from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.sql.compiled import CompiledProgram, compiled
from scenarios.generators.bench import PROGRAM, BenchHistory
from scenarios.models import Suite
from scenarios.services import versions
from scenarios.services.evaluation import Request
from scenarios.services.history_rows import store_scenario


@dataclass(frozen=True)
class Work:
    """Stored requests with the same histories in memory, and one long history to ask single queries of.

    ``histories`` has one entry a request. ``program`` is that of all scenarios, compiled.
    """

    requests: tuple[Request, ...]
    histories: tuple[History, ...]
    long_requests: tuple[Request, ...]
    program: CompiledProgram = field(default_factory=lambda: compiled(load_program(PROGRAM, "bench.dl")))


def store(made: Sequence[BenchHistory], long: BenchHistory) -> Work:
    """Store the workload as a draft suite. The caller owns the transaction and rolls it back."""
    suite = Suite.objects.create(slug=f"bench-{uuid.uuid4().hex}", title="Workload", kind="derive")
    requests: list[list[Request]] = []
    for position, one in enumerate((*made, long)):
        scenario = store_scenario(suite=suite, spec=one.spec, position=position)
        versions.rebuild(scenario=scenario)
        requests.append([Request(scenario, goal.goal, goal.cutoff) for goal in one.asked])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE scenarios_factversion")
    loaded: list[History] = []
    for one, asked in zip(made, requests, strict=False):
        told = History.of(action for event in one.spec.events for action in event.actions)
        loaded += [told] * len(asked)
    return Work(tuple(r for asked in requests[:-1] for r in asked), tuple(loaded), tuple(requests[-1]))
