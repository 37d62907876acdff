"""``manage.py doctor``: what is wrong with this installation, and how to mend it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand
from django.db import connection

from benchmark.exceptions import LaunchFault
from benchmark.floor.jobs import clocks, health, selectors
from benchmark.models import OPEN_RUNS, Run
from benchmark.selectors import progress
from benchmark.services import readers
from scenarios.models import Suite
from sut_adapters import registry
from sut_adapters.base import MisconfiguredError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``state`` is ok, note (works, but worth knowing) or wrong."""

    what: str
    state: str
    detail: str
    remedy: str = ""


class Command(BaseCommand):
    """Exits 1 if something is wrong; notes are no fault."""

    help = "Look at database, workers, programs and models, and say what to mend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at everything and print it."""
        found = list(findings())
        if options["json"]:
            self.stdout.write(
                json.dumps({"findings": [asdict(finding) for finding in found]}, sort_keys=True)
            )
        else:
            for finding in found:
                remedy = f" {finding.remedy}" if finding.remedy else ""
                self.stdout.write(f"{finding.state:5} {finding.what}: {finding.detail}{remedy}")
        if any(finding.state == "wrong" for finding in found):
            sys.exit(1)


def findings() -> Iterator[Finding]:
    """Everything that is looked at, in order."""
    ready, facts = health.readiness(clocks.now())
    state = "ok" if ready else "wrong"
    detail = "answers and is migrated" if ready else str(facts["state"])
    yield Finding("database", state, detail, "" if ready else str(facts["what"]))
    if not ready:
        return
    yield _vector()
    yield _workers()
    yield _folder(Path(settings.VAR_DIR))
    yield _dot()
    yield from _adapters()
    yield from _readers()
    yield from _settings()
    yield from _rows()


def _vector() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row:
        return Finding("pgvector", "ok", f"version {row[0]}")
    return Finding("pgvector", "wrong", "not installed in this database.", "Run: CREATE EXTENSION vector")


def _workers() -> Finding:
    status = selectors.worker_status(clocks.now())
    return Finding("workers", "note" if status.message else "ok", status.message or "alive")


def _folder(var: Path) -> Finding:
    if os.access(var, os.W_OK):
        free = shutil.disk_usage(var).free // 2**20
        state = "ok" if free > 500 else "wrong"
        return Finding("folder of its own", state, f"{var.name}/ can be written, {free} MiB free")
    return Finding(
        "folder of its own", "wrong", f"{var} cannot be written.", "Set STEMMA_VAR to one that can."
    )


def _dot() -> Finding:
    if shutil.which("dot"):
        return Finding("graphviz", "ok", "dot is on PATH")
    return Finding("graphviz", "ok", "dot of the packaged wheel is used")


def _adapters() -> Iterator[Finding]:
    for name in registry.names():
        try:
            registry.get(name)
        except MisconfiguredError as error:
            yield Finding(f"adapter {name}", "wrong", str(error))
    yield Finding("adapters", "ok", ", ".join(registry.names()))


def _readers() -> Iterator[Finding]:
    for name, reader in readers.READERS.items():
        faults: list[LaunchFault] = reader.check({})
        if faults:
            yield Finding(f"reader {name}", "note", faults[0].what, faults[0].remedy)
        else:
            yield Finding(f"reader {name}", "ok", reader.title)


def _settings() -> Iterator[Finding]:
    for message in checks.run_checks():
        if message.is_serious():
            yield Finding("settings", "wrong", f"{message.id}: {message.msg}", message.hint or "")


def _rows() -> Iterator[Finding]:
    released = Suite.objects.filter(status=Suite.Status.RELEASED).count()
    remedy = "" if released else "Build one: python manage.py quickstart --no-serve"
    yield Finding("suites", "ok" if released else "note", f"{released} released", remedy)
    for run in Run.objects.filter(status__in=OPEN_RUNS):
        how_far = progress.of(run, now=clocks.now())
        detail = f"{run.status}, {how_far.done} of {how_far.total} answered. {how_far.message}".strip()
        yield Finding(f"run {run.pk}", "note" if how_far.message else "ok", detail)
