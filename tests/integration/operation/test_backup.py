"""backup and restore: a whole installation put back into an empty database, proven by counts and hashes."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.services import backups, database_programs, restoring
from scenarios.generators import worked_example
from scenarios.services import suites
from tests.factories import reviews
from tests.factories import runs as make
from tests.unit.walls.rooms import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

AFTER = """
from django.test import Client
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Answer, Run
from scenarios.models import Verdict
client = Client()
headers = {"Authorization": "Bearer " + SECRET}
assert client.get("/api/v1/runs/", headers=headers, HTTP_HOST="127.0.0.1:8000").status_code == 200
assert client.get("/api/v1/runs/", headers={"Authorization": "Bearer " + SECRET[:-1] + "x"},
                  HTTP_HOST="127.0.0.1:8000").status_code == 401
before = max(User.objects.values_list("pk", flat=True))
assert User.objects.create_user(username="later").pk == before + 1
assert Run.objects.get().status == "done" and Answer.objects.count() == 3 and Verdict.objects.count() == 1
try:
    AuditRecord.objects.update(actor="x")
except Exception as error:
    assert "audit" in str(error).lower(), error
else:
    raise AssertionError("the audit could be changed")
print("all is there")
"""


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    """A var folder with a key, a file that was handed in, and an export."""
    folder = tmp_path / "var"
    for name in ("submissions", "exports"):
        (folder / name).mkdir(parents=True)
        (folder / name / "one.jsonl").write_text(f"{name}\n")
    (folder / "secret_key").write_text("the key")
    settings.VAR_DIR = folder
    return folder


@pytest.fixture
def empty() -> Iterator[str]:
    """The address of a database without a table, on the same server."""
    admin = os.environ["DATABASE_URL"]
    name = f"{connection.settings_dict['NAME']}_restored"
    with psycopg.connect(admin, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    yield admin.replace("/stemma?", f"/{name}?") if "?" in admin else f"{admin.rpartition('/')[0]}/{name}"
    with psycopg.connect(admin, autocommit=True) as server:
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def manage(*arguments: str, url: str, var: Path) -> subprocess.CompletedProcess[str]:
    """A command of an installation of its own."""
    env = {**os.environ, "DATABASE_URL": url, "STEMMA_VAR": str(var)}
    env["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.development"
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=200,
    )


def test_a_release_a_run_verdicts_and_tokens_come_back(
    var: Path, empty: str, tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    reviews.plain(settings)
    lead = User.objects.create_user(username="lead", role="lead")
    example = suites.store(bundle=worked_example.bundle(), by=lead)
    suites.release(suite=example, by=lead)
    asked = make.suite(events=6, questions=3)
    make.system("one")
    script = json.dumps([{"match": "", "reply": make.says(answer="A_1", citations=("e0001",))}])
    call_command(
        *("run", "--suite", asked.slug, "--system", "one", "--reader", "scripted"),
        *("--reader-option", f"script={script}", "--wait"),
    )
    judged = reviews.opened(2)
    reviews.judge(reviews.annotators(judged, "ann")[0], judged)
    _, secret = tokens.create(user=lead, name="t", by=lead, now=timezone.now(), scopes=["read"])
    rows = backups.row_counts()
    file = tmp_path / "one.backup"
    capsys.readouterr()
    call_command("backup", str(file), "--json")
    manifest = json.loads(capsys.readouterr().out)
    assert manifest["rows"] == rows
    assert manifest["releases"][f"{example.slug}@{example.version}"] == example.content_hash != ""
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as archive:
        names = set(archive.getnames())
    assert names == {"manifest.json", "database.dump", "files/secret_key", "files/submissions/one.jsonl"}

    elsewhere = tmp_path / "elsewhere"
    done = manage("restore", str(file), url=empty, var=elsewhere)
    assert done.returncode == 0, done.stderr
    assert f"{sum(rows.values()):,} rows" in done.stdout
    assert (elsewhere / "secret_key").read_text() == "the key"
    assert (elsewhere / "submissions" / "one.jsonl").exists()
    with psycopg.connect(empty) as restored:
        counted = {name: restored.execute(f'SELECT count(*) FROM "{name}"').fetchone() for name in rows}
    assert {name: found[0] for name, found in counted.items() if found} == rows
    verified = manage("verify_release", example.slug, url=empty, var=elsewhere)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert example.content_hash in verified.stdout
    used = manage("shell", "-v0", "-c", f"SECRET = {secret!r}\n{AFTER}", url=empty, var=elsewhere)
    assert "all is there" in used.stdout, used.stderr

    again = manage("restore", str(file), url=empty, var=elsewhere)
    assert again.returncode == 1
    assert "not empty" in again.stderr
    assert "--replace" in again.stderr
    with psycopg.connect(empty) as other:
        other.execute("SELECT 1")
        busy = manage("restore", str(file), "--replace", url=empty, var=elsewhere)
    assert "1 other connection(s)" in busy.stderr
    assert manage("restore", str(file), "--replace", url=empty, var=elsewhere).returncode == 0
    with psycopg.connect(empty) as restored:
        assert restored.execute("SELECT count(*) FROM accounts_user WHERE username = 'later'").fetchone() == (
            0,
        )


def test_what_is_damaged_or_newer_changes_nothing(var: Path, empty: str, tmp_path: Path) -> None:
    User.objects.create_user(username="lead", role="lead")
    good = tmp_path / "good"
    backups.write(path=good, now=timezone.now())
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(good))
    (tmp_path / "no.backup").write_text("not a tar")
    for name, change in {
        "dump": lambda folder: (folder / backups.DUMP).write_bytes(b"x"),
        "newer": _newer,
    }.items():
        folder = tmp_path / name
        with tarfile.open(good) as archive:
            archive.extractall(folder, filter="data")
        change(folder)
        with tarfile.open(tmp_path / f"{name}.backup", "w") as archive:
            for path in sorted(folder.iterdir()):
                archive.add(path, path.name)
    for name, words in {"no": "no backup", "dump": "damaged", "newer": "newer version"}.items():
        done = manage("restore", str(tmp_path / f"{name}.backup"), url=empty, var=tmp_path / "elsewhere")
        assert done.returncode == 1
        assert words in done.stderr, done.stderr
    with psycopg.connect(empty) as untouched:
        assert untouched.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (
            0,
        )


def _newer(folder: Path) -> None:
    manifest = json.loads((folder / backups.MANIFEST).read_text())
    manifest["migrations"].append("benchmark.9999_from_tomorrow")
    (folder / backups.MANIFEST).write_text(json.dumps(manifest))


def test_a_backup_that_is_killed_leaves_no_file(var: Path, tmp_path: Path) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    url = os.environ["DATABASE_URL"]
    name = connection.settings_dict["NAME"]
    url = url.replace("/stemma?", f"/{name}?") if "?" in url else f"{url.rpartition('/')[0]}/{name}"
    env = {**os.environ, "DATABASE_URL": url, "STEMMA_VAR": str(var)}
    env["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.development"
    # A lock that the dump waits for: it is in the middle for as long as it lasts.
    with psycopg.connect(url) as holder:
        holder.execute("LOCK TABLE accounts_user IN ACCESS EXCLUSIVE MODE")
        process = subprocess.Popen(
            [sys.executable, "manage.py", "backup", str(place / "one")], cwd=ROOT, env=env
        )
        deadline = time.monotonic() + 60
        while not list(place.glob(".one.*/database.dump")):
            assert process.poll() is None
            assert time.monotonic() < deadline, "the dump did not begin"
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not (place / "one").exists()
    backups.write(path=place / "one", now=timezone.now())  # what it left is in the way of nothing
    assert restoring.read_manifest(place / "one").rows["accounts_user"] == 0


def test_a_program_that_fails_or_is_missing_says_what_to_do(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(backups.OperationError, match="pg_dump failed .*no-such-option"):
        database_programs.run("pg_dump", "--no-such-option")
    monkeypatch.setattr(database_programs, "packaged_install", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup", str(tmp_path / "one"))
    assert django_settings.VAR_DIR == var
    assert not list(tmp_path.glob("*one*"))
