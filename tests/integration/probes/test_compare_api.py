"""``/api/v1/comparisons/``: the figures, who sees single queries, and problem details."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.models import Run
from scenarios.models import Suite
from tests.factories import hand_made_runs as make
from tests.factories import scenarios as make_scenarios
from tests.factories.hand_made_runs import Asked
from tests.factories.web_world import World

API = "/api/v1/comparisons/"


def two_systems(slug: str = "hm", count: int = 12, **fields: object) -> Run:
    """``old`` right on the first three quarters, ``new`` on the last."""
    suite = make.suite([Asked(history=n % 3) for n in range(count)], slug=slug, **{"is_open": True, **fields})
    run = make.run(suite, make.system(f"{slug}-old"), make.system(f"{slug}-new"))
    make.answers(run, f"{slug}-old", [n < count * 3 // 4 for n in range(count)])
    make.answers(run, f"{slug}-new", [n >= count // 4 for n in range(count)])
    return run


def lines_of(run: Run, slug: str = "hm") -> str:
    return f"line={run.pk}:{slug}-old&line={run.pk}:{slug}-new"


def test_the_figures_of_the_pairs(quiet_world: World) -> None:
    run = two_systems()
    found = quiet_world.api("lead").get(f"{API}?{lines_of(run)}&by=label,scenario").json()
    assert found["suites"] == [
        {"suite": "hm", "version": 1, "content_hash": "0" * 64, "verification": "Not verified by people"}
    ]
    against = found["lines"][1]["against_baseline"]
    assert (against["n"], against["lost"], against["gained"], against["difference"]) == (12, 3, 3, 0)
    assert against["scenarios"] == 3
    assert [(part["by"], part["value"]) for part in against["slices"]] == [
        ("label", "answerable"),
        ("scenario", "hm-0"),
        ("scenario", "hm-1"),
        ("scenario", "hm-2"),
    ]
    assert against["queries"]["lost"] == ["hm-0/q001", "hm-1/q002", "hm-2/q003"]


def test_the_order_of_the_lines_is_kept(quiet_world: World) -> None:
    run = two_systems()
    found = quiet_world.api("lead").get(f"{API}?line={run.pk}:hm-new&line={run.pk}:hm-old").json()
    assert found["baseline"] == f"{run.pk}:hm-new:none"


def test_what_is_refused_is_a_problem_with_a_code(quiet_world: World) -> None:
    run, other = two_systems(), two_systems("hm2")
    hidden = two_systems("hidden", is_open=False)
    for query, status, code, words in (
        ("", 400, "invalid", "at least two different lines"),
        (f"line={run.pk}:hm-old", 400, "invalid", "at least two different lines"),
        ("line=bm25&line=dense", 400, "invalid", "'bm25' is no line"),
        (f"line={run.pk}:no&line={run.pk}:hm-new", 400, "invalid", "has no line 'no'"),
        (f"{lines_of(run)}&by=colour", 400, "invalid", "No slices by colour"),
        (f"{lines_of(run)}&colour=red", 400, "invalid", "Known: line, intersect, by"),
        (f"line={run.pk}:hm-old&line={other.pk}:hm2-old", 409, "releases_differ", "other releases"),
        (f"line={run.pk}:hm-old&line=99999", 404, "not_found", "Nothing here"),
        (f"line={run.pk}:hm-old&line={hidden.pk}:hidden-old", 404, "not_found", "Nothing here"),
    ):
        response = quiet_world.api("lead").get(f"{API}?{query}")
        problem = response.json()
        assert (response.status_code, problem["code"]) == (status, code), query
        assert response["Content-Type"] == "application/problem+json"
        assert words in response.content.decode(), query
    assert quiet_world.api("lead").get(API).json()["fields"] == {
        "line": ["Name at least two different lines; the first is the baseline."]
    }


def test_a_run_that_is_hidden_reads_like_one_that_is_absent(quiet_world: World) -> None:
    hidden = two_systems("hidden", is_open=False)
    api = quiet_world.api("lead")
    bodies = [api.get(f"{API}?line={pk}&line={pk}:x").json() for pk in (hidden.pk, 99999)]
    ids = [body.pop("request_id") for body in bodies]
    assert ids[0] != ids[1]
    assert bodies[0] == bodies[1]


def test_a_role_that_may_not_view_runs_is_refused_on_that_suite(quiet_world: World) -> None:
    run = two_systems()
    make_scenarios.member(quiet_world.people["lead"], run.suite, "annotator")
    assert quiet_world.api("lead").get(f"{API}?{lines_of(run)}").status_code == 403
    assert quiet_world.api("researcher").get(f"{API}?{lines_of(run)}").status_code == 200
    assert quiet_world.api("annotator").get(f"{API}?{lines_of(run)}").status_code == 403
    assert quiet_world.api("system").get(f"{API}?{lines_of(run)}").status_code == 401


def test_a_held_out_suite_shows_figures_and_no_single_query(quiet_world: World) -> None:
    run = two_systems()
    Suite.objects.filter(pk=run.suite_id).update(held_out=True)
    for role, sees in (("researcher", False), ("lead", False), ("admin", True)):
        found = quiet_world.api(role).get(f"{API}?{lines_of(run)}").json()
        against = found["lines"][1]["against_baseline"]
        assert (against["lost"], "queries" in against) == (3, sees), role
        assert ("q001" in str(found)) is sees


def test_releases_are_intersected_on_purpose(quiet_world: World) -> None:
    run, other = two_systems(), two_systems("hm2")
    query = f"line={run.pk}:hm-old&line={other.pk}:hm2-old&intersect=true"
    found = quiet_world.api("lead").get(f"{API}?{query}").json()
    assert found["dropped"] == [{"suite": "hm2", "absent": 24, "differing": 0}]
    assert [one["suite"] for one in found["suites"]] == ["hm", "hm2"]


def test_it_costs_the_same_for_few_answers_and_for_many(quiet_world: World) -> None:
    costs = []
    for slug, count in (("few", 4), ("many", 48)):
        run = two_systems(slug, count)
        path = f"{API}?{lines_of(run, slug)}"
        cache.clear()
        assert quiet_world.api("lead").get(path).status_code == 200
        with CaptureQueriesContext(connection) as caught:
            assert quiet_world.api("lead").get(path).status_code == 200
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 8


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_it_can_be_browsed(quiet_world: World, accept: str) -> None:
    run = two_systems()
    response = quiet_world.client("lead").get(f"{API}?{lines_of(run)}", headers={"Accept": accept})
    assert response.status_code == 200
    assert response["Content-Type"].startswith(accept)
