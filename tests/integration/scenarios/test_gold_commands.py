"""The commands that derive, explain, build, verify and exchange gold."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scenarios.models import Suite
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec

pytestmark = pytest.mark.django_db

WITNESS = ["e1", "e10", "e2", "e3", "e4", "e5", "e6", "e8", "e9"]


def printed(command: str, *args: str) -> str:
    out = io.StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


def as_json(command: str, *args: str) -> Any:
    text = printed(command, *args, "--json")
    assert text.count("\n") == 1
    return json.loads(text)


@pytest.mark.parametrize("evaluator", ["postgres", "reference"])
def test_the_worked_example_prints_the_numbers_of_the_paper(evaluator: str) -> None:
    found = as_json("gold", "worked-example", "--evaluator", evaluator)
    assert (found["label"], found["answer"]) == ("answerable", 2)
    assert (found["height"], found["width"], found["nodes"], found["edges"]) == (4, 12, 28, 30)
    assert [sorted(events) for events in found["witnesses"]] == [WITNESS]
    assert sorted(found["support"]) == WITNESS
    assert (found["exact"], found["obs_flag"], found["evaluator"]) == (True, True, evaluator)


@pytest.mark.parametrize("evaluator", ["postgres", "reference"])
@pytest.mark.parametrize(
    ("cutoff", "label", "answer", "size"),
    [
        ("2026-01-31", "unknown", None, (9, 8)),
        ("2026-05-31", "unknown", None, (9, 8)),
        ("2026-06-01T08:59:59Z", "unknown", None, (9, 8)),
        ("2026-06-01T09:00:00Z", "answerable", 3, (26, 29)),
        ("2026-06-30", "answerable", 3, (26, 29)),
        ("2026-07-31", "answerable", 2, (28, 30)),
        ("2025-12-31", "unknown", None, (7, 6)),
    ],
)
def test_the_worked_example_at_other_cutoffs(
    evaluator: str, cutoff: str, label: str, answer: Any, size: tuple[int, int]
) -> None:
    found = as_json("gold", "worked-example", "--cutoff", cutoff, "--evaluator", evaluator)
    assert (found["label"], found["answer"]) == (label, answer)
    assert (found["nodes"], found["edges"]) == size
    if label == "unknown":
        assert "missing(complete(trip,Vera))" in found["missing"]
        assert found["support"] == []


def test_a_date_means_its_end_and_a_time_its_instant() -> None:
    assert as_json("gold", "worked-example", "--cutoff", "2026-06-01")["answer"] == 3
    early = as_json("gold", "worked-example", "--cutoff", "2026-06-01T10:59:59+02:00")
    assert (early["answer"], early["cutoff"]) == (None, "2026-06-01T08:59:59+00:00")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("worked-example", "--cutoff", "2026-06-01T10:00:00"), "no time zone.*Write 2026-06-01T10:00:00Z"),
        (("worked-example", "--cutoff", "June"), "'June' is not a time"),
        (("worked-example", "--cutoff", "2026-02-30"), "'2026-02-30' is not a time"),
        (("worked-example", "--cutoff", ""), "'' is not a time"),
        (("worked-example", "--cutoff", "0001-01-01T00:00:00+14:00"), "outside the years 1 to 9999"),
        (("worked-example", "--cutoff", "9999-12-31T23:59:59-14:00"), "outside the years 1 to 9999"),
        (("nowhere",), "no suite 'nowhere'"),
        (("mini",), "build_suite mini"),
        (
            ("worked-example/figure3/q999",),
            "no query 'q999' in scenario 'figure3', for example worked-example",
        ),
        (("worked-example/other",), "no scenario 'other' in suite 'worked-example': worked-example/figure3"),
        (("worked-example", "--evaluator", "oracle"), "invalid choice"),
    ],
)
def test_wrong_arguments_say_what_would_be_right(args: tuple[str, ...], says: str) -> None:
    if args[0].startswith("worked-example"):
        call_command("build_suite", "worked-example", stdout=io.StringIO())
    with pytest.raises(CommandError, match=says):
        printed("gold", *args)


def test_gold_reads_well_without_json() -> None:
    text = printed("gold", "worked-example")
    assert "answer      2" in text
    assert "height 4, width 12, 28 nodes, 30 edges" in text
    assert "9 events: e1, e10, e2" in text


def test_one_query_of_many_must_be_named() -> None:
    asked = (query_spec(1, "dest", "Grus"), query_spec(2, "dest", "Anser"))
    event = event_spec(1, act("assert", "dest", "Grus", value="Corby"))
    suites.store(bundle=bundle(event, queries=asked, slug="two"), by=None)
    with pytest.raises(CommandError, match="Name one query of scenario 'small', for example two/small/q001"):
        printed("gold", "two")
    assert as_json("gold", "two/small/q001")["answer"] == "Corby"


def test_build_suite_builds_once_and_keeps_what_is_there() -> None:
    first = as_json("build_suite", "worked-example")
    again = as_json("build_suite", "worked-example")
    assert (first["made"], again["made"]) == (True, False)
    assert (first["events"], first["content_hash"]) == (11, again["content_hash"])
    suite = Suite.objects.get(slug="worked-example")
    assert suite.is_released
    assert suite.is_open


def test_verify_release_agrees_with_what_was_built_and_tells_when_not() -> None:
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    report = as_json("verify_release", "worked-example")
    assert (report["ok"], report["queries"], report["nodes"], report["edges"]) == (True, 1, 28, 30)
    assert report["content_hash"] == report["recomputed_hash"]
    scenario = make.scenario(suite=make.suite(slug="false"), slug="lies")
    make.action(make.event(scenario, 1), value="Lunmar")
    make.gold(make.query(scenario))
    with pytest.raises(CommandError, match="difference"):
        printed("verify_release", "false")


def test_explain_unfolds_the_answer_down_to_its_records() -> None:
    lines = printed("explain", "worked-example").splitlines()
    assert lines[1] == "aggregate n_outside(Vera) = 2" or lines[1].startswith("aggregate n_outside(Vera)")
    assert any(line.strip() == "event e10" for line in lines)
    graph = as_json("explain", "worked-example")
    assert (len(graph["nodes"]), len(graph["edges"]), graph["height"]) == (28, 30, 4)
    assert max(node["depth"] for node in graph["nodes"]) == 4


def test_whynot_names_what_is_missing_and_what_settles_it() -> None:
    found = as_json("whynot", "worked-example", "--cutoff", "2026-05-31")
    assert list(found["missing"]) == ["missing(complete(trip,Vera))"]
    assert found["missing"]["missing(complete(trip,Vera))"][0] == "n_outside(Vera)"
    assert (found["settled_by"]["event"], found["settled_by"]["answer"]) == ("e9", 3)
    assert as_json("whynot", "worked-example")["label"] == "answerable"


def test_resolve_shows_what_holds_at_a_cutoff() -> None:
    found = as_json("resolve", "worked-example", "--cutoff", "2026-06-30")
    (grus,) = [fact for fact in found["facts"] if fact["key"] == ["Grus"]]
    assert (grus["value"], grus["events"], grus["obsolete"]) == ("Halewick", ["e7"], 0)
    (trips,) = found["groups"]
    assert (trips["closed"], trips["size"], sorted(trips["members"])) == (True, 3, ["Anser", "Grus", "Ibex"])
    later = as_json("resolve", "worked-example", "--pred", "dest")
    (grus,) = [fact for fact in later["facts"] if fact["key"] == ["Grus"]]
    assert (grus["value"], grus["events"], grus["obsolete"]) == ("Corby", ["e10"], 1)
    assert "dest(Grus) = Corby  [e10, 1 older]" in printed("resolve", "worked-example")


def test_export_and_import_by_command(tmp_path: Path) -> None:
    event = event_spec(1, act("assert", "dest", "Grus", value="Corby"))
    suite = suites.store(bundle=bundle(event, queries=(query_spec(1, "dest", "Grus"),), slug="one"), by=None)
    exported = as_json("export_suite", "one", str(tmp_path / "files"))
    suites.delete(suite=suite, by=None)
    imported = as_json("import_suite", str(tmp_path / "files"))
    assert imported["content_hash"] == exported["content_hash"]
    assert imported["status"] == "draft"
    with pytest.raises(CommandError, match=r"'one' is here already \(draft\) with the same content"):
        printed("import_suite", str(tmp_path / "files"))
    with pytest.raises(CommandError, match=r"suite\.json.*cannot be read"):
        printed("import_suite", str(tmp_path / "absent"))
    suites.delete(suite=Suite.objects.get(slug="one"), by=None)
    assert as_json("import_suite", str(tmp_path / "files"), "--release")["status"] == "released"


def test_a_draft_in_the_place_of_a_built_suite_is_named(tmp_path: Path) -> None:
    event = event_spec(1, act("assert", "dest", "Grus", value="Corby"))
    suites.store(bundle=bundle(event, queries=(query_spec(1, "dest", "Grus"),), slug="mini"), by=None)
    for command in (("build_suite", "mini"), ("quickstart", "--no-serve")):
        with pytest.raises(CommandError, match="'mini' is here as a draft. Release or delete it"):
            printed(*command)
