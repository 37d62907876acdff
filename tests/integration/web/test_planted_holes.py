"""The walk for gold finds what it is for: a hole of each kind is opened on purpose, and named where it is."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework.exceptions import ParseError

from benchmark.floor.accounts import verbs
from benchmark.floor.accounts.verbs import Role, Verb
from benchmark.floor.logs import context
from benchmark.services import exporting, hook_news, run_exports
from scenarios.selectors import suites
from tests.factories import gold_spread, gold_walk
from tests.factories.gold_walk import Found, in_response, listening, walk
from tests.factories.web_world import MARKER, World

PAGES = ("scenarios:query", "api-query-gold", "benchmark:run_export_file")


@pytest.fixture(autouse=True)
def place(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR, settings.PUSH_ALLOW = tmp_path, ("127.0.0.1",)


def seen_by_a_viewer(world: World, *names: str) -> set[tuple[str, str]]:
    """Channels and paths of what the walk finds."""
    with listening() as lines:
        found = walk(world.client("viewer"), None, world, ("open",), names=names or PAGES).found
    places = {(one.channel, one.place.rpartition(" ")[2].partition("?")[0]) for one in found}
    return places | {(one.channel, "") for one in gold_walk.in_lines(lines)}


def test_a_house_without_holes_has_none(world: World) -> None:
    assert seen_by_a_viewer(world) == set()
    assert gold_walk.in_rows() == []


def test_a_role_that_may_do_too_much_is_seen_in_pages_and_answers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = verbs.ALLOWED[Role.VIEWER] | {Verb.GOLD_VIEW, Verb.ACTIONS_VIEW}
    monkeypatch.setitem(verbs.ALLOWED, Role.VIEWER, more)
    gold = "/api/v1/suites/open/scenarios/open-history/queries/q001/gold/"
    seen = seen_by_a_viewer(world)
    assert {("body", "/suites/open/open-history/queries/q001/"), ("body", gold)} <= seen, seen


def test_a_header_and_the_line_of_the_log_that_repeats_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "request_id", lambda given="": MARKER)
    channels = {channel for channel, _ in seen_by_a_viewer(world, "scenarios:query")}
    assert channels == {"header", "log line"}


def test_an_error_page_that_says_what_was_not_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*args: Any, **kwargs: Any) -> Any:
        raise ParseError(f"Not what it should be, which is {MARKER}.")

    monkeypatch.setattr(suites, "get_visible", refuses)
    assert {channel for channel, _ in seen_by_a_viewer(world, "api-query-gold")} == {"error page"}


def test_a_title_in_a_drawing_alone() -> None:
    drawing = f"<svg><title>Node d(Grus) = {MARKER}</title><path/></svg>"
    assert in_response(HttpResponse(f"<p>{drawing}</p>"), "get /x/") == [
        Found("svg title", MARKER, "get /x/")
    ]
    assert in_response(HttpResponse(f"<p>{drawing}{MARKER}</p>"), "get /x/")[1].channel == "body"


@pytest.mark.parametrize(
    ("lies", "channels"),
    [
        ("download", {"download"}),
        ("webhook", {"webhook"}),
        ("message", {"task row", "log line"}),  # the worker logs the names of messages
        ("result", {"task row"}),
        ("worker's log", {"log line"}),
    ],
)
def test_a_hole_in_what_a_worker_does(
    lies: str,
    channels: set[str],
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    _HOLES[lies](monkeypatch)
    gold_spread.hooked(world, "http://127.0.0.1:9/")
    with listening() as lines:
        with django_capture_on_commit_callbacks(execute=True):
            gold_spread.exports(world, "open", ("results",))
            gold_spread.ended(world, "open")
        gold_spread.work_off()
    found = [*gold_walk.in_rows(), *gold_walk.in_lines(lines)]
    found += walk(world.client("viewer"), None, world, ("open",), names=("benchmark:run_export_file",)).found
    assert {one.channel for one in found} == channels


def _in_a_file(patch: pytest.MonkeyPatch) -> None:
    honest = run_exports.RESULTS

    def rows(export: Any) -> Any:
        return ([MARKER, *row[1:]] for row in honest.rows(export))

    patch.setattr(run_exports, "RESULTS", dataclasses.replace(honest, rows=rows))


def _in_a_letter(patch: pytest.MonkeyPatch) -> None:
    honest = hook_news._of_run
    patch.setattr(hook_news, "_of_run", lambda run: {**honest(run), "gold": MARKER})


def _in_a_message(patch: pytest.MonkeyPatch) -> None:
    honest = exporting.queue.enqueue
    patch.setattr(exporting.queue, "enqueue", lambda *, key, **told: honest(key=f"{key}-{MARKER}", **told))


def _in_a_result(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exporting, "write", lambda export: f"wrote {MARKER}")


def _in_a_line(patch: pytest.MonkeyPatch) -> None:
    honest = exporting.manifest_of

    def told(row: Any, kind: Any, count: int) -> Any:
        logging.getLogger("benchmark.exports").warning("the first answer is %s", MARKER)
        return honest(row, kind, count)

    patch.setattr(exporting, "manifest_of", told)


_HOLES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "download": _in_a_file,
    "webhook": _in_a_letter,
    "message": _in_a_message,
    "result": _in_a_result,
    "worker's log": _in_a_line,
}
