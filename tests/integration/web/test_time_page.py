"""The page that moves a cutoff through a history: what holds then, what a query answers, and its links."""

from __future__ import annotations

import html
import io
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client

from scenarios.models import DerivationNode, GoldAnswer, Scenario
from scenarios.selectors import key_histories, moments, programs
from scenarios.selectors.key_histories import CollectionHistory, Filter, KeyHistory
from scenarios.services import versions
from tests.factories import scenarios as make
from tests.factories.web_world import MARKER, World

PAGE = "/suites/worked-example/figure3/time/"
PART = {"HX-Request": "true"}


@pytest.fixture
def lead(quiet_world: World) -> Client:
    """A lead who may see the worked example."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world.client("lead")


def page_of(client: Client, status: int = 200, path: str = PAGE, **parameters: str) -> str:
    response = client.get(f"{path}?{urlencode(parameters)}")
    assert response.status_code == status, response.content.decode()[:2000]
    return response.content.decode()


def words_of(page: str) -> str:
    """The words of a page, tags left out."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def row_of(page: str, name: str) -> str:
    """The words of the row of a key."""
    row = page.partition(f'<th scope="row" class="mono">{name}</th>')[2].partition("</tr>")[0]
    assert row, f"no row of {name}"
    return words_of(row)


def answer_of(page: str) -> str:
    """Answer and label of the query."""
    return words_of(page.partition('<p class="answer-line">')[2].partition("</p>")[0]).strip()


def steps_of(page: str) -> dict[str, str]:
    """The cutoff of each step that leads somewhere."""
    links = re.findall(r'data-step="(\w+)" href="([^"]+)"', page)
    return {name: parse_qs(urlsplit(html.unescape(link)).query)["cutoff"][0] for name, link in links}


def test_state_and_answer_move_with_the_cutoff(lead: Client) -> None:
    rows = GoldAnswer.objects.count(), DerivationNode.objects.count()
    june = page_of(lead, cutoff="2026-06-30", query="q1")
    assert "9 of 11 records are seen" in words_of(june)
    assert answer_of(june) == "3 answerable"
    assert row_of(june, "dest(Grus)").strip() == "Halewick e7 1 Mar 2026 Corby e10 1 Jul 2026"
    late = page_of(lead, cutoff="2026-08-31", query="q1")
    assert answer_of(late) == "2 answerable"
    assert row_of(late, "dest(Grus)").strip().startswith("Halewick e7 1 Mar 2026 Corby")
    assert "Corby e10 1 Jul 2026 version 2" in row_of(late, "dest(Grus)")
    assert (GoldAnswer.objects.count(), DerivationNode.objects.count()) == rows, "nothing is stored"


def test_what_is_later_is_grey_and_what_is_superseded_is_struck(lead: Client) -> None:
    june, late = page_of(lead, cutoff="2026-06-30"), page_of(lead, cutoff="2026-08-31")
    assert 'superseded">Halewick' not in june
    assert 'says superseded">Halewick' in late
    grey = june.partition(">dest(Grus)</th>")[2].partition('<td class="is-later">')[2].partition("</td>")[0]
    assert "Corby" in grey
    early = page_of(lead, cutoff="2026-02-01")
    assert '<tr class="is-later">\n    <th scope="row" class="mono">dest(Grus)' in early


def test_a_collection_says_why_it_is_open_and_why_closed(lead: Client) -> None:
    may = row_of(page_of(lead, cutoff="2026-05-31"), "trip(Vera)")
    assert "open no record says that it is complete" in may
    june = row_of(page_of(lead, cutoff="2026-06-30"), "trip(Vera)")
    assert "closed e9 says that there are 3 in all" in june


def test_the_difference_to_another_cutoff_names_its_cause(lead: Client) -> None:
    june = page_of(lead, cutoff="2026-06-30", query="q1")
    assert "What differs from 2026-08-31" in words_of(june)
    causes = june.partition('<ol class="causes">')[2].partition("</ol>")[0]
    assert 'href="/suites/worked-example/figure3/events/e10/"' in causes
    assert '<span class="change change-vanished">vanished</span></td><td>event</td><th scope="row">e7' in june
    other = page_of(lead, cutoff="2026-06-30", query="q1", against="2026-03-31")
    assert "What differs from 2026-03-31" in words_of(other)
    assert ">e9</a>" in other.partition('<ol class="causes">')[2].partition("</ol>")[0]
    assert "What differs" not in page_of(lead, cutoff="2026-08-31", query="q1")


def test_the_strip_marks_cutoffs_witness_and_what_ended_versions(lead: Client) -> None:
    strip = page_of(lead, cutoff="2026-06-30", query="q1").partition("<svg class=")[2].partition("</svg>")[0]
    assert strip.count('class="record"') == 11
    assert strip.count('class="witness"') == 8, "five of its records were observed at one time"
    assert strip.count('class="against"') == 1
    assert strip.count('class="superseding"') == 1
    assert f'class="cutoff" x1="{1000 * 9 / 11:.1f}"' in strip
    bare = page_of(lead, cutoff="2026-06-30").partition("<svg class=")[2].partition("</svg>")[0]
    assert "witness" not in bare
    assert "against" not in bare


def test_a_place_of_the_slider_leads_to_the_address_of_its_cutoff(lead: Client) -> None:
    response = lead.get(PAGE, {"position": "9", "query": "q1", "pred": "dest"})
    assert response.status_code == 302
    asked = parse_qs(urlsplit(response["Location"]).query)
    assert asked == {"cutoff": ["2026-06-01T09:00:00Z"], "query": ["q1"], "pred": ["dest"]}
    assert 'data-position="9"' in lead.get(response["Location"]).content.decode()
    for place, seen in (("0", 0), ("999999", 11), ("1", 5)):  # five records were observed at once
        response = lead.get(PAGE, {"position": place}, follow=True)
        assert f'data-position="{seen}"' in response.content.decode()


def test_steps_go_by_record_by_day_and_to_the_ends(lead: Client) -> None:
    steps = steps_of(page_of(lead, cutoff="2026-06-30", query="q1"))
    assert steps == {
        "first": "2026-01-01T08:59:59.999999Z",
        "day_back": "2026-06-29",
        "back": "2026-04-01T09:00:00Z",
        "forward": "2026-07-01T09:00:00Z",
        "day_forward": "2026-07-01",
        "last": "2026-08-01T09:00:00Z",
        "previous": "2026-06-30",
        "next": "2026-06-30",
        "own": "2026-08-31",
    }
    first = steps_of(page_of(lead, cutoff=steps["first"]))
    assert set(first) == {"forward", "day_forward", "last"}
    assert set(steps_of(page_of(lead, cutoff=first["last"]))) == {"first", "back", "day_back"}


@pytest.mark.parametrize(
    ("cutoff", "jump", "to", "stays"),
    [
        ("2026-01-01", "next", "2026-06-01T09:00:00Z", None),
        ("2026-06-01T09:00:00Z", "next", "2026-07-01T09:00:00Z", None),
        ("2026-07-01T09:00:00Z", "next", "2026-07-01T09:00:00Z", "next-all"),
        ("2026-08-31", "previous", "2026-07-01T09:00:00Z", None),
        ("2026-07-01T09:00:00Z", "previous", "2026-06-01T09:00:00Z", None),
        ("2026-06-01T09:00:00Z", "previous", "2026-06-01T09:00:00Z", "previous-all"),
    ],
)
def test_a_jump_leads_to_the_cutoff_at_which_the_answer_changes(
    lead: Client, cutoff: str, jump: str, to: str, stays: str | None
) -> None:
    response = lead.get(PAGE, {"cutoff": cutoff, "query": "q1", "jump": jump})
    asked = parse_qs(urlsplit(response["Location"]).query)
    assert (asked["cutoff"], asked.get("stays", [None])[0]) == ([to], stays)
    told = words_of(lead.get(response["Location"]).content.decode())
    assert ("changes the answer of q1" in told or "changed the answer of q1" in told) is (stays is not None)


def test_lists_are_filtered_by_predicate_entity_and_kind(lead: Client) -> None:
    def keys(**parameters: str) -> list[str]:
        page = page_of(lead, cutoff="2026-06-30", **parameters)
        return re.findall(r'<th scope="row" class="mono">([^<]*)</th>', page)

    assert keys(pred="dest") == ["dest(Anser)", "dest(Grus)", "dest(Ibex)"]
    assert keys(entity="Grus") == ["dest(Grus)", "trip(Vera)"]
    assert keys(entity="Corvia") == ["city_in(Ashfell)", "city_in(Corby)"]
    assert keys(show="later") == ["dest(Grus)"]
    assert keys(show="superseded") == []
    assert keys(entity="Nobody") == []


def test_htmx_gets_the_moving_part_and_a_node_alone(lead: Client) -> None:
    part = lead.get(PAGE, {"cutoff": "2026-06-30", "query": "q1"}, headers=PART).content.decode()
    assert part.strip().startswith('<div id="time-part" data-position="9"')
    assert '<input type="hidden" name="query" value="q1" form="time-move">' in part
    assert 'name="cutoff" value="2026-06-30" form="time-filter"' in part
    assert "<form" not in part, "what is being edited is never swapped"
    node = lead.get(PAGE, {"cutoff": "2026-06-30", "query": "q1", "node": "fact:dest(Grus)"}, headers=PART)
    assert node.content.decode().strip().startswith('<div class="node-panel"')
    assert "/events/e7/" in node.content.decode()


def test_what_cannot_be_read_is_told_in_words(lead: Client) -> None:
    assert "is no cutoff" in page_of(lead, 400, cutoff="soon")
    assert "has no time zone" in page_of(lead, 400, cutoff="2026-06-30T12:00")
    assert "is no cutoff" in page_of(lead, 400, query="q1", against="soon")
    assert lead.get(PAGE, {"query": "q9"}).status_code == 404
    part = lead.get(PAGE, {"cutoff": "soon"}, headers=PART)
    assert part.status_code == 200, "htmx swaps it in"
    assert "is no cutoff" in part.content.decode()


def test_a_history_without_records_says_so(quiet_world: World) -> None:
    make.scenario(suite=quiet_world.suites["open"], slug="bare")
    lead = quiet_world.client("lead")
    for parameters in ({}, {"cutoff": "2026-06-30"}, {"position": "3"}):
        page = page_of(lead, path="/suites/open/bare/time/", **parameters)
        assert "This history holds no records" in page


def test_only_those_who_see_gold_see_it(quiet_world: World) -> None:
    page = "/suites/open/open-history/time/"
    assert MARKER in quiet_world.client("lead").get(page).content.decode()
    assert quiet_world.client("annotator").get(page).status_code == 403
    records = quiet_world.client("annotator").get("/suites/open/open-history/").content.decode()
    assert page not in records


# -------------------------------------------------------------------- long histories
@pytest.fixture
def long(db: None) -> Scenario:
    """Ninety trips, each moved later; a collection of them is stated complete at fifty, then grows."""
    scenario = make.scenario()
    for number in range(90):
        event = make.event(scenario, number)
        make.action(event, key=[f"T{number:02}"], value="Corby")
        make.action(event, 1, op="member", pred="trip", key=["Vera"], member=f"T{number:02}", value=None)
        if number == 49:
            make.action(event, 2, op="complete", pred="trip", key=["Vera"], size=50, value=None)
    for number in range(90, 180):
        make.action(make.event(scenario, number), key=[f"T{number - 90:02}"], op="revise", value="Ashfell")
    versions.rebuild(scenario=scenario)
    return scenario


def pages(read: Any, scenario: Scenario, wanted: Filter) -> list[list[KeyHistory | CollectionHistory]]:
    """All pages of a list."""
    found, after = [], ""
    program = programs.load(scenario)
    while True:
        page = read(scenario, program, make.day(100), wanted, after=after)
        found.append(list(page.lines))
        after = page.next_after
        if not after:
            return found


def test_pages_of_keys_neither_repeat_nor_skip(long: Scenario) -> None:
    found = pages(key_histories.facts, long, Filter())
    assert [len(page) for page in found] == [40, 40, 10]
    assert [one.key for page in found for one in page] == [(f"T{number:02}",) for number in range(90)]
    superseded = pages(key_histories.facts, long, Filter(shown="superseded"))
    assert sum(len(page) for page in superseded) == 11, "eleven were moved by day 100"
    later = pages(key_histories.facts, long, Filter(shown="later"))
    assert sum(len(page) for page in later) == 79
    assert all(isinstance(one, KeyHistory) and len(one.later) == 1 for page in later for one in page)


def test_a_collection_that_grew_is_open(long: Scenario) -> None:
    ((one,),) = pages(key_histories.collections, long, Filter())
    assert isinstance(one, CollectionHistory)
    assert (len(one.state.members), one.state.closed, one.state.size) == (90, False, 50)


def test_positions_and_cutoffs_agree(long: Scenario) -> None:
    for position in (0, 1, 57, 179, 180):
        cutoff = moments.at_position(long, position)
        assert cutoff is not None
        assert moments.moment(long, cutoff).position == position
    found = moments.moment(long, make.day(57))
    assert [event.label for event in found.before] == ["e0054", "e0055", "e0056", "e0057"]
    assert [event.label for event in found.after] == ["e0058", "e0059", "e0060"]
    assert found.steps["forward"] - found.cutoff == found.cutoff - found.steps["back"] == timedelta(days=1)
