"""JSON is read as the standard means it, and what cannot be stored is refused with its place (case P07)."""

from __future__ import annotations

import pytest

from benchmark.api import strict_json

NO_JSON = (
    (b'{"events":[', "line 1, column 12"),
    (b"", "line 1, column 1"),
    ('{"a": 1}'.encode("utf-16"), "byte 1 is not UTF-8"),
    ('{"a": 1}'.encode("utf-16-le"), "line 1"),
    (b'{"a": "\xff"}', "byte 8 is not UTF-8"),
    (b'\xef\xbb\xbf{"a": 1}', "BOM"),
    (b'{"a": 1, "a": 2}', "the name 'a' stands twice"),
    (b'[{"b": {"a": 1, "a": 1}}]', "the name 'a' stands twice"),
    (b'{"\\ud83d": 1, "\\ud83d": 2}', "the name '\\ud83d' stands twice"),
    (b"[" * 5 + b"]" * 5, "more than 4 deep"),
    (b"[" * 5000 + b"]" * 5000, "more than 4 deep"),
    (b"[" * 500_000, "more than 4 deep"),
    (b'{"a":' * 5000 + b"1" + b"}" * 5000, "more than 4 deep"),
    (b"9" * 5000, "digits"),
    (b"{'a': 1}", "line 1, column 2"),
)


@pytest.mark.parametrize(("raw", "words"), NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_json_is_refused_with_where_and_why(raw: bytes, words: str) -> None:
    with pytest.raises(strict_json.NotJsonError) as refused:
        strict_json.read(raw, deepest=4)
    assert words in str(refused.value)
    str(refused.value).encode("ascii")


BAD_VALUES = (
    (b'{"t": NaN}', "/t", "finite"),
    (b'{"t": [1, -Infinity]}', "/t/1", "finite"),
    (b'{"t": 1e999}', "/t", "finite"),
    (b'{"events": [{"text": "a\\u0000b"}]}', "/events/0/text", "Null"),
    (b'{"text": "\\ud83d"}', "/text", "Surrogate"),
    (b'{"a/b~": {"x\\u0000": 1}}', "/a~1b~0/x\\x00", "Null"),
    (b'"\\udc00"', "", "Surrogate"),
)


@pytest.mark.parametrize(("raw", "place", "words"), BAD_VALUES, ids=range(len(BAD_VALUES)))
def test_what_no_database_can_hold_is_refused_with_its_pointer(raw: bytes, place: str, words: str) -> None:
    with pytest.raises(strict_json.BadValueError) as refused:
        strict_json.read(raw, deepest=4)
    assert refused.value.place == place
    assert words in str(refused.value)


def test_what_is_json_comes_through_as_it_is() -> None:
    raw = b'{"a": [1, 2.5, true, null, "\\ud83d\\ude00 \\u00e9"], "n": 1%s, "o": {}}' % (b"0" * 30)
    assert strict_json.read(raw, deepest=4) == {
        "a": [1, 2.5, True, None, "\U0001f600 é"],
        "n": 10**30,
        "o": {},
    }
