"""Exports of a run: the same rows in each format, safe cells, nobody else's, whole or not at all."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from benchmark.exceptions import ExportRefusedError
from benchmark.floor.accounts.models import User
from benchmark.models import Answer, Export, ExportFormat, Run
from benchmark.services import export_files, export_kinds, export_mending, exporting
from tests.factories import runs as make

pytestmark = pytest.mark.django_db
ANSWERS = json.dumps(
    [{"match": f"Question {n}:", "reply": make.says(answer=f"=A_{n}", citations=("e1",))} for n in (1, 2, 3)]
)


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    asked = make.suite(events=6, questions=3)
    make.system("=one")
    call_command(
        *("run", "--suite", asked.slug, "--system", "=one", "--reader", "scripted"),
        *("--reader-option", f"script={ANSWERS}", "--wait", "--json"),
    )
    capsys.readouterr()
    type(asked).objects.filter(pk=asked.pk).update(is_open=True)
    return Run.objects.get()


def ask(run: Run, kind: str = "answers", format: str = "jsonl") -> Export:
    return exporting.request(kind=kind, format=format, suite=run.suite, run=run, by=None, now=timezone.now())


def exported(run: Run, kind: str = "answers", format: str = "jsonl") -> Export:
    export = ask(run, kind, format)
    exporting.write(export.pk)
    export.refresh_from_db()
    assert export.status == "done", export.message
    return export


def signed_in(run: Run, role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"a-{role}", role=role))
    return client


def test_each_format_holds_the_same_values_and_types(run: Run) -> None:
    names = ("jsonl", "csv", "parquet")
    paths = {name: exporting.path_of(exported(run, format=name)) for name in names}
    lines = [json.loads(line) for line in paths["jsonl"].read_text().splitlines()]
    table = pq.read_table(paths["parquet"]).to_pylist()
    cells = list(csv.DictReader(io.StringIO(paths["csv"].read_text())))
    assert len(lines) == len(table) == len(cells) == Answer.objects.count() == 3
    kinds = {column.name: column.type for column in export_kinds.every()["answers"].columns}
    for line, row, cell in zip(lines, table, cells, strict=True):
        for name, value in line.items():
            if kinds[name] == "json":
                assert json.loads(row[name] or "null") == json.loads(cell[name] or "null") == value
            elif kinds[name] == "time":
                assert row[name] == datetime.fromisoformat(value) == datetime.fromisoformat(cell[name])
            else:
                assert row[name] == value
                assert cell[name] == str(export_files.as_cell(value))


def test_no_cell_runs_in_a_spreadsheet_and_the_rule_gives_each_text_back() -> None:
    for text in ("=1+1", "+1", "-1", "@x", "\tx", "\rx", "'x", "''", "x=1"):
        cell = export_files.as_cell(text)
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert cell.removeprefix("'") == text
    assert export_files.as_cell(-1.5) == -1.5


@pytest.mark.parametrize("kind", ["results", "answers", "diagnoses", "nodes", "recoveries", "checkpoints"])
@pytest.mark.parametrize("format", ExportFormat.values)
def test_every_kind_is_written_in_every_format(run: Run, kind: str, format: str) -> None:
    export = exported(run, kind, format)
    content = exporting.path_of(export).read_bytes()
    assert hashlib.sha256(content).hexdigest() == export.sha256
    assert len(content) == export.size
    assert export.manifest["rows"] == export.rows_done == export.rows_total
    assert export.manifest["content_hash"] == run.suite_hash
    assert [one["name"] for one in export.manifest["columns"]]


def test_a_worker_that_was_lost_is_replaced_and_writes_nothing_any_more(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = ask(run)
    monkeypatch.setattr(exporting, "BATCH", 1)
    late = exporting._write_rows

    def overtaken(row: Export, *others: Any) -> int:
        monkeypatch.setattr(exporting, "_write_rows", late)
        old = timezone.now() - exporting.LOST_AFTER * 2
        Export.objects.filter(pk=row.pk).update(beat_at=old)
        assert f"export {row.pk} waits" in export_mending.mend(timezone.now())
        assert "3 rows" in exporting.write(row.pk)
        return late(row, *others)

    monkeypatch.setattr(exporting, "_write_rows", overtaken)
    assert "taken up by another" in exporting.write(export.pk)
    export.refresh_from_db()
    assert [path.name for path in exporting.folder().iterdir()] == [export.file]
    assert hashlib.sha256(exporting.path_of(export).read_bytes()).hexdigest() == export.sha256


def test_a_failure_is_told_and_leaves_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    export = ask(run)

    def full(*_: Any) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(export_files.JsonLines, "write", full)
    with pytest.raises(OSError, match="No space"):
        exporting.write(export.pk)
    export.refresh_from_db()
    assert (export.status, export.message) == ("failed", "OSError: No space left on device")
    assert not list(exporting.folder().iterdir())


def test_one_under_way_is_given_back_and_a_cancelled_one_is_not_written(run: Run) -> None:
    export = ask(run)
    assert ask(run).pk == export.pk
    exporting.cancel(export=export, by=None, now=timezone.now())
    assert "not to be written" in exporting.write(export.pk)
    assert ask(run).pk != export.pk


def test_files_are_kept_for_the_stated_days(run: Run, settings: Any) -> None:
    export = exported(run)
    path, later = exporting.path_of(export), timezone.now() + timedelta(days=settings.EXPORT_KEEP_DAYS + 1)
    assert export_mending.purge(now=timezone.now()) == []
    told = export_mending.purge(now=later, dry_run=True)
    assert path.is_file()
    assert f"{export.size:,} bytes" in told[0]
    assert export_mending.purge(now=later) == told
    export.refresh_from_db()
    assert (export.status, path.exists()) == ("expired", False)


def test_an_unknown_kind_or_format_is_refused(run: Run) -> None:
    for kind, format in (("secrets", "csv"), ("answers", "xlsx"), ("verdicts", "csv")):
        with pytest.raises(ExportRefusedError):
            ask(run, kind, format)
    assert not Export.objects.exists()


def test_the_file_goes_to_those_who_may_see_gold_and_to_no_cache(run: Run) -> None:
    export, table = exported(run), exported(run, "results")
    place = f"/runs/{run.pk}/exports/"
    lead, viewer = signed_in(run, "researcher"), signed_in(run, "viewer")
    got = lead.get(f"{place}{export.pk}/file/")
    assert b"".join(got.streaming_content) == exporting.path_of(export).read_bytes()
    assert got["Cache-Control"] == "private, no-store"
    assert got["Content-Disposition"] == f'attachment; filename="run-{run.pk}-answers-{export.pk}.jsonl"'
    assert viewer.get(f"{place}{export.pk}/file/").status_code == 404
    served = viewer.get(f"{place}{table.pk}/file/")
    assert b"".join(served.streaming_content) == exporting.path_of(table).read_bytes()


def test_of_a_held_out_suite_aggregates_alone_are_offered_and_served(run: Run) -> None:
    export, researcher = exported(run), signed_in(run, "researcher")
    type(run.suite).objects.filter(pk=run.suite_id).update(held_out=True)
    place = f"/runs/{run.pk}/exports/"
    page = researcher.get(place).content.decode()
    assert 'value="results"' in page
    assert 'value="answers"' not in page
    assert researcher.get(f"{place}{export.pk}/file/").status_code == 404
    assert researcher.post(place, {"kind": "answers", "format": "csv"}).status_code == 403
    assert Export.objects.count() == 1


def test_page_and_api_ask_for_the_same(run: Run) -> None:
    client = signed_in(run, "researcher")
    place = f"/runs/{run.pk}/exports/"
    assert "No export yet." in client.get(place).content.decode()
    client.post(place, {"kind": "answers", "format": "parquet"})
    export = Export.objects.get()
    exporting.write(export.pk)
    listed = client.get(f"/api/v1{place}").json()
    assert [(one["id"], one["status"], one["rows_done"]) for one in listed] == [(export.pk, "done", 3)]
    again = client.post(
        f"/api/v1{place}", {"kind": "answers", "format": "parquet"}, content_type="application/json"
    )
    assert (again.status_code, again.json()["status"]) == (202, "queued")
    cancelled = client.post(f"/api/v1{place}{again.json()['id']}/cancel/")
    assert cancelled.json()["status"] == "cancelled"
    assert client.get(f"/api/v1{place}{again.json()['id']}/file/").status_code == 404


def test_the_command_writes_the_file_and_prints_its_manifest(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "answers.parquet"
    call_command("export", "answers", str(run.pk), "--format", "parquet", "--out", str(out), "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["rows"]) == (str(out), 3)
    assert hashlib.sha256(out.read_bytes()).hexdigest() == told["sha256"]
