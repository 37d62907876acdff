"""Generates the scenarios of a suite with Postgres as the evaluator, several at a time in processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any

from django.db import connection, transaction

from scenarios.bundle import Bundle, ScenarioSpec
from scenarios.datalog.derivation import Evaluation
from scenarios.domains import registry
from scenarios.generators.derive.batch import Batch, Evaluate
from scenarios.generators.derive.building import Built, Progress, Report, build_scenario
from scenarios.generators.derive.config import ScenarioConfig, SuiteConfig
from scenarios.models import Scenario, Suite
from scenarios.services import evaluation, generator_worker, versions
from scenarios.services.history_rows import store_scenario


def quiet(line: str) -> None:
    """Says nothing of the progress."""


def generate(
    *, config: SuiteConfig, seed: int, progress: Progress = quiet, workers: int = 1
) -> tuple[Bundle, list[Report]]:
    """The bundle of a configuration, and how each scenario came about; the same for any number of workers.

    Raises ``ShortCellsError`` naming cells that no round could fill, and ``GateError`` or ``WordingError``
    for texts at fault.
    """
    if workers > 1 and len(config.scenarios) > 1:
        done = _in_processes(config, seed, progress, workers)
    else:
        done = [built(one, seed, config.slug, progress) for one in config.scenarios]
    bundle = Bundle(config.slug, config.title, "derive", tuple(one.scenario for one in done))
    return bundle, [one.report for one in done]


def built(config: ScenarioConfig, seed: int, suite: str, progress: Progress) -> Built:
    """One scenario, its candidates derived in Postgres. Raises as ``generate`` does."""
    with drafts(config.slug) as evaluate:
        return build_scenario(config, seed=seed, suite=suite, evaluate=evaluate, progress=progress)


@contextmanager
def drafts(name: str) -> Iterator[Evaluate]:
    """What derives a generator's candidates in Postgres, on drafts that are gone afterwards.

    A draft is stored once, however often it is asked; ``name`` tells it from those of other builders.
    """
    stored: dict[int, tuple[ScenarioSpec, Scenario]] = {}

    def evaluate(batch: Batch) -> Sequence[Evaluation]:
        if id(batch.scenario) not in stored:
            stored[id(batch.scenario)] = (
                batch.scenario,
                _stored(batch.scenario, f"draft-{name}-{len(stored)}"),
            )
        asked = [(request.goal, request.cutoff) for request in batch.requests]
        return evaluation.evaluate_all(scenario=stored[id(batch.scenario)][1], asked=asked)

    with transaction.atomic():
        _take_your_time()
        yield evaluate
        transaction.set_rollback(True)


def _take_your_time() -> None:
    """No limit of a request holds for a builder, which nobody waits for at a page: it holds its tables'
    statistics for minutes, in which another builder waits, and thinks for minutes between two statements."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


def _stored(spec: ScenarioSpec, slug: str) -> Scenario:
    draft = Suite.objects.create(slug=slug, title="Draft", kind=Suite.Kind.DERIVE)
    scenario = store_scenario(suite=draft, spec=spec, position=0)
    versions.rebuild(scenario=scenario)
    return scenario


# ---------------------------------------------------------------- several at a time
def _in_processes(config: SuiteConfig, seed: int, progress: Progress, workers: int) -> list[Built]:
    """The scenarios in their order, each built in a process of its own connection."""
    context = multiprocessing.get_context("spawn")
    lines = context.SimpleQueue()
    reader = Thread(target=_tell, args=(lines, progress), daemon=True)
    reader.start()
    database = str(connection.settings_dict["NAME"])
    try:
        with ProcessPoolExecutor(
            max_workers=workers,
            mp_context=context,
            initializer=generator_worker.start,
            initargs=(database, lines, registry.added()),
        ) as pool:
            jobs = [pool.submit(generator_worker.build, one, seed, config.slug) for one in config.scenarios]
            return [job.result() for job in jobs]
    finally:
        lines.put(None)
        reader.join()


def _tell(lines: Any, progress: Progress) -> None:
    while (line := lines.get()) is not None:
        progress(line)
