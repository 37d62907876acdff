"""Exports of verdicts: complete, current, the same in both formats, and nobody else's (cases A07 and P03)."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from benchmark.floor.accounts.models import User
from scenarios.models import Suite, VerdictExport
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import counters
from scenarios.review.services import (
    drafting,
    export_lines,
    exporting,
    opening,
    settling,
    submitting,
    undoing,
)
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db
GOOD = {"exact": "yes", "fluent": "yes"}


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    make.plain(settings)
    settings.VAR_DIR = tmp_path


def exported(suite: Suite, format: str) -> VerdictExport:
    """An export that was asked for and written."""
    export = exporting.request(suite=suite, format=format, by=None, now=timezone.now())
    exporting.run(export.pk)
    export.refresh_from_db()
    assert export.status == "done", export.message
    return export


def read_json(export: VerdictExport) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    first, *lines = exporting.path_of(export).read_text().splitlines()
    return json.loads(first), [json.loads(line) for line in lines]


def read_csv(export: VerdictExport) -> tuple[dict[str, Any], list[dict[str, str]]]:
    text = exporting.path_of(export).read_text()
    first, _, rest = text.partition("\n")
    return json.loads(first.removeprefix("# ")), list(csv.DictReader(io.StringIO(rest)))


def as_text(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_a07_an_export_holds_each_current_verdict_once_and_counts_drafts() -> None:
    suite = make.opened(1, judges=2)
    ann, ben, cy = make.annotators(suite, "ann", "ben", "cy")
    make.judge(ann, suite, **GOOD)
    first = make.judge(ben, suite, exact="no", fluent="yes")
    submitting.amend(verdict=first, given=GOOD, key=uuid.uuid4(), version=1, by=ben, now=make.later(2))
    opening.add_judges(item=make.items(suite)[0], by=None, now=make.later(3))
    slot = make.claim(cy, suite, make.later(4))
    drafting.save(
        slot_id=slot.pk, token=slot.token, given={"exact": "no"}, version=0, by=cy, now=make.later(5)
    )
    lines, table = read_json(exported(suite, "jsonl")), read_csv(exported(suite, "csv"))
    assert lines[0]["verdicts"] == table[0]["verdicts"] == counters.counts(suite).verdicts == 2
    assert lines[0]["drafts_left_out"] == table[0]["drafts_left_out"] == 1
    assert [(row["person"], row["version"], row["fields"]) for row in lines[1]] == [
        ("ann", 1, GOOD),
        ("ben", 2, GOOD),
    ]
    make.submit(slot, cy, {"exact": "no", "fluent": "no"}, now=make.later(6))
    again, table = read_json(exported(suite, "jsonl")), read_csv(exported(suite, "csv"))
    assert [row["person"] for row in again[1]] == ["ann", "ben", "cy"]
    assert (again[0]["drafts_left_out"], again[0]["verdicts"]) == (0, counters.counts(suite).verdicts)
    for line, cells in zip(again[1], table[1], strict=True):
        for name in export_lines.COLUMNS:
            assert cells[name] == as_text(line[name]), name
        assert {name: cells[f"field.{name}"] for name in line["fields"]} == line["fields"]
        assert json.loads(cells["given"]) == line["given"]


def test_a_decision_stands_beside_the_verdicts_and_withdrawn_ones_are_gone() -> None:
    suite = make.opened(2, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    decider = make.person("decider", suite, "adjudicator")
    make.judge(ann, suite, exact="no", fluent="yes")
    make.judge(ben, suite, **GOOD)
    kept = make.judge(ann, suite, **GOOD)
    settling.adjudicate(
        item=make.items(suite)[0],
        fields=GOOD,
        given={},
        reason="=It says so.",
        key=uuid.uuid4(),
        by=decider,
        now=make.later(9),
    )
    undoing.withdraw(verdict=kept, by=decider, now=make.later(10), reason="a slip")
    _, rows = read_json(exported(suite, "jsonl"))
    assert [(row["adjudicated_outcome"], row["adjudicated_reason"]) for row in rows] == [
        ("verified", "=It says so.")
    ] * 2
    _, cells = read_csv(exported(suite, "csv"))
    assert cells[0]["adjudicated_reason"] == "'=It says so."


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(begin: str) -> None:
    row = dict.fromkeys(export_lines.COLUMNS, "x") | {"label": f"{begin}1+1", "fields": {}, "given": {}}
    line = next(csv.reader([export_lines.Table(()).line(row)]))
    assert line[list(export_lines.COLUMNS).index("label")] == f"'{begin}1+1"


def test_the_hash_is_that_of_the_file_and_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    suite = make.opened(2)
    (ann,) = make.annotators(suite, "ann")
    make.judge_all(ann, suite)
    call_command("export_verdicts", suite.slug, format="csv")
    export = VerdictExport.objects.get()
    content = exporting.path_of(export).read_bytes()
    assert (export.sha256, export.size) == (hashlib.sha256(content).hexdigest(), len(content))
    assert f"2 verdict(s), SHA-256 {export.sha256}" in capsys.readouterr().out


def test_asking_twice_while_one_is_under_way_is_asking_once(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    suite = make.opened(1)
    with django_capture_on_commit_callbacks(execute=True):
        first = exporting.request(suite=suite, format="csv", by=None, now=make.NOW)
        assert exporting.request(suite=suite, format="csv", by=None, now=make.NOW) == first
        assert exporting.request(suite=suite, format="jsonl", by=None, now=make.NOW) != first
    assert OrmQ.objects.count() == 2
    with pytest.raises(FormRefusedError):
        exporting.request(suite=suite, format="xls", by=None, now=make.NOW)


def test_an_export_whose_worker_was_lost_is_taken_up_again_and_the_late_writer_stops(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    suite = make.opened(3)
    (ann,) = make.annotators(suite, "ann")
    make.judge_all(ann, suite)
    export = exporting.request(suite=suite, format="jsonl", by=None, now=timezone.now())
    lost = timezone.now() - timedelta(seconds=61)
    rows = export_lines.rows

    def slow(of: Suite) -> Any:
        """While the first writer is at its rows, it falls silent and another writes the whole file."""
        monkeypatch.setattr(export_lines, "rows", rows)
        yield from rows(of)
        VerdictExport.objects.filter(pk=export.pk).update(beat_at=lost)
        with django_capture_on_commit_callbacks() as rung:
            assert "waits to be taken up" in exporting.mend(timezone.now())
        assert len(rung) == 1
        assert "3 verdicts" in exporting.run(export.pk)

    monkeypatch.setattr(export_lines, "rows", slow)
    assert "taken up by another worker" in exporting.run(export.pk)
    export.refresh_from_db()
    path = exporting.path_of(export)
    assert (export.status, hashlib.sha256(path.read_bytes()).hexdigest()) == ("done", export.sha256)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_failed_export_says_why_and_one_that_nobody_can_write_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suite = make.opened(1)
    export = exporting.request(suite=suite, format="csv", by=None, now=timezone.now())

    def full(*args: Any) -> Any:
        raise OSError("no space left")

    monkeypatch.setattr(exporting, "_write_body", full)
    with pytest.raises(OSError, match="no space"):
        exporting.run(export.pk)
    export.refresh_from_db()
    assert (export.status, "no space left" in export.message) == ("failed", True)
    old = exporting.request(suite=suite, format="csv", by=None, now=timezone.now() - timedelta(hours=2))
    assert "given up" in exporting.mend(timezone.now())
    old.refresh_from_db()
    assert old.status == "failed"


def test_old_exports_go_with_their_files_and_say_when(settings: Any) -> None:
    settings.EXPORT_KEEP_DAYS = 7
    suite = make.opened(1)
    old, new = exported(suite, "csv"), exported(suite, "jsonl")
    assert old.finished_at is not None
    assert new.kept_until is not None
    old.finished_at -= timedelta(days=7, minutes=1)
    old.save()
    client = Client()
    client.force_login(make.person("lia", suite, "lead"))
    page = client.get(f"/review/{suite.slug}/exports/{new.pk}/").content.decode()
    assert f"Kept until {new.kept_until:%-d %b %Y, %H:%M} UTC" in page
    assert exporting.mend(timezone.now()) == "1 old export(s) of verdicts deleted"
    assert list(VerdictExport.objects.all()) == [new]
    assert [one.name for one in exporting.folder().iterdir()] == [new.file]
    assert exporting.mend(timezone.now()) == ""


def test_p03_the_file_of_another_suite_is_404_like_none() -> None:
    mine, theirs = make.opened(1), make.opened(1)
    lead = make.person("lia", mine, "lead")
    make.person("otto", theirs, "lead")
    export = exported(theirs, "csv")
    client = Client()
    client.force_login(lead)
    for place in ("", "file/"):
        own = client.get(f"/review/{mine.slug}/exports/{export.pk}/{place}")
        other = client.get(f"/review/{theirs.slug}/exports/{export.pk}/{place}")
        missing = client.get(f"/review/{mine.slug}/exports/{export.pk + 9}/{place}")
        assert (own.status_code, other.status_code, missing.status_code) == (404, 404, 404)
        assert own.content.decode().partition("<main")[2] == missing.content.decode().partition("<main")[2]
    client.force_login(User.objects.get(username="otto"))
    got = client.get(f"/review/{theirs.slug}/exports/{export.pk}/file/")
    assert b"".join(got.streaming_content) == exporting.path_of(export).read_bytes()
    assert got["X-Content-SHA256"] == export.sha256
    exporting.path_of(export).unlink()
    assert client.get(f"/review/{theirs.slug}/exports/{export.pk}/file/").status_code == 404
