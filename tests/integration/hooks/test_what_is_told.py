"""What runs, exports, reviews and releases have hooks tell, and what they do not."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.exceptions import LeaseLostError
from benchmark.floor.accounts.models import User
from benchmark.floor.hooks.kinds import KINDS
from benchmark.floor.hooks.models import Delivery, Hook
from benchmark.models import Run
from benchmark.services import carrying, draining, exporting
from benchmark.services import hooks as services
from benchmark.services import settling as settling_runs
from scenarios.models import Suite
from scenarios.review.services import exporting as verdict_exporting
from scenarios.review.services import revising, settling
from scenarios.services import suites
from tests.factories import consequences, reviews, web_world
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories.hook_receiver import Receiver

pytestmark = pytest.mark.django_db


def listen(by: User, receiver: Receiver, kinds: tuple[str, ...] = tuple(KINDS)) -> Hook:
    return services.create(owner=by, url=receiver.url, kinds=kinds, suite="", by=by, now=timezone.now())[0]


def told(kind: str) -> list[dict[str, Any]]:
    rows = Delivery.objects.filter(kind=kind).order_by("pk")
    return [row.body["data"] for row in rows]


def finished(suite: Suite, patch: pytest.MonkeyPatch, reads: Any = None) -> Run:
    reader = make_runs.reader(patch, reads or make_runs.OwnAnswers())
    run = make_runs.launch(suite, make_runs.native("full_history", "everything"), reader=reader)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    return run


def test_a_run_that_ended_is_told_with_its_counts_and_links_that_lead_there(
    owner: User, suite: Suite, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    listen(owner, receiver)
    run = finished(suite, monkeypatch)
    (data,) = told("run.finished")
    page, api = data.pop("page"), data.pop("api")
    assert data == {
        "run": run.pk,
        "status": "done",
        "suite": suite.slug,
        "suite_version": suite.version,
        "systems": ["everything"],
        "reader": run.reader,
        "questions": 2,
        "answers": {"ok": 2},
    }
    client = Client()
    client.force_login(owner)
    for place in (page, api):
        assert place.startswith(settings.PUBLIC_ORIGIN)
        assert client.get(place.removeprefix(settings.PUBLIC_ORIGIN)).status_code == 200


def test_a_run_without_one_answer_has_failed(
    owner: User, suite: Suite, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sut_adapters.base import InfrastructureError

    def refuse(number: int) -> None:
        raise InfrastructureError("the model is away")

    listen(owner, receiver)
    run = finished(suite, monkeypatch, make_runs.OwnAnswers(refuse))
    assert run.status == "failed", run.message
    assert [data["status"] for data in told("run.failed")] == ["failed"]
    assert told("run.finished") == []


def test_a_run_whose_tell_fails_has_not_ended(
    owner: User, suite: Suite, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """One transaction holds both: neither is there without the other."""
    listen(owner, receiver)
    audience, settings.HOOK_AUDIENCE = settings.HOOK_AUDIENCE, "scenarios.selectors.of_no_such_module"
    with pytest.raises(LeaseLostError):  # what fails after the last reading hands back what is handed in
        finished(suite, monkeypatch)
    run = Run.objects.get()
    assert run.finished_at is None
    assert not Delivery.objects.exists()
    settings.HOOK_AUDIENCE = audience
    assert settling_runs.settle(run.pk, now=timezone.now()) == "done"
    assert len(told("run.finished")) == 1


def test_an_export_is_told_of_to_those_alone_who_may_have_it(
    owner: User,
    suite: Suite,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    tmp_path: Path,
) -> None:
    settings.VAR_DIR = tmp_path
    run = finished(suite, monkeypatch)
    Suite.objects.filter(pk=suite.pk).update(held_out=True)
    run = Run.objects.get()
    listen(owner, receiver)
    for kind in ("answers", "results"):
        export = exporting.request(
            kind=kind, format="csv", suite=run.suite, run=run, by=None, now=timezone.now()
        )
        exporting.write(export.pk)
    (data,) = told("export.ready")
    export.refresh_from_db()
    assert (data["export"], data["kind"], data["run"]) == (export.pk, "results", run.pk)
    assert (data["sha256"], data["bytes"], data["rows"]) == (export.sha256, export.size, export.rows_done)


def test_a_decision_is_told_and_how_it_went_is_not(settings: Any, receiver: Receiver, tmp_path: Path) -> None:
    reviews.plain(settings)
    settings.VAR_DIR = tmp_path
    suite = reviews.opened(1, judges=2)
    ann, ben = reviews.annotators(suite, "ann", "ben")
    reviews.judge(ann, suite, exact="yes", fluent="yes")
    reviews.judge(ben, suite, exact="no", fluent="yes")
    lead = reviews.person("a-lead", suite, "lead")
    listen(lead, receiver)
    (item,) = reviews.items(suite)
    settling.adjudicate(
        item=item,
        fields={"exact": "no", "fluent": "yes"},
        given={},
        reason="It adds a day.",
        key=uuid.uuid4(),
        by=reviews.person("ada", suite, "adjudicator"),
        now=reviews.later(9),
    )
    (data,) = told("item.adjudicated")
    assert set(data) == {"item", "item_kind", "version", "suite", "page", "api"}
    assert data["item"] == item.pk
    export = verdict_exporting.request(suite=suite, format="csv", by=None, now=timezone.now())
    verdict_exporting.run(export.pk)
    (ready,) = told("export.ready")
    assert (ready["kind"], ready["run"], ready["rows"]) == ("verdicts", None, 2)


def test_a_release_is_told_and_a_carried_run_too(receiver: Receiver) -> None:
    run = consequences.finished_run(consequences.released())
    ada = reviews.person("ada", run.suite, "adjudicator")
    admin = User.objects.create_superuser("an-admin", password="a long one")
    User.objects.filter(pk=admin.pk).update(role="admin")
    listen(User.objects.get(pk=admin.pk), receiver)
    item = consequences.denied_item(run.suite, ada)
    suite = revising.revise_release(item=item, by=None, now=reviews.NOW)
    (data,) = told("release.published")
    assert (data["suite"], data["content_hash"]) == (suite.slug, suite.content_hash)
    carrying.work()
    assert [data["run"] for data in told("run.finished")] == [Run.objects.get(carried_from=run).pk]


def test_a_release_that_is_refused_is_not_told(owner: User, receiver: Receiver) -> None:
    listen(owner, receiver)
    draft = make.suite(slug="a-draft", is_open=True, content_hash="of other rows")
    with pytest.raises(Exception, match="changed after it was stored"):
        suites.release(suite=draft, by=None)
    assert not Delivery.objects.exists()


def test_nothing_told_holds_the_planted_marker(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    """The site whose truth is marked throughout: its runs end, are exported, and are told of."""
    settings.VAR_DIR = tmp_path
    world = web_world.build(monkeypatch, with_runs=False)
    listen(world.people["admin"], receiver)
    web_world.add_runs(world, monkeypatch)
    for run in world.runs.values():
        export = exporting.request(
            kind="answers", format="csv", suite=run.suite, run=run, by=None, now=timezone.now()
        )
        exporting.write(export.pk)
    bodies = json.dumps(list(Delivery.objects.values_list("body", flat=True)))
    assert bodies.count('"run.finished"') == bodies.count('"export.ready"') == 3
    assert web_world.MARKER not in bodies
