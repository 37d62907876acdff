"""Case P07 on imported suites: whole kinds of broken files are refused by their place, nothing stays."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from scenarios.models import Suite
from scenarios.services import exports, folder_files, suites
from tests.factories.exchanged import by_hand, edit, nothing_stored, printed, rich_bundle

pytestmark = pytest.mark.django_db

#: The files that an import reads: those of one object, and those of one object a line.
OBJECTS = ("suite.json", "small/scenario.json", "manifest.json")
LINES = (
    *("findings.jsonl", "verified.jsonl", "small/events.jsonl", "small/event_kinds.jsonl"),
    *("small/actions.jsonl", "small/queries.jsonl", "small/gold.jsonl"),
)


@cache
def rich_files() -> dict[str, bytes]:
    """The files of the rich suite; made once, in the transaction of the test that asks first."""
    suite = suites.store(bundle=rich_bundle(), by=None)
    files = exports.export_files(suite)
    suites.delete(suite=suite, by=None)
    return files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An exported suite that is not here."""
    for name, content in rich_files().items():
        path = tmp_path / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "files"


def refusal(folder: Path) -> str:
    """What the command says of a folder it refuses, having stored nothing and ended with 1."""
    with pytest.raises(CommandError) as caught:
        printed("import_suite", str(folder))
    assert caught.value.returncode == 1
    assert "Nothing was stored" in str(caught.value) or "nothing was stored" in str(caught.value)
    assert nothing_stored()
    return str(caught.value)


def damaged(folder: Path, content: bytes) -> Iterator[tuple[str, int, str]]:
    """Each file in turn with ``content`` in place of its object or as its last line: its name, the line of
    the fault, and what is said of it."""
    for name in (*OBJECTS, *LINES):
        path = folder / name
        before = path.read_bytes()
        kept = b"" if name in OBJECTS else before
        path.write_bytes(kept + content)
        yield name, kept.count(b"\n") + 1, refusal(folder)
        path.write_bytes(before)


#: A fault, the column it is named at, and what is said. JSON is one object on one line.
TEXTS: dict[str, tuple[bytes, int, str]] = {
    "bad UTF-8": (b'{"id": "caf\xe9"}', 12, "is not UTF-8 text"),
    "cut UTF-8": (b'{"id": "caf\xc3', 12, "is not UTF-8 text"),
    "a surrogate as bytes": (b'{"id": "\xed\xa0\x80"}', 9, "is not UTF-8 text"),
    "NUL byte": (b'{"id": "a\x00b"}', 10, "Invalid control character"),
    "NUL escaped": (b'{"id": "a\\u0000b"}', 10, "is a NUL or half of a character"),
    "NUL in a key": (b'{"a\\u0000": 1}', 4, "is a NUL or half of a character"),
    "NUL deep inside": (b'{"id": [{"a": ["\\u0000"]}]}', 17, "is a NUL or half of a character"),
    "a lone first surrogate": (b'{"id": "\\ud83d\\ude00 \\ud83d"}', 22, "is a NUL or half of a character"),
    "a lone second surrogate": (b'{"id": "\\ude00"}', 9, "is a NUL or half of a character"),
    "surrogates in disorder": (b'{"id": "\\ude00\\ud83d"}', 9, "is a NUL or half of a character"),
    "NaN": (b'{"t": NaN}', 7, "NaN is not a JSON number"),
    "infinity": (b'{"t": -Infinity}', 7, "-Infinity is not a JSON number"),
    "a number beyond all bounds": (b'{"t": 1e999}', 7, "1e999 is too large a number"),
    "a number of 5,000 digits": (b'{"t": ' + b"9" * 5000 + b"}", 1, "too many digits"),
    "5,000 lists deep": (b'{"t": ' + b"[" * 5000 + b"]" * 5000 + b"}", 106, "more than 100 levels deep"),
    "5,000 objects deep": (b'{"t":' * 5000 + b"1" + b"}" * 5000, 501, "nested more than 100 levels deep"),
    "5,000 lists that never end": (b"[" * 5000, 101, "nested more than 100 levels deep"),
    "101 levels deep": (b'{"t": ' + b"[" * 100 + b"]" * 100 + b"}", 106, "more than 100 levels deep"),
    "a doubled key": (b'{"id": "a", "seq": 1, "id": "b"}', 23, "the key 'id' stands twice"),
    "a doubled key inside": (b'{"id": {"a": 1, "a": 1}}', 17, "the key 'a' stands twice"),
    "a list": (b"[]", 1, "a JSON object is wanted here"),
    "a text": (b'"id"', 1, "a JSON object is wanted here"),
    "null": (b"null", 1, "a JSON object is wanted here"),
    "cut off": (b'{"events":[', 12, "Expecting value"),
    "single quotes": (b"{'id': 'a'}", 2, "Expecting property name"),
    "two objects": (b'{"id": "a"} {"id": "b"}', 13, "Extra data"),
}  # fmt: skip


@pytest.mark.parametrize("fault", TEXTS)
def test_a_text_that_is_no_object_is_refused_in_every_file_with_line_and_column(
    fault: str, folder: Path
) -> None:
    content, column, says = TEXTS[fault]
    for name, line, said in damaged(folder, content):
        assert said.startswith(f"{name}, line {line}, column {column}: "), f"{name}: {said[:200]}"
        assert says in said
        assert len(said) < 400


def packed(content: bytes, *, cut: int = 0) -> bytes:
    whole = gzip.compress(content)
    return whole[: len(whole) - cut]


def zipped(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("suite.json", content)
    return out.getvalue()


#: Whole files in another form: what is done to the bytes, where that is named, and what is said.
FORMS: dict[str, tuple[Callable[[bytes], bytes], str, str]] = {
    "gzip": (packed, "line 1, column 1", "is compressed by gzip. Unpack it first"),
    "cut gzip": (lambda content: packed(content, cut=9), "line 1, column 1", "is compressed by gzip"),
    "zip": (zipped, "line 1, column 1", "is a zip archive. Unpack it first"),
    "UTF-16": (
        lambda c: c.decode().encode("utf-16"),
        "line 1, column 1",
        "is UTF-16 text. Write it as UTF-8",
    ),
    "UTF-16 the other way": (
        lambda content: b"\xfe\xff" + content.decode().encode("utf-16-be"),
        *("line 1, column 1", "is UTF-16 text"),
    ),
    "UTF-16 without a mark": (
        lambda content: content.decode().encode("utf-16-le"),
        *("line 1, column 2", "Expecting property name"),
    ),
    "UTF-32": (lambda content: content.decode().encode("utf-32"), "line 1, column 1", "is UTF-16 text"),
    "two marks": (lambda content: b"\xef\xbb\xbf" * 2 + content, "line 1, column 1", "Unexpected UTF-8 BOM"),
    "a fault behind a mark": (lambda content: b"\xef\xbb\xbf" + b"\xff", "line 1, column 4", "not UTF-8"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_file_in_another_form_is_refused_and_named(form: str, folder: Path) -> None:
    change, place, says = FORMS[form]
    for name in (*OBJECTS, *LINES):
        path = folder / name
        before = path.read_bytes()
        path.write_bytes(change(before or b'{"code": "x"}\n'))
        said = refusal(folder)
        assert said.startswith(f"{name}, {place}: "), f"{name}: {said[:200]}"
        assert says in said
        path.write_bytes(before)


def test_100_levels_and_brackets_in_texts_are_read_told_and_written_again(folder: Path) -> None:
    by_hand(folder)
    deep: Any = "[" * 500
    for level in range(98):
        deep = [deep] if level % 2 else {"x": deep}
    edit(folder / "suite.json", lambda rows: rows[0].update(config={"deep": deep}))
    printed("import_suite", str(folder))
    assert Suite.objects.get().config == {"deep": deep}
    printed("export_suite", "rich", str(folder.with_name("again")))
    assert "deep: x x x" in (folder.with_name("again") / "DATACARD.md").read_text()


def test_a_byte_order_mark_is_read_over(folder: Path) -> None:
    by_hand(folder)
    for path in folder.rglob("*.json*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    printed("import_suite", str(folder))
    assert Suite.objects.get().scenarios.get().events.count() == 11


# ------------------------------------------------------------ what is no file
def as_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def as_link_outside(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def as_link_to_nothing(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_endless(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def as_giant(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(folder_files.MAX_BYTES + 1)


#: What stands in place of a file, and what is said.
PLACES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a link": (as_link, "is a link"),
    "a link outside": (as_link_outside, "is a link"),
    "a link to nothing": (as_link_to_nothing, "is a link"),
    "a link to what never ends": (as_endless, "is a link"),
    "a folder": (as_folder, "is no regular file"),
    "a pipe that nobody writes to": (as_pipe, "is no regular file"),
    "a file of a gigabyte and more": (as_giant, "has 1,073,741,825 bytes, more than 1,073,741,824"),
}


@pytest.mark.parametrize("name", (*OBJECTS, *LINES))
@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_regular_file_is_refused_by_name(place: str, name: str, folder: Path) -> None:
    change, says = PLACES[place]
    change(folder / name)
    said = refusal(folder)
    assert said.startswith(f"{folder / name}: {says}"), said
    assert "root:" not in said


@pytest.mark.parametrize("name", [*OBJECTS[:2], *LINES])
def test_a_file_that_is_missing_is_named(name: str, folder: Path) -> None:
    (folder / name).unlink()
    assert refusal(folder).startswith(f"{folder / name}: cannot be read: No such file or directory.")


def test_a_folder_of_a_scenario_that_is_a_link_is_refused(folder: Path) -> None:
    (folder / "small").rename(folder / "large")
    (folder / "small").symlink_to("large")
    assert refusal(folder).startswith(f"{folder / 'small'}: is a link.")


def test_a_file_in_place_of_the_folder_is_refused(folder: Path) -> None:
    archive = folder.with_suffix(".zip")
    archive.write_bytes(zipped(b"{}"))
    assert refusal(archive).startswith(f"{archive / 'suite.json'}: cannot be read: Not a directory")


# ------------------------------------------------------------- 60 MB
@pytest.mark.parametrize("where", ["suite.json", "small/events.jsonl"])
def test_60_mb_that_end_in_a_fault_are_refused_soon_with_the_place(where: str, folder: Path) -> None:
    line = b'{"id": "e%d", "seq": %d, "t": "2026-01-01T00:00:00Z", "text": "' + b"word " * 200 + b'"}\n'
    count = 60_000_000 // len(line)
    content = b"".join(line % (n, n) for n in range(count)) + b'{"id": '
    if where == "suite.json":
        content = b'{"title": "' + b"word " * 12_000_000 + b"\xff"
    (folder / where).write_bytes(content)
    began = time.monotonic()
    said = refusal(folder)
    assert time.monotonic() - began < 30
    assert said.startswith(
        f"{where}, line 1, column 60000012: "
        if where == "suite.json"
        else f"{where}, line {count + 1}, column 8: "
    ), said[:200]


def test_60_mb_in_one_text_that_no_column_holds_are_refused_with_the_place(folder: Path) -> None:
    by_hand(folder)
    edit(folder / "suite.json", lambda rows: rows[0].update(title="word " * 12_000_000))
    said = refusal(folder)
    assert "suite.json, line 1, column" in said
    assert "title has 60000000 characters" in said
    assert len(said) < 500


# ----------------------------------------------------- what reads well and is wrong
HUGE = 10**30
#: File, the change of its rows, where it is named, and what is said.
Change = Callable[[list[Any]], object]
WRONG: dict[str, tuple[str, Change, str, str]] = {
    "an id of 10**30": (
        "small/events.jsonl", lambda rows: rows[2].update(id=HUGE), "line 3", "'id' must be a text"),
    "a seq of 10**30": (
        "small/events.jsonl", lambda rows: rows[2].update(seq=HUGE), "line 3", "'seq' must lie between"),
    "a seq that no column holds": (
        "small/events.jsonl", lambda rows: rows[2].update(seq=2**31), "line 3",
        "seq 2147483648 is not between 0 and 2147483647"),
    "a pos of 10**30": (
        "small/actions.jsonl", lambda rows: rows[0].update(pos=-HUGE), "line 1", "'pos' must lie between"),
    "a size of 10**30": (
        "small/actions.jsonl", lambda rows: rows[3].update(size=HUGE), "line 4", "'size' must lie between"),
    "a seed of 10**30": (
        "small/scenario.json", lambda rows: rows[0].update(seed=HUGE), "line 1", "'seed' must lie between"),
    "an id twice": (
        "small/events.jsonl", lambda rows: rows[2].update(id="e0001"), "line 3",
        "'e0001' stands on line 1 already"),
    "a query twice": (
        "small/queries.jsonl", lambda rows: rows[1].update(id="q001"), "line 2",
        "'q001' stands on line 1 already"),
    "gold twice": (
        "small/gold.jsonl", lambda rows: rows.append(dict(rows[0])), "line 11",
        "'q001' stands on line 1 already"),
    "a seq twice": (
        "small/events.jsonl", lambda rows: rows[2].update(seq=2), "line 2", "seq 2 is used more than once"),
    "a pos twice": (
        "small/actions.jsonl", lambda rows: rows[3].update(pos=0), "line 4", "two actions have the same pos"),
    "an unknown predicate": (
        "small/actions.jsonl", lambda rows: rows[0].update(pred="dst"), "line 1",
        "the predicate is not declared"),
    "an unknown goal": (
        "small/gold.jsonl", lambda rows: rows[3]["goal"].update(pred="dst"), "line 4", "dst is not declared"),
    "a list for an object": (
        "small/gold.jsonl", lambda rows: rows[0].update(target=[]), "line 1",
        "'target' must be a JSON object"),
    "a list for a goal": (
        "small/gold.jsonl", lambda rows: rows[0].update(goal=[]), "line 1", "'goal' must be a JSON object"),
    "an object for a list": (
        "small/actions.jsonl", lambda rows: rows[0].update(key={}), "line 1",
        "'key' must be a list of texts"),
    "entities that are no list": (
        "small/scenario.json", lambda rows: rows[0].update(entities={}), "line 1",
        "'entities' must be a list"),
    "an entity that is no object": (
        "small/scenario.json", lambda rows: rows[0].update(entities=[[]]), "line 1",
        "'entities' must be a list of objects"),
    "a value of the wrong type": (
        "small/actions.jsonl", lambda rows: rows[-1].update(value="a lot"), "line 11", "the value: "),
    "too many keys": (
        "small/actions.jsonl", lambda rows: rows[0].update(key=["Grus", "Ibex"]), "line 1",
        "it has 2 key argument(s), the declaration has 1"),
    "a rule that cannot be read": (
        "small/actions.jsonl", lambda rows: rows[6].update(clause="far(T) :- "), "line 7", "rule far"),
    "a time before all times": (
        "small/events.jsonl", lambda rows: rows[5].update(t="0001-01-01T00:00:00+14:00"), "line 6",
        "lies outside the years 1 to 9999"),
    "an action of no event": (
        "small/actions.jsonl", lambda rows: rows[0].update(event="e9"), "line 1", "'e9' is no event"),
    "a kind of event that is none": (
        "small/event_kinds.jsonl", lambda rows: rows[5].update(kind="noise"), "line 6",
        "unknown kind 'noise'"),
    "an answer type that is none": (
        "small/queries.jsonl", lambda rows: rows[0].update(answer_type="mood"), "line 1",
        "unknown answer type 'mood'"),
    "a tolerance that is no number": (
        "small/gold.jsonl", lambda rows: rows[0].update(tolerance="much"), "line 1",
        "the tolerance 'much' is not a number"),
    "a program that cannot be read": (
        "small/scenario.json", lambda rows: rows[0].update(program="func dest(trip -> city"), "line 1",
        "small.dl"),
    "an entity twice": (
        "small/scenario.json", lambda rows: rows[0].update(entities=rows[0]["entities"] * 2), "line 1",
        "two entities have this name"),
    "a slug that is an address of ours": (
        "suite.json", lambda rows: rows[0].update(slug="compare"), "line 1",
        "a page of ours has this address"),
    "no scenario": (
        "suite.json", lambda rows: rows[0].update(scenarios=[]), "line 1", "it has no scenario"),
    "a kind of suite that is none": (
        "suite.json", lambda rows: rows[0].update(kind="other"), "line 1", "unknown kind 'other'"),
    "a finding without a code": (
        "findings.jsonl", lambda rows: rows.append({"code": 3}), "line 1", "'code' must be a text"),
    "a finding whose code is too long": (
        "findings.jsonl", lambda rows: rows.append({"code": "x" * 99}), "line 1", "code has 99 characters"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_what_reads_well_and_is_wrong_is_refused_with_file_line_and_column(fault: str, folder: Path) -> None:
    """No manifest stands in the way: the files are as a person would write them."""
    name, change, line, says = WRONG[fault]
    by_hand(folder)
    edit(folder / name, change)
    said = refusal(folder)
    place = re.search(rf"{re.escape(name)}, {line}[^:]*, column (\d+)", said)
    assert place, said[:300]
    assert int(place[1]) >= 1
    assert says in said


def test_an_id_of_ninety_digits_is_refused_with_its_place(folder: Path) -> None:
    by_hand(folder)
    edit(folder / "small/events.jsonl", lambda rows: rows[5].update(id=str(HUGE) * 3))
    edit(folder / "small/event_kinds.jsonl", lambda rows: rows[5].update(event=str(HUGE) * 3))
    said = refusal(folder)
    assert re.search(rf"small/events\.jsonl, line 6, column \d+: small {HUGE}\d+: the id is malformed", said)


def test_the_column_is_that_of_the_key_at_fault(folder: Path) -> None:
    by_hand(folder)
    edit(folder / "small/actions.jsonl", lambda rows: rows[0].update(pred="dst"))
    line = (folder / "small/actions.jsonl").read_text().splitlines()[0]
    column = line.index('"pred"') + 1
    assert f"small/actions.jsonl, line 1, column {column}: small e0001 action 0" in refusal(folder)


def test_many_faults_are_placed_without_reading_a_file_for_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand(folder)
    edit(folder / "small/actions.jsonl", lambda rows: [row.update(pred="dst") for row in rows])
    read: list[str] = []
    original = folder_files.read_bytes

    def counted(where: Path, name: str) -> bytes:
        read.append(name)
        return original(where, name)

    monkeypatch.setattr(folder_files, "read_bytes", counted)
    said = refusal(folder)
    assert said.count("small/actions.jsonl, line ") == json.dumps(said).count("the predicate is not declared")
    assert max(map(read.count, read)) <= 2


def test_gold_that_does_not_follow_is_named_with_its_place(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    path = folder / "small/gold.jsonl"
    edit(path, lambda rows: rows[7].update(answer=2))
    column = path.read_text().splitlines()[7].index('"label"') + 1
    assert f"small/gold.jsonl, line 8, column {column}: small/q008 at " in refusal(folder)


def test_a_witness_that_fails_its_check_is_named_with_its_place(folder: Path) -> None:
    """With the rule of before, another rule gives the same: C3 fails for a generated suite."""
    by_hand(folder)
    edit(
        folder / "small/scenario.json",
        lambda rows: rows[0].update(program=rows[0]["program"].replace('"Ash"', '"Corby"')),
    )
    said = refusal(folder)
    assert re.search(r"small/gold\.jsonl, line 5, column 1: small/q005: C3", said), said


def test_the_next_import_works(folder: Path) -> None:
    path = folder / "small/events.jsonl"
    before = path.read_bytes()
    path.write_bytes(before[:-20])
    refusal(folder)
    path.write_bytes(before)
    printed("import_suite", str(folder))
    assert Suite.objects.get().slug == "rich"
