"""Launching: what a launch writes, what it refuses, what it would take."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from benchmark.exceptions import RunMisconfiguredError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import IngestBatch, IngestVariant, Run, Store, WalkItem
from benchmark.services import draining, estimating, runs
from scenarios.models import Suite
from tests.factories import runs as make
from tests.factories import scenarios as rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    return make.reader(monkeypatch, make.OwnAnswers())


def test_a_launch_pins_what_it_runs_on(reader: str) -> None:
    asked, system = make.suite(events=6, questions=3), make.system("one", log="")
    run = make.launch(asked, system, reader=reader, budget=500, hints=["none", "full"], repetitions=2)
    assert (run.status, run.suite_version, run.suite_hash) == ("queued", 1, asked.content_hash)
    assert run.questions.count() == 3
    variants = list(IngestVariant.objects.filter(run=run))
    assert [(v.hint, v.repetition) for v in variants] == [("none", 1), ("none", 2), ("full", 1), ("full", 2)]
    assert len({v.id_salt for v in variants}) == 4
    assert {v.adapter_version for v in variants} == {"1"}
    assert Store.objects.filter(variant__run=run, portable=True, position=0).count() == 4
    items = WalkItem.objects.filter(run=run)
    assert [(i.events, i.questions) for i in items] == [(6, 3)] * 4
    assert AuditRecord.objects.filter(action="run.launched", subject=f"run:{run.pk}").count() == 1


def test_a_long_timeline_is_cut_into_chained_segments(reader: str) -> None:
    asked = make.suite(events=12, questions=4)
    run = make.launch(asked, make.system(), reader=reader, segment_seconds=0.5)
    items = list(run.walk_items.order_by("ordinal"))
    assert len(items) > 1
    assert all(a.end_step == b.first_step for a, b in zip(items, items[1:], strict=False))
    assert (sum(i.events for i in items), sum(i.questions for i in items)) == (12, 4)


@pytest.mark.parametrize(
    ("change", "where", "says"),
    [
        ({"reader": "nobody"}, "reader", "no reader is called 'nobody'"),
        ({"hints": ["huge"]}, "hints", "'huge' is no hint level"),
        ({"hints": []}, "hints", "one is needed"),
        ({"budget": 0}, "budget", "0 is too small"),
        ({"repetitions": 0}, "repetitions", "0 is too small"),
        ({"systems": []}, "systems", "no system was chosen"),
    ],
)
def test_wrong_settings_are_refused_before_anything_is_written(
    reader: str, change: dict[str, Any], where: str, says: str
) -> None:
    settings = {"suite": make.suite(), "systems": [make.system()], "reader": reader, "by": None, **change}
    with pytest.raises(RunMisconfiguredError) as caught:
        runs.launch(**settings)
    assert [(fault.where, says in fault.what) for fault in caught.value.faults] == [(where, True)]
    assert not Run.objects.exists()


def test_all_faults_are_told_at_once(reader: str) -> None:
    draft = rows.suite()
    off = make.system("off")
    off.enabled = False
    off.save()
    wrong = make.system("wrong", colour="blue")
    with pytest.raises(RunMisconfiguredError) as caught:
        runs.launch(suite=draft, systems=[off, wrong, wrong], reader=reader, budget=-1, by=None)
    told = str(caught.value)
    for part in (
        "is a draft",
        "puts no question",
        "off: is switched off",
        "wrong was named twice",
        "colour",
        "-1",
    ):
        assert part in told


def test_an_adapter_that_nobody_registered_is_refused(reader: str) -> None:
    with pytest.raises(RunMisconfiguredError, match="no adapter is called 'magic'"):
        make.launch(make.suite(), make.native("magic"), reader=reader)


def test_the_estimate_counts_records_questions_and_tokens() -> None:
    asked = make.suite(events=10, questions=5)
    systems = [make.system(), make.system()]
    found = runs.estimate(suite=asked, systems=systems, hints=["none", "small"], repetitions=2, budget=100)
    assert (found.variants, found.events, found.questions) == (8, 80, 40)
    assert found.ingest_tokens == 80 * 5  # "Record 1 says something."
    assert found.reading_tokens == 40 * 100
    assert found.minutes > 0
    assert found.measured == 0
    assert not Run.objects.exists()


def test_the_pace_of_a_system_leaves_out_the_time_in_which_its_walk_stood(reader: str) -> None:
    system = make.system()
    run = make.launch(make.suite(events=20, questions=10), system, reader=reader)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    WalkItem.objects.filter(run=run).update(
        started_at=timezone.now() - timedelta(hours=1)
    )  # lost for an hour
    batches = IngestBatch.objects.filter(store__variant__run=run)
    batches.update(seconds=F("end") - F("first"))
    assert set(WalkItem.objects.filter(run=run).values_list("status", "attempts")) == {("done", 1)}
    found = estimating.measured_pace(system)
    assert found is not None
    assert found.event_seconds == 1.0
    system.config = {"script": [{"sleep": 1.0}]}
    assert estimating.measured_pace(system) is None, "as it is configured now it has not walked"


def test_the_database_holds_the_keys_of_a_run(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader)
    variant = run.variants.get()
    with pytest.raises(IntegrityError, match="variant_once_per_run"), transaction.atomic():
        IngestVariant.objects.create(
            run=run, system=variant.system, adapter="scripted", adapter_version="1", id_salt="x"
        )
    with pytest.raises(IntegrityError, match="run_cancelled_was_requested"), transaction.atomic():
        Run.objects.filter(pk=run.pk).update(status="cancelled", finished_at=run.created_at)
    with pytest.raises(IntegrityError, match="run_end_once_ended"), transaction.atomic():
        Run.objects.filter(pk=run.pk).update(status="done")
    with pytest.raises(IntegrityError, match="walk_lease_while_at_work"), transaction.atomic():
        run.walk_items.update(status="leased")
    question = run.questions.first()
    assert question is not None
    question.pk = None
    with pytest.raises(IntegrityError, match="question_once_per_run"), transaction.atomic():
        question.save(force_insert=True)


def test_a_suite_that_was_run_stays(reader: str) -> None:
    asked = make.suite()
    make.launch(asked, make.system(), reader=reader)
    with pytest.raises(Exception, match=r"protected|released"), transaction.atomic():
        Suite.objects.get(pk=asked.pk).delete()


def test_two_launches_at_once_with_one_key_are_one_run(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looked before the first was written; the database decides."""
    person = User.objects.create(username="hasty")
    settings = {"suite": make.suite(), "systems": [make.system()], "reader": reader, "key": "k", "by": person}
    first = runs.launch(**settings)
    look, too_early = runs.launched_with, [True]
    monkeypatch.setattr(
        runs, "launched_with", lambda **asked: None if too_early and too_early.pop() else look(**asked)
    )
    assert runs.launch(**settings) == first
    assert Run.objects.count() == 1
    assert AuditRecord.objects.filter(action="run.launched").count() == 1
