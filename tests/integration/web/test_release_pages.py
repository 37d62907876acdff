"""Pages and API twins of what a release carries: data card, comparison, and its verification everywhere."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command

from scenarios.models import Rendering, Suite
from scenarios.selectors import statistics
from scenarios.services import data_cards, verification
from scenarios.views import releases
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.web_world import World

COMPARE, API_COMPARE = "/suites/compare/", "/api/v1/suites/compare/"


def main(response: Any) -> str:
    """The words of a page as a reader sees them."""
    assert response.status_code == 200
    text = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


# ------------------------------------------------------------------ the card
def test_the_card_page_shows_the_whole_card(quiet_world: World) -> None:
    suite = quiet_world.suites["open"]
    text = main(quiet_world.client("researcher").get("/suites/open/card/"))
    found = data_cards.card(suite, statistics.of_suite(suite))
    words = [word for fact in found.facts for word in fact]
    for section in found.sections:
        words += [section.title, *section.paragraphs, *section.items]
        words += [cell for table in section.tables for row in (table.head, *table.rows) for cell in row]
    for word in words:
        assert " ".join(word.split()) in text, word


def test_the_api_gives_the_same_card(quiet_world: World) -> None:
    suite = quiet_world.suites["open"]
    found = quiet_world.api("researcher").get("/api/v1/suites/open/card/").json()
    assert found == data_cards.as_json(data_cards.card(suite, statistics.of_suite(suite)))
    assert found["facts"]["Suite"] == "open"


def test_words_of_a_suite_are_escaped_on_its_card(quiet_world: World) -> None:
    Suite.objects.filter(slug="open").update(title="<b>x</b>", config={"licence": "<script>"})
    page = quiet_world.client("lead").get("/suites/open/card/").content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;script&gt;" in page


def test_the_suite_page_links_card_and_comparison_for_those_who_may_see_them(quiet_world: World) -> None:
    links = ("/suites/open/card/", "/suites/compare/?a=open")
    for role, there in (("lead", True), ("researcher", True), ("annotator", False)):
        page = quiet_world.client(role).get("/suites/open/").content.decode()
        assert all((f'href="{link}"' in page) is there for link in links), role


def test_a_suite_and_a_scenario_may_not_take_the_addresses_of_pages(quiet_world: World) -> None:
    from scenarios.bundle import Bundle
    from scenarios.exceptions import BundleRefusedError
    from scenarios.services import suites

    spec = make.bundle(make.event_spec(1, make.act("assert", "dest", "Grus", value="Corby"))).scenarios[0]
    for bundle in (
        Bundle("compare", "X", "imported", (spec,)),
        make.bundle(*spec.events, scenarios=(type(spec)(**{**_fields(spec), "slug": "card"}),)),
    ):
        with pytest.raises(BundleRefusedError, match="has this address"):
            suites.store(bundle=bundle, by=None)


def _fields(spec: Any) -> dict[str, Any]:
    return {name: getattr(spec, name) for name in spec.__dataclass_fields__}


# ------------------------------------------------------------ the comparison
@pytest.fixture
def pair(quiet_world: World) -> World:
    """The open suite and another like it with one record reworded."""
    after = web_world.planted_suite("after", is_open=True)
    after.scenarios.update(
        slug="open-history", title="History of open", program=scenario_program(quiet_world)
    )
    Rendering.objects.filter(event__scenario__suite=after, event__label="e0001").update(
        text="On its way, Grus."
    )
    return quiet_world


def scenario_program(world: World) -> str:
    return world.suites["open"].scenarios.get().program


def test_two_suites_are_shown_beside_each_other(pair: World) -> None:
    text = main(pair.client("researcher").get(f"{COMPARE}?a=open&b=after"))
    assert "open , version 1 (Not verified by people), before after , version 1" in text
    assert "events 3 3 0 0 1 2" in text
    assert "Walked again 1 query: a record before their cutoff reads otherwise" in text
    assert "open-history e0001 changed text" in text
    assert "Records of open-history differ for a system from 2 Jan 2026 09:00 UTC on" in text


def test_the_api_gives_the_same_comparison(pair: World) -> None:
    found = pair.api("lead").get(f"{API_COMPARE}?a=open&b=after").json()
    assert found["events"]["changed"] == [{"id": "open-history/e0001", "parts": ["text"]}]
    assert found["stale"]["walked_again"] == ["open-history/q001"]
    assert not found["same"]
    assert pair.api("lead").get(f"{API_COMPARE}?a=open&b=open").json()["same"]


def test_equal_suites_say_so(pair: World) -> None:
    text = main(pair.client("lead").get(f"{COMPARE}?a=open&b=open"))
    assert "Both hold the same scenarios, events and queries." in text


def test_without_two_suites_the_page_asks_for_them(pair: World) -> None:
    for query in ("", "?a=open", "?b=after", "?a=&b="):
        page = pair.client("lead").get(f"{COMPARE}{query}").content.decode()
        assert "Which scores go stale" not in page
        assert re.findall(r"<option( selected)?>open</option>", page)
    assert "<option selected>open</option>" in pair.client("lead").get(f"{COMPARE}?a=open").content.decode()


def test_only_suites_whose_gold_one_may_see_can_be_chosen(pair: World) -> None:
    page = pair.client("researcher").get(COMPARE).content.decode()
    assert set(re.findall(r"<option[^>]*>([^<]+)</option>", page)) == {"open", "after"}
    page = pair.client("admin").get(COMPARE).content.decode()
    assert set(re.findall(r"<option[^>]*>([^<]+)</option>", page)) == {"open", "after", "closed", "held-out"}


@pytest.mark.parametrize("side", ["a=open&b={}", "a={}&b=open"])
def test_a_suite_that_is_not_yours_is_404_and_one_that_is_held_out_403(pair: World, side: str) -> None:
    for slug, status in (("closed", 404), ("nowhere", 404), ("held-out", 403)):
        for client, path in ((pair.client("researcher"), COMPARE), (pair.api("researcher"), API_COMPARE)):
            assert client.get(f"{path}?{side.format(slug)}").status_code == status, (slug, path)
    assert pair.client("annotator").get(f"{COMPARE}?{side.format('after')}").status_code == 403


def test_a_member_who_leads_one_suite_may_compare_it(pair: World) -> None:
    """Annotators see no gold; one who leads a suite sees that of it, and of no other."""
    make.member(pair.people["annotator"], pair.suites["closed"], "lead")
    client = pair.client("annotator")
    assert client.get(f"{COMPARE}?a=closed&b=closed").status_code == 200
    assert client.get(f"{COMPARE}?a=closed&b=open").status_code == 403


def test_the_api_names_the_parameter_that_is_missing_or_unknown(pair: World) -> None:
    api = pair.api("lead")
    for query, name in (("", "a"), ("?a=open", "b"), ("?a=open&b=", "b"), ("?a=open&b=after&c=1", "c")):
        response = api.get(f"{API_COMPARE}{query}")
        assert response.status_code == 400
        assert name in str(response.json())


def test_long_lists_are_cut_on_the_page_and_whole_in_the_api(pair: World, monkeypatch: Any) -> None:
    monkeypatch.setattr(releases, "SHOWN", 5)
    web_world.grow(Suite.objects.get(slug="after").scenarios.get(), events=9)
    text = main(pair.client("lead").get(f"{COMPARE}?a=open&b=after"))
    assert "The first 5 of 10; manage.py compare_suites open after --json lists all." in text
    found = pair.api("lead").get(f"{API_COMPARE}?a=open&b=after").json()
    assert len(found["events"]["added"]) == 9


# ------------------------------------------------- verification beside results
SAMPLED = "A sample verified by people: 1 of 4 texts"


@pytest.fixture
def sampled(world: World) -> World:
    """A site on whose open suite people verified one text."""
    suite = world.suites["open"]
    Rendering.objects.filter(event__scenario__suite=suite, event__label="e0001").update(status="verified")
    verification.restate(suite=suite)
    return world


def test_every_page_that_names_a_suite_with_results_says_how_far_it_is_verified(sampled: World) -> None:
    run = sampled.runs["open"].pk
    query = "/suites/open/open-history/queries/q001/"
    for path in (
        *("/suites/", "/suites/open/", "/suites/open/statistics/", "/suites/open/card/"),
        *("/leaderboards/open/", f"/runs/{run}/", f"/runs/{run}/answers/", query),
        f"{COMPARE}?a=open&b=open",
    ):
        assert SAMPLED in main(sampled.client("lead").get(path)), path


def test_every_api_that_gives_results_of_a_suite_says_it(sampled: World) -> None:
    api = sampled.api("lead")
    run = sampled.runs["open"].pk
    assert api.get("/api/v1/suites/open/").json()["verification_text"] == SAMPLED
    listed = {row["slug"]: row["verification_text"] for row in api.get("/api/v1/suites/").json()["results"]}
    assert listed["open"] == SAMPLED
    for path in ("suites/open/statistics", "leaderboards/open", f"runs/{run}"):
        assert api.get(f"/api/v1/{path}/").json()["verification"] == SAMPLED, path


def test_every_command_that_prints_results_of_a_suite_says_it(sampled: World) -> None:
    run = str(sampled.runs["open"].pk)
    for command in (
        ("report", run),
        ("report", run, "--json"),
        ("suite_stats", "open"),
        ("suite_stats", "open", "--json"),
    ):
        out = io.StringIO()
        call_command(*command, stdout=out)
        assert SAMPLED in out.getvalue(), command
