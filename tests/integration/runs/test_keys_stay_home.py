"""An endpoint repeats in its error the key that it was sent: nothing stored, logged or exported holds it."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core import serializers
from django.utils import timezone

from benchmark.floor.logs import lines
from benchmark.models import Run, SutContext
from benchmark.services import attempts, draining, export_kinds, exporting
from sut_adapters import keys
from sut_adapters.services import systems
from tests.factories import push_server
from tests.factories import runs as make
from tests.factories.openai_server import Reply, openai_server
from tests.factories.push_server import Scripted

pytestmark = pytest.mark.django_db

KEY, VARIABLE = "sk-proj-9f3b7c21e8d04a55", "STEMMA_PUSH_KEY_TEST"
SAYS = {"error": {"message": f"Incorrect API key provided: {KEY}.", "type": "invalid_request_error"}}


@pytest.fixture(autouse=True)
def _given(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    monkeypatch.setattr(keys, "_read", set())
    settings.VAR_DIR, settings.PUSH_ALLOW = tmp_path, ("127.0.0.1",)


def finished(run: Run) -> Run:
    draining.work(until=timezone.now() + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run


def stored() -> str:
    """Every row of every table."""
    return "\n".join(serializers.serialize("json", model._base_manager.all()) for model in apps.get_models())


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """What both forms of the log make of all that was told it."""
    return "\n".join(
        form.format(record) for record in caplog.records for form in (lines.Json(), lines.Plain())
    )


def exported(run: Run) -> str:
    """Every file that can be made of a run."""
    found = []
    for kind in export_kinds.every().values():
        of = run if kind.of_run else None
        row = exporting.request(
            kind=kind.slug, format="jsonl", suite=run.suite, run=of, by=None, now=timezone.now()
        )
        exporting.write(row.pk)
        row.refresh_from_db()
        found.append(exporting.path_of(row).read_text(encoding="utf-8"))
    return "\n".join(found)


def test_the_key_of_a_chat_model(caplog: pytest.LogCaptureFixture) -> None:
    """A refusal ends the run, a limit leaves its question unscored: both repeat the key."""
    for status in (401, 429):
        with openai_server(lambda body, before, is_=status: Reply(status=is_, body=SAYS)) as server:
            config = {
                "model": "scripted-1",
                "base_url": server.base_url,
                "api_key_env": VARIABLE,
            }
            asked = make.suite(events=2, questions=1)
            run = finished(make.launch(asked, make.system(), reader="chat", reader_config=config))
        assert server.requests[0][2]["authorization"] == f"Bearer {KEY}"
        assert run.status != "done"
        found = stored()
        assert "Incorrect API key provided: [hidden]" in found
        assert KEY not in found
        assert KEY not in exported(run)
        assert KEY not in logged(caplog)


def test_the_secret_of_a_system_that_we_call(caplog: pytest.LogCaptureFixture) -> None:
    with push_server.running(secret=KEY) as server:
        config = {"base_url": server.url, "auth_env": VARIABLE}
        system = systems.register(name="toy", adapter="push", config=config)
        patch = pytest.MonkeyPatch()
        with patch.context():
            reader = make.reader(patch, make.OwnAnswers())
            run = make.launch(make.suite(events=2, questions=2), system, reader=reader)
            server.script.append(Scripted("query", 500, json.dumps(SAYS).encode()))
            finished(run)
        patch.undo()
    assert any(one.headers.get("authorization") == f"Bearer {KEY}" for one in server.exchanges)
    assert set(SutContext.objects.values_list("status", flat=True)) == {"system_failed", "ok"}
    found = stored()
    assert "Incorrect API key provided: [hidden]" in found
    assert KEY not in found
    assert KEY not in exported(run)
    assert KEY not in logged(caplog)


def test_a_fault_that_nobody_foresaw() -> None:
    """What is raised without being sorted is stored in words too."""
    keys.key(VARIABLE)
    outcome = attempts.attempt(lambda: {}[KEY], what="a call")
    assert outcome.message == "KeyError: '[hidden]'"


def test_a_key_too_short_to_be_one_is_left_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORT", " no ")
    assert keys.key("SHORT") == "no"
    assert keys.without_keys("no key, none") == "no key, none"
    assert keys.key("NOT_SET_AT_ALL") == ""
