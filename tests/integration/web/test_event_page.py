"""The page of one record: its actions and what became of them, the queries it supports, and who sees what."""

from __future__ import annotations

import html
import io
import re

import pytest
from django.core.management import call_command
from django.test import Client

from scenarios.models import Event, Rendering, Scenario
from scenarios.selectors import event_versions
from scenarios.selectors.event_versions import Effect
from scenarios.services import versions
from tests.factories import scenarios as make
from tests.factories.web_world import MARKER, World

PAGE = "/suites/worked-example/figure3/events/"
OPEN = "/suites/open/open-history/events/"


@pytest.fixture
def lead(quiet_world: World) -> Client:
    """A lead who may see the worked example."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world.client("lead")


def text_of(client: Client, path: str) -> str:
    """The words of a page, tags left out."""
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def test_a_record_says_what_it_superseded_and_what_superseded_it(lead: Client) -> None:
    assert "the first that is said of it; superseded by e10 1 Jul 2026 : Corby" in text_of(lead, f"{PAGE}e7/")
    later = lead.get(f"{PAGE}e10/").content.decode()
    assert 'supersedes <span class="superseded">Halewick</span>' in later
    assert f'href="{PAGE}e7/"' in later
    assert "asserts nothing" in text_of(lead, f"{PAGE}e11/")


def test_it_lists_the_queries_that_rest_on_it_and_its_neighbours(lead: Client) -> None:
    found = text_of(lead, f"{PAGE}e10/")
    assert "1 with it in a witness, 1 in all" in found
    assert "in 1 of 1 listed witness ·" in found
    assert "No record" not in found
    page = lead.get(f"{PAGE}e10/").content.decode()
    assert re.search(rf'rel="prev" href="{PAGE}e9/"', page)
    assert re.search(rf'rel="next" href="{PAGE}e11/"', page)
    assert "it is in the derivation of no query" in text_of(lead, f"{PAGE}e7/")


def test_pages_that_name_a_record_link_to_it(lead: Client) -> None:
    base = "/suites/worked-example/figure3/"
    for path, label in (
        (base, "e7"),
        (f"{base}queries/q1/", "e10"),
        (f"{base}explain/?goal=n_outside(Vera)&cutoff=2026-08-31&against=2026-06-30", "e10"),
        (f"{base}explain/?goal=n_outside(Vera)&cutoff=2026-03-31&whynot=3", "e9"),
        (f"{base}explain/?goal=n_outside(Vera)&node=fact:dest(Grus)", "e7"),
        (f"{base}explain/?goal=n_outside(Vera)&node=event:e10", "e10"),
    ):
        assert f'href="{PAGE}{label}/"' in lead.get(path).content.decode(), path


def test_what_is_part_of_the_truth_shows_to_those_alone_who_may_see_it(quiet_world: World) -> None:
    seen = quiet_world.client("lead").get(f"{OPEN}e0001/").content.decode()
    for words in (f"assert dest(Grus) = {MARKER}", "Queries that it supports", f"t_{MARKER}", "Kind"):
        assert words in seen
    hidden = quiet_world.client("annotator").get(f"{OPEN}e0001/").content.decode()
    assert "Grus is on its way." in hidden
    for words in (MARKER, "assert", "supports", "Template", "<dt>Kind", "q001", "/time/"):
        assert words not in hidden, words
    assert quiet_world.client("lead").get(f"{OPEN}e0009/").status_code == 404


def test_checks_of_the_words_are_listed(quiet_world: World) -> None:
    checks = {"K1": {"passed": True, "evidence": "move#2"}, "K5": {"passed": False, "evidence": "31 June"}}
    event = Event.objects.get(scenario__slug="open-history", label="e0001")
    Rendering.objects.filter(event=event).update(checks=checks, status="auto_failed")
    found = text_of(quiet_world.client("lead"), f"{OPEN}e0001/")
    assert "K1 passed move#2 K5 failed 31 June" in found
    assert "version 1 by template, failed its checks" in found


def test_the_api_tells_the_same_to_whom_it_may(lead: Client, quiet_world: World) -> None:
    path = "/api/v1/suites/worked-example/scenarios/figure3/events/e10/"
    found = quiet_world.api("lead").get(path).json()
    (statement,) = found["actions"][0]["statements"]
    assert (statement["effect"], statement["other"]) == (
        "supersedes",
        {"says": "Halewick", "events": ["e7"]},
    )
    assert found["queries"] == [
        {"id": "q1", "in_witness": True, "exact": True, "witnesses_holding": 1, "witnesses_listed": 1}
    ]
    assert (found["before"][-1], found["after"]) == ("e9", ["e11"])
    path = "/api/v1/suites/open/scenarios/open-history/events/e0001/"
    assert set(quiet_world.api("annotator").get(path).json()) == {
        "id",
        "t",
        "text",
        "speaker",
        "before",
        "after",
    }
    assert quiet_world.api("system").get(path).status_code == 401


# -------------------------------------------------------------------- what became of statements (spec 1.4)
@pytest.fixture
def history(db: None) -> Scenario:
    """One key through confirmation, a late older value, revision, cancellation and a new beginning."""
    scenario = make.scenario()

    def told(number: int, **fields: object) -> None:
        event = make.event(scenario, number)
        make.action(event, **fields)

    told(1)
    told(2)
    told(3, op="revise", value="Ashfell")
    told(4, value="Lunmar", as_of=make.day(2))
    told(5, op="cancel", value=None)
    told(6, value="Ashfell")
    told(7, op="cancel", pred="trip", key=["Vera"], member="Grus", value=None, ineffective=True)
    versions.rebuild(scenario=scenario)
    return scenario


@pytest.mark.parametrize(
    ("label", "effect", "other", "ended", "confirmed"),
    [
        ("e0001", Effect.FIRST, None, ("Ashfell", ("e0003",)), ("e0002",)),
        ("e0002", Effect.CONFIRMS, ("Corby", ("e0001",)), ("Ashfell", ("e0003",)), ()),
        ("e0003", Effect.SUPERSEDES, ("Corby", ("e0001", "e0002")), ("cancelled", ("e0005",)), ()),
        ("e0004", Effect.LATE, ("Ashfell", ("e0003",)), None, ()),
        ("e0005", Effect.SUPERSEDES, ("Ashfell", ("e0003",)), ("Ashfell", ("e0006",)), ()),
        ("e0006", Effect.SUPERSEDES, ("cancelled", ("e0005",)), None, ()),
    ],
)
def test_each_statement_knows_what_it_did_and_what_ended_it(
    history: Scenario,
    label: str,
    effect: Effect,
    other: tuple[str, tuple[str, ...]] | None,
    ended: tuple[str, tuple[str, ...]] | None,
    confirmed: tuple[str, ...],
) -> None:
    ((story,),) = event_versions.stories(history.events.get(label=label)).values()
    assert story.effect is effect
    assert (story.other and (story.other.words, story.other.events)) == other
    assert (story.ended and (story.ended.words, story.ended.events)) == ended
    assert story.confirmed == confirmed
    assert (story.ended_at is not None) is (ended is not None)


def test_an_action_without_effect_has_no_statement(history: Scenario) -> None:
    assert event_versions.stories(history.events.get(label="e0007")) == {}
