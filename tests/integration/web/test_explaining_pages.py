"""Pages that derive on demand: any goal at any cutoff, what differs, why not, and every refusal in words."""

from __future__ import annotations

import html
import io
import re
from urllib.parse import urlencode

import psycopg
import pytest
from django.core.management import call_command
from django.test import Client

from benchmark.floor.jobs import clocks
from scenarios.datalog.errors import SlowQueryError
from scenarios.models import DerivationNode, GoldAnswer, Scenario
from scenarios.services import versions
from tests.factories import scenarios as make
from tests.factories.web_world import World

PAGE = "/suites/worked-example/figure3/explain/"
QUERY = "/suites/worked-example/figure3/queries/q1/"


@pytest.fixture
def lead(quiet_world: World) -> Client:
    """A lead who may see the worked example."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world.client("lead")


def text_of(client: Client, path: str, status: int = 200, **parameters: str) -> str:
    """The words of a page, tags left out."""
    response = client.get(f"{path}?{urlencode(parameters)}" if parameters else path)
    assert response.status_code == status, response.content.decode()[:2000]
    words = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return re.sub(r"\s+", " ", words)


def test_a_goal_is_answered_with_all_behind_it(lead: Client) -> None:
    rows = GoldAnswer.objects.count(), DerivationNode.objects.count()
    found = text_of(lead, PAGE, goal="country(Grus)", cutoff="2026-06-30")
    assert "Drossel ● answerable".replace("● ", "") in found
    assert "As of 2026-06-30" in found
    assert "Witness 1: 2 records" in found
    assert "All 5 nodes as a table" in found
    assert (GoldAnswer.objects.count(), DerivationNode.objects.count()) == rows, "nothing is stored"


def test_the_page_without_a_goal_says_what_can_be_asked(lead: Client) -> None:
    found = text_of(lead, PAGE)
    assert "What can be asked" in found
    assert "outside(person) derived members: trip" in found


def test_a_node_opens_and_links_to_its_own_page(lead: Client) -> None:
    page = lead.get(PAGE, {"goal": "n_outside(Vera)"}).content.decode()
    link = re.search(r'href="(\?[^"]*node=fact%3Adest%28Grus%29[^"]*)"', page)
    assert link is not None
    opened = text_of(lead, PAGE + html.unescape(link[1]).split("#")[0])
    assert "Halewick e7 , 1 Mar 2026, superseded" in opened
    assert "Explain this alone" in opened
    part = lead.get(
        PAGE,
        {"goal": "n_outside(Vera)", "cutoff": "2026-08-31", "node": "fact:dest(Grus)"},
        headers={"HX-Request": "true"},
    )
    assert part.content.decode().strip().startswith('<div class="node-panel"')
    assert "goal=dest%28Grus%29&amp;cutoff=2026-08-31" in part.content.decode()


def test_another_version_than_the_current_one_is_shown_with_its_records(lead: Client) -> None:
    found = text_of(lead, PAGE, goal="dest@previous(Grus)", cutoff="2026-08-31")
    assert "Halewick ● answerable".replace("● ", "") in found
    assert "Witness 1: 2 records" in found
    part = text_of(
        lead, PAGE, goal="dest@previous(Grus)", cutoff="2026-08-31", node="fact:dest@previous(Grus)"
    )
    assert "Halewick e7 , 1 Mar 2026, superseded" in part
    assert "Explain this alone" in part
    later = text_of(lead, PAGE, goal="dest@later(Grus; Ibex)", whynot="Ibex")
    assert "dest@later(Grus; Ibex) = Ibex? It is Grus." in later
    assert "one trip, or a whole goal such as dest@later(Grus; Ibex)" in later
    asked = 'dest@"2026-07-01T08:00:00Z"(Grus)'
    found = text_of(lead, PAGE, goal="dest(Grus)", cutoff="2026-08-31", whynot=f"{asked} = Corby")
    assert f"{asked} = Corby? It is Halewick." in found
    refused = text_of(lead, PAGE, 400, goal="dest@2026-09-01(Grus)", cutoff="2026-08-31")
    assert "does not end before the cutoff 2026-08-31" in refused


def test_why_not_another_value(lead: Client) -> None:
    found = text_of(lead, PAGE, goal="country(Grus)", whynot="Drossel")
    assert "country(Grus) = Drossel? It is Corvia." in found
    assert "city_in(Corby,Drossel) : city_in(Corby) = Corvia" in found
    assert "elsewhere: city_in(Halewick) = Drossel" in found
    assert text_of(lead, PAGE, goal="country(Grus) = Drossel").count("It is Corvia.") == 1


def test_why_not_a_member_and_why_unknown(lead: Client) -> None:
    assert "outside(Vera; Grus)? It is false." in text_of(lead, PAGE, goal="outside(Vera)", whynot="Grus")
    found = text_of(lead, PAGE, goal="n_outside(Vera)", cutoff="2026-03-31", whynot="n_outside(Vera)")
    assert "missing(complete(trip,Vera)): no record says that trip(Vera) is complete" in found
    assert "Known from e9 on" in found


def test_what_differs_between_two_cutoffs_is_drawn_and_listed(lead: Client) -> None:
    page = lead.get(
        PAGE, {"goal": "n_outside(Vera)", "cutoff": "2026-08-31", "against": "2026-06-30"}
    ).content.decode()
    assert "is&#45;changed" in page
    assert "≠ dest(Grus)" in page
    words = text_of(lead, PAGE, goal="n_outside(Vera)", cutoff="2026-08-31", against="2026-06-30")
    assert "revise dest(Grus) = Corby" in words
    assert "changed fact dest(Grus) Halewick Corby" in words


def test_a_query_at_another_cutoff_is_marked_as_not_the_gold(lead: Client) -> None:
    stored = text_of(lead, QUERY)
    assert "Gold 2 answerable" in stored
    assert "not stored" not in stored
    found = text_of(lead, QUERY, as_of="2026-06-30")
    assert "Derived just now and not stored: this is not the gold of the query" in found
    assert "As of 2026-06-30" in found
    assert "What differs from the stored gold" in found
    assert "revise dest(Grus) = Corby" in found
    assert "n_outside(Vera) = 5? It is 3." in text_of(lead, QUERY, as_of="2026-06-30", whynot="5")
    assert "n_outside(Vera) = 5? It is 2." in text_of(lead, QUERY, whynot="5")
    assert "not stored" not in text_of(lead, QUERY, as_of="2026-08-31"), "its own cutoff is the gold"


@pytest.mark.parametrize(
    ("path", "parameters", "status", "says"),
    [
        (PAGE, {"goal": "n_outsde(Vera)"}, 400, "it declares n_outside"),
        (PAGE, {"goal": "country(Grand Harbour)"}, 400, "^^^^^^^"),
        (PAGE, {"goal": "country(Grus)", "cutoff": "soon"}, 400, "is no cutoff"),
        (PAGE, {"goal": "country(Grus)", "cutoff": "2026-08-31T12:00"}, 400, "no time zone"),
        (PAGE, {"goal": "country(Grus)", "against": "9999-12-31"}, 400, "not within the years"),
        (PAGE, {"goal": "x" * 3000}, 400, "more than 2,000 are no goal"),
        (PAGE, {"goal": "country(Grus)", "whynot": "nothing(Vera)"}, 200, "declares no nothing"),
        (QUERY, {"as_of": "soon"}, 400, "is no cutoff"),
        (QUERY, {"whynot": "many"}, 200, "'many' is not a number"),
    ],
)
def test_what_cannot_be_asked_is_said_in_words(
    lead: Client, path: str, parameters: dict[str, str], status: int, says: str
) -> None:
    assert says in text_of(lead, path, status, **parameters)


def test_a_slow_query_is_named(lead: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(**_: object) -> None:
        raise SlowQueryError("n_outside took longer than 60 seconds")

    monkeypatch.setattr("scenarios.services.explaining.evaluate", slow)
    found = text_of(lead, PAGE, 503, goal="n_outside(Vera)")
    assert "This took too long and was stopped n_outside took longer than 60 seconds" in found


def test_a_history_without_records_asks_for_a_cutoff(lead: Client) -> None:
    suite = make.suite(slug="bare", is_open=True)
    make.scenario(suite=suite, slug="empty", program="func dest(trip) -> city")
    found = text_of(lead, "/suites/bare/empty/explain/", 400, goal="dest(Grus)")
    assert "holds no record: name a cutoff" in found


@pytest.mark.parametrize(
    "parameters",
    [
        {"goal": "n_outside(Vera)", "cutoff": "2026-08-31"},
        {"goal": "n_outside(Vera)", "cutoff": "2026-08-31", "against": "2026-06-30"},
        {"goal": "n_outside(Vera)", "cutoff": "2026-08-31", "whynot": "5"},
    ],
)
def test_a_longer_history_costs_no_more_statements(
    lead: Client, parameters: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = Scenario.objects.get(slug="figure3")
    statements: list[int] = []
    execute = psycopg.Cursor.execute

    def counted(cursor: psycopg.Cursor[object], *args: object, **options: object) -> object:
        statements[-1] += 1  # Django's own and the engine's alike
        return execute(cursor, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    monkeypatch.setattr(clocks, "LOOK_EVERY_SECONDS", 1e9)  # a look at the clock is none of the page's
    for more in (0, 0, 150):
        statements.append(0)
        for number in range(more):
            make.action(make.event(scenario, 20 + number), key=[f"trip {number}"], value="Lunmar")
        versions.rebuild(scenario=scenario)
        statements[-1] = 0
        text_of(lead, PAGE, **parameters)
    _, few, many = statements
    assert many <= few < 140


def test_those_who_may_not_see_gold_may_not_ask(quiet_world: World) -> None:
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    for role, status in (("annotator", 403), ("system", 403), ("researcher", 200)):
        found = quiet_world.client(role).get(PAGE, {"goal": "n_outside(Vera)"})
        assert found.status_code == status
        assert status == 200 or "Corvia" not in found.content.decode()
