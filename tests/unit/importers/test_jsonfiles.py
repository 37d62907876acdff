"""Files from outside: read whole with notes, or refused with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.importers import jsonfiles
from scenarios.importers.errors import UnreadableFileError
from scenarios.importers.jsonfiles import load


def written(tmp_path: Path, raw: bytes) -> Path:
    path = tmp_path / "part" / "case.json"
    path.parent.mkdir()
    path.write_bytes(raw)
    return path


def refused(tmp_path: Path, raw: bytes) -> UnreadableFileError:
    with pytest.raises(UnreadableFileError) as caught:
        load(written(tmp_path, raw), "part/case.json")
    return caught.value


def test_a_plain_file_has_no_notes(tmp_path: Path) -> None:
    document = load(written(tmp_path, '{"a": ["Zoë", 1]}'.encode()), "part/case.json")
    assert document.content == {"a": ["Zoë", 1]}
    assert document.notes == ()


def test_broken_json_names_line_and_column(tmp_path: Path) -> None:
    error = refused(tmp_path, b'{\n  "a": 1,\n  "b": oops\n}')
    assert (error.place.line, error.place.column) == (3, 8)
    assert str(error).startswith("part/case.json:3:8: not JSON")


@pytest.mark.parametrize(
    "raw, words", [(b"", "0 bytes"), (b" \n\t", "white space"), (b"\xef\xbb\xbf", "0 bytes")]
)
def test_an_empty_file_is_refused(tmp_path: Path, raw: bytes, words: str) -> None:
    assert words in refused(tmp_path, raw).reason


def test_a_file_cut_off_in_the_middle_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, b'{"a": [1, 2').place.line == 1


@pytest.mark.parametrize("raw", [b"[NaN]", b"[Infinity]", b"[" + b"9" * 5000 + b"]"])
def test_numbers_that_are_none_are_refused(tmp_path: Path, raw: bytes) -> None:
    assert "number" in refused(tmp_path, raw).reason


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    assert "nested" in refused(tmp_path, b"[" * 200_000).reason


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonfiles, "MAX_BYTES", 3)
    assert "has 4 bytes, the limit is 3" in refused(tmp_path, b"[12]").reason


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"gone\.json: cannot be opened"):
        load(tmp_path / "gone.json", "gone.json")


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf" + '{"a": "é"}'.encode(),
        '\ufeff{"a": "é"}'.encode("utf-16-le"),
        '\ufeff{"a": "é"}'.encode("utf-16-be"),
    ],
)
def test_a_byte_order_mark_is_skipped_and_noted(tmp_path: Path, raw: bytes) -> None:
    document = load(written(tmp_path, raw), "part/case.json")
    assert document.content == {"a": "é"}
    assert [note.code for note in document.notes] == ["byte-order-mark"]


def test_a_broken_utf_16_file_is_refused(tmp_path: Path) -> None:
    assert "utf-16-le" in refused(tmp_path, b"\xff\xfe{").reason


def test_latin_1_is_read_and_noted_with_its_place(tmp_path: Path) -> None:
    document = load(written(tmp_path, '{\n"a": "café"}'.encode("latin-1")), "part/case.json")
    assert document.content == {"a": "café"}
    assert "byte 0xe9 at line 2, byte 10 of the line" in document.notes[0].detail


def test_repeated_keys_are_noted(tmp_path: Path) -> None:
    document = load(written(tmp_path, b'{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}'), "part/case.json")
    assert document.content == {"a": 3, "b": {"c": 2}}
    assert document.notes[0].detail.endswith("a, c")


def test_characters_no_database_takes_are_replaced_and_noted(tmp_path: Path) -> None:
    document = load(written(tmp_path, rb'{"a": "x\u0000y", "b": ["\ud800"], "c": "ok"}'), "part/case.json")
    assert document.content == {"a": "x\ufffdy", "b": ["\ufffd"], "c": "ok"}
    assert "in 2 texts" in document.notes[0].detail
