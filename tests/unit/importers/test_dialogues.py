"""Files of dialogues are read whole: JSON, JSON Lines and tables, with every fault at once."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.importers.dialogues.making import bundle_of
from scenarios.importers.dialogues.reading import Dialogues, read
from scenarios.importers.dialogues.rows import MAX_BYTES, Options, TooLargeError
from scenarios.importers.dialogues.times import TimeTextError, read_time, zone_of
from scenarios.importers.errors import OptionError

NINE = "2026-03-01T09:00:00Z"


def of(content: Any, **options: Any) -> Dialogues:
    return read(json.dumps(content).encode(), "x.json", Options(**options))


def table(text: str, **options: Any) -> Dialogues:
    return read(text.encode(), "x.csv", Options(**options))


def told(found: Dialogues) -> list[str]:
    return [str(fault) for fault in found.faults]


@pytest.mark.parametrize(
    "content",
    [
        [{"content": "Hello", "role": "user", "timestamp": NINE}],
        {"messages": [{"text": "Hello", "author": "user", "date": NINE}]},
        {"title": "One", "turns": [{"utterance": "Hello", "Speaker": "user", "t": 1772355600}]},
        {"content": [{"type": "text", "text": "Hello"}], "role": "user", "time": "1772355600000"},
    ],
)
def test_messages_are_found_by_the_names_of_their_keys(content: Any) -> None:
    found = of(content)
    assert told(found) == []
    [message] = found.messages
    assert (message.text, message.speaker, message.t) == (
        "Hello",
        "user",
        datetime(2026, 3, 1, 9, tzinfo=UTC),
    )


def test_sessions_are_named_by_what_messages_stand_in() -> None:
    one = [{"text": "a", "time": NINE}]
    by_id = of([{"session_id": "s7", "messages": one}, {"messages": one}])
    assert [message.session for message in by_id.messages] == ["s7", "2"]
    nested = of([{"sample_id": "c1", "conversation": {"session_1": one, "session_2": one}}], split="group")
    assert [(m.scenario, m.session) for m in nested.messages] == [("c1", "session_1"), ("c1", "session_2")]
    own = of([{"session_id": "s7", "messages": [{"text": "a", "time": NINE, "session": "mine"}]}])
    assert [message.session for message in own.messages] == ["mine"]


def test_the_time_of_a_session_is_that_of_its_messages() -> None:
    said = [{"speaker": "Ann", "text": "Hello"}]
    beside = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": said}
    lists = {
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["s1"],
        "haystack_sessions": [said],
    }
    within = {"sessions": [{"date": "2023-05-08", "turns": said}]}
    times = [of(content, zone="+02:00").messages[0].t.isoformat() for content in (beside, lists, within)]
    assert times == ["2023-05-08T11:56:00+00:00", "2023-05-20T00:21:00+00:00", "2023-05-08T07:00:00+00:00"]
    assert of(lists, zone="UTC").messages[0].session == "s1"


def test_json_lines_are_messages_or_sessions_and_one_bad_line_hides_no_other() -> None:
    lines = ['{"text": "a"}', "", '{"text": "b",}', '{"text": "c"}', '{"n": 1}']
    found = read("\n".join(lines).encode(), "x.jsonl")
    assert [message.text for message in found.messages] == ["a", "c"]
    assert [fault.line for fault in found.faults] == [3, 5]
    sessions = '{"id": "p", "messages": [{"text": "a"}]}\n{"messages": [{"text": "b"}]}'
    assert [message.session for message in read(sessions.encode()).messages] == ["p", "2"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_are_read_with_any_delimiter_and_newlines_in_quotes(delimiter: str) -> None:
    rows = [["Time", "Author", "Message"], [NINE, "Ann", '"one,\n""two"";\tthree"'], [NINE, "", "next"]]
    found = read("\r\n".join(delimiter.join(row) for row in rows).encode(), "x.csv")
    assert told(found) == []
    assert [(m.line, m.text, m.speaker) for m in found.messages] == [
        (2, 'one,\n"two";\tthree', "Ann"),
        (4, "next", None),
    ]


def test_a_row_that_does_not_fit_is_named_with_its_line() -> None:
    found = table(f'time,text\n{NINE},"a\nb"\n{NINE},one,two\n\n{NINE},"open')
    assert [message.text for message in found.messages] == ["a\nb"]
    assert [fault.line for fault in found.faults] == [4, 6]
    assert "3 cells stand where the header names 2" in told(found)[0]
    assert "nothing behind this row was read" in told(found)[1]


def test_columns_of_other_names_are_chosen() -> None:
    text = f"said,by,text\nHello,Ann,{NINE}"
    assert told(table(text)) == []  # a column of that name is there: it is taken
    found = table(text, columns={"text": "said", "speaker": "by", "time": "text"})
    assert [(m.text, m.speaker, m.t.hour) for m in found.messages] == [("Hello", "Ann", 9)]
    [fault] = told(table("said,by\nHello,Ann"))
    assert "say which of said, by it is" in fault
    assert "no such column" in told(table(text, columns={"text": "other"}))[0]
    assert of([{"said": "x"}], columns={"text": "said"}).messages[0].text == "x"
    with pytest.raises(OptionError, match="columns: 'colour'"):
        table(text, columns={"colour": "by"})
    with pytest.raises(OptionError, match="split"):
        table(text, split="day")


def test_all_faults_of_all_rows_are_told_at_once() -> None:
    rows = [
        {"id": "a", "text": "one", "time": NINE},
        {"id": "a", "text": " ", "time": "2026-03-01 09:00"},
        {"id": "c", "text": "nul\x00", "time": "03/04/2026"},
        {"id": "d", "text": 5, "time": ""},
        {"id": "e", "text": "half \ud83d", "time": "2026-02-30"},
        {"id": "f", "speaker": "Ann"},
        "no message",
    ]
    found = read(json.dumps(rows, indent=1).encode(), "x.json")
    assert [(fault.line, fault.column) for fault in found.faults] == [
        (0, ""),
        (7, "text"), (7, "time"), (7, "id"),
        (12, "text"), (12, "time"),
        (17, "text"), (17, "time"),
        (22, "text"), (22, "time"),
        (27, ""),
    ]  # fmt: skip
    assert found.wants_zone
    assert [message.id for message in found.messages] == ["a"]
    assert [row.line for row in found.sample] == [2, 7, 12, 17, 22]


def test_a_naive_time_is_refused_unless_a_zone_is_chosen() -> None:
    text = "time,text\n2026-07-01 09:00,a\n2026-01-01 09:00,b"
    refused = table(text)
    assert (refused.wants_zone, len(refused.faults), refused.messages) == (True, 2, ())
    found = table(text, zone="Europe/Berlin")
    assert [message.t.hour for message in found.messages] == [7, 8]
    with pytest.raises(OptionError, match="no time zone"):
        table(text, zone="Nowhere/Land")
    assert "never showed" in told(table("time,text\n2026-03-29 02:30,a", zone="Europe/Berlin"))[0]


@pytest.mark.parametrize(
    ("written", "utc"),
    [
        ("2026-03-01T10:00:00+01:00", "2026-03-01T09:00:00"),
        ("2026-03-01 09:00:00 UTC", "2026-03-01T09:00:00"),
        ("Sun, 1 Mar 2026 09:00:00 +0000", "2026-03-01T09:00:00"),
        ("March 1, 2026 at 9:00 AM", "2026-03-01T08:00:00"),
        ("12:05 am on 1 March, 2026", "2026-02-28T23:05:00"),
        ("2026/03/01", "2026-03-01T08:00:00"),
        (1772355600.5, "2026-03-01T09:00:00.500000"),
    ],
)
def test_times_are_read_as_files_write_them(written: Any, utc: str) -> None:
    assert read_time(written, zone_of("Europe/Berlin")).isoformat() == f"{utc}+00:00"


NO_TIMES = (
    *("03/04/2026", "20260301", "2026-W09", "yesterday", "13:00 pm on 1 May, 2026", "1 Foo 2026"),
    *("9 March 2026 or 10 March 2026", "0000-01-01", "12345678901234567890", True, []),
)


@pytest.mark.parametrize("written", NO_TIMES)
def test_what_is_no_time_or_may_be_two_is_refused(written: Any) -> None:
    with pytest.raises(TimeTextError):
        read_time(written, UTC)


def test_messages_without_any_time_stand_a_minute_apart() -> None:
    found = of([{"text": "a"}, {"text": "b"}])
    assert [message.t.isoformat() for message in found.messages] == [
        "2000-01-01T00:00:00+00:00",
        "2000-01-01T00:01:00+00:00",
    ]
    assert all(message.synthetic_time for message in found.messages)
    assert "it has no time, and others have" in told(of([{"text": "a", "time": NINE}, {"text": "b"}]))[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_are_told_by_their_marks(encoding: str) -> None:
    assert read("text\nGrüße 🦊".encode(encoding), "x.csv").messages[0].text == "Grüße 🦊"


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        ("text\na\nGrüße".encode("latin-1"), 3, "it is not UTF-8 from byte 10 on"),
        ("\ufefftext".encode("utf-16-le")[:-1], 1, "it is not UTF-16"),
        (b" \n", 0, "the file is empty"),
        (b'[{"text": "a"}\n{"text": "b"}]', 2, "not JSON at column 1"),
        (b'[{"text": NaN}]', 1, "NaN is not a number"),
        (b"[" * 200_000, 1, "nested too deeply"),
        (b'[{"text": "a", "text": "b"}]', 1, "given twice in one object: text"),
        (b"[]", 0, "no messages were found"),
        (b";;\n", 1, "the first line names no columns"),
        (b"text,text\na,b", 1, "2 columns have this name"),
    ],
)
def test_files_that_cannot_be_read_say_where_and_why(data: bytes, line: int, what: str) -> None:
    found = read(data)
    assert [fault.line for fault in found.faults[:1]] == [line]
    assert what in told(found)[0]


def test_what_is_too_much_is_refused() -> None:
    with pytest.raises(TooLargeError, match="part it into several"):
        read(b" " * (MAX_BYTES + 1))
    found = read(b"text\n" + b"a\n" * 50_001, "x.csv")
    assert "it has 50,001 messages, 50,000 are read at most" in told(found)[0]
    assert found.messages == ()


def test_empty_rows_are_left_out_where_that_is_chosen() -> None:
    found = of([{"text": None}, {"text": "a"}, {"text": " "}], skip_empty=True)
    assert (told(found), found.skipped, [message.text for message in found.messages]) == ([], 2, ["a"])


def test_a_bundle_has_a_history_for_each_group() -> None:
    said = [{"text": "b", "time": NINE, "id": "a b"}, {"text": "c", "time": NINE}]
    said = [{"id": "m1", "text": "late", "time": "2026-03-02T09:00:00Z"}, *said]
    content = [
        {"sample_id": "Ünit 1", "c": {"s1": said, "s2": []}},
        {"sample_id": "unit-1", "c": {"s1": said[:1]}},
    ]
    found = of(content, split="group")
    assert told(found) == []
    bundle = bundle_of(
        found, slug="x", title="X", domain="d", program="p", file="x.json", reserved=["unit-1"]
    )
    assert [scenario.slug for scenario in bundle.scenarios] == ["unit-1-2", "unit-1-3"]
    events = bundle.scenarios[0].events
    assert [(event.id, event.seq, event.kind) for event in events] == [
        ("m1", 1, "unannotated"), ("m0002", 2, "unannotated"), ("m0003", 3, "unannotated"),
    ]  # fmt: skip
    assert [(finding.code, finding.session) for finding in bundle.findings] == [
        ("ids-replaced", ""), ("equal-message-times", "unit-1-2"), ("out-of-order", "unit-1-2"),
    ]  # fmt: skip


def test_ids_stand_once_a_history() -> None:
    same = [{"id": "m1", "text": "a"}]
    content = {"p": same, "q": same}
    assert "'m1' stands already on line 1" in told(of(content))[0]
    assert told(of(content, split="session")) == []
    assert told(of(content, columns={"id": ""})) == []
