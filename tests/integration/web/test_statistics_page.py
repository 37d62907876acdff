"""The page of a suite's statistics and its API twin: tables, small multiples, verdict, empty state."""

from __future__ import annotations

import re

import pytest

from scenarios.models import Suite
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.web_world import World

PAGE, API = "/suites/{}/statistics/", "/api/v1/suites/{}/statistics/"


def page(world: World, slug: str, role: str = "lead") -> str:
    response = world.client(role).get(PAGE.format(slug))
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def derive(quiet_world: World) -> Suite:
    """An open suite called ``derive`` with two queries."""
    suite = make.suite(slug="derive", title="Derive", is_open=True)
    scenario = make.scenario(suite=suite)
    make.event(scenario, 1)
    web_world.grow(scenario, queries=2)
    return suite


def test_every_family_has_its_figures_beside_small_histograms(quiet_world: World) -> None:
    web_world.grow(quiet_world.suites["open"].scenarios.get(), queries=4)
    text = page(quiet_world, "open")
    assert text.count('<svg class="histogram"') == 2 * 3  # temporal and all, by witness, height and width
    assert (
        'aria-label="Queries of temporal by height of the derivation. ≤1: 4, 2: 1, 3: 0, 4: 0, 5: 0, 6+: 0"'
        in text
    )
    assert re.search(r"median 1, largest 2, n 5", text)
    assert "aim" not in re.sub(r"class=\"aim\"", "", text.partition("<main")[2])
    assert "<h2>By domain</h2>" in text


def test_derive_is_shown_beside_its_targets(quiet_world: World, derive: Suite) -> None:
    text = page(quiet_world, "derive")
    assert "figures miss their targets" in text
    assert "domains.tripops.events is 1, aim 1,817" in text
    assert '<span class="state state-wrong">missed</span>' in text
    assert text.count('class="aim" d=') == 2 * 7  # a line for each bar of witness sizes


def test_what_the_manifest_allows_is_listed_with_its_reason(quiet_world: World, derive: Suite) -> None:
    derive.config = {"allowed_figures": {"families.temporal.height": "only two <b>queries</b>"}}
    derive.save()
    text = page(quiet_world, "derive")
    assert "only two &lt;b&gt;queries&lt;/b&gt;" in text
    assert '<span class="state state-stale">allowed</span>' in text


def test_a_manifest_that_cannot_be_read_hides_the_targets_and_says_so(
    quiet_world: World, derive: Suite
) -> None:
    derive.config = {"allowed_figures": {"families.poems.height": "x"}}
    derive.save()
    text = page(quiet_world, "derive")
    assert "families.poems.height: there is no such figure" in text
    assert "figures miss their targets" not in text
    answer = quiet_world.api("lead").get(API.format("derive")).json()
    assert (answer["ok"], answer["figures"]) == (None, None)
    assert "there is no such figure" in answer["fault"]


def test_a_suite_without_gold_says_what_goes_here(quiet_world: World) -> None:
    make.scenario(suite=make.suite(slug="bare", is_open=True))
    text = page(quiet_world, "bare")
    assert "No query of this suite has gold yet" in text
    assert '<svg class="histogram"' not in text


def test_names_of_an_imported_suite_are_escaped(quiet_world: World) -> None:
    scenario = quiet_world.suites["open"].scenarios.get()
    web_world.grow(scenario, queries=1)
    scenario.queries.filter(label="q002").update(family='<i>"odd"</i>')
    text = page(quiet_world, "open")
    assert "<i>" not in text
    assert "&lt;i&gt;" in text


def test_the_page_of_the_suite_leads_there_for_those_who_see_gold(quiet_world: World) -> None:
    link = 'href="/suites/open/statistics/"'
    assert link in quiet_world.client("researcher").get("/suites/open/").content.decode()
    assert link not in quiet_world.client("annotator").get("/suites/open/").content.decode()
    assert quiet_world.client("annotator").get(PAGE.format("open")).status_code == 403


def test_the_api_tells_the_same(quiet_world: World, derive: Suite) -> None:
    answer = quiet_world.api("lead").get(API.format("derive")).json()
    assert (answer["suite"], answer["ok"]) == ("derive", False)
    figures = {figure["key"]: figure for figure in answer["figures"]}
    assert figures["families.temporal.height"]["value"] == 1
    assert [row["name"] for row in answer["domains"]] == ["tripops", "all"]
    plain = quiet_world.api("lead").get(API.format("open")).json()
    assert (plain["ok"], plain["figures"], "fault" in plain) == (None, None, False)
    assert quiet_world.api("lead").get(API.format("open") + "?top=3").status_code == 400
