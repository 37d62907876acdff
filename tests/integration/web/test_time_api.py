"""The API twin of the page of time: state, answer, difference and jumps as JSON; refusals as problems."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories.web_world import World

API = "/api/v1/suites/worked-example/scenarios/figure3/time/"


@pytest.fixture
def lead(quiet_world: World) -> Client:
    """A lead's token."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world.api("lead")


def asked(client: Client, status: int = 200, **parameters: Any) -> Any:
    response = client.get(API, parameters)
    assert response.status_code == status, response.content.decode()
    return response.json()


def test_it_tells_what_holds_and_what_a_query_answers_then(lead: Client) -> None:
    found = asked(lead, cutoff="2026-06-30", query="q1", entity="Grus")
    assert (found["position"], found["records"], found["latest"]) == (9, 11, "e9")
    assert found["statements"] == {"in_force": 12, "superseded": 0, "later": 1}
    (fact,) = found["facts"]
    assert (fact["current"]["says"], fact["later"][0]["says"], fact["superseded"]) == (
        "Halewick",
        "Corby",
        [],
    )
    (trips,) = found["collections"]
    assert (trips["closed"], trips["reason"]) == (True, "e9 says that there are 3 in all")
    assert (found["query"]["answer"], found["query"]["label"]) == (3, "answerable")
    assert [cause["event"] for cause in found["query"]["difference"]["causes"]] == ["e10"]
    assert asked(lead, query="q1")["query"]["difference"] is None


def test_places_and_jumps_lead_to_cutoffs(lead: Client) -> None:
    assert asked(lead, position="9")["cutoff"] == "2026-06-01T09:00:00+00:00"
    back = asked(lead, query="q1", jump="previous")
    assert (back["cutoff"], back["jump"]["found"]) == ("2026-07-01T09:00:00+00:00", True)
    stays = asked(lead, query="q1", jump="next")
    assert (stays["cutoff"], stays["jump"]) == (
        "2026-08-31T23:59:59.999999+00:00",
        {"found": False, "tried": 0},
    )


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"cutoff": "soon"}, "is no cutoff"),
        ({"position": "-1"}, "Not a number"),
        ({"position": "3", "cutoff": "2026-06-30"}, "Give one of cutoff and position"),
        ({"jump": "next"}, "Give query as well"),
        ({"query": "q1", "jump": "sideways"}, "next or previous"),
        ({"show": "everything"}, "Not one of now, superseded, later"),
        ({"query": "q1", "against": "soon"}, "is no cutoff"),
        ({"page": "2"}, "Unknown parameter"),
    ],
)
def test_what_is_refused_is_a_problem(lead: Client, parameters: dict[str, str], says: str) -> None:
    problem = asked(lead, 400, **parameters)
    assert says in str(problem)
