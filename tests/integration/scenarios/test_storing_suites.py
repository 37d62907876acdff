"""Suites are stored whole with their gold, or not at all (overview 3)."""

from __future__ import annotations

import dataclasses
import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from benchmark.floor.audit.models import AuditRecord
from scenarios.bundle import Bundle, EntitySpec
from scenarios.datalog.derivation import Answerability, Gold
from scenarios.exceptions import (
    BundleRefusedError,
    FileRefusedError,
    GoldDiffersError,
    InputRefusedError,
    StateRefusedError,
    SuiteExistsError,
    SuiteReleasedError,
)
from scenarios.models import Action, Event, FactVersion, Membership, Query, Scenario, Suite
from scenarios.selectors import derivations, histories
from scenarios.services import exports, hashing, imports, releases, suites
from scenarios.services.bundle_checks import check
from scenarios.services.interchange import suite_files
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec

pytestmark = pytest.mark.django_db

TRIPS = (
    event_spec(
        1, act("assert", "city_in", "Corby", value="Corvia"), act("assert", "dest", "Grus", value="Corby")
    ),
    event_spec(2, act("member", "trip", "Vera", member="Grus"), act("complete", "trip", "Vera", size=1)),
    event_spec(3, act("revise", "dest", "Grus", value="Lunmar")),
    event_spec(4, kind="filler", text="Nothing said."),
)
ASKED = (
    query_spec(1, "country", "Grus", cutoff=make.day(2)),
    query_spec(2, "country", "Grus"),
    query_spec(3, "n_trips", "Vera", answer_type="count"),
    query_spec(4, "dest", "Grus", temporal=True),
    query_spec(5, "trip", "Vera", member="Grus", answer_type="bool"),
    query_spec(6, "trip", "Vera", answer_type="set"),
)


def stored(**fields: Any) -> Suite:
    return suites.store(bundle=bundle(*TRIPS, queries=ASKED, **fields), by=None)


def answers(suite: Suite) -> dict[str, tuple[str, Any]]:
    rows = Query.objects.filter(scenario__suite=suite).select_related("gold")
    return {row.label: (row.gold.label, row.gold.answer) for row in rows}


def nothing_stored() -> bool:
    return not (Suite.objects.exists() or Scenario.objects.exists() or Event.objects.exists())


def test_a_suite_is_stored_with_its_gold() -> None:
    suite = stored(entities=(EntitySpec("Corvia", "country", ("Old Corvia",)),))
    assert (suite.status, suite.kind) == ("draft", "imported")
    assert answers(suite) == {
        "q001": ("answerable", "Corvia"),
        "q002": ("unknown", None),
        "q003": ("answerable", 1),
        "q004": ("answerable", "Lunmar"),
        "q005": ("answerable", True),
        "q006": ("answerable", ["Grus"]),
    }
    first = Query.objects.get(label="q001")
    assert first.gold.aliases == {"Corvia": ["Old Corvia"]}
    assert [witness.events for witness in first.witnesses.all()] == [["e0001"]]
    assert first.gold.support == ["e0001"]
    second = Query.objects.get(label="q002")
    assert second.gold.missing == ["missing(city_in(Lunmar))"]
    assert second.gold.obs_flag
    third = Query.objects.get(label="q003")
    assert third.gold.checks == {
        "c1": True,
        "c2": True,
        "c3": True,
        "c4": True,
        "empty_unknown": True,
        "minimal": "proven",
        "c3_tested": 1,
        "c3_deletions": [1, 1],
    }
    assert third.gold.measures["witness_size"] == 1


def test_the_stored_derivation_is_the_derived_one() -> None:
    suite = stored()
    for query in Query.objects.filter(scenario__suite=suite).select_related("gold"):
        derivation = derivations.of(query)
        assert (derivation.height, derivation.width) == (query.gold.height, query.gold.width)
        assert derivations.all_of(query.scenario)[query.pk] == derivation
    assert releases.verify(suite).ok


def test_the_history_comes_back_as_it_went_in() -> None:
    suite = stored()
    (spec,) = check(bundle(*TRIPS)).scenarios
    expected = [action for event in spec.events for action in event.actions]
    assert list(histories.load(suite.scenarios.get()).actions) == expected


def test_reads_cost_the_same_for_any_number_of_rows(django_assert_num_queries: Any) -> None:
    suite = stored()
    scenario = suite.scenarios.get()
    with django_assert_num_queries(1):
        histories.load(scenario)
    query = Query.objects.select_related("gold").get(label="q003")
    with django_assert_num_queries(3):
        derivations.of(query)


def test_storing_many_events_takes_few_statements(django_assert_max_num_queries: Any) -> None:
    many = tuple(
        event_spec(number, act("assert", "dest", f"T{number}", value="Corby")) for number in range(1, 400)
    )
    with django_assert_max_num_queries(60):
        suites.store(bundle=bundle(*many, queries=(query_spec(1, "dest", "T7"),)), by=None)
    assert FactVersion.objects.count() == 399


@pytest.mark.parametrize(
    "gold",
    [
        Gold(Answerability.ANSWERABLE, 2),
        Gold(Answerability.JUSTIFIED_ZERO, 1),
        Gold(Answerability.UNKNOWN, None, ("missing(complete(trip,Vera))",)),
    ],
)
def test_gold_that_differs_from_the_expected_refuses_the_suite(gold: Gold) -> None:
    expected = dataclasses.replace(ASKED[2], expected=gold)
    with pytest.raises(
        GoldDiffersError, match=r"small/q003 at 2026-01-31T.*expected .*Postgres derives answerable 1"
    ):
        suites.store(bundle=bundle(*TRIPS, queries=(expected,)), by=None)
    assert nothing_stored()


def test_expected_gold_that_agrees_is_accepted() -> None:
    expected = dataclasses.replace(ASKED[2], expected=Gold(Answerability.ANSWERABLE, 1))
    suites.store(bundle=bundle(*TRIPS, queries=(expected,), kind="derive"), by=None)


def test_a_refused_bundle_leaves_nothing() -> None:
    with pytest.raises(BundleRefusedError):
        suites.store(bundle=bundle(*TRIPS, event_spec(9)), by=None)
    assert nothing_stored()


def test_a_slug_that_is_taken_is_refused() -> None:
    suite = stored()
    with pytest.raises(SuiteExistsError, match=suite.slug):
        stored(slug=suite.slug)


def test_who_stores_a_suite_leads_it_and_is_on_record(django_user_model: Any) -> None:
    vera = django_user_model.objects.create_user("vera", role="lead")
    suite = suites.store(bundle=bundle(*TRIPS, queries=ASKED), by=vera)
    assert Membership.objects.get(suite=suite).role == "lead"
    suites.release(suite=suite, by=vera)
    recorded = AuditRecord.objects.filter(subject=f"suite:{suite.slug}").order_by("id")
    assert [(row.action, row.actor) for row in recorded] == [
        ("suite.stored", "vera"),
        ("suite.released", "vera"),
    ]


def test_a_release_is_final(django_user_model: Any) -> None:
    suite = suites.release(suite=stored(), by=None)
    assert suite.is_released
    with pytest.raises(SuiteReleasedError):
        suites.release(suite=suite, by=None)
    with pytest.raises(SuiteReleasedError):
        suites.delete(suite=suite, by=None)
    assert answers(suite)["q003"] == ("answerable", 1)


def test_a_draft_that_was_tampered_with_is_not_released() -> None:
    suite = stored()
    Action.objects.filter(pred="city_in").update(value="Drossel")
    with pytest.raises(StateRefusedError, match="changed after it was stored"):
        suites.release(suite=suite, by=None)


def test_a_draft_is_deleted_with_all_it_holds() -> None:
    suites.delete(suite=stored(), by=None)
    assert nothing_stored()
    assert not FactVersion.objects.exists()


def test_verification_finds_gold_that_its_records_do_not_derive() -> None:
    suite = stored()
    Action.objects.filter(pred="city_in").update(value="Drossel")
    report = releases.verify(suite)
    assert not report.ok
    assert any("small/q001" in line and "'Drossel'" in line for line in report.differences)
    assert report.content_hash != report.recomputed_hash


# --- T01 and T03: ties and zones


def _tie(order: str) -> Bundle:
    at = datetime(2026, 3, 1, 10, tzinfo=UTC)
    first = event_spec(7, act("assert", "dest", "Grus", value="Halewick"), id="e7", t=at)
    second = event_spec(8, act("assert", "dest", "Grus", value="Corby"), id="e8", t=at)
    events = (first, second) if order == "given" else (second, first)
    return bundle(*events, queries=(query_spec(1, "dest", "Grus", cutoff=at),))


@pytest.mark.parametrize("order", ["given", "reversed"])
def test_t01_two_versions_of_one_instant_have_one_answer_in_any_order(order: str) -> None:
    suite = suites.store(bundle=_tie(order), by=None)
    assert answers(suite) == {"q001": ("answerable", "Corby")}
    assert [action.value for action in histories.load(suite.scenarios.get()).actions] == ["Halewick", "Corby"]
    assert [finding.code for finding in suite.findings.all()] == ["equal-times"]


def test_t01_rows_inserted_in_any_order_have_one_answer() -> None:
    from scenarios.services import evaluation, versions

    hashes = set()
    for seed in range(3):
        suite = suites.store(bundle=_tie("given"), by=None)
        scenario = suite.scenarios.get()
        rows = list(Action.objects.filter(event__scenario=scenario))
        Action.objects.filter(event__scenario=scenario).delete()
        random.Random(seed).shuffle(rows)
        for row in rows:
            row.pk = None
        Action.objects.bulk_create(rows)
        versions.rebuild(scenario=scenario)
        query = scenario.queries.get()
        found = evaluation.evaluate(scenario=scenario, goal=query.goal, cutoff=query.cutoff)
        hashes.add((found.gold.answer, found.witnesses.witnesses))
    assert hashes == {("Corby", (("e8",),))}


def test_t03_times_of_any_zone_are_instants() -> None:
    kolkata = timezone_of(5.5)
    late = event_spec(
        1, act("assert", "dest", "Grus", value="Halewick"), t=datetime(2026, 1, 15, 23, tzinfo=kolkata)
    )
    asked = query_spec(1, "dest", "Grus", cutoff=datetime(2026, 1, 15, 18, tzinfo=UTC))
    early = query_spec(2, "dest", "Grus", cutoff=datetime(2026, 1, 15, 17, 29, 59, tzinfo=UTC))
    suite = suites.store(bundle=bundle(late, queries=(asked, early)), by=None)
    assert answers(suite) == {"q001": ("answerable", "Halewick"), "q002": ("unknown", None)}


def test_t03_the_doubled_hour_of_autumn_keeps_its_two_instants() -> None:
    summer, winter = timezone_of(2), timezone_of(1)
    suite = suites.store(
        bundle=bundle(
            event_spec(
                1,
                act("assert", "dest", "Grus", value="Halewick"),
                t=datetime(2026, 10, 25, 2, 30, tzinfo=summer),
            ),
            event_spec(
                2,
                act("revise", "dest", "Grus", value="Corby"),
                t=datetime(2026, 10, 25, 2, 30, tzinfo=winter),
            ),
            queries=(
                query_spec(1, "dest", "Grus", cutoff=datetime(2026, 10, 25, 1, tzinfo=UTC)),
                query_spec(2, "dest", "Grus", cutoff=datetime(2026, 10, 25, 2, tzinfo=UTC)),
            ),
        ),
        by=None,
    )
    assert answers(suite) == {"q001": ("answerable", "Halewick"), "q002": ("answerable", "Corby")}


def test_t03_a_time_without_zone_is_refused_with_its_row() -> None:
    naive = event_spec(
        5,
        act("assert", "dest", "Grus", value="Corby"),
        t=datetime(2026, 1, 15, 18),  # noqa: DTZ001 (naive on purpose)
    )
    with pytest.raises(BundleRefusedError, match="e0005: t = 2026-01-15T18:00:00 has no time zone"):
        suites.store(bundle=bundle(naive), by=None)


def timezone_of(hours: float) -> Any:
    from datetime import timezone

    return timezone(timedelta(hours=hours))


# --- AC-16.1 and broken files


def exported(suite: Suite, folder: Path) -> dict[str, bytes]:
    exports.export_suite(suite=suite, folder=folder, by=None)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_export_import_export_is_byte_identical(tmp_path: Path) -> None:
    suite = stored(entities=(EntitySpec("Corvia", "country", ("Old Corvia",), {"tint": "red"}),))
    first = exported(suite, tmp_path / "first")
    assert first == exports.export_files(suite)
    assert {*first} - {*suite_files(suite)} == {"DATACARD.md", "manifest.json", "verified.jsonl"}
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "first", by=None)
    assert exported(again, tmp_path / "second") == first
    assert again.content_hash == hashing.content_hash(again)


def test_an_export_writes_to_no_folder_that_holds_files(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("mine")
    with pytest.raises(StateRefusedError, match="not an empty folder"):
        exports.export_suite(suite=stored(), folder=tmp_path, by=None)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_broken_file_is_refused_whole(tmp_path: Path) -> None:
    suite = stored()
    exported(suite, tmp_path / "files")
    suites.delete(suite=suite, by=None)
    path = tmp_path / "files/small/actions.jsonl"
    path.write_text(path.read_text()[:-20])
    with pytest.raises(
        FileRefusedError, match=r"small/actions\.jsonl, line 5, column \d+: .*Nothing was stored"
    ):
        imports.import_suite(folder=tmp_path / "files", by=None)
    assert nothing_stored()


def test_files_whose_gold_does_not_follow_are_refused(tmp_path: Path) -> None:
    suite = stored()
    exported(suite, tmp_path / "files")
    (tmp_path / "files/manifest.json").unlink()
    suites.delete(suite=suite, by=None)
    gold = tmp_path / "files/small/gold.jsonl"
    gold.write_text(gold.read_text().replace('"answer":1,', '"answer":2,'))
    with pytest.raises(GoldDiffersError, match="small/q003"):
        imports.import_suite(folder=tmp_path / "files", by=None)
    assert nothing_stored()


def test_files_that_were_edited_under_their_hash_are_refused_by_name(tmp_path: Path) -> None:
    suite = stored()
    exported(suite, tmp_path / "files")
    (tmp_path / "files/manifest.json").unlink()
    suites.delete(suite=suite, by=None)
    events = tmp_path / "files/small/events.jsonl"
    events.write_text(events.read_text().replace("Nothing said.", "Something said."))
    with pytest.raises(InputRefusedError, match=r"differ from what is derived: small/scenario\.json"):
        imports.import_suite(folder=tmp_path / "files", by=None)
    assert nothing_stored()


def test_files_that_state_other_witnesses_are_refused_with_the_difference(tmp_path: Path) -> None:
    suite = stored()
    exported(suite, tmp_path / "files")
    (tmp_path / "files/manifest.json").unlink()
    suites.delete(suite=suite, by=None)
    gold = tmp_path / "files/small/gold.jsonl"
    rows = [json.loads(line) for line in gold.read_text().splitlines()]
    rows[0]["support"] = ["e0009"]
    gold.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(
        InputRefusedError, match=r'gold\.jsonl, line 1: support = \["e0009"\] is stated, .* is derived'
    ):
        imports.import_suite(folder=tmp_path / "files", by=None)
    assert nothing_stored()
