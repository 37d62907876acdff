"""A suite with all that is hard to carry in files, and folders of exported suites to edit."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import call_command

from scenarios.bundle import Bundle, EntitySpec
from scenarios.datalog.syntax import Goal, VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from scenarios.models import Event, Query, Rendering, Scenario, Suite
from scenarios.services import exports, suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

PROGRAM = """\
func dest(trip) -> city
func city_in(city) -> country
set trip(person ; trip)
param cap(city) -> money
derived country(trip) -> country
derived n_trips(person) -> int
derived far(trip) -> bool
country(T,N) :- dest(T,C), city_in(C,N).
n_trips(P,K) :- K = count{ T : trip(P,T) }.
@rule(far) far(T) :- dest(T,"Ash").
"""


def _versions(number: int, version: VersionChoice, operator: str) -> Any:
    goal = Goal("dest", ("Grus",), version=version)
    return query_spec(number, "", goal=goal, family="temporal", operator=operator)


RECORDS = (
    event_spec(1, act("assert", "dest", "Grus", value="Halewick")),
    event_spec(2, act("assert", "city_in", "Corby", value="Corvia"), speaker="Vera", session="s 1"),
    event_spec(3, act("member", "trip", "Vera", member="Grus"), act("complete", "trip", "Vera", size=1)),
    event_spec(4, act("complete", "trip", "Anser", size=0)),
    event_spec(5, act("assert", "dest", "Ibex", value="Lunmar")),
    event_spec(6, kind="filler", text="Nothing said."),
    event_spec(7, act("rule", "far", clause='far(T) :- country(T,"Corvia").')),
    event_spec(10, act("revise", "dest", "Grus", value="Corby")),
    event_spec(
        11,
        act("assert", "dest", "Grus", value="Oldham", as_of=day(2)),
        kind="distractor",
        distractor_kind="D3",
    ),
    event_spec(12, act("unrule", "far")),
    event_spec(14, act("assert", "cap", "Corby", value="90")),
)
QUERIES = (
    _versions(1, as_of(day(5).date().isoformat()), "T2"),
    _versions(2, PREVIOUS, "T3"),
    _versions(3, later_of("Ibex"), "T4"),
    query_spec(4, "dest", "Grus", temporal=True),
    query_spec(5, "far", "Grus", answer_type="bool", cutoff=day(11)),
    query_spec(6, "far", "Grus", answer_type="bool"),
    query_spec(7, "n_trips", "Anser", answer_type="count"),
    query_spec(8, "n_trips", "Vera", answer_type="count"),
    query_spec(9, "n_trips", "Lutra", answer_type="count"),
    query_spec(10, "cap", "Corby", answer_type="money", unit="EUR", tolerance="0.01"),
)


def rich_bundle(**fields: Any) -> Bundle:
    """Goals for other versions (T2 to T4), declared rules, a record that came late (D3), all three labels."""
    entities = (EntitySpec("Corvia", "country", ("Old Corvia",), {"tint": "red"}),)
    config = {"allowed_figures": {"families.rules.width": "few | rules"}, "licence": "CC BY 4.0"}
    return make.bundle(
        *RECORDS,
        **{
            "queries": QUERIES,
            "program": PROGRAM,
            "slug": "rich",
            "title": "A rich | suite",
            "kind": "derive",
            "entities": entities,
            "config": config,
            **fields,
        },
    )


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def exported(suite: Suite, folder: Path) -> dict[str, bytes]:
    """Export a suite to a folder; the files."""
    exports.export_suite(suite=suite, folder=folder, by=None)
    return files_in(folder)


def moved_out(suite: Suite, folder: Path) -> Path:
    """Export a draft to a folder and delete it here."""
    exported(suite, folder)
    suites.delete(suite=suite, by=None)
    return folder


def printed(command: str, *args: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


def edit(path: Path, change: Callable[[list[Any]], object]) -> None:
    """Read a JSONL file, let ``change`` work on its objects, write it back."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    change(rows)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def by_hand(folder: Path) -> Path:
    """The folder as a person would write it: no manifest, no hash, gold without what is derived."""
    for name in ("manifest.json", "DATACARD.md", "verified.jsonl"):
        (folder / name).unlink()
    edit(folder / "suite.json", lambda rows: rows[0].pop("content_hash"))
    kept = ("id", "goal", "family", "operator", "target", "unit", "tolerance", "checkpoint")
    for path in folder.glob("*/gold.jsonl"):
        edit(path, lambda rows: rows.__setitem__(slice(None), [{k: row[k] for k in kept} for row in rows]))
    return folder


def nothing_stored() -> bool:
    """Whether no row of a suite is there."""
    return not any(model._default_manager.exists() for model in (Suite, Scenario, Event, Query, Rendering))
