"""Cases T01, T03 and T05 on stored histories: ties, zones and the edge of a cutoff, however rows came in."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scenarios.exceptions import BundleRefusedError, FileRefusedError
from scenarios.models import FactVersion, GoldAnswer, Scenario
from scenarios.services import evaluation, history_edits, suites, versions
from scenarios.services.imports import import_suite
from scenarios.services.interchange import suite_files
from tests.factories import scenarios as make
from tests.factories.scenarios import act, event_spec, query_spec

pytestmark = pytest.mark.django_db

TIE = datetime(2026, 3, 1, 10, tzinfo=UTC)


def dest(value: str, **fields: Any) -> dict[str, Any]:
    return act("assert", "dest", "grus", value=value, **fields)


def stored(*events: Any, cutoffs: tuple[datetime, ...], goal: tuple[str, ...] = ("dest", "grus")) -> Scenario:
    asked = tuple(query_spec(n, *goal, cutoff=cutoff) for n, cutoff in enumerate(cutoffs, start=1))
    return suites.store(bundle=make.bundle(*events, queries=asked), by=None).scenarios.get()


def answers(scenario: Scenario) -> list[Any]:
    rows = GoldAnswer.objects.filter(query__scenario=scenario).order_by("query__label")
    return list(rows.values_list("answer", flat=True))


def versions_of(scenario: Scenario) -> list[tuple[str, str]]:
    rows = FactVersion.objects.filter(scenario=scenario).order_by("seq")
    return list(rows.values_list("event__label", "value"))


def written(scenario: Scenario, folder: Path, *, reverse: bool = False) -> Path:
    """The suite as files under another slug, as they are or with every line of history in reverse."""
    for name, content in suite_files(scenario.suite).items():
        lines = content.decode().splitlines()
        if name == "suite.json":
            head = {**json.loads(lines[0]), "slug": "again"}
            head.pop("content_hash")
            lines = [json.dumps(head)]
        elif reverse:
            lines.reverse()
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines))
    return folder


# -------------------------------------------------------------------- T01
def tied() -> Scenario:
    events = (
        event_spec(7, dest("halewick"), id="e7", t=TIE),
        event_spec(8, dest("corby"), id="e8", t=TIE),
    )
    return stored(*events, cutoffs=(TIE, TIE + timedelta(days=1)))


BOTH = [("e7", "halewick"), ("e8", "corby")]


@pytest.mark.parametrize("reverse", [False, True])
def test_t01_a_tie_has_one_answer_however_its_files_are_ordered(tmp_path: Path, reverse: bool) -> None:
    scenario = import_suite(folder=written(tied(), tmp_path, reverse=reverse), by=None).scenarios.get()
    assert answers(scenario) == ["corby", "corby"]
    assert versions_of(scenario) == BOTH
    assert scenario.suite.findings.get().code == "equal-times"


@pytest.mark.parametrize("first", ["e7", "e8"])
def test_t01_a_tie_has_one_answer_whichever_row_was_inserted_last(first: str) -> None:
    scenario = tied()
    event = next(
        event_spec(number, dest(value), id=label, t=TIE)
        for number, label, value in ((7, "e7", "halewick"), (8, "e8", "corby"))
        if label == first
    )
    history_edits.remove_event(scenario=scenario, event=first, by=None)
    assert answers(scenario) == ["halewick" if first == "e8" else "corby"] * 2
    history_edits.add_event(scenario=scenario, event=event, by=None)
    assert answers(scenario) == ["corby", "corby"]
    assert versions_of(scenario) == BOTH


def test_t01_a_tie_has_one_answer_after_the_rows_were_shuffled_on_disk() -> None:
    scenario = tied()
    with connection.cursor() as cursor:
        for label in ("e8", "e7"):  # an update writes the row anew behind the others
            cursor.execute(
                "UPDATE scenarios_action SET meta = meta "
                "FROM scenarios_event e WHERE e.id = event_id AND label = %s",
                [label],
            )
    versions.rebuild(scenario=scenario)
    assert versions_of(scenario) == BOTH
    asked = [(query.goal, query.cutoff) for query in scenario.queries.all()]
    found = evaluation.answers_at(scenario=scenario, asked=asked)
    assert [gold.answer for gold in found] == ["corby", "corby"]


# -------------------------------------------------------------------- T03
@pytest.fixture(params=["UTC", "Asia/Kolkata", "America/New_York"])
def server_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The machine in some zone of the world."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


AUTUMN = (datetime(2026, 10, 25, 1, tzinfo=UTC), datetime(2026, 10, 25, 2, tzinfo=UTC))


@pytest.mark.usefixtures("server_zone")
def test_t03_offsets_are_read_as_instants_wherever_the_machine_stands(tmp_path: Path) -> None:
    first, second = "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"
    events = (event_spec(1, dest("halewick"), t=AUTUMN[0]), event_spec(2, dest("corby"), t=AUTUMN[1]))
    folder = written(stored(*events, cutoffs=AUTUMN), tmp_path)
    rewrite(folder, {"e0001": first, "e0002": second})
    assert answers(import_suite(folder=folder, by=None).scenarios.get()) == ["halewick", "corby"]


@pytest.mark.usefixtures("server_zone")
def test_t03_an_instant_in_another_zone_is_visible_although_its_text_sorts_later(tmp_path: Path) -> None:
    at = datetime(2026, 1, 15, 18, tzinfo=UTC)
    folder = written(stored(event_spec(1, dest("lunmar"), t=at), cutoffs=(at,)), tmp_path)
    rewrite(folder, {"e0001": "2026-01-15T23:00:00+05:30"})
    scenario = import_suite(folder=folder, by=None).scenarios.get()
    assert answers(scenario) == ["lunmar"]
    assert scenario.events.get().observed_at == datetime(2026, 1, 15, 17, 30, tzinfo=UTC)


@pytest.mark.usefixtures("server_zone")
def test_t03_a_time_without_a_zone_is_refused_by_file_and_by_edit(tmp_path: Path) -> None:
    at = datetime(2026, 1, 15, 18, tzinfo=UTC)
    scenario = stored(event_spec(1, dest("lunmar"), t=at), cutoffs=(at,))
    folder = written(scenario, tmp_path)
    rewrite(folder, {"e0001": "2026-01-15T18:00:00"})
    with pytest.raises(FileRefusedError, match=r"events\.jsonl, line 1, column"):
        import_suite(folder=folder, by=None)
    naive = event_spec(2, dest("corby"), t=at.replace(tzinfo=None))
    with pytest.raises(BundleRefusedError, match="no zone is guessed"):
        history_edits.add_event(scenario=scenario, event=naive, by=None)


def rewrite(folder: Path, times: dict[str, str]) -> None:
    """Write other times into the files of a history; an ``as_of`` is then left to be the event's time."""
    for name in ("events", "actions"):
        path = folder / "small" / f"{name}.jsonl"
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        for row in rows:
            if name == "events":
                row["t"] = times[row["id"]]
            else:
                row.pop("as_of")
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    scenario = folder / "small" / "gold.jsonl"
    rows = [json.loads(line) for line in scenario.read_text().splitlines()]
    kept = ("id", "goal", "family", "operator", "target", "unit", "tolerance", "checkpoint")
    scenario.write_text("".join(json.dumps({name: row[name] for name in kept}) + "\n" for row in rows))


# -------------------------------------------------------------------- T05
def cap(value: str) -> dict[str, Any]:
    return act("assert", "cap", "travel", value=value)


JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
CUTOFFS = (JUNE, JULY - timedelta(microseconds=1), JULY, JUNE - timedelta(seconds=1))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_t05_each_instant_has_one_version_whichever_record_arrived_late(order: tuple[int, int]) -> None:
    events = {1: event_spec(1, cap("90"), t=JUNE), 2: event_spec(2, cap("120"), t=JULY)}
    scenario = stored(events[order[0]], cutoffs=CUTOFFS, goal=("cap", "travel"))
    history_edits.add_event(scenario=scenario, event=events[order[1]], by=None)
    assert answers(scenario) == [90, 90, 120, None]
    rows = FactVersion.objects.filter(scenario=scenario)
    current = [rows.filter(observed_at__lte=at, valid_until__gt=at).count() for at in CUTOFFS]
    assert current == [1, 1, 1, 0]
