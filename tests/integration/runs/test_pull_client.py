"""The reference client as a process of its own, with nothing but the address of a run and a token."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from benchmark.floor.accounts.services import tokens
from benchmark.models import Answer, ContextStatus, Export, ExportFormat, Run, RunStatus, SutContext
from benchmark.services import export_kinds, exporting
from scenarios.models import Suite
from tests.factories import pulled
from tests.factories import runs as make
from tests.factories.served_here import ServedHere

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Iterator[ServedHere]:
    served = ServedHere()
    yield served
    served.close()


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    return make.reader(monkeypatch, make.OwnAnswers())


@pytest.fixture
def suite() -> Suite:
    return pulled.opened(make.suite(events=12, questions=4))


def environment(here: ServedHere, run: Run) -> dict[str, str]:
    user = pulled.account()
    _, secret = tokens.create(user=user, name=f"run {run.pk}", by=user, now=timezone.now())
    return {"STEMMA_RUN_URL": f"{here.url}/api/v1/runs/{run.pk}", "STEMMA_TOKEN": secret}


def test_bm25_of_ones_own_walks_a_run(here: ServedHere, suite: Suite, reader: str) -> None:
    run = make.launch(suite, pulled.system(k=3), reader=reader)
    assert here.python("pull_bm25.py", env=environment(here, run)) == ""
    assert pulled.read(run).status == RunStatus.DONE
    rows = list(SutContext.objects.order_by("step"))
    assert [(row.status, row.position, row.event_labels) for row in rows] == [
        (ContextStatus.OK, position, [f"e{number:04d}"]) for number, position in enumerate((3, 6, 9, 12), 1)
    ]
    assert all(item["text"].startswith("[r") for row in rows for item in row.items)


def test_it_is_killed_and_started_again_and_nothing_doubles(
    here: ServedHere, suite: Suite, reader: str
) -> None:
    run = make.launch(suite, pulled.system(), reader=reader)
    env = environment(here, run)
    process = here.start([sys.executable, "pull_bm25.py"], env)
    here.during(process, until=lambda: SutContext.objects.count() == 2)
    process.kill()
    process.communicate()
    first = list(SutContext.objects.order_by("step").values_list("pk", "created_at"))
    assert len(first) == 2
    here.python("pull_bm25.py", env=env)
    assert list(SutContext.objects.order_by("step").values_list("pk", "created_at"))[:2] == first
    assert SutContext.objects.count() == 4
    assert pulled.read(run).status == RunStatus.DONE


def test_what_another_run_stored_is_replayed_to_the_same_answers(
    here: ServedHere, suite: Suite, reader: str, tmp_path: Path, settings: Any
) -> None:
    settings.VAR_DIR = tmp_path
    native = pulled.read(make.launch(suite, make.native("bm25", "bm25", k=4), reader=reader))
    run = make.launch(suite, pulled.system(), reader=reader)
    row = exporting.request(
        kind="contexts",
        format=ExportFormat.JSONL,
        suite=suite,
        run=native,
        by=pulled.account("lead"),
        now=timezone.now(),
    )
    exporting.write(row.pk)
    row.refresh_from_db()
    kept = exporting.path_of(row)
    here.python("pull_replay.py", str(kept), env=environment(here, run))
    assert pulled.read(run).status == RunStatus.DONE
    assert said(run) == said(native)
    assert {json.loads(line)["status"] for line in kept.read_text().splitlines()} == {"ok"}
    assert Export.objects.get().rows_total == export_kinds.every()["contexts"].count(row) == 4


def said(run: Run) -> list[tuple[Any, ...]]:
    """The answers of a run, without what names the walk."""
    rows = Answer.objects.filter(context__variant__run=run).order_by("context__step")
    fields = ("correct", "label", "precision", "recall", "gathered", "tokens", "items_used", "citations")
    return [
        (*(getattr(row, field) for field in fields), row.context.event_labels, row.context.position)
        for row in rows.select_related("context")
    ]


def test_a_wrong_token_or_address_is_said_and_ends_it(here: ServedHere, suite: Suite, reader: str) -> None:
    run = make.launch(suite, pulled.system(), reader=reader)
    env = environment(here, run)
    for wrong, words in (
        ({"STEMMA_TOKEN": "stm_nothing"}, "401"),
        ({"STEMMA_RUN_URL": f"{here.url}/api/v1/runs/999999"}, "404 not_found"),
    ):
        process = here.start([sys.executable, "pull_bm25.py"], env | wrong)
        assert words in here.during(process)
        assert process.returncode == 1
