"""purge: what it says it frees is what it frees, and what must stay stays."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_q.models import Success
from pytest_django import Settings

from benchmark.exceptions import ExportRefusedError, OperationError, RunStateError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Answer, Export, ExportStatus, Run, RunStatus, Store, SutContext
from benchmark.services import exporting, purging, runs
from scenarios.models import GoldAnswer
from sut_adapters.models import KeptReply, StoreVector
from tests.factories import runs as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A run that is done, with what a retention may remove around it."""
    asked = make.suite(events=6, questions=3)
    make.native("bm25", "one")
    script = json.dumps([{"match": "", "reply": make.says(answer="A_1", citations=("e0001",))}])
    call_command(
        *("run", "--suite", asked.slug, "--system", "one", "--reader", "scripted"),
        *("--reader-option", f"script={script}", "--wait"),
    )
    capsys.readouterr()
    return Run.objects.get()


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    call_command("purge", *arguments, "--json")
    return {one["kind"]: one for one in json.loads(capsys.readouterr().out)["kinds"]}


def test_contexts_go_and_answers_stay(run: Run, capsys: pytest.CaptureFixture[str], client: Client) -> None:
    full = SutContext.objects.exclude(items=[]).count()
    assert full
    answers = list(Answer.objects.order_by("pk").values())
    golds = list(GoldAnswer.objects.order_by("pk").values())
    labels = list(SutContext.objects.order_by("pk").values_list("event_labels", flat=True))
    shown = asked(capsys, "--run", str(run.pk), "--what", "contexts")["contexts"]
    assert (shown["rows"], shown["older_than_days"]) == (full, 0)
    assert shown["bytes"] > 20 * full
    assert SutContext.objects.exclude(items=[]).count() == full  # it only looked
    assert asked(capsys, "--run", str(run.pk), "--what", "contexts", "--yes")["contexts"] == shown
    assert not SutContext.objects.exclude(items=[]).exists()
    assert list(Answer.objects.order_by("pk").values()) == answers
    assert list(GoldAnswer.objects.order_by("pk").values()) == golds
    assert list(SutContext.objects.order_by("pk").values_list("event_labels", flat=True)) == labels
    assert AuditRecord.objects.filter(subject=f"run:{run.pk}", action="run.contexts_removed").count() == 1
    assert asked(capsys, "--run", str(run.pk), "--what", "contexts")["contexts"]["rows"] == 0

    lead = User.objects.create_user(username="lead", role="admin")
    client.force_login(lead)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert f"Contexts were removed on {timezone.now():%Y-%m-%d}" in page
    assert "can no longer be done" in page
    run.refresh_from_db()
    with pytest.raises(ExportRefusedError, match="were removed on"):
        exporting.request(
            kind="contexts", format="csv", suite=run.suite, run=run, by=lead, now=timezone.now()
        )
    Run.objects.filter(pk=run.pk).update(status=RunStatus.INCOMPLETE)
    with pytest.raises(RunStateError, match="contexts of run"):
        runs.resume(run=run, by=lead)


def test_what_is_read_or_open_is_left_alone(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Export.objects.create(kind="contexts", suite=run.suite, run=run, format="csv", at=timezone.now())
    assert asked(capsys, "--what", "contexts", "--older-than", "0", "--yes")["contexts"]["rows"] == 0
    assert SutContext.objects.exclude(items=[]).exists()
    Export.objects.all().delete()
    Run.objects.filter(pk=run.pk).update(status=RunStatus.READING, finished_at=None)
    with pytest.raises(CommandError, match="is reading. Wait until it has ended"):
        call_command("purge", "--run", str(run.pk))
    assert asked(capsys, "--older-than", "0", "--what", "contexts")["contexts"]["rows"] == 0


def litter(run: Run, now: datetime, var: Path) -> None:
    """Something of each other kind, a year old, and a young one beside it."""
    store = Store.objects.get(variant__run=run)
    old = now - timedelta(days=365)
    for number, (at, key) in enumerate(((old, store.key), (now, "of-another"))):
        StoreVector.objects.create(
            store_key=key, record_id="r1", position=0, text="Some text.", t=at, embedding=[0.1] * 384
        )
        KeptReply.objects.create(key=str(number) * 64, model="m", raw="a reply", created_at=at)
        Success.objects.create(
            id=str(number) * 32, name=f"t{number}", func="f", started=at, stopped=at, success=True
        )
        Session.objects.create(session_key=f"s{number}", session_data="x", expire_date=at + timedelta(days=1))
        export = Export.objects.create(
            kind="answers", suite=run.suite, run=run, format="csv", status=ExportStatus.DONE, at=at,
            finished_at=at, sha256="0" * 64, file=f"{number}.csv", size=1000,
        )  # fmt: skip
        (var / "exports").mkdir(exist_ok=True)
        exporting.path_of(export).write_text("x")
    Run.objects.filter(pk=run.pk).update(finished_at=old)


def test_each_kind_goes_by_its_days(
    run: Run, capsys: pytest.CaptureFixture[str], settings: Settings, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    now = timezone.now()
    litter(run, now, tmp_path)
    shown = asked(capsys)
    assert {name: one["rows"] for name, one in shown.items()} == {
        "contexts": 0, "vectors": 0, "replies": 0, "exports": 1, "deliveries": 0, "tasks": 1, "sessions": 1,
    }  # fmt: skip
    assert shown["contexts"]["older_than_days"] is None  # kept for good unless told
    settings.KEEP_DAYS = {**settings.KEEP_DAYS, "vectors": 30, "replies": 30}
    freed = asked(capsys, "--yes")
    assert {name: one["rows"] for name, one in freed.items() if one["rows"]} == {
        "vectors": 1, "replies": 1, "exports": 1, "tasks": 1, "sessions": 1,
    }  # fmt: skip
    assert freed["exports"]["bytes"] == 1000
    assert freed["vectors"]["bytes"] > 384 * 4
    left = (StoreVector, KeptReply, Success, Session)
    assert [model.objects.count() for model in left] == [1, 1, 1, 1]
    assert StoreVector.objects.get().store_key == "of-another"
    assert sorted(path.name for path in (tmp_path / "exports").iterdir()) == ["1.csv"]
    assert not any(one["rows"] for one in asked(capsys, "--yes").values())


def test_stores_of_a_run_that_may_go_on_are_kept(run: Run, settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    litter(run, timezone.now(), tmp_path)
    Run.objects.filter(pk=run.pk).update(status=RunStatus.INCOMPLETE)
    (figure,) = purging.figures(now=timezone.now(), what=["vectors"], days=0)
    assert figure.freed.rows == 0


def test_the_tick_purges_once_an_hour(
    run: Run, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path
    litter(run, timezone.now(), tmp_path)
    monkeypatch.setattr(purging, "_last", None)
    settings.KEEP_DAYS = {**settings.KEEP_DAYS, "contexts": 90}
    assert purging.mend(timezone.now()).startswith("purged ")
    run.refresh_from_db()
    assert run.contexts_removed_at is not None
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    assert purging.mend(timezone.now()) == ""
    assert Session.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"what": ["gold"]}, "Known are contexts"),
        ({"what": ["sessions"], "run": 1}, "do not belong to a run"),
        ({"run": 999_999}, "There is no run 999999"),
    ],
)
def test_what_cannot_be_purged_is_said(chosen: dict[str, Any], words: str) -> None:
    with pytest.raises(OperationError, match=words):
        purging.figures(now=timezone.now(), **chosen)
