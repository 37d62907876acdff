"""Gold stays home beyond pages and routes: letters, messages, tasks, the log, and pages of faults.

What may be seen is asserted beside what may not, so that the marker is known to stand where it is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django_q.models import OrmQ, Task

from benchmark.floor.accounts.verbs import ALLOWED, Verb
from benchmark.floor.hooks.models import Delivery
from benchmark.models import Export
from benchmark.services import export_kinds
from scenarios.selectors import suites
from tests.factories import gold_spread, gold_walk
from tests.factories import scenarios as make
from tests.factories.gold_walk import listening, walk
from tests.factories.web_world import MARKER, World


@pytest.fixture
def spread(
    world: World, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> Iterator[list[str]]:
    """The world with every export of every suite written, its runs and releases told, and the tasks done;
    what was logged meanwhile."""
    settings.VAR_DIR, settings.PUSH_ALLOW = tmp_path, ("127.0.0.1",)
    with listening() as lines:
        gold_spread.hooked(world, "http://127.0.0.1:9/")
        with django_capture_on_commit_callbacks(execute=True):
            for slug in world.suites:
                gold_spread.exports(world, slug)
                gold_spread.verdicts(world, slug)
                gold_spread.ended(world, slug)
        with django_capture_on_commit_callbacks(execute=True):
            assert gold_spread.work_off() > 20
        yield lines


def test_no_message_task_letter_or_line_of_the_log_holds_it(spread: list[str], world: World) -> None:
    assert {row.kind for row in Delivery.objects.all()} >= {"run.finished", "export.ready"}
    assert OrmQ.objects.exists()
    assert Task.objects.filter(success=True).count() > 20
    assert not Task.objects.filter(success=False).exists()
    assert any("processing export-" in line for line in spread)
    assert gold_walk.in_rows() == []
    assert gold_walk.in_lines(spread) == []
    # Records of the audit hold what people wrote, for those who lead a suite, and who therefore see its gold.
    assert {row.place for row in gold_walk.in_audit()} <= {"review.complained", "complaint.made"}
    readers = [verbs for verbs in ALLOWED.values() if Verb.AUDIT_VIEW in verbs]
    assert readers
    assert all(Verb.GOLD_VIEW in verbs for verbs in readers)


def test_aggregates_of_a_held_out_suite_are_all_that_a_reader_has_of_it(
    spread: list[str], world: World
) -> None:
    """A researcher sees gold of open suites, and of a held-out one nothing that names a record."""
    seen = walk(world.api("researcher"), None, world, ("held-out",), under="/api/", elsewhere=False)
    assert seen.found == []
    kinds = export_kinds.every()
    done = {row.kind: row for row in Export.objects.filter(suite=world.suites["held-out"], status="done")}
    api = world.api("researcher")
    run = world.runs["held-out"].pk
    for slug, row in done.items():
        if kinds[slug].of_run:
            answer = api.get(f"/api/v1/runs/{run}/exports/{row.pk}/file/")
            assert gold_walk.in_response(answer, slug) == []  # read to its end, which closes it
            assert answer.status_code == (200 if kinds[slug].verb is Verb.RUN_VIEW else 404), slug


def test_a_member_of_one_suite_sees_its_gold_and_that_of_no_other(world: World) -> None:
    make.member(world.people["viewer"], world.suites["closed"], "lead")
    client = world.client("viewer")
    names = (
        "api-query-gold",
        "api-actions-list",
        "api-query-derivation",
        "scenarios:query",
        "api-run-answers",
    )
    assert walk(client, None, world, ("closed",), names=names).found
    for under in ("/suites/", "/api/"):
        seen = walk(client, None, world, ("open", "held-out"), under=under, elsewhere=False)
        assert [str(found) for found in seen.found] == []


def test_the_page_of_a_fault_says_nothing_of_what_failed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: Any, **kwargs: Any) -> Any:
        truth = MARKER
        raise RuntimeError(f"{truth} is not what it should be")

    monkeypatch.setattr(suites, "get_visible", fails)
    page = "/suites/open/open-history/queries/q001/"
    route = "/api/v1/suites/open/scenarios/open-history/queries/q001/gold/"
    for role in ("viewer", "lead", "admin"):
        client = world.client(role)
        client.raise_request_exception = False
        for path, headers in (
            (page, {}),
            (page, {"HX-Request": "true"}),
            (route, {}),
            (route, {"Accept": "text/html"}),
        ):
            response = client.get(path, headers=headers)
            assert response.status_code == 500, path
            assert gold_walk.in_response(response, path) == []
