"""The page of what shortcuts score on a suite and its API twin: figures, verdict, roles, empty states."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.services import shortcuts
from scenarios.models import Suite
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories import shortcut_suites
from tests.factories.web_world import World

PAGE, API = "/suites/{}/shortcuts/", "/api/v1/suites/{}/shortcuts/"


def stored(*truths: bool, slug: str = "trips", k: int = 1, **fields: object) -> Suite:
    """An open suite with its check."""
    suite = suites.store(bundle=shortcut_suites.bundle(*truths, slug=slug), by=None, is_open=True, **fields)
    shortcuts.run(suite=suite, k=k)
    return suite


def page(world: World, slug: str, role: str = "lead") -> str:
    response = world.client(role).get(PAGE.format(slug))
    assert response.status_code == 200
    return response.content.decode()


def test_each_family_has_its_bars_and_their_table(quiet_world: World) -> None:
    stored(True, False, True, False)
    text = page(quiet_world, "trips")
    assert text.count('<svg class="shares"') == 3  # temporal, semantic, all
    label = re.search(r'aria-label="Share of semantic that each shortcut answers right. ([^"]*)"', text)
    assert label is not None
    assert "BM25: 0.0% (0 of 4)" in label[1]
    assert "full history: 100.0% (4 of 4)" in label[1]
    row = re.search(r'<th scope="row">full history</th>(.*?)</tr>', text, re.DOTALL)
    assert row is not None
    assert re.findall(r"(\d+ of \d+)</span>", row[1]) == ["3 of 3", "4 of 4", "7 of 7"]
    assert row[1].count('class="number few"') == 3
    assert "Knows gold, templates." in text


def test_the_curve_has_its_table(quiet_world: World) -> None:
    stored(True, False, True, False)
    text = page(quiet_world, "trips")
    assert (
        'aria-label="Share that BM25 answers right, by witness size. 1: 100.0% (2 of 2); 2: 0.0% (0 of 4)"'
        in text
    )
    assert re.search(r'<th scope="row">2</th><td class="number few">0.0% \(0 of 4\)</td>', text)
    assert "does not rise" in text
    assert "is right on 4 of 7 queries, BM25 alone on 0: a difference of +57.1%" in text


def test_what_the_suite_lacks_stands_first(quiet_world: World) -> None:
    stored(True, True, True, True, True, True)
    text = page(quiet_world, "trips")
    assert "This suite lacks what it must show" in text
    assert "<li>above chance: trips/is_abroad</li>" in text
    assert '<span class="state state-wrong">above chance</span>' in text
    assert text.count('<li><a href="/suites/trips/trips-history/queries/a') == 6
    stored(True, False, True, False, slug="good")
    good = page(quiet_world, "good")
    assert "This suite lacks" not in good
    assert "None of 2 forms is answered above chance." in good


def test_a_reason_is_shown_and_escaped(quiet_world: World) -> None:
    config = {"explained": {"is_abroad": "<b>only</b> abroad"}}
    bundle = shortcut_suites.bundle(*(True,) * 6, config=config)
    suites.release(suite=suites.store(bundle=bundle, by=None, is_open=True), by=None)
    text = page(quiet_world, "trips")
    assert '<span class="state state-stale">explained</span> &lt;b&gt;only&lt;/b&gt; abroad' in text
    assert "above chance: trips" not in text


def test_an_edited_draft_is_told_to_be_checked_again(quiet_world: World) -> None:
    suite = stored(True, False)
    assert "edited after this check" not in page(quiet_world, "trips")
    Suite.objects.filter(pk=suite.pk).update(content_hash="f" * 64)
    assert "edited after this check" in page(quiet_world, "trips")
    assert quiet_world.api("lead").get(API.format("trips")).json()["stale"] is True


def test_without_a_check_the_page_says_how_to_make_one(quiet_world: World) -> None:
    text = page(quiet_world, "open")
    assert "manage.py shortcuts open" in text
    assert "<svg" not in text.partition("<main")[2]
    answer = quiet_world.api("lead").get(API.format("open")).json()
    assert (answer["suite"], answer["checked"], "families" in answer) == ("open", False, False)


def test_without_gold_there_is_nothing_to_show(quiet_world: World) -> None:
    suite = make.suite(slug="bare", is_open=True)
    shortcuts.run(suite=suite)
    assert "No query of this suite had gold" in page(quiet_world, "bare")
    found = quiet_world.api("lead").get(API.format("bare")).json()
    assert (found["ok"], found["forms"], found["bm25_by_witness"]) == (True, [], [])
    assert found["families"][-1]["shortcuts"]["bm25"]["share"] is None


@pytest.mark.parametrize(
    ("role", "status", "api"),
    [
        ("anonymous", 302, 401),
        ("annotator", 403, 403),
        ("researcher", 200, 200),
        ("lead", 200, 200),
        ("admin", 200, 200),
        ("system", 403, 401),
    ],
)
def test_who_may_not_see_gold_does_not_see_it(quiet_world: World, role: str, status: int, api: int) -> None:
    stored(True, False)
    assert quiet_world.client(role).get(PAGE.format("trips")).status_code == status
    assert quiet_world.api(role).get(API.format("trips")).status_code == api


def test_a_held_out_suite_keeps_it_to_its_leads(quiet_world: World) -> None:
    stored(True, False, standing="held-out")
    assert quiet_world.client("researcher").get(PAGE.format("trips")).status_code == 403
    assert quiet_world.client("admin").get(PAGE.format("trips")).status_code == 200


def test_the_statistics_lead_there(quiet_world: World) -> None:
    stored(True, False)
    text = quiet_world.client("lead").get("/suites/trips/statistics/").content.decode()
    assert 'href="/suites/trips/shortcuts/"' in text


def test_the_api_tells_the_same(quiet_world: World) -> None:
    stored(True, False, True, False)
    found = quiet_world.api("lead").get(API.format("trips")).json()
    assert (found["suite"], found["k"], found["ok"], found["knows"]) == (
        "trips",
        1,
        True,
        ["gold", "templates"],
    )
    shares = {family["name"]: family["shortcuts"]["full_history"] for family in found["families"]}
    assert {name: (share["right"], share["n"]) for name, share in shares.items()} == {
        "temporal": (3, 3),
        "semantic": (4, 4),
        "all": (7, 7),
    }
    assert [form["form"] for form in found["forms"]] == ["is_abroad", "where"]
    assert quiet_world.api("lead").get(API.format("trips") + "?top=3").status_code == 400


def cost(client: Client, path: str) -> int:
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_a_large_suite_costs_as_many_queries_as_a_small_one(quiet_world: World) -> None:
    cache.clear()
    stored(True, False, slug="small")
    stored(True, False, True, False, True, False, True, False, slug="large")
    for client, address in ((quiet_world.client("lead"), PAGE), (quiet_world.api("lead"), API)):
        small, large = (cost(client, address.format(slug)) for slug in ("small", "large"))
        assert small == large
        assert small <= 12
