"""doctor --fix: each thing is broken here, found by its code, shown, mended, and then found well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from benchmark.floor.jobs import processes
from benchmark.models import Export, ExportStatus, ItemStatus, WalkItem
from scenarios.models import Slot
from tests.factories import reviews
from tests.factories import runs as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "var"
    (folder / "exports").mkdir(parents=True, mode=0o700)
    settings.VAR_DIR = folder
    settings.STATIC_ROOT = folder / "static_collected"
    return folder


@dataclass(frozen=True)
class Told:
    findings: dict[str, dict[str, Any]]
    mended: dict[str, str]

    def states(self, code: str) -> str:
        return str(self.findings.get(code, {}).get("state", ""))


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> Told:
    capsys.readouterr()
    with suppress(SystemExit):  # 1 where something is wrong
        call_command("doctor", "--json", *arguments)
    said = json.loads(capsys.readouterr().out)
    return Told({one["code"]: one for one in said["findings"]}, said["mended"])


def open_modes(var: Path, settings: Settings) -> None:
    (var / "secret_key").write_text("x")
    (var / "secret_key").chmod(0o644)
    (var / "exports").chmod(0o755)


def no_folder(var: Path, settings: Settings) -> None:
    (var / "exports").rmdir()


def nobodys_file(var: Path, settings: Settings) -> None:
    for name, age in (("old.csv", 7200), ("young.csv", 0), ("owned.csv", 7200)):
        (var / "exports" / name).write_text("1234")
        os.utime(var / "exports" / name, (time.time() - age,) * 2)
    Export.objects.create(
        kind="board", suite=make.suite(), format="csv", at=timezone.now(), file="owned.csv",
        status=ExportStatus.DONE, finished_at=timezone.now(), sha256="0" * 64,
    )  # fmt: skip


def stale_lock(var: Path, settings: Settings) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (var / "serve.lock").write_text(str(gone.pid))


def stuck_export(var: Path, settings: Settings) -> None:
    long_ago = timezone.now() - timedelta(hours=3)
    Export.objects.create(
        kind="board",
        suite=make.suite(),
        format="csv",
        at=long_ago,
        beat_at=long_ago,
        status=ExportStatus.RUNNING,
    )


def lost_item(var: Path, settings: Settings) -> None:
    run = make.launch(make.suite(events=6, questions=3), make.system(), reader="scripted")
    item = WalkItem.objects.filter(run=run).order_by("pk")[0]
    item.status, item.lease_token = ItemStatus.LEASED, uuid4()
    item.lease_until = timezone.now() - timedelta(minutes=5)
    item.save()


def lapsed_slot(var: Path, settings: Settings) -> None:
    reviews.plain(settings)
    suite = reviews.opened(1)
    slot = reviews.claim(reviews.annotators(suite, "ann")[0], suite)
    early = timezone.now() - timedelta(hours=2)
    Slot.objects.filter(pk=slot.pk).update(leased_at=early, lease_until=early + timedelta(minutes=15))


def no_static(var: Path, settings: Settings) -> None:
    backend = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}


@pytest.mark.parametrize(
    ("break_it", "code", "well"),
    [
        (open_modes, "var.open", "var.modes"),
        (no_folder, "var.missing", "var.folders"),
        (nobodys_file, "exports.orphans", "exports.files"),
        (stale_lock, "serve.lock.stale", "serve.lock"),
        (stuck_export, "exports.expired", "exports"),
        (lost_item, "leases.expired", "leases"),
        (lapsed_slot, "slots.expired", "slots"),
        (no_static, "static.missing", "static"),
    ],
)
def test_what_is_broken_is_found_and_mended(
    break_it: Callable[[Path, Settings], None],
    code: str,
    well: str,
    var: Path,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert doctor(capsys).states(code) == ""
    break_it(var, settings)
    for arguments in ((), ("--fix", "--dry-run"), ()):
        told = doctor(capsys, *arguments)
        assert told.states(code) in ("note", "wrong")
        assert told.findings[code]["can_be_mended"]
        assert told.mended == {}
    told = doctor(capsys, "--fix", "--yes")
    assert told.mended[code]
    assert "could not" not in told.mended[code]
    assert (told.states(code), told.states(well)) == ("", "ok")
    assert doctor(capsys, "--fix", "--yes").mended.get(code) is None


def test_nothing_but_what_it_names_is_removed(
    var: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    nobodys_file(var, settings)
    named = doctor(capsys).findings["exports.orphans"]["detail"]
    assert "old.csv" in named
    assert "young.csv" not in named
    doctor(capsys, "--fix", "--yes")
    assert sorted(path.name for path in (var / "exports").iterdir()) == ["owned.csv", "young.csv"]


def test_processes_of_a_killed_server_are_ended(var: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(300)"], env={**os.environ, **processes.mark(var)}
    )
    try:
        deadline = time.monotonic() + 20
        while doctor(capsys).states("processes.orphans") != "wrong":
            assert time.monotonic() < deadline
        assert str(left.pid) in doctor(capsys).findings["processes.orphans"]["detail"]
        told = doctor(capsys, "--fix", "--yes")
        assert told.mended["processes.orphans"] == "ended 1 processes"
        left.wait(timeout=10)
        assert not psutil.pid_exists(left.pid)
        assert told.states("processes") == "ok"
    finally:
        left.kill()
        left.wait()


def test_nobody_is_asked_where_nobody_can_answer(var: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (var / "exports").rmdir()
    with pytest.raises(CommandError, match="Give --yes, or --dry-run"):
        call_command("doctor", "--fix")
    out = capsys.readouterr().out
    assert "to mend var.missing: not there: exports" in out
    assert not (var / "exports").exists()


def test_a_database_behind_is_migrated(
    var: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmark.floor.jobs import health

    plan = health.MigrationExecutor.migration_plan
    done: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(
        health.MigrationExecutor,
        "migration_plan",
        lambda *given: plan(*given) if done else [("a migration", False)],
    )
    monkeypatch.setattr(
        "benchmark.services.examining.call_command", lambda name, **given: done.append((name, given))
    )
    told = doctor(capsys)
    assert (told.states("database.migrations"), len(told.findings)) == ("wrong", 1)
    told = doctor(capsys, "--fix", "--yes")
    assert [name for name, _ in done] == ["migrate"]
    assert (told.mended, told.states("database")) == ({"database.migrations": "migrated"}, "ok")
