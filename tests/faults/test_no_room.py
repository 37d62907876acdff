"""No room for files: an export fails with the reason and leaves nothing; a full disk is named on every page.

A disk of Postgres that is full, really, is in ``tests/acceptance/accept_disk_full.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings as ours
from django.db import OperationalError, connection
from django.utils import timezone

from benchmark.floor.jobs import disks, unavailable
from benchmark.floor.jobs.selectors import worker_status
from benchmark.models import Export, Run, WalkItem
from benchmark.selectors import progress
from benchmark.services import draining, exporting, leasing, losing, walking
from tests.factories import runs as make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]


def launched() -> Run:
    return make.launch(
        make.suite(events=8, questions=4),
        make.system(),
        reader="scripted",
        reader_config={"script": [{"reply": make.says(answer="A_1", citations=("e0001",))}]},
    )


def written(export: Export, *, size: int, var: Path) -> subprocess.CompletedProcess[str]:
    parts = urlsplit(os.environ["DATABASE_URL"])
    url = urlunsplit(parts._replace(path="/" + connection.settings_dict["NAME"]))
    return subprocess.run(
        [sys.executable, "-m", "tests.faults.export_writer", str(export.pk), str(size)],
        cwd=ours.BASE_DIR,
        env={**os.environ, "DATABASE_URL": url, "STEMMA_VAR": str(var)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_export_that_finds_no_room_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    run = launched()
    draining.work(until=timezone.now() + timedelta(minutes=1))

    def asked() -> Export:
        return exporting.request(
            kind="contexts", format="jsonl", suite=run.suite, run=run, by=None, now=timezone.now()
        )

    small = asked()
    assert written(small, size=200, var=tmp_path).returncode
    small.refresh_from_db()
    assert (small.status, small.message) == ("failed", exporting.DISK_IS_FULL)
    assert list((tmp_path / "exports").iterdir()) == []
    again = asked()
    assert again.pk != small.pk
    done = written(again, size=10**7, var=tmp_path)
    assert done.returncode == 0, done.stderr
    again.refresh_from_db()
    assert (again.status, again.rows_done) == ("done", 4)
    assert [path.name for path in (tmp_path / "exports").iterdir()] == [again.file]


def test_a_full_disk_is_the_reason_that_pages_give(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run, now = launched(), timezone.now()
    settings.DISKS = {disks.DATABASE: tmp_path, "exports": tmp_path}
    assert "is full" not in worker_status(now).message
    monkeypatch.setattr(disks, "LEAST_FREE", 10**18)  # no disk has so much: every one is full
    said = "The disk of the database is full"
    assert worker_status(now).message.startswith(said)
    assert said in progress.of(run, now=now).message
    ended_by_it = unavailable.away()  # Postgres stops where it finds no room for its log
    assert (ended_by_it.code, ended_by_it.remedy[: len(said)]) == ("disk_full", said)
    settings.DISKS = {"exports": tmp_path}
    assert unavailable.away().code == "database_away", "another disk is no reason for Postgres to be away"


def test_a_worker_hands_its_item_back_uncounted_when_the_database_has_no_room() -> None:
    run, now = launched(), timezone.now()
    item = leasing.claim(walking.claimable(now), now=now)
    assert item is not None
    full = OperationalError("could not extend file")
    full.__cause__ = psycopg.errors.DiskFull("could not extend file")
    losing.put_down(item, full, clock=timezone.now)
    stored = WalkItem.objects.get(pk=item.pk)
    assert (stored.status, stored.attempts) == ("pending", 0)
    shown = progress.of(Run.objects.get(pk=run.pk), now=timezone.now()).message
    assert "infrastructure failed: the disk is full" in shown
    losing.put_down(item, full, clock=timezone.now)  # it is no longer ours: nothing is written
    assert WalkItem.objects.get(pk=item.pk).not_before == stored.not_before
