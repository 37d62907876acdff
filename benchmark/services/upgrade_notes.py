"""What the migrations of a new version do, read from ``docs/upgrading.md``: one table for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

ROOMS = ("benchmark", "scenarios", "probes", "sut_adapters")
_LINE = re.compile(
    r"^\| `(?P<name>[a-z_]+\.\d{4}_\w+)` \| (?P<what>.+?) \| (?P<lock>.+?) \| (?P<back>.+?) \|$", re.M
)


@dataclass(frozen=True, slots=True)
class Note:
    """A migration as ``app.name``: what it does, what it locks for how long, whether there is a way back."""

    name: str
    what: str
    lock: str
    back: str


def written() -> dict[str, Note]:
    """All notes of the manual, by migration."""
    text = (settings.BASE_DIR / "docs" / "upgrading.md").read_text(encoding="utf-8")
    return {match["name"]: Note(**match.groupdict()) for match in _LINE.finditer(text)}


def unapplied() -> Iterator[Note]:
    """Those of our migrations that this database lacks, in the order in which they would run; one that needs
    no note says so."""
    executor = MigrationExecutor(connection)
    notes = written()
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if migration.__module__.partition(".")[0] in ROOMS:
            name = f"{migration.app_label}.{migration.name}"
            yield notes.get(name, Note(name, "makes the tables of its app", "moment", "yes"))
