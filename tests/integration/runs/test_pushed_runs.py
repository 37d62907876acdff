"""A system that is called over HTTP, from registration to scores: the same walk as for a native one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings

from benchmark.models import Answer, RunStatus, Store, SutContext
from benchmark.services import draining
from sut_adapters.admin import SystemForm
from sut_adapters.base import MisconfiguredError
from sut_adapters.models import SystemUnderTest
from sut_adapters.services import systems
from tests.factories import push_server
from tests.factories import runs as make
from tests.factories.push_server import Running, Scripted

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings: LazySettings) -> Iterator[Running]:
    settings.PUSH_ALLOW = ("127.0.0.1",)
    with push_server.running() as run:
        yield run


def test_it_is_asked_what_it_can_do_when_it_is_registered(server: Running) -> None:
    able = b'{"name": "toy", "version": "2", "capabilities": {"answers": true}}'
    server.script.append(Scripted("health", body=able))
    system = systems.register(name="toy", adapter="push", config={"base_url": server.url})
    assert system.config["declares"]["answers"] is True
    assert systems.connection(system=system) == (
        "answers, and declares nothing beyond the protocol; registered is something else, save it anew"
    )
    with pytest.raises(MisconfiguredError, match="STEMMA_PUSH_ALLOW"):
        systems.register(name="other", adapter="push", config={"base_url": "http://10.0.0.9"})
    assert SystemUnderTest.objects.count() == 1


def test_the_admin_form_asks_it_too_and_names_what_is_wrong(server: Running) -> None:
    fields = {"name": "toy", "adapter": "push", "enabled": True}
    good = SystemForm({**fields, "config": {"base_url": server.url}})
    good.data["config"] = f'{{"base_url": "{server.url}"}}'
    assert good.is_valid(), good.errors
    assert good.cleaned_data["config"]["declares"]["as_of"] is False
    bad = SystemForm({**fields, "config": '{"base_url": "http://169.254.169.254/"}'})
    assert not bad.is_valid()
    assert "no public address" in str(bad.errors["config"])


def test_a_run_walks_it_in_order_and_a_failure_is_the_systems(server: Running) -> None:
    system = systems.register(name="toy", adapter="push", config={"base_url": server.url}, k=3)
    suite = make.suite(events=12, questions=4)
    answers = make.OwnAnswers()
    patch = pytest.MonkeyPatch()
    with patch.context():
        run = make.launch(suite, system, reader=make.reader(patch, answers))
        server.script += [Scripted("query", 503, headers={"Retry-After": "0"}), Scripted("query", 500, b"oh")]
        draining.work(until=datetime.now(UTC) + timedelta(minutes=2), run=run)
    patch.undo()
    run.refresh_from_db()
    assert run.status == RunStatus.DONE
    statuses = SutContext.objects.order_by("step").values_list("status", flat=True)
    assert list(statuses) == ["system_failed", "ok", "ok", "ok"]
    assert Store.objects.get().portable
    sent = [len(one.sent["events"]) for one in server.exchanges if one.path.endswith("/events")]
    assert sent == [3, 3, 3, 3]
    assert Answer.objects.filter(correct=True).count() == 3
    kept = SutContext.objects.filter(status="ok").first()
    assert kept is not None
    assert all(label.startswith("e") for label in kept.event_labels)


def test_its_own_answers_are_scored_by_the_reader_own(server: Running) -> None:
    able = b'{"name": "toy", "version": "2", "capabilities": {"answers": true}}'
    server.script.append(Scripted("health", body=able))
    system = systems.register(name="toy", adapter="push", config={"base_url": server.url})
    run = make.launch(make.suite(events=4, questions=2), system, reader="own")
    said = b'{"items": [], "answer": {"label": "answerable", "answer": "A_1"}, "usage": {"calls": 1}}'
    server.script.append(Scripted("query", body=said))
    draining.work(until=datetime.now(UTC) + timedelta(minutes=2), run=run)
    first, second = Answer.objects.order_by("context__step")
    assert (first.correct, second.correct, second.format_error) == (True, False, "the reply is empty")
    assert first.context.meta["usage"] == {"calls": 1, "metered": False}
