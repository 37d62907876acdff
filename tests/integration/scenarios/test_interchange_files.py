"""Interchange files (spec 16): their exact bytes, and refusals that name file, line and column."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scenarios.exceptions import FileRefusedError
from scenarios.models import Suite, Witness
from scenarios.services.interchange import suite_files
from scenarios.services.interchange_reading import read_suite
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def suite() -> Suite:
    scenario = make.scenario(suite=make.suite(slug="small-suite", kind="imported"), slug="small")
    make.action(make.event(scenario, 1, 'Grus goes to Corby. Ünïcode, \u2028 and "quotes".'))
    make.event(scenario, 2, "Nothing said.", kind="filler", speaker="Vera", session="3")
    make.gold(make.query(scenario))
    return scenario.suite


@pytest.fixture
def folder(suite: Suite, tmp_path: Path) -> Path:
    for name, content in suite_files(suite).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return tmp_path


def edit(folder: Path, name: str, change: Callable[[list[Any]], None]) -> None:
    """Read the JSONL file, let ``change`` work on its objects, write it back."""
    rows = [json.loads(line) for line in (folder / name).read_text().splitlines()]
    change(rows)
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_files_are_canonical_and_say_the_version(suite: Suite) -> None:
    files = suite_files(suite)
    assert sorted(files) == [
        "findings.jsonl",
        "small/actions.jsonl",
        "small/dags.jsonl",
        "small/event_kinds.jsonl",
        "small/events.jsonl",
        "small/gold.jsonl",
        "small/queries.jsonl",
        "small/scenario.json",
        "suite.json",
    ]
    for content in files.values():
        assert b"\r" not in content
        assert content == b"" or content.endswith(b"\n")
        for line in content.decode().splitlines():
            row = json.loads(line)
            assert list(row) == sorted(row)
            assert row["suite_version"] == 1


def test_what_a_system_may_read_holds_no_truth(suite: Suite) -> None:
    first, second = suite_files(suite)["small/events.jsonl"].decode().strip().split("\n")
    assert set(json.loads(first)) == {"id", "t", "seq", "text", "suite_version"}
    assert set(json.loads(second)) == {"id", "t", "seq", "text", "speaker", "session", "suite_version"}
    asked = json.loads(suite_files(suite)["small/queries.jsonl"])
    assert set(asked) == {"id", "tau", "question", "answer_type", "suite_version"}


def test_the_hash_covers_the_gold_and_neither_clock_nor_person(suite: Suite) -> None:
    before = json.loads(suite_files(suite)["suite.json"])["content_hash"]
    Suite.objects.filter(pk=suite.pk).update(created_at=make.day(-5), is_open=True, verification="full")
    suite.refresh_from_db()
    assert json.loads(suite_files(suite)["suite.json"])["content_hash"] == before
    Witness.objects.create(query=suite.scenarios.get().queries.get(), position=1, events=["e0002"])
    assert json.loads(suite_files(suite)["suite.json"])["content_hash"] != before


def test_files_are_read_back_to_the_same_bundle(folder: Path) -> None:
    found = read_suite(folder)
    assert (found.bundle.slug, found.bundle.kind, found.version) == ("small-suite", "imported", 1)
    (scenario,) = found.bundle.scenarios
    first, second = scenario.events
    assert first.text == 'Grus goes to Corby. Ünïcode, \u2028 and "quotes".'
    assert (first.t, first.actions[0].value, first.actions[0].as_of) == (make.day(1), "Corby", None)
    assert (second.kind, second.speaker, second.session) == ("filler", "Vera", "3")
    (query,) = scenario.queries
    assert (query.goal.pred, query.goal.key, query.cutoff) == ("dest", ("Grus",), make.day(30))
    assert query.expected is not None
    assert query.expected.answer == "Corby"


def test_lines_in_any_order_give_the_same_bundle(folder: Path) -> None:
    before = read_suite(folder).bundle.scenarios[0]
    edit(folder, "small/events.jsonl", lambda rows: rows.reverse())
    edit(folder, "small/event_kinds.jsonl", lambda rows: rows.reverse())
    after = read_suite(folder).bundle.scenarios[0]
    assert sorted(after.events, key=lambda event: event.seq) == list(before.events)


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "says"),
    [
        ("small/events.jsonl", b'"seq":2', b'"seq":', "line 2, column", "Expecting value"),
        ("small/events.jsonl", b'"seq":2', b'"seq":"two"', "line 2, column", "whole number"),
        ("small/events.jsonl", b'"seq":2', b'"seq":true', "line 2, column", "whole number"),
        ("small/events.jsonl", b'"seq":2', b'"seq":2,"seq":3', "line 2, column", "stands twice"),
        ("small/events.jsonl", b'"seq":2', b'"seq":NaN', "line 2, column", "NaN is not a JSON number"),
        (
            "small/events.jsonl",
            b'"id":"e0002"',
            b'"id":"e0001"',
            "line 2, column",
            "stands on line 1 already",
        ),
        (
            "small/events.jsonl",
            b"2026-01-03T09:00:00Z",
            b"2026-01-03T09:00:00",
            "line 2, column",
            "no time zone",
        ),
        ("small/events.jsonl", b"2026-01-03T09:00:00Z", b"3 January", "line 2, column", "is not a time"),
        (
            "small/events.jsonl",
            b"2026-01-03T09:00:00Z",
            b"0001-01-01T00:00:00+14:00",
            "line 2, column",
            "outside the years 1 to 9999",
        ),
        ("small/events.jsonl", b'"seq":2', b'"seq":' + b"9" * 5000, "line 2, column", "too many digits"),
        ("suite.json", b'"suite_version":1', b'"suite_version":0', "line 1, column", "is not between 1 and"),
        ("small/events.jsonl", b"Nothing said.", b"Nothing\xffsaid.", "line 2, column", "is not UTF-8"),
        ("small/actions.jsonl", b'"op":"assert"', b'"op":"guess"', "line 1, column", "none of assert"),
        (
            "small/actions.jsonl",
            b'"event":"e0001"',
            b'"event":"e9"',
            "line 1, column",
            "no event of events.jsonl",
        ),
        ("small/actions.jsonl", b'"key":["Grus"]', b'"key":[7]', "line 1, column", "list of texts"),
        (
            "small/gold.jsonl",
            b'"label":"answerable"',
            b'"label":"sure"',
            "line 1, column",
            "none of answerable",
        ),
        ("small/gold.jsonl", b'"id":"q001"', b'"id":"q009"', "line 1, column", "no query of queries.jsonl"),
        ("small/scenario.json", b'"slug":"small"', b'"slug":"other"', "line 1, column", "name of its folder"),
        ("suite.json", b'["small"]', b'["../../etc"]', "line 1, column", "malformed slug"),
        ("suite.json", b'"title":"A suite"', b'"name":"A suite"', "line 1, column 1", "no 'title'"),
        ("suite.json", b"{", b"[", "line 1, column", "Expecting"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    folder: Path, name: str, old: bytes, new: bytes, place: str, says: str
) -> None:
    content = (folder / name).read_bytes()
    assert old in content
    (folder / name).write_bytes(content.replace(old, new, 1))
    with pytest.raises(FileRefusedError) as refusal:
        read_suite(folder)
    assert str(refusal.value).startswith(f"{name}, {place}")
    assert says in str(refusal.value)
    assert "Nothing was stored." in str(refusal.value)
    assert refusal.value.column >= 1


def test_the_column_named_is_that_of_the_fault(folder: Path) -> None:
    path = folder / "small/events.jsonl"
    first, second = path.read_text().splitlines()
    cut = second.index('"seq"')
    path.write_text(first + "\n" + second[:cut] + "oops" + second[cut:] + "\n")
    with pytest.raises(FileRefusedError) as refusal:
        read_suite(folder)
    assert (refusal.value.line, refusal.value.column) == (2, cut + 1)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "small/gold.jsonl").unlink()
    with pytest.raises(FileRefusedError, match=r"small/gold\.jsonl.*cannot be read"):
        read_suite(folder)


def test_events_without_seq_are_numbered_by_time_and_natural_id(folder: Path) -> None:
    def change(rows: list[Any]) -> None:
        for row, name in zip(rows, ("e10", "e2"), strict=True):
            row |= {"id": name, "t": "2026-03-01T10:00:00Z"}
            del row["seq"]

    edit(folder, "small/events.jsonl", change)
    edit(folder, "small/event_kinds.jsonl", lambda rows: rows.clear())
    edit(folder, "small/actions.jsonl", lambda rows: rows[0].update(event="e10"))
    events = read_suite(folder).bundle.scenarios[0].events
    assert {event.id: event.seq for event in events} == {"e2": 1, "e10": 2}
    assert {event.id: event.kind for event in events} == {"e2": "unannotated", "e10": "record"}


def test_events_without_times_get_synthetic_ones(folder: Path) -> None:
    edit(folder, "small/events.jsonl", lambda rows: [row.pop("t") for row in rows] and None)
    first, second = read_suite(folder).bundle.scenarios[0].events
    assert (first.t.isoformat(), second.t.isoformat()) == (
        "2000-01-01T00:00:00+00:00",
        "2000-01-01T00:01:00+00:00",
    )
    assert first.synthetic_time
    assert second.synthetic_time
