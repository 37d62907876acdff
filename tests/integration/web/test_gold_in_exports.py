"""Each kind of export in each format: those who may not see gold get no file that holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from benchmark.models import Export, ExportFormat
from benchmark.services import export_kinds, exporting
from benchmark.services.export_kinds import ExportKind
from tests.factories import gold_walk
from tests.factories.gold_walk import Found
from tests.factories.web_world import MARKER, World

FORMATS = [format.value for format in ExportFormat]
BLIND = [role for role in Role if Verb.GOLD_VIEW not in ALLOWED[role]]


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def exported(world: World, slug: str, kind: ExportKind, format: str) -> Export:
    suite, run = world.suites[slug], world.runs[slug] if kind.of_run else None
    row = exporting.request(
        kind=kind.slug, format=format, suite=suite, run=run, by=world.people["admin"], now=timezone.now()
    )
    exporting.write(row.pk)
    row.refresh_from_db()
    assert row.status == "done", row.message
    return row


def in_file(row: Export, place: str) -> list[Found]:
    path = exporting.path_of(row)
    text = str(pq.read_table(path).to_pylist()) if row.format == "parquet" else path.read_text("utf-8")
    return list(gold_walk.in_text("download", text, place, (MARKER,)))


def fetched(client: Client, row: Export) -> Any:
    place = f"/runs/{row.run_id}/exports/" if row.run_id else f"/suites/{row.suite.slug}/exports/"
    return client.get(f"{place}{row.pk}/file/")


def to_the_blind(world: World, slug: str, formats: list[str]) -> list[Found]:
    """What is found in a file of a kind that a blind role may have, or in what such a role is answered."""
    found: list[Found] = []
    for kind in export_kinds.every().values():
        for format in formats:
            row, place = exported(world, slug, kind, format), f"{kind.slug} as {format}"
            if any(kind.verb in ALLOWED[role] for role in BLIND):
                found += in_file(row, place)
            for role in BLIND:
                found += gold_walk.in_response(fetched(world.client(role.value), row), f"{place} to {role}")
    return found


def test_no_file_that_the_blind_may_have_holds_the_marker(world: World) -> None:
    assert to_the_blind(world, "open", FORMATS) == []
    assert to_the_blind(world, "held-out", ["jsonl"]) == []


def test_files_of_those_who_see_gold_hold_it_so_that_the_search_can_fail(world: World) -> None:
    for slug in ("answers", "diagnoses"):
        for format in FORMATS:
            row = exported(world, "open", export_kinds.every()[slug], format)
            assert in_file(row, slug), f"{slug} as {format}"
            answer = fetched(world.client("lead"), row)
            assert answer.status_code == 200
            assert b"".join(answer) == exporting.path_of(row).read_bytes()
