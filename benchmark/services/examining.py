"""What is wrong with this installation: the findings of ``manage.py doctor``, each with a stable code."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.core.management import call_command
from django.db import connection

from benchmark.exceptions import LaunchFault
from benchmark.floor.jobs import clocks, health, selectors
from benchmark.models import OPEN_RUNS, Run
from benchmark.selectors import progress
from benchmark.services import examining_files, examining_work, readers
from benchmark.services.findings import Finding
from scenarios.models import Suite
from sut_adapters import registry
from sut_adapters.base import MisconfiguredError

LEAST_FREE_MIB = 500


def examine() -> Iterator[Finding]:
    """Everything that is looked at, in order; without a database that is migrated, no more than that."""
    ready, facts = health.readiness(clocks.now())
    yield _database(ready, str(facts["state"]), str(facts["what"]))
    if not ready:
        return
    yield _vector()
    yield _workers()
    yield _folder(Path(settings.VAR_DIR))
    yield from examining_files.examine(Path(settings.VAR_DIR))
    yield from examining_work.examine(clocks.now())
    yield _dot()
    yield from _adapters()
    yield from _readers()
    yield from _settings()
    yield from _rows()


def _database(ready: bool, state: str, what: str) -> Finding:
    if ready:
        return Finding("database", "database", "ok", "answers and is migrated")
    mend = _migrate if state == "not migrated" else None
    code = "database.migrations" if mend else "database.away"
    return Finding(code, "database", "wrong", state, what, mend)


def _migrate() -> str:
    call_command("migrate", interactive=False, verbosity=0)
    return "migrated"


def _vector() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row:
        return Finding("pgvector", "pgvector", "ok", f"version {row[0]}")
    remedy = "Run: CREATE EXTENSION vector"
    return Finding("pgvector.missing", "pgvector", "wrong", "not installed in this database.", remedy)


def _workers() -> Finding:
    status = selectors.worker_status(clocks.now())
    if status.message:
        return Finding("workers.silent", "workers", "note", status.message)
    return Finding("workers", "workers", "ok", "alive")


def _folder(var: Path) -> Finding:
    what = "folder of its own"
    if not os.access(var, os.W_OK):
        detail, remedy = f"{var} cannot be written.", "Set STEMMA_VAR to one that can."
        return Finding("var.closed", what, "wrong", detail, remedy)
    free = shutil.disk_usage(var).free // 2**20
    detail = f"{var.name}/ can be written, {free} MiB free"
    if free > LEAST_FREE_MIB:
        return Finding("var", what, "ok", detail)
    return Finding("var.full", what, "wrong", detail, "Make room: manage.py purge says what can go.")


def _dot() -> Finding:
    of = "dot is on PATH" if shutil.which("dot") else "dot of the packaged wheel is used"
    return Finding("graphviz", "graphviz", "ok", of)


def _adapters() -> Iterator[Finding]:
    for name in registry.names():
        try:
            registry.get(name)
        except MisconfiguredError as error:
            yield Finding("adapter.misconfigured", f"adapter {name}", "wrong", str(error))
    yield Finding("adapters", "adapters", "ok", ", ".join(registry.names()))


def _readers() -> Iterator[Finding]:
    for name, reader in readers.READERS.items():
        faults: list[LaunchFault] = reader.check({})
        if faults:
            yield Finding("reader.unready", f"reader {name}", "note", faults[0].what, faults[0].remedy)
        else:
            yield Finding("reader", f"reader {name}", "ok", str(reader.title))


def _settings() -> Iterator[Finding]:
    for message in checks.run_checks():
        if message.is_serious():
            detail = f"{message.id}: {message.msg}"
            yield Finding(f"settings.{message.id}", "settings", "wrong", detail, message.hint or "")


def _rows() -> Iterator[Finding]:
    released = Suite.objects.filter(status=Suite.Status.RELEASED).count()
    if released:
        yield Finding("suites", "suites", "ok", f"{released} released")
    else:
        remedy = "Build one: python manage.py quickstart --no-serve"
        yield Finding("suites.none", "suites", "note", "0 released", remedy)
    for run in Run.objects.filter(status__in=OPEN_RUNS):
        how_far = progress.of(run, now=clocks.now())
        detail = f"{run.status}, {how_far.done} of {how_far.total} answered. {how_far.message}".strip()
        code = "run.waits" if how_far.message else "run"
        yield Finding(code, f"run {run.pk}", "note" if how_far.message else "ok", detail)
