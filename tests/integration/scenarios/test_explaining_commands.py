"""``explain``, ``whynot`` and ``resolve`` of goals and queries: by depth, by cutoff, and between cutoffs."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.models import Scenario
from scenarios.selectors import resolved_state
from scenarios.selectors.resolved_state import Wanted

pytestmark = pytest.mark.django_db

SUITE = ("--suite", "worked-example")


def printed(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def as_json(*args: str) -> Any:
    return json.loads(printed(*args, "--json"))


def test_explain_takes_a_goal_as_text() -> None:
    lines = printed("explain", "country(Grus)", *SUITE, "--cutoff", "2026-06-30").splitlines()
    assert lines[0] == "country(Grus)  (at 2026-06-30): answerable Drossel"
    assert "derived country(Grus) = Drossel" in lines[1]
    assert any("event e7" in line for line in lines)
    found = as_json("explain", "country(Grus)", *SUITE)
    assert (found["answer"], found["root"]) == ("Corvia", "derived country(Grus)")


def test_explain_says_how_much_a_depth_leaves_out() -> None:
    lines = printed("explain", "worked-example", "--depth", "1").splitlines()
    assert lines[1:] == [
        "aggregate n_outside(Vera) = 2",
        "  derived set outside(Vera) = {Anser, Ibex}, closed  (+ 26 more below)",
    ]


def test_explain_draws() -> None:
    svg = printed("explain", "n_outside(Vera)", *SUITE, "--format", "svg")
    assert svg.startswith("<svg")
    assert "dest(Grus)" in svg


def test_explain_by_the_reference_evaluator_is_the_same() -> None:
    goal = ("explain", "n_outside(Vera)", *SUITE)
    assert as_json(*goal) == as_json(*goal, "--evaluator", "reference")


def test_explain_against_another_cutoff_names_what_caused_the_difference() -> None:
    goal = ("explain", "n_outside(Vera)", *SUITE, "--cutoff", "2026-08-31", "--against", "2026-06-30")
    text = printed(*goal)
    assert "at 2026-06-30: answerable 3" in text
    assert "at 2026-08-31: answerable 2" in text
    assert "revise dest(Grus) = Corby" in text
    assert "≠ derived country(Grus): Drossel → Corvia" in text
    assert [cause["event"] for cause in as_json(*goal)["causes"]] == ["e10"]
    svg = printed(*goal, "--format", "svg")
    assert "≠ dest(Grus)" in svg
    assert "is&#45;changed" in svg
    assert "− e7" in svg
    stored = as_json("explain", "worked-example", "--against", "2026-06-30")
    assert stored["answer_changed"]


def test_whynot_takes_an_expected_value() -> None:
    text = printed("whynot", "country(Grus, Drossel)", *SUITE)
    assert "country(Grus) = Drossel? It is Corvia." in text
    assert "fails at city_in(Corby,Drossel), false: city_in(Corby) = Corvia" in text
    assert "elsewhere: city_in(Halewick) = Drossel, e4" in text
    found = as_json("whynot", "n_outside(Vera) = 3", *SUITE)
    assert found["reasons"]["goals"][0]["state"] == "2"
    assert found["settled_by"] is None


def test_whynot_says_when_it_is_known_and_how_many_times_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("whynot", "n_outside(Vera)", *SUITE, "--cutoff", "2026-03-31")
    assert "missing(complete(trip,Vera))" in text
    assert "Known from e9 on" in text
    monkeypatch.setattr("scenarios.services.explaining.TIMES_TRIED", 1)
    text = printed("whynot", "n_outside(Vera)", *SUITE, "--cutoff", "2026-03-31")
    assert "None of the next 1 times at which something was observed settles it; 3 later ones" in text
    assert "No later record" in printed("whynot", "n_outside(Bela)", *SUITE, "--cutoff", "2026-08-31")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("explain", "n_outside(Vera)"), "name the suite"),
        (("explain", "n_outsde(Vera)", *SUITE), "it declares n_outside"),
        (("explain", "country(Grus, Corvia)", *SUITE), "manage.py whynot"),
        (("explain", "worked-example", "--scenario", "x"), "--scenario belongs to a goal"),
        (("explain", "worked-example", "--depth", "-1"), "write 0 or more"),
        (("explain", "worked-example", "--against", "soon"), "is not a time"),
        (
            ("explain", "worked-example", "--against", "2026-06-30", "--evaluator", "reference"),
            "leave --evaluator",
        ),
        (("whynot", "worked-example", "--depth", "-1"), "write 0 or more"),
        (("resolve", "worked-example", "--pred", "nothing"), "declares no 'nothing'"),
        (("resolve", "worked-example", "--limit", "0"), "write 1 or more"),
    ],
)
def test_what_is_refused(args: tuple[str, ...], says: str) -> None:
    printed("gold", "worked-example")
    with pytest.raises(CommandError, match=says):
        printed(*args)


def test_resolve_goes_on_where_a_page_ends() -> None:
    whole = as_json("resolve", "worked-example")
    assert (whole["next"], whole["rest"]) == (None, 0)
    keys, after = [], ""
    for _ in range(40):
        page = as_json("resolve", "worked-example", "--limit", "2", "--after", after)
        assert len(page["facts"]) + len(page["groups"]) <= 2
        keys += [
            (line["pred"], line.get("key", line.get("group"))) for line in page["facts"] + page["groups"]
        ]
        after = page["next"] or ""
        if not after:
            break
        assert page["rest"] == len(whole["facts"]) + len(whole["groups"]) - len(keys)
    assert keys == sorted(
        (line["pred"], line.get("key", line.get("group"))) for line in whole["facts"] + whole["groups"]
    )
    assert "more keys follow: go on with --after 'city_in/Corby'" in printed(
        "resolve", "worked-example", "--limit", "3"
    )


def test_resolve_filters_by_predicate_key_and_prefix() -> None:
    assert [f["key"] for f in as_json("resolve", "worked-example", "--key", "Grus")["facts"]] == [["Grus"]]
    found = as_json("resolve", "worked-example", "--pred", "city_in", "--prefix", "Ha")
    assert [fact["key"] for fact in found["facts"]] == [["Halewick"]]
    assert as_json("resolve", "worked-example", "--key", "Vera")["groups"][0]["group"] == ["Vera"]


def test_resolve_against_another_cutoff_shows_what_changed() -> None:
    found = as_json("resolve", "worked-example", "--cutoff", "2026-08-31", "--against", "2026-05-31")
    changed = {change["after"]["pred"]: change for change in found["changes"]}
    assert set(changed) == {"trip", "dest"}
    assert changed["dest"]["before"]["value"] == "Halewick"
    assert changed["trip"]["before"]["closed"] is False
    text = printed("resolve", "worked-example", "--cutoff", "2026-08-31", "--against", "2026-06-30")
    assert "dest(Grus): Halewick [e7] → Corby [e10, 1 older]" in text
    assert "nothing" in printed("resolve", "worked-example", "--against", "2026-08-31")


def test_more_keys_than_are_counted_are_said_to_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    printed("gold", "worked-example")
    scenario = Scenario.objects.get()
    monkeypatch.setattr(resolved_state, "COUNTED", 3)
    assert scenario.horizon_end is not None
    found = resolved_state.page(scenario, scenario.horizon_end, Wanted(), limit=2)
    assert (found.rest, found.rest_uncounted) == (3, True)
