"""Case G03 on the pages themselves: five people open a page whose graph is too large, at once."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios import graphs
from tests.factories import diagnosed, large_graphs
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db(transaction=True)

VIEWS = 5


@pytest.fixture(params=sorted(large_graphs.LARGE))
def pages(request: pytest.FixtureRequest) -> list[str]:
    """The page of a query over a large graph, and that of a diagnosis of an answer to it."""
    cache.clear()
    suite = make.suite(slug="large", is_open=True)
    scenario = make.scenario(suite=suite, slug="history")
    query = large_graphs.stored(scenario, large_graphs.LARGE[request.param]())
    make.released(suite)
    variant = diagnosed.variant(suite)
    row = diagnosed.plain(variant, query)
    return [
        "/suites/large/history/queries/q001/",
        f"/runs/{variant.run_id}/diagnosis/{row.answer_id}/",
    ]


def test_case_g03_five_at_once_get_a_picture_and_a_table(
    pages: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Case G03: each page answers five views with one dot, which is gone afterwards."""
    program = large_graphs.watched_dot(tmp_path, graphs.dot_binary())
    monkeypatch.setattr(graphs, "dot_binary", lambda: str(program))
    person = User.objects.create_user("someone", role="lead")
    for path in pages:
        before = len(large_graphs.started(tmp_path))
        with ThreadPoolExecutor(VIEWS) as views:
            found = list(views.map(lambda _, path=path: seen(person, path), range(VIEWS)))
        processes = large_graphs.started(tmp_path)[before:]
        assert len(processes) == 1, path
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)
        for status, text in found:
            assert status == 200
            assert "<svg" in text.partition('id="dag"')[2].partition("</div>")[0]
            assert '<details id="nodes"' in text


def seen(person: Any, path: str) -> tuple[int, str]:
    client = Client()
    try:
        client.force_login(person)
        response = client.get(path)
        return response.status_code, response.content.decode()
    finally:
        connections.close_all()
