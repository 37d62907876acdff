"""Cases T01, T03, T05 and D09 on suites as files: written by ``export_suite``, read by ``import_suite``."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from scenarios.bundle import EntitySpec, Finding
from scenarios.models import Entity, Event, GoldAnswer, Query, Suite
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.exchanged import by_hand, edit, files_in, moved_out, nothing_stored, printed
from tests.factories.scenarios import act, event_spec, query_spec
from tests.integration.engine.test_hard_texts import TEXTS

pytestmark = pytest.mark.django_db


def dest(value: str) -> dict[str, Any]:
    return act("assert", "dest", "grus", value=value)


def written(*events: Any, cutoffs: tuple[datetime, ...], to: Path, goal: tuple[str, ...]) -> Path:
    """A suite that asks for ``goal`` at the cutoffs, as files alone."""
    asked = tuple(query_spec(n, *goal, cutoff=cutoff) for n, cutoff in enumerate(cutoffs, start=1))
    return moved_out(suites.store(bundle=make.bundle(*events, queries=asked, slug="timed"), by=None), to)


def imported(folder: Path) -> list[Any]:
    """Import a folder by the command; its answers in order of the queries."""
    printed("import_suite", str(folder))
    return answers()


def answers() -> list[Any]:
    return list(GoldAnswer.objects.order_by("query__label").values_list("answer", flat=True))


def exported_again(folder: Path) -> dict[str, bytes]:
    """Export what is stored by the command, and delete it."""
    printed("export_suite", Suite.objects.get().slug, str(folder))
    suites.delete(suite=Suite.objects.get(), by=None)
    return files_in(folder)


# -------------------------------------------------------------------- T01
TIE = datetime(2026, 3, 1, 10, tzinfo=UTC)
TIED = tuple(
    event_spec(number, dest(city), id=f"e{number}", t=TIE)
    for number, city in ((7, "halewick"), (8, "corby"), (9, "lunmar"), (10, "ash"))
)


def test_t01_files_in_any_order_of_lines_give_one_answer_and_the_same_export(tmp_path: Path) -> None:
    """As they were, in reverse and shuffled: the order of the scenario decides, and all versions stay."""
    folder = written(
        *TIED, cutoffs=(TIE, TIE + timedelta(days=1)), to=tmp_path / "tied", goal=("dest", "grus")
    )
    first = files_in(folder)
    (folder / "manifest.json").unlink()
    names = ("events", "event_kinds", "actions", "queries", "gold")
    for turn, order in enumerate((list, lambda rows: rows[::-1], *(shuffled(seed) for seed in range(3)))):
        for name in names:
            path = folder / "small" / f"{name}.jsonl"
            path.write_text("".join(order(path.read_text().splitlines(keepends=True))))
        assert imported(folder) == ["ash", "ash"]
        again = exported_again(tmp_path / f"again-{turn}")
        assert again == first
        values = [json.loads(line)["value"] for line in again["small/actions.jsonl"].splitlines()]
        assert values == ["halewick", "corby", "lunmar", "ash"]
    found = [json.loads(line)["code"] for line in first["findings.jsonl"].splitlines()]
    assert found == ["equal-times"] * 3


def shuffled(seed: int) -> Any:
    return lambda rows: random.Random(seed).sample(rows, len(rows))


def test_t01_without_seq_the_natural_order_of_ids_decides(tmp_path: Path) -> None:
    """e10 comes after e9 though its text sorts first; the ids are told to be tied."""
    folder = written(*TIED, cutoffs=(TIE,), to=tmp_path / "tied", goal=("dest", "grus"))
    by_hand(folder)
    edit(
        folder / "small/events.jsonl",
        lambda rows: [row.pop("seq") for row in random.Random(1).sample(rows, 4)],
    )
    assert imported(folder) == ["ash"]
    assert list(Event.objects.order_by("seq").values_list("label", flat=True)) == ["e7", "e8", "e9", "e10"]
    assert Suite.objects.get().findings.filter(code="equal-times").count() == 3


def test_t01_two_actions_of_one_record_on_one_key_are_refused_with_their_place(tmp_path: Path) -> None:
    folder = written(*TIED[:2], cutoffs=(TIE,), to=tmp_path / "tied", goal=("dest", "grus"))
    by_hand(folder)
    edit(folder / "small/actions.jsonl", lambda rows: rows[1].update(event="e7", pos=1))
    edit(folder / "small/event_kinds.jsonl", lambda rows: rows[1].update(kind="filler"))
    with pytest.raises(CommandError, match=r"small/actions\.jsonl, line \d, column \d+: small e7"):
        printed("import_suite", str(folder))
    assert nothing_stored()


# -------------------------------------------------------------------- T03
@pytest.fixture(params=["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"])
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
MOVING = (event_spec(1, dest("halewick"), t=AUTUMN[0]), event_spec(2, dest("corby"), t=AUTUMN[1]))
#: The two instants of the doubled hour, and others, each in several zones.
WRITINGS = (
    ("2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"),
    ("2026-10-25T03:00:00+02:00", "2026-10-25T03:00:00+01:00"),
    ("2026-10-25T06:30:00+05:30", "2026-10-24T22:30:00-03:30"),
    ("2026-10-25T15:00:00+14:00", "2026-10-24T14:00:00-12:00"),
    ("2026-10-25 01:00:00.000000+00:00", "20261025T020000Z"),
)


def test_t03_instants_in_any_zone_are_read_and_written_as_one(server_zone: str, tmp_path: Path) -> None:
    """Of records, of what they are as of, and of cutoffs; the export is the same wherever the machine is."""
    folder = written(*MOVING, cutoffs=AUTUMN, to=tmp_path / "moving", goal=("dest", "grus"))
    first = files_in(folder)
    assert b'"t":"2026-10-25T01:00:00Z"' in first["small/events.jsonl"], server_zone
    (folder / "manifest.json").unlink()
    for turn, times in enumerate(WRITINGS):
        for name, key in FIELDS:
            edit(
                folder / f"small/{name}.jsonl",
                lambda rows, key=key, times=times: [
                    row.update({key: at}) for row, at in zip(rows, times, strict=True)
                ],
            )
        assert imported(folder) == ["halewick", "corby"], times
        assert exported_again(tmp_path / f"again-{turn}") == first, times


FIELDS = (("events", "t"), ("actions", "as_of"), ("queries", "tau"))
NAIVE = ("2026-01-15T18:00:00", "2026-01-15", "2026-01-15 18:00", "20260115T180000.5")
#: Times that are none, whichever zone they name, with what is said of them.
NO_TIMES = {
    "2026-02-30T00:00:00Z": "is not a time",
    "2026-01-15T24:00:01Z": "is not a time",
    "2026-01-15T23:59:60Z": "is not a time",
    "15 January 2026": "is not a time",
    "1768500000": "is not a time",
    "": "is not a time",
    "2026-01-15T18:00:00+25:00": "is not a time",
    "2026-01-15T18:00:00Z\0": "is a NUL",
    "0001-01-01T00:00:00+00:01": "lies outside the years 1 to 9999",
    "9999-12-31T23:59:59-00:01": "lies outside the years 1 to 9999",
    "2026-06-30T23:59:59.9999999Z": "is finer than a microsecond",
}


def refused_times(folder: Path, texts: dict[str, str]) -> None:
    """Each text in place of the second time of each field is refused with its place."""
    by_hand(folder)
    for name, key in FIELDS:
        path = folder / f"small/{name}.jsonl"
        before = path.read_text()
        first, second = before.splitlines()
        old = json.dumps(json.loads(second)[key])
        for text, says in texts.items():
            path.write_text("\n".join((first, second.replace(old, json.dumps(text)), "")))
            with pytest.raises(CommandError, match=rf"^small/{name}\.jsonl, line 2, column \d+: ") as refused:
                printed("import_suite", str(folder))
            assert says in str(refused.value), text
            assert nothing_stored()
        path.write_text(before)


def test_t03_times_without_a_zone_are_refused_with_their_place(server_zone: str, tmp_path: Path) -> None:
    folder = written(*MOVING, cutoffs=AUTUMN, to=tmp_path / server_zone.lower(), goal=("dest", "grus"))
    refused_times(folder, dict.fromkeys(NAIVE, "has no time zone"))


def test_t03_what_is_no_time_is_refused_with_its_place(tmp_path: Path) -> None:
    folder = written(*MOVING, cutoffs=AUTUMN, to=tmp_path / "moving", goal=("dest", "grus"))
    refused_times(folder, NO_TIMES)


# -------------------------------------------------------------------- T05
JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
MICRO = timedelta(microseconds=1)


def cap(value: str) -> dict[str, Any]:
    return act("assert", "cap", "travel", value=value)


def test_t05_the_edges_of_cutoffs_hold_to_the_microsecond_in_files(tmp_path: Path) -> None:
    """Export and import lose no microsecond, neither of a cutoff nor of a record."""
    events = (
        event_spec(1, cap("90"), t=JUNE),
        event_spec(2, cap("120"), t=JULY),
        event_spec(3, cap("121"), t=JULY + MICRO),
    )
    cutoffs = (JUNE, JULY - MICRO, JULY, JULY + MICRO, JUNE - MICRO, JUNE - timedelta(seconds=1))
    folder = written(*events, cutoffs=cutoffs, to=tmp_path / "edges", goal=("cap", "travel"))
    first = files_in(folder)
    assert b'"tau":"2026-06-30T23:59:59.999999Z"' in first["small/queries.jsonl"]
    assert imported(folder) == [90, 90, 120, 121, None, None]
    assert list(Query.objects.order_by("label").values_list("cutoff", flat=True)) == list(cutoffs)
    assert exported_again(tmp_path / "again") == first


# -------------------------------------------------------------------- D09
NAMES = tuple(text for text in TEXTS if text.strip())
INNS = "func inn(h) -> text\nderived copy(h) -> text\ncopy(X,Y) :- inn(X,Y).\n"


def inns() -> Suite:
    """Hard texts in every field that holds a text: of suite, scenario, entity, record, query and finding."""
    events = [
        event_spec(n, act("assert", "inn", text, value=text), text=text, speaker=text, session=text)
        for n, text in enumerate(NAMES, start=1)
    ]
    events.append(event_spec(99, act("assert", "inn", "h6", value=""), text="", speaker="", session=""))
    queries = [
        query_spec(
            n,
            "copy",
            text,
            cutoff=make.day(100),
            question=text,
            target={text: [text, {"x": text}], "empty": ""},
            stated={text: text},
            checkpoint=text,
        )
        for n, text in enumerate((*NAMES, "h6"), start=1)
    ]
    return suites.store(
        bundle=make.bundle(
            *events,
            queries=tuple(queries),
            program=INNS,
            slug="inns",
            title=" ".join(NAMES)[:200],
            entities=tuple(EntitySpec(text, "h", (f"{text}!", text + text), {text: text}) for text in NAMES),
            findings=tuple(Finding("seen", text, text, text, text) for text in NAMES),
            config={text: {text: [text, ""]} for text in NAMES} | {"licence": NAMES[0], "citation": NAMES[2]},
        ),
        by=None,
    )


def test_d09_hard_texts_in_every_field_come_back_byte_equal(tmp_path: Path) -> None:
    folder = moved_out(inns(), tmp_path / "first")
    first = files_in(folder)
    assert imported(folder) == [*NAMES, ""]
    suite, scenario = Suite.objects.get(), Suite.objects.get().scenarios.get()
    assert suite.title == " ".join(NAMES)[:200]
    events = scenario.events.with_text().order_by("seq")
    for event, text in zip(events, (*NAMES, ""), strict=True):
        assert (event.text, event.speaker, event.session) == (text, text, text)
        assert event.actions.get().value == text
    for query, text in zip(scenario.queries.with_question().order_by("label"), NAMES, strict=False):
        assert (query.question, query.stated, query.checkpoint) == (text, {text: text}, text)
    assert set(Entity.objects.values_list("name", flat=True)) == set(NAMES)
    assert set(suite.findings.filter(code="seen").values_list("detail", flat=True)) == set(NAMES)
    assert exported_again(tmp_path / "second") == first


def test_d09_every_line_of_a_file_is_one_object_whatever_its_texts_hold(tmp_path: Path) -> None:
    """Split as Python, as a Unix tool and as a spreadsheet splits lines: the same lines."""
    for name, content in files_in(moved_out(inns(), tmp_path / "first")).items():
        if name.endswith(".md"):
            continue
        text = content.decode()
        assert text.splitlines() == [line for line in text.split("\n") if line], name
        assert all(isinstance(json.loads(line), dict) for line in text.splitlines()), name
