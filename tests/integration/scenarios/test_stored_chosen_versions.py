"""Queries for another version than the current one: stored, verified, exported, edited and explained."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.goal_text import goal_text
from scenarios.datalog.syntax import ChoiceKind, Goal, VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from scenarios.exceptions import BundleRefusedError, FileRefusedError
from scenarios.models import Query, Suite
from scenarios.selectors import programs
from scenarios.services import (
    chosen_reads,
    evaluation,
    exports,
    hashing,
    history_edits,
    imports,
    releases,
    statements,
    suites,
    version_reads,
)
from scenarios.services.interchange import suite_files
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

RECORDS = (
    event_spec(1, act("assert", "dest", "Grus", value="Halewick")),
    event_spec(5, act("assert", "dest", "Ibex", value="Lunmar")),
    event_spec(10, act("revise", "dest", "Grus", value="Corby")),
    event_spec(12, act("assert", "dest", "Ibex", value="Lunmar")),
)
EARLY = (day(5)).date().isoformat()


def asked(number: int, version: VersionChoice, *key: str, **fields: Any) -> Any:
    goal = Goal("dest", key or ("Grus",), version=version)
    operator = {"value_as_of": "T2", "previous_value": "T3", "later_of": "T4"}[version.kind]
    return query_spec(number, "", **{"family": "temporal", "operator": operator, "goal": goal, **fields})


QUERIES = (
    asked(1, as_of(EARLY)),
    asked(2, PREVIOUS),
    asked(3, later_of("Ibex")),
    asked(4, PREVIOUS, "Ibex"),
    query_spec(5, "dest", "Grus", temporal=True),
)


def stored(**fields: Any) -> Suite:
    return suites.store(bundle=bundle(*RECORDS, **{"queries": QUERIES, "kind": "derive", **fields}), by=None)


def answers(suite: Suite) -> dict[str, Any]:
    rows = Query.objects.filter(scenario__suite=suite).select_related("gold")
    return {row.label: row.gold.answer for row in rows}


def test_gold_is_stored_and_verified() -> None:
    """All checks of a generated suite hold, and the reference evaluator derives the same rows."""
    suite = stored()
    assert answers(suite) == {
        "q001": "Halewick",
        "q002": "Halewick",
        "q003": "Grus",
        "q004": None,
        "q005": "Corby",
    }
    gold = {row.label: row.gold for row in Query.objects.select_related("gold")}
    assert gold["q004"].missing == ["missing(dest@previous(Ibex))"]
    assert [gold[f"q00{number}"].obs_flag for number in (1, 2, 3, 5)] == [False, False, True, True]
    assert gold["q002"].support == ["e0001", "e0010"]
    report = releases.verify(suite)
    assert report.ok, report.differences
    assert report.queries == 5


def test_what_is_stored_is_what_was_asked() -> None:
    stored()
    goals = {row.label: row.goal for row in Query.objects.all()}
    assert goals["q001"] == Goal("dest", ("Grus",), temporal=True, version=as_of(EARLY))
    assert goals["q003"] == Goal("dest", ("Grus",), temporal=True, version=later_of("Ibex"))
    assert goals["q005"].version is None
    assert Query.objects.get(label="q003").goal_version == {"kind": "later_of", "other": ["Ibex"]}


def test_export_import_export_is_byte_identical(tmp_path: Path) -> None:
    suite = stored()
    exports.export_suite(suite=suite, folder=tmp_path / "first", by=None)
    first = suite_files(suite)
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "first", by=None)
    assert suite_files(again) == first
    assert again.content_hash == hashing.content_hash(again)


def test_files_of_suites_without_such_goals_are_what_they_were() -> None:
    suite = stored(queries=QUERIES[4:])
    gold = json.loads(suite_files(suite)["small/gold.jsonl"])
    assert gold["goal"] == {"pred": "dest", "key": ["Grus"], "member": None, "temporal": True}


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ({"kind": "newest"}, "'kind' = 'newest' is none of value_as_of, previous_value, later_of"),
        ({}, "the object has no 'kind'"),
        ("previous_value", "'version' must be a JSON object"),
        ({"kind": "value_as_of", "at": 2026}, "'at' must be a text"),
        ({"kind": "later_of", "other": "Ibex"}, "'other' must be a list of texts"),
    ],
)
def test_files_that_ask_for_no_version_there_is_are_refused(tmp_path: Path, version: Any, says: str) -> None:
    suite = stored()
    exports.export_suite(suite=suite, folder=tmp_path / "files", by=None)
    suites.delete(suite=suite, by=None)
    path = tmp_path / "files/small/gold.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[0]["goal"]["version"] = version
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(FileRefusedError) as caught:
        imports.import_suite(folder=tmp_path / "files", by=None)
    assert says in str(caught.value)
    assert "small/gold.jsonl, line 1" in str(caught.value)
    assert not Suite.objects.exists()


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (Goal("country", ("Grus",), version=PREVIOUS), "country is derived, and versions are chosen"),
        (Goal("dest", ("Grus",), version=as_of("2030-01-01")), "does not end before the cutoff"),
        (Goal("dest", ("Grus",), version=as_of("then")), "'then' is no cutoff"),
        (Goal("dest", ("Grus",), version=later_of("Grus")), "are the same"),
        (Goal("dest", ("Grus",), version=later_of("\x00")), "the goal"),
        (Goal("dest", ("Grus",), version=VersionChoice(ChoiceKind.LATER_OF)), "needs a second key"),
    ],
)
def test_a_suite_with_a_goal_that_cannot_be_asked_is_refused(goal: Goal, says: str) -> None:
    with pytest.raises(BundleRefusedError) as caught:
        stored(queries=(query_spec(7, "", goal=goal),))
    assert "q007" in str(caught.value)
    assert says in str(caught.value)
    assert not Suite.objects.exists()


def test_a_late_record_reaches_the_queries_it_changes() -> None:
    """It changes what was current then and what came before, and neither the current value nor the order."""
    suite = stored()
    late = event_spec(20, act("assert", "dest", "Grus", value="Ashfell", as_of=day(4)))
    found = history_edits.add_event(scenario=suite.scenarios.get(), event=late, by=None)
    assert {one.query for one in found.changed if one.answer} == {"q001", "q002"}
    assert answers(suite) == {
        "q001": "Ashfell",
        "q002": "Ashfell",
        "q003": "Grus",
        "q004": None,
        "q005": "Corby",
    }
    suite.refresh_from_db()
    assert releases.verify(suite).ok


def test_what_is_asked_of_many_keys_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    run = statements.run

    def counted(statement: statements.Statement, *args: object) -> object:
        sent.append(statement.text)
        return run(statement, *args)  # type: ignore[arg-type]

    for module in (statements, version_reads, chosen_reads):
        monkeypatch.setattr(module, "run", counted)
    scenario = stored().scenarios.get()
    one = [(Goal("dest", ("Grus",), version=PREVIOUS), day(30))]
    many = [
        (Goal("dest", (key,), version=version), day(cutoff))
        for key in ("Grus", "Ibex", "Anser")
        for cutoff in (9, 20, 30)
        for version in (PREVIOUS, as_of(EARLY), as_of(day(3).date().isoformat()), later_of("Corvus"))
    ]
    counts = []
    for goals in (one, many):
        for ask in (evaluation.answers_at, evaluation.evaluate_all):
            sent.clear()
            ask(scenario=scenario, asked=goals)  # type: ignore[operator]
            counts.append(len(sent))
    # rules in force, current versions, how many each of them supersedes, and the versions chosen
    assert counts == [4, 4, 4, 4]


# -------------------------------------------------------------------- commands
def printed(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_commands_take_and_print_such_goals() -> None:
    suite = stored()
    goal = ("--suite", suite.slug, "--cutoff", "2026-12-31")
    lines = printed("explain", f"dest@{EARLY}(Grus)", *goal).splitlines()
    assert lines[0] == f"dest@{EARLY}(Grus)  (at 2026-12-31): answerable Halewick"
    lines = printed("explain", f"{suite.slug}/small/q003").splitlines()
    assert lines[1] == "derived dest@later(Grus,Ibex) = Grus"
    assert f"dest@{EARLY}(Grus)" in printed("gold", f"{suite.slug}/small/q001")
    with pytest.raises(CommandError, match="does not end before the cutoff"):
        printed("explain", "dest@2027-01-01(Grus)", *goal)


def test_why_not_names_the_versions_that_are_recorded() -> None:
    suite = stored()
    goal = ("--suite", suite.slug, "--cutoff", "2026-12-31")
    text = printed("whynot", "dest@previous(Grus) = Corby", *goal)
    assert "dest@previous(Grus) = Halewick" in text
    assert "e0010" in text
    unknown = printed("whynot", "dest@previous(Ibex)", *goal)
    assert "dest@previous(Ibex) is unknown" in unknown


def test_the_difference_between_cutoffs_is_caused_by_what_tells_of_the_date() -> None:
    """A late record changes what was current then; the revision between the cutoffs does not."""
    late = event_spec(20, act("assert", "dest", "Grus", value="Ashfell", as_of=day(4)))
    again = event_spec(21, act("revise", "dest", "Grus", value="Drossel"))
    suite = suites.store(bundle=bundle(*RECORDS, late, again, queries=QUERIES), by=None)
    cutoffs = ("--against", day(15).date().isoformat(), "--cutoff", "2026-12-31")
    between = ("--suite", suite.slug, *cutoffs, "--json")
    causes = {}
    for goal in (f"dest@{EARLY}(Grus)", "dest@previous(Grus)"):
        found = json.loads(printed("explain", goal, *between))
        causes[goal] = [cause["event"] for cause in found["causes"]]
    assert causes == {f"dest@{EARLY}(Grus)": ["e0020"], "dest@previous(Grus)": ["e0021"]}


def test_the_notebook_names_the_same_causes() -> None:
    from scenarios.datalog.notebook import world

    history = "e1 2026-01-01: dest(G, a).\ne2 2026-03-01: dest(G, b).\n"
    history += "e3 2026-04-01: dest(G, c) as of 2026-02-01.\ne4 2026-05-01: revise dest(G, d)."
    known = world("func dest(trip) -> city", history)
    assert known.ask("dest@2026-02-10(G)").difference("2026-03-15").events == ("e3",)
    assert known.ask("dest@previous(G)").difference("2026-03-15").events == ("e4",)
    assert known.ask("dest@previous(G)", "2026-04-15").difference("2026-03-15").events == ("e3",)
    assert known.ask("dest@2026-02-10(G)").label is Answerability.ANSWERABLE


def test_the_goal_of_a_stored_query_reads_back() -> None:
    from scenarios.datalog.goal_text import parse_goal

    suite = stored()
    program = programs.load(suite.scenarios.get())
    for row in Query.objects.all():
        read = parse_goal(program, goal_text(row.goal))
        assert (read.key, read.version) == (row.goal.key, row.goal.version)
    assert make.PROGRAM == suite.scenarios.get().program
