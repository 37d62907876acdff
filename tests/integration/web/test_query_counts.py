"""Pages and lists of the API cost the same number of database queries whatever they hold (ux pain 22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.models import Run
from scenarios.models import Suite
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.web_world import World

HISTORY = "/suites/open/open-history/"
API = "/api/v1/suites/open/scenarios/open-history/"


def cost(client: Client, path: str) -> int:
    """Queries of one request, sessions and tokens included, once caches are warm."""
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def more_suites(world: World) -> None:
    for number in range(30):
        suite = make.suite(slug=f"more-{number}", is_open=number % 2 == 0)
        make.member(world.people["lead"], suite, "lead")
        make.released(suite)
        make.scenario(suite=suite)


def more_records(world: World) -> None:
    web_world.grow(world.suites["open"].scenarios.get(), events=390)


def more_queries(world: World) -> None:
    web_world.grow(world.suites["open"].scenarios.get(), queries=40)


def more_runs(world: World) -> None:
    for number in range(30):
        suite = make.suite(slug=f"run-on-{number}", is_open=True)
        make.released(suite)
    now = timezone.now()
    for suite in Suite.objects.filter(slug__startswith="run-on-"):
        Run.objects.create(
            suite=suite,
            title="x",
            suite_version=1,
            status="done",
            reader="symbolic",
            budget=1,
            created_at=now,
            started_at=now,
            finished_at=now,
        )


def more_boards(world: World) -> None:
    reader, open_suite = world.runs["open"].reader, world.suites["open"]
    for number in range(8):
        system = make_runs.system(f"further-{number}")
        run = make_runs.launch(open_suite, system, reader=reader)
        now = timezone.now()
        Run.objects.filter(pk=run.pk).update(status="done", started_at=now, finished_at=now)


@pytest.mark.parametrize(
    ("path", "grow", "most"),
    [
        ("/", more_suites, 8),
        ("/", more_runs, 8),
        ("/suites/", more_suites, 5),
        ("/leaderboards/", more_suites, 6),
        ("/runs/", more_suites, 8),
        ("/runs/", more_runs, 8),
        ("/runs/new/", more_suites, 8),
        ("/suites/open/", more_records, 20),
        ("/suites/open/", more_queries, 20),
        ("/suites/open/?family=temporal&sort=-witness&q=grus", more_queries, 20),
        ("/suites/open/queries.csv", more_queries, 6),
        ("/suites/open/statistics/", more_records, 9),
        ("/suites/open/statistics/", more_queries, 9),
        ("/suites/open/card/", more_records, 18),
        ("/suites/open/card/", more_queries, 18),
        ("/suites/compare/", more_suites, 6),
        ("/suites/compare/?a=open&b=open", more_records, 26),
        ("/suites/compare/?a=open&b=open", more_queries, 26),
        (HISTORY, more_records, 20),
        (HISTORY, more_queries, 20),
        (f"{HISTORY}queries/q001/", more_records, 29),
        (f"{HISTORY}queries/q001/", more_queries, 28),
        (f"{HISTORY}time/", more_records, 32),
        (f"{HISTORY}time/", more_queries, 32),
        (f"{HISTORY}time/?cutoff=2026-01-05&pred=dest&show=now&entity=Grus", more_records, 30),
        (f"{HISTORY}events/e0004/", more_records, 22),
        (f"{HISTORY}events/e0001/", more_queries, 22),
        ("/leaderboards/open/", more_boards, 15),
        ("/api/v1/suites/", more_suites, 4),
        ("/api/v1/runs/", more_runs, 6),
        ("/api/v1/systems/", more_boards, 4),
        ("/api/v1/leaderboards/open/", more_boards, 10),
        ("/api/v1/suites/open/queries/", more_queries, 6),
        ("/api/v1/suites/open/statistics/", more_queries, 6),
        ("/api/v1/suites/open/card/", more_queries, 15),
        ("/api/v1/suites/compare/?a=open&b=open", more_queries, 24),
        (f"{API}records/", more_records, 7),
        (f"{API}actions/", more_records, 8),
        (f"{API}queries/", more_queries, 7),
        (f"{API}queries/q001/difficulty/", more_records, 16),
        (f"{API}queries/q001/difficulty/", more_queries, 16),
        (f"{API}time/", more_records, 24),
        (f"{API}events/e0004/", more_records, 20),
        (f"{API}events/e0001/", more_queries, 20),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_what_a_page_holds_does_not_change_what_it_costs(
    quiet_world: World,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    grow: Callable[[World], None],
    most: int,
) -> None:
    world = quiet_world
    if grow in (more_boards, more_runs):
        web_world.add_runs(world, monkeypatch)
    cache.clear()
    client = world.api("lead") if path.startswith("/api/") else world.client("lead")
    web_world.grow(world.suites["open"].scenarios.get(), events=7)
    before = cost(client, path)
    grow(world)
    after = cost(client, path)
    assert after <= before, f"{before} queries became {after}"
    assert before <= most


def test_a_page_of_answers_costs_the_same_for_one_answer_and_for_many(world: World, monkeypatch: Any) -> None:
    client, costs = world.client("lead"), []
    for questions in (1, 12):
        suite = make_runs.suite(questions=questions)
        Suite.objects.filter(pk=suite.pk).update(is_open=True)
        reader = make_runs.reader(monkeypatch, make_runs.OwnAnswers())
        run = make_runs.launch(suite, make_runs.system(), reader=reader)
        web_world.finish(run)
        costs.append(
            (
                cost(client, f"/runs/{run.pk}/answers/"),
                cost(world.api("lead"), f"/api/v1/runs/{run.pk}/answers/"),
            )
        )
    assert costs[0] == costs[1]
