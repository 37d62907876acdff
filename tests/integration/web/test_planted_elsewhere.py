"""Gold stays home off the pages too: in exports, hooks, rows of tasks, error pages and the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import Success

from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from benchmark.floor.hooks.models import Delivery
from benchmark.models import ExportFormat
from benchmark.services import export_kinds, exporting, hooks
from benchmark.services.export_kinds import ExportKind
from tests.factories import marker_walk, web_world
from tests.factories.hook_receiver import receiving
from tests.factories.marker_walk import Leak
from tests.factories.web_world import MARKER, World

FORMATS = [format.value for format in ExportFormat]
#: Those whose role never shows gold.
BLIND = [role for role in Role if Verb.GOLD_VIEW not in ALLOWED[role]]


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def exported(world: World, slug: str, kind: ExportKind, format: str) -> Any:
    """An export of a suite or its run, written."""
    suite, run = world.suites[slug], world.runs[slug] if kind.of_run else None
    row = exporting.request(
        kind=kind.slug, format=format, suite=suite, run=run, by=world.people["admin"], now=timezone.now()
    )
    exporting.write(row.pk)
    row.refresh_from_db()
    assert row.status == "done", row.message
    return row


def fetched(client: Client, row: Any) -> Any:
    """The answer to who asks for its file."""
    place = f"/runs/{row.run_id}/exports/" if row.run_id else f"/suites/{row.suite.slug}/exports/"
    return client.get(f"{place}{row.pk}/file/")


def leaks_of_exports(world: World, slug: str, formats: list[str]) -> list[Leak]:
    """What leaks to blind roles: in a file that they get, or in one of a kind that a blind role may have."""
    found = []
    for kind in export_kinds.every().values():
        for format in formats:
            row = exported(world, slug, kind, format)
            if any(kind.verb in ALLOWED[role] for role in BLIND):
                found += marker_walk.of_file(exporting.path_of(row), f"{kind.slug} as {format}")
            for role in BLIND:
                for client in (world.client(role.value), world.api(role.value)):
                    response = fetched(client, row)
                    found += marker_walk.of_response(response, f"{kind.slug} as {format} to {role.value}")
    return found


def test_no_file_of_an_export_that_the_blind_may_have_holds_the_marker(world: World) -> None:
    assert leaks_of_exports(world, "open", FORMATS) == []
    assert leaks_of_exports(world, "held-out", ["jsonl"]) == []


def test_files_of_those_who_see_gold_hold_it_so_that_the_search_can_fail(world: World) -> None:
    for slug in ("answers", "diagnoses"):
        for format in FORMATS:
            row = exported(world, "open", export_kinds.every()[slug], format)
            assert marker_walk.of_file(exporting.path_of(row), slug), f"{slug} as {format}"
            assert marker_walk.of_response(fetched(world.client("lead"), row), slug) or format == "parquet"


def test_what_hooks_tell_holds_neither_gold_nor_texts(
    quiet_world: World, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    assert leaks_of_hooks(quiet_world, monkeypatch, settings) == []


def leaks_of_hooks(world: World, patch: pytest.MonkeyPatch, settings: Any) -> list[Leak]:
    """What leaks in what is sent to hooks of everybody, who hear of all that happens."""
    settings.PUSH_ALLOW = ("127.0.0.1",)
    with receiving() as receiver:
        for role in ("lead", "viewer", "annotator", "admin"):
            person = world.people[role]
            hooks.create(
                owner=person,
                url=receiver.url,
                kinds=tuple(hooks.KINDS),
                suite="",
                by=person,
                now=timezone.now(),
            )
        web_world.add_runs(world, patch)
        exported(world, "open", export_kinds.every()["results"], "jsonl")
        rows = list(Delivery.objects.order_by("pk"))
    assert {row.kind for row in rows} >= {"run.finished", "export.ready"}
    told = [(f"{row.kind} to {row.hook.owner}", json.dumps(row.body)) for row in rows]
    return [Leak("webhook", place, MARKER) for place, text in told if MARKER in text]


def test_rows_of_tasks_and_lines_of_the_log_hold_ids_alone(
    quiet_world: World,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    leaks = leaks_of_work(quiet_world, monkeypatch, django_capture_on_commit_callbacks)
    assert leaks == []
    assert Success.objects.count() > 1


def leaks_of_work(world: World, patch: pytest.MonkeyPatch, committed: Callable[..., Any]) -> list[Leak]:
    """What leaks in the rows of the queue and in the log while runs and an export are worked on."""
    patch.setattr(Conf, "SYNC", True)
    with marker_walk.heard() as lines:
        with committed(execute=True):
            web_world.add_runs(world, patch)
        with committed(execute=True):
            exporting.request(
                kind="answers",
                format="jsonl",
                suite=world.suites["open"],
                run=world.runs["open"],
                by=world.people["lead"],
                now=timezone.now(),
            )
    logged = [Leak("log", line, MARKER) for line in lines if MARKER in line]
    return logged + marker_walk.of_tasks()


def test_an_error_page_says_nothing_of_what_failed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaks_of_errors(world, monkeypatch) == []


def leaks_of_errors(world: World, patch: pytest.MonkeyPatch) -> list[Leak]:
    """What leaks in the answers to faults of our own that speak of gold, and to calls that are refused."""
    found = []
    for role in ("viewer", "annotator"):
        page, call = world.client(role, raise_request_exception=False), world.api(role)
        call.raise_request_exception = False
        with patch.context() as broken:
            broken.setattr("scenarios.selectors.suites.get_visible", _fails)
            for client, path in ((page, "/suites/open/"), (call, "/api/v1/suites/open/")):
                response = client.get(path)
                assert response.status_code == 500, path
                found += _in_error(response, path)
        for path in ("/suites/open/open-history/queries/q9/", "/suites/nowhere/", "/suites/open/?sort=gold"):
            found += _in_error(page.get(path), path)
        for path in ("/api/v1/suites/open/?answer=1", "/api/v1/runs/?suite__gold=1", "/api/v1/runs/x/"):
            found += _in_error(call.get(path), path)
        body = json.dumps({"question": "open-history/q001", "answer": MARKER[::-1]})
        refused = call.post("/api/v1/suites/open/check-answer/", body, content_type="application/json")
        assert refused.status_code >= 400
        found += _in_error(refused, "check-answer")
    return found


def _fails(*args: Any, **kwargs: Any) -> Any:
    raise RuntimeError(f"the gold is {MARKER}")


def _in_error(response: Any, place: str) -> list[Leak]:
    return [Leak("error page", leak.place, leak.word) for leak in marker_walk.of_response(response, place)]
