"""The twin of a suite: its records in a model's words, everything else as it was (spec 6.4)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from benchmark.floor.audit.models import AuditRecord
from scenarios.exceptions import (
    BundleRefusedError,
    ModelUnavailableError,
    StateRefusedError,
    SuiteExistsError,
)
from scenarios.models import ModelReply, Rendering, Suite
from scenarios.selectors import specs
from scenarios.services import copies, history_edits, imports, rewording, suites, text_checks
from scenarios.services.exports import export_suite
from scenarios.services.interchange import suite_files
from tests.factories import worded_trips
from tests.factories.openai_server import Answer, OpenAiServer, Reply, openai_server

pytestmark = pytest.mark.django_db

RECORDS = len(worded_trips.RECORDS)


@pytest.fixture
def original() -> Suite:
    return suites.release(suite=suites.store(bundle=worded_trips.bundle(), by=None), by=None)


@pytest.fixture
def server(settings: Any) -> Iterator[OpenAiServer]:
    """A model that is right at once; tests may give it another ``answer``."""
    with openai_server(worded_trips.rewords) as found:
        settings.RENDERING_MODEL = "sut_adapters.answering.rewording.chat"
        settings.RENDERING_MODEL_CONFIG = {"model": "scripted-1", "base_url": found.base_url, "timeout": 5}
        yield found


def rows(suite: Suite, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in suite_files(suite)[f"trips/{name}"].splitlines()]


def test_a_twin_has_other_words_and_the_same_gold(original: Suite, server: OpenAiServer) -> None:
    report = rewording.reword_suite(suite=original, by=None)
    twin = Suite.objects.get(slug="trips-small-reworded")
    assert report.twin == twin
    assert (twin.status, twin.title, twin.is_open) == ("released", "Small trips, reworded", False)
    assert (report.reworded, report.fallen_back, report.left, report.refused) == (RECORDS, 0, 0, ())
    assert (report.asked, report.attempts, report.failed_checks) == (RECORDS, RECORDS, {})
    assert twin.config["reworded"] == {
        "suite": "trips-small",
        "version": 1,
        "content_hash": original.content_hash,
        "model": "scripted-1",
        "limit": None,
    }
    for name in ("actions.jsonl", "queries.jsonl", "dags.jsonl"):
        assert rows(original, name) == rows(twin, name)
    overlaps = []
    for before, after in zip(rows(original, "gold.jsonl"), rows(twin, "gold.jsonl"), strict=True):
        overlaps.append((before["measures"].pop("overlap"), after["measures"].pop("overlap")))
        assert before == after
    assert any(before != after for before, after in overlaps), "the overlap of words follows the words"
    assert {row["label"] for row in rows(twin, "gold.jsonl")} >= {"answerable", "unknown"}
    for before, after in zip(rows(original, "events.jsonl"), rows(twin, "events.jsonl"), strict=True):
        assert before.pop("text") != after.pop("text")
        assert before == after
    words = Rendering.objects.filter(event__scenario__suite=twin)
    current = words.filter(is_current=True)
    assert set(current.values_list("renderer", "status", "version")) == {("llm", "auto_passed", 2)}
    assert set(words.filter(is_current=False).values_list("renderer", "version")) == {("template", 1)}
    assert list(words.filter(is_current=False).order_by("event__seq").values_list("text", flat=True)) == [
        event.text for event in worded_trips.events()
    ]
    details = AuditRecord.objects.get(action="suite.reworded").details
    assert (details["suite"], details["model"]) == ("trips-small", "scripted-1")


def test_files_of_a_twin_say_who_worded_it_and_come_back_to_the_same_bytes(
    original: Suite, server: OpenAiServer, tmp_path: Path
) -> None:
    never = worded_trips.events()[7].text
    server.answer = lambda body, before: (
        Reply("So be it.") if never in body["messages"][1]["content"] else worded_trips.rewords(body, before)
    )
    report = rewording.reword_suite(suite=original, by=None)
    assert (report.reworded, report.fallen_back) == (RECORDS - 1, 1)
    assert (report.attempts, report.failed_checks) == (RECORDS + 4, {"K1": 15, "K7": 5})
    kinds = {row["event"]: row for row in rows(report.twin, "event_kinds.jsonl")}
    plain = {row["event"]: row for row in rows(original, "event_kinds.jsonl")}
    assert not any({"renderer", "template_text"} & set(row) for row in plain.values())
    assert kinds["e0008"] == {**plain["e0008"], "renderer": "template_fallback"}
    assert kinds["e0009"] == {
        **plain["e0009"],
        "renderer": "llm",
        "template_text": worded_trips.events()[8].text,
    }
    before = suite_files(report.twin)
    export_suite(suite=report.twin, folder=tmp_path / "out", by=None)
    Suite.objects.filter(pk=report.twin.pk).update(slug="aside")
    again = imports.import_suite(folder=tmp_path / "out", by=None)
    assert suite_files(again) == before
    assert again.content_hash == report.twin.content_hash
    assert suites.release(suite=again, by=None).is_released


def test_a_copy_of_a_twin_keeps_its_words(original: Suite, server: OpenAiServer) -> None:
    twin = rewording.reword_suite(suite=original, by=None).twin
    copied = copies.copy_suite(suite=twin, slug="copied", by=None)
    assert specs.bundle_of(copied).scenarios[0].events == specs.bundle_of(twin).scenarios[0].events
    assert text_checks.run(suite=copied, bundle=specs.bundle_of(copied)).failed == 0
    with pytest.raises(StateRefusedError, match="no record that a template of a shipped domain wrote"):
        rewording.reword_suite(suite=twin, by=None)


def test_a_changed_action_is_no_longer_what_the_words_say(original: Suite, server: OpenAiServer) -> None:
    twin = rewording.reword_suite(suite=original, by=None).twin
    scenario = copies.copy_suite(suite=twin, slug="copied", by=None).scenarios.get()
    (event,) = [event for event in specs.spec_of(scenario).events if event.id == "e0015"]
    (action,) = event.actions
    assert action.value == "48.25"
    changed = (replace(action, value="50"),)
    history_edits.change_actions(scenario=scenario, event="e0015", actions=changed, by=None)
    row = Rendering.objects.get(event__scenario=scenario, event__label="e0015", is_current=True)
    assert (row.status, row.renderer, row.version) == ("auto_failed", "llm", 2)
    assert "no record of template 'expense_corrected#" in row.checks["K1"]["evidence"]


# ---------------------------------------------------------------- what was asked is kept
def failing_after(count: int, answer: Answer = worded_trips.rewords) -> Answer:
    """A model that refuses from a call on."""
    calls = iter(range(10_000))
    return lambda body, before: answer(body, before) if next(calls) < count else Reply(status=401)


def test_nothing_is_stored_where_the_model_fails_and_a_rerun_asks_only_for_the_rest(
    original: Suite, server: OpenAiServer
) -> None:
    server.answer = failing_after(5)
    with pytest.raises(ModelUnavailableError, match="scripted-1 failed: .*HTTP 401, check model"):
        rewording.reword_suite(suite=original, by=None, workers=1)
    assert list(Suite.objects.values_list("slug", flat=True)) == ["trips-small"]
    assert ModelReply.objects.count() == 5
    server.answer = worded_trips.rewords
    seen = len(server.chats)
    report = rewording.reword_suite(suite=original, by=None, workers=1)
    assert (report.asked, report.reworded, len(server.chats) - seen) == (RECORDS - 5, RECORDS, RECORDS - 5)
    prompts = [body["messages"][1]["content"] for body in server.chats]
    assert len(prompts) - len(set(prompts)) == seen - 5, "only refused calls are repeated"
    twin = rewording.reword_suite(suite=original, by=None, slug="third")
    assert (twin.asked, twin.reworded) == (0, RECORDS)
    assert rows(twin.twin, "events.jsonl") == rows(report.twin, "events.jsonl")


def test_replies_of_failed_attempts_are_kept_as_well(original: Suite, server: OpenAiServer) -> None:
    server.answer = lambda body, before: (
        worded_trips.rewords(body, before)
        if "Your attempt 2 was" in body["messages"][1]["content"]
        else Reply("So be it.")
    )
    report = rewording.reword_suite(suite=original, by=None, limit=3)
    assert (report.reworded, report.left, report.asked) == (3, RECORDS - 3, 9)
    again = rewording.reword_suite(suite=original, by=None, slug="again", limit=4)
    assert (again.reworded, again.asked, again.attempts) == (4, 3, 12)
    assert again.twin.config["reworded"]["limit"] == 4


def test_replies_of_another_model_are_not_taken(original: Suite, server: OpenAiServer, settings: Any) -> None:
    rewording.reword_suite(suite=original, by=None)
    settings.RENDERING_MODEL_CONFIG = settings.RENDERING_MODEL_CONFIG | {"model": "scripted-2"}
    report = rewording.reword_suite(suite=original, by=None, slug="second")
    assert (report.asked, report.model) == (RECORDS, "scripted-2")
    assert ModelReply.objects.filter(model="scripted-2").count() == RECORDS


def test_several_calls_fly_at_once(original: Suite, server: OpenAiServer) -> None:
    server.answer = lambda body, before: replace(worded_trips.rewords(body, before), delay=0.05)
    assert rewording.reword_suite(suite=original, by=None, workers=4).reworded == RECORDS
    assert 1 < server.most_flying <= 4


# ---------------------------------------------------------------- what is refused
def test_what_cannot_be_is_refused_before_anybody_is_asked(
    original: Suite, server: OpenAiServer, settings: Any
) -> None:
    with pytest.raises(SuiteExistsError, match="already a suite 'trips-small'"):
        rewording.reword_suite(suite=original, by=None, slug="trips-small")
    with pytest.raises(BundleRefusedError, match="the slug is malformed"):
        rewording.reword_suite(suite=original, by=None, slug="No Slug")
    settings.RENDERING_MODEL_CONFIG = {}
    with pytest.raises(ModelUnavailableError, match='"model" must name a model'):
        rewording.reword_suite(suite=original, by=None)
    settings.RENDERING_MODEL = "sut_adapters.answering.rewording.nobody"
    with pytest.raises(ModelUnavailableError, match="nobody cannot be set up"):
        rewording.reword_suite(suite=original, by=None)
    settings.RENDERING_MODEL = None
    with pytest.raises(ModelUnavailableError, match="Set STEMMA_RENDERING_MODEL to its dotted path"):
        rewording.reword_suite(suite=original, by=None)
    assert server.requests == []
    assert not ModelReply.objects.exists()


def test_a_twin_whose_texts_fail_stays_a_draft(server: OpenAiServer) -> None:
    """A question that failed before fails in the twin as well."""
    bundle = worded_trips.bundle()
    (spec,) = bundle.scenarios
    asked = replace(spec.queries[0], question=spec.queries[0].question.replace("Elaesesk", "Farandur"))
    bad = replace(bundle, scenarios=(replace(spec, queries=(asked, *spec.queries[1:])),))
    report = rewording.reword_suite(suite=suites.store(bundle=bad, by=None), by=None)
    assert (report.twin.status, report.reworded) == ("draft", RECORDS)
    (line,) = report.refused
    assert line.startswith("trips/q001: K1")


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"renderer": "me"}, "unknown renderer 'me'"),
        ({"renderer": "llm"}, "it has renderer 'llm' and no template_text"),
        ({"template_text": "Words."}, "it has renderer '' and a template_text"),
        ({"renderer": "template_fallback", "template": ""}, "it names no template"),
        ({"renderer": "llm", "template_text": "A\x00B"}, "a NUL character in template_text"),
    ],
)
def test_a_bundle_that_says_wrongly_who_worded_a_record_is_refused(
    changes: dict[str, str], what: str
) -> None:
    bundle = worded_trips.bundle()
    (spec,) = bundle.scenarios
    bad = replace(spec, events=(replace(spec.events[0], **changes), *spec.events[1:]))
    with pytest.raises(BundleRefusedError, match=what):
        suites.store(bundle=replace(bundle, scenarios=(bad,)), by=None)


# ---------------------------------------------------------------- the command
def test_the_command_tells_how_far_it_is_and_what_became_of_it(
    original: Suite, server: OpenAiServer, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("reword_suite", "trips-small", "--json", "--as", "told", "--workers", "2")
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found.pop("seconds") >= 0
    assert found == {
        "suite": "told",
        "status": "released",
        "model": "scripted-1",
        "reworded": RECORDS,
        "refused": [],
        "fallen_back": 0,
        "left": 0,
        "asked": RECORDS,
        "attempts": RECORDS,
        "failed_checks": {},
        "content_hash": Suite.objects.get(slug="told").content_hash,
    }
    assert f"{RECORDS} of {RECORDS} records, {RECORDS} replies asked for" in shown.err
    calls = {logging.getLogger(name).level for name in ("httpx", "httpx2")}
    assert calls == {logging.WARNING}, "a line for each call would drown the progress"
    call_command("reword_suite", "trips-small", "--limit", "2")
    line = capsys.readouterr().out
    assert "'trips-small-reworded' (released): 2 record(s) in the words of scripted-1" in line
    assert f"{RECORDS - 2} left as they were; 2 attempts, 0 of them asked for now" in line


def test_the_command_fails_in_words(original: Suite, settings: Any) -> None:
    with pytest.raises(CommandError, match="No language model is configured"):
        call_command("reword_suite", "trips-small")
    with pytest.raises(CommandError, match="There is no suite 'nobody'"):
        call_command("reword_suite", "nobody")
    for wrong in ("0", "-1", "many"):
        with pytest.raises(CommandError, match=f"invalid .* value: '{wrong}'"):
            call_command("reword_suite", "trips-small", f"--workers={wrong}")
    assert list(Suite.objects.values_list("slug", flat=True)) == ["trips-small"]


def test_the_command_of_a_twin_that_stays_a_draft_says_why(server: OpenAiServer) -> None:
    bundle = worded_trips.bundle()
    (spec,) = bundle.scenarios
    asked = replace(spec.queries[0], question="Where to?")
    bad = replace(bundle, scenarios=(replace(spec, queries=(asked, *spec.queries[1:])),))
    suites.store(bundle=bad, by=None)
    with pytest.raises(CommandError, match=r"stays a draft.*\ntrips/q001: K1"):
        call_command("reword_suite", "trips-small", "--json")
