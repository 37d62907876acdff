"""Each search for the marker finds a hole that is made on purpose, and says where it is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from benchmark.floor.accounts import verbs
from benchmark.floor.accounts.verbs import Role, Verb
from benchmark.services import draining, export_kinds, hook_news
from tests.factories.marker_walk import walk
from tests.factories.web_world import MARKER, World
from tests.integration.web import test_planted_elsewhere as elsewhere


@pytest.fixture(autouse=True)
def _here(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def seen(world: World, role: str, *only: str) -> set[tuple[str, str]]:
    """Channel and address of what a role finds on some pages."""
    found = walk(world.client(role), world.people[role], world, ("open",), only=only)
    assert found.seen
    return {(leak.channel, leak.place) for leak in found.leaks}


def test_in_a_body_where_a_role_may_too_much(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    route = "api-query-gold"
    assert seen(world, "viewer", route) == set()
    more = {**verbs.ALLOWED, Role.VIEWER: frozenset({*verbs.ALLOWED[Role.VIEWER], Verb.GOLD_VIEW})}
    for name in ("benchmark.floor.accounts.verbs.ALLOWED", "scenarios.permissions.ALLOWED"):
        monkeypatch.setattr(name, more, raising=False)
    path = "/api/v1/suites/open/scenarios/open-history/queries/q001/gold/"
    assert ("body", f"get {path}") in seen(world, "viewer", route)


def test_in_a_header_and_in_a_drawing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(response: HttpResponse) -> HttpResponse:
        response["X-Answer"] = MARKER
        response.write(f'<svg role="img"><title>{MARKER}</title></svg>')
        return response

    from django.core.handlers.base import BaseHandler

    answer = BaseHandler.get_response
    monkeypatch.setattr(BaseHandler, "get_response", lambda self, request: leaky(answer(self, request)))
    found = seen(world, "viewer", "scenarios:suite")
    assert {channel for channel, _ in found} == {"header", "svg"}
    assert ("svg", "get /suites/open/") in found


def test_in_the_log_of_a_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenarios.selectors import suites

    kept = suites.get_visible

    def chatty(*args: Any, **kwargs: Any) -> Any:
        logging.getLogger("scenarios").info("the gold is %s", MARKER)
        return kept(*args, **kwargs)

    monkeypatch.setattr(suites, "get_visible", chatty)
    assert {channel for channel, _ in seen(world, "viewer", "scenarios:suite")} == {"log"}


def test_in_an_export(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = export_kinds.every()
    results = kinds["results"]

    def rows(row: Any) -> Any:
        for cells in results.rows(row):
            yield [MARKER if type(cell) is str else cell for cell in cells]

    monkeypatch.setattr(export_kinds, "every", lambda: {"results": replace(results, rows=rows)})
    found = elsewhere.leaks_of_exports(world, "open", ["jsonl", "parquet"])
    assert {leak.place for leak in found if leak.channel == "export"} == {
        "results as jsonl",
        "results as parquet",
    }


def test_in_a_hook(quiet_world: World, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    kept = hook_news._of_run
    monkeypatch.setattr(hook_news, "_of_run", lambda run: {**kept(run), "answers": [MARKER]})
    found = elsewhere.leaks_of_hooks(quiet_world, monkeypatch, settings)
    assert {leak.place for leak in found} >= {"run.finished to the-lead"}


def test_in_a_row_of_a_task_and_in_the_log_of_a_worker(
    quiet_world: World,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    kept = draining.work

    def chatty(**kwargs: Any) -> Any:
        logging.getLogger("benchmark").warning("worked: %s", MARKER)
        return kept(**kwargs)

    monkeypatch.setattr(draining, "work", chatty)
    from benchmark.services import exporting

    monkeypatch.setattr(exporting, "write", lambda export: f"export {export}: {MARKER}")
    found = elsewhere.leaks_of_work(quiet_world, monkeypatch, django_capture_on_commit_callbacks)
    assert {leak.channel for leak in found} == {"log", "task row"}


def test_in_an_error_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.core.handlers import exception

    monkeypatch.setattr(
        exception,
        "handle_uncaught_exception",
        lambda request, resolver, info: HttpResponse(info[1], status=500),
    )
    found = elsewhere.leaks_of_errors(world, monkeypatch)
    assert {leak.place for leak in found} == {"/suites/open/", "/api/v1/suites/open/"}
