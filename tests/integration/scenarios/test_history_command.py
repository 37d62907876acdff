"""``manage.py history`` and the forms it reads: add, change, remove, copy; previews; refusals in words."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.exceptions import EditRefusedError
from scenarios.models import Event, Query, Scenario, Suite
from scenarios.services import event_input, suites
from scenarios.services.interchange import suite_files
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

LATE = {
    "id": "e0015",
    "t": "2026-01-16T10:00:00+01:00",
    "text": "Grus now goes to Ash.",
    "actions": "revise dest(Grus, Ash), trip(Vera; Grus), complete(trip, Vera)",
}


@pytest.fixture
def scenario() -> Scenario:
    queries = (
        query_spec(1, "dest", "Grus", cutoff=day(10)),
        query_spec(2, "dest", "Grus", cutoff=day(20)),
        query_spec(3, "n_trips", "Vera", cutoff=day(20)),
        query_spec(4, "dest", "Anser", cutoff=day(20)),
    )
    events = (
        event_spec(5, act("assert", "dest", "Grus", value="Corby")),
        event_spec(6, act("member", "trip", "Vera", member="Anser")),
    )
    return suites.store(bundle=make.bundle(*events, queries=queries), by=None).scenarios.get()


def run(*args: str) -> str:
    out = StringIO()
    call_command("history", *args, stdout=out)
    return out.getvalue()


def file(folder: Path, data: Any) -> str:
    path = folder / "event.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return str(path)


def answers(scenario: Scenario) -> list[Any]:
    rows = Query.objects.filter(scenario=scenario).order_by("label").select_related("gold")
    return [query.gold.answer for query in rows]


def test_a_record_is_previewed_and_then_added(scenario: Scenario, tmp_path: Path) -> None:
    where, path = scenario.suite.slug, file(tmp_path, LATE)
    files = suite_files(scenario.suite)
    shown = run("add", where, "--file", path, "--dry-run")
    assert suite_files(scenario.suite) == files
    assert shown.splitlines()[0] == (f"Preview, nothing is stored: this adds e0015 in {where}/small.")
    for part in (
        "Seen at cutoffs from 2026-01-16T09:00:00+00:00 on.",
        "complete(trip, Vera) from 2026-01-16",
        "Queries: 2 of 4 may change, 2 do; 2 are untouched",
        "q002 at 2026-01-21T09:00:00+00:00: changed: answer, derivation, witnesses, figures (reads dest(Gr",
        "before: answerable 'Corby'",
        "after:  answerable 2",
        "Runs: 0.",
    ):
        assert part in shown, part
    stored = json.loads(run("add", where, "--file", path, "--json"))
    assert (stored["stored"], stored["queries_changed"], stored["queries_untouched"]) == (True, 2, 2)
    assert answers(scenario) == ["Corby", "Ash", 2, None]
    event = Event.objects.with_text().get(label="e0015")
    assert (event.seq, event.kind, event.text) == (7, "record", "Grus now goes to Ash.")
    assert event.actions.get(op="complete").size == 2


def test_a_record_is_changed_and_removed(scenario: Scenario, tmp_path: Path) -> None:
    where = f"{scenario.suite.slug}/small"
    path = file(tmp_path, {"actions": [{"op": "assert", "pred": "dest", "key": ["Grus"], "value": "Ash"}]})
    assert "this changes e0005" in run("change", where, "e0005", "--file", path)
    assert answers(scenario) == ["Ash", "Ash", None, None]
    assert "this removes e0005" in run("remove", where, "e0005")
    assert answers(scenario) == [None] * 4


def test_a_suite_is_copied_to_a_draft_and_edited_there(scenario: Scenario, tmp_path: Path) -> None:
    suites.release(suite=scenario.suite, by=None)
    slug, path = scenario.suite.slug, file(tmp_path, LATE)
    with pytest.raises(CommandError, match=f"manage.py history copy {slug} NEW-SLUG"):
        run("add", slug, "--file", path)
    assert "'second' holds what suite" in run("copy", slug, "second")
    copy = Suite.objects.get(slug="second")
    assert (copy.version, copy.is_released) == (2, False)
    run("add", "second", "--file", path)
    assert answers(copy.scenarios.get()) == ["Corby", "Ash", 2, None]
    assert answers(scenario) == ["Corby", "Corby", None, None]
    with pytest.raises(CommandError, match="already a suite 'second'"):
        run("copy", slug, "second")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("{", "line 1, column 2"),
        ("[]", "must hold one JSON object"),
        ({**LATE, "wrong": 1}, "wrong: there is no such field"),
        ({"t": LATE["t"], "text": "x"}, "id: is missing"),
        ({**LATE, "t": "2026-01-16"}, "write it with its zone"),
        ({**LATE, "t": "2026-01-16T10:00:00"}, "has no time zone"),
        ({**LATE, "t": 7}, "t: must be text"),
        ({**LATE, "seq": "7"}, "seq: must be a whole number"),
        ({**LATE, "actions": 7}, "actions: must be text or a list of objects"),
        ({**LATE, "actions": [{"op": "state"}]}, r"actions\[0\].op: must be one of assert, revise"),
        ({**LATE, "actions": [{"op": "assert", "pred": 1}]}, r"actions\[0\].pred: must be text"),
        ({**LATE, "actions": [{"op": "assert", "pred": "dest", "key": "Grus"}]}, "must be a list of texts"),
        ({**LATE, "actions": [{"op": "assert", "pred": "dest", "value": 3}]}, "value: must be text"),
        ({**LATE, "actions": [{"op": "complete", "pred": "trip", "size": "2"}]}, "size: must be a whole"),
        ({**LATE, "actions": [{"op": "assert", "pred": "dest", "as_of": "soon"}]}, "write it with its zone"),
        (
            {**LATE, "actions": [{"op": "assert", "pred": "dest", "when": "x"}]},
            "when: there is no such field",
        ),
        ({**LATE, "actions": "dest(Grus)"}, "line 1"),
        ({**LATE, "actions": ""}, ""),
    ],
)
def test_what_cannot_be_read_is_told_field_by_field(
    scenario: Scenario, tmp_path: Path, data: Any, says: str
) -> None:
    arguments = ("add", scenario.suite.slug, "--file", file(tmp_path, data))
    if not says:
        run(*arguments)
        assert Event.objects.get(label="e0015").kind == "filler"
        return
    files = suite_files(scenario.suite)
    with pytest.raises(CommandError, match=says):
        run(*arguments)
    assert suite_files(scenario.suite) == files


def test_other_refusals_of_the_command(scenario: Scenario, tmp_path: Path) -> None:
    where = scenario.suite.slug
    with pytest.raises(CommandError, match="holds its actions alone"):
        run("change", where, "e0005", "--file", file(tmp_path, LATE))
    with pytest.raises(CommandError, match="no event 'e0099'"):
        run("change", where, "e0099", "--file", file(tmp_path, {"actions": []}))
    with pytest.raises(CommandError, match="No such file"):
        run("add", where, "--file", str(tmp_path / "absent.json"))
    (tmp_path / "latin.json").write_bytes(b'{"id": "\xe9"}')
    with pytest.raises(CommandError, match="is not UTF-8"):
        run("add", where, "--file", str(tmp_path / "latin.json"))


def test_every_fault_of_actions_in_text_is_told_at_its_place(scenario: Scenario) -> None:
    with pytest.raises(EditRefusedError, match="3 faults in the actions:") as caught:
        event_input.addition_of(scenario, {**LATE, "actions": "dest(Grus),\ncountry(Grus, Corvia), x(y)"})
    assert [line[:7] for line in str(caught.value).splitlines() if line.startswith("line")] == [
        *("line 1:", "line 2:", "line 2:")
    ]
    with pytest.raises(EditRefusedError) as refused:
        event_input.addition_of(scenario, {"t": "x", "id": 3, "speaker": 1})
    assert len(str(refused.value).splitlines()) == 5
