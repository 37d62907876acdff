"""What people attach to a record is read into actions: rows, statements, values as they are typed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.statements import read_statements
from scenarios.datalog.values import ValueTextError
from scenarios.domains import registry
from scenarios.rendering.action_texts import actions_text, statement_text
from scenarios.rendering.entered_values import names_of, read_value
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services.entering import choices, read_rows, read_text, rows_of

PROGRAM = load_program(registry.get("tripops").program_text)
EVENT = EventSpec("e1", datetime(2026, 3, 4, 8, 30, tzinfo=UTC), 7, "Vera is off to the Grand Harbour.")
NAMES = names_of([("Grand Harbour", "hotel", ("the harbour", "Vera")), ("Vera", "person", ("V.",))])


def refused(call: object, *args: object, **more: object) -> dict[str, list[str]]:
    with pytest.raises(FormRefusedError) as caught:
        call(*args, **more)  # type: ignore[operator]
    return caught.value.fields


@pytest.mark.parametrize(
    ("text", "kind", "read"),
    [
        ("1,240.50 Galot", "money", "1240.5"),
        ("$ 1'240", "money", "1240"),
        ("007", "int", "7"),
        ("007", "code", "007"),
        ("4 March 2031", "date", "2031-03-04"),
        ("March 4th, 2031", "date", "2031-03-04"),
        ("4. Mar. 2031", "date", "2031-03-04"),
        ("2031-03-04", "date", "2031-03-04"),
        ("Yes", "bool", "true"),
        ("  grand   HARBOUR ", "hotel", "Grand Harbour"),
        ("the harbour", "hotel", "Grand Harbour"),
        ("vera", "person", "Vera"),
        ("Ole\u0301", "person", "Olé"),
        ("None", "person", "none"),
    ],
)
def test_values_are_read_as_people_write_them(text: str, kind: str, read: str) -> None:
    assert read_value(text, kind, NAMES, absent=True) == read


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("03/04/2031", "date", "two ways"),
        ("31 February 2031", "date", "no day"),
        ("4 Mai 2031", "date", "no month"),
        ("1.240,00", "money", "not a number"),
        ("2 or 3", "int", "not a number"),
        ("1.5", "int", "not an integer"),
        ("maybe", "bool", "neither yes nor no"),
        (" ", "person", "write a value"),
        ("vera", "animal", "Grand Harbour or Vera"),
    ],
)
def test_what_may_mean_two_things_is_refused(text: str, kind: str, why: str) -> None:
    with pytest.raises(ValueTextError, match=why):
        read_value(text, kind, NAMES)


def test_rows_are_read_by_the_declarations() -> None:
    rows = rows_of(
        {
            "rows.0.pred": "booking",
            "rows.0.a1": "Grus",
            "rows.0.a2": "the harbour",
            "rows.2.pred": "trip",
            "rows.2.op": "complete",
            "rows.2.a1": "V.",
            "rows.2.a2": "2026",
            "rows.2.members": "Grus, Anser",
            "rows.3.pred": "reports_to",
            "rows.3.op": "revise",
            "rows.3.a1": "Vera",
            "rows.3.a2": "none",
            "rows.3.as_of": "1 February 2026",
            "says": "rows",
        }
    )
    found = read_rows(PROGRAM, EVENT, rows, NAMES)
    assert actions_text(PROGRAM, found).split(",\n") == [
        'booking(Grus, "Grand Harbour")',
        "complete(trip, Vera, 2026, 2, Anser, Grus)",
        "revise reports_to(Vera, none) as of 2026-02-01",
    ]
    assert [action.pos for action in found] == [0, 1, 2]
    assert {(action.event, action.t, action.seq) for action in found} == {("e1", EVENT.t, 7)}


def test_every_fault_of_the_rows_is_named_at_its_entry() -> None:
    rows = [
        {"pred": "starts", "a1": "", "a2": "03/04/2026", "a3": "x"},
        {"pred": "dest", "a1": "Grus", "a2": "Corby"},
        {"pred": "", "a1": "Grus"},
        {"pred": "purpose", "op": "member", "a1": "Grus", "a2": "private"},
        {"pred": "purpose", "op": "cancel", "a1": "Grus", "a2": "private", "as_of": "soon"},
        {"pred": "rule", "a1": "", "op": "unrule", "clause": "x"},
    ]
    assert set(refused(read_rows, PROGRAM, EVENT, rows)) == {
        *("rows.0.a1", "rows.0.a2", "rows.0.a3", "rows.1.pred", "rows.2.pred", "rows.3.op"),
        *("rows.4.a2", "rows.4.as_of", "rows.5.a1", "rows.5.clause"),
    }


def test_what_an_import_refuses_is_refused_here() -> None:
    twice = [{"pred": "purpose", "a1": "Grus", "a2": word} for word in ("private", "training")]
    assert refused(read_rows, PROGRAM, EVENT, twice) == {
        "rows": ["actions 0 and 1 both state purpose(Grus) (one event states one thing about one key)"]
    }
    late = [{"pred": "purpose", "a1": "Grus", "a2": "private", "as_of": "2026-03-05"}]
    assert "later than" in refused(read_rows, PROGRAM, EVENT, late)["rows.0.pred"][0]
    rule = [{"pred": "rule", "a1": "per_diem", "clause": "per_diem(T) :- "}]
    assert "rows.0.pred" in refused(read_rows, PROGRAM, EVENT, rule)
    assert "at most 40" in refused(rows_of, {"rows.40.pred": "trip"})["rows"][0]


def test_a_completeness_without_a_number_has_what_the_record_names() -> None:
    whole = {"pred": "trip", "op": "complete", "a1": "Vera", "a2": "2026"}
    one = {"pred": "trip", "a1": "Vera", "a2": "2026", "a3": "Grus"}
    sizes = [action.size for action in read_rows(PROGRAM, EVENT, [whole, one]) if action.op is Op.COMPLETE]
    assert sizes == [1]
    assert "in all" in refused(read_rows, PROGRAM, EVENT, [whole])["rows.0.size"][0]
    assert read_rows(PROGRAM, EVENT, [{**whole, "size": "0"}])[0].size == 0


def test_statements_are_read_with_a_caret_under_each_fault() -> None:
    text = "booking(Grus, the harbour)\ntrip(Vera, 2026; Grus)\npurpose(Grus)"
    shown = refused(read_text, PROGRAM, EVENT, text)["text"][0]
    assert "line 1" in shown
    assert "line 3" in shown
    assert "^" in shown
    assert "line 2" not in shown
    text = "purpose(Grus)\npurpose(Anser)\ntrip(Vera, 2026; Grus)"
    two = refused(read_text, PROGRAM, EVENT, text)["text"][0]
    assert "2 faults in what is written" in two
    text = 'booking(grus, "The Harbour")\ntrip(v, 2026; Grus) as of 2026-01-02'
    found = read_text(PROGRAM, EVENT, text, NAMES)
    assert actions_text(PROGRAM, found) == (
        'booking(grus, "Grand Harbour"),\ntrip(v, 2026; Grus) as of 2026-01-02'
    )


def test_two_people_who_enter_the_same_write_the_same_text() -> None:
    rows = [
        {"pred": "trip", "a1": "Vera", "a2": "2026", "a3": "Grus"},
        {"pred": "amount", "a1": "X1", "a2": "1,240.00"},
    ]
    by_row = read_rows(PROGRAM, EVENT, rows)
    typed = read_text(PROGRAM, EVENT, "amount(X1, 1240), trip(Vera, 2026; Grus).")
    assert by_row == typed
    assert actions_text(PROGRAM, by_row) == actions_text(PROGRAM, reversed(typed))


@pytest.mark.parametrize(
    "name", ["Vera", "_x", "true", "none", "007", 'A "b", c', "Ünal", "x\ny", "a#b", "date"]
)
def test_a_statement_is_read_back_whatever_the_name(name: str) -> None:
    earlier = datetime(2026, 1, 1, 12, 5, tzinfo=UTC)
    clause = f'per_diem(T) -> V :- amount("{name}", V).'
    actions = [
        ActionRecord("", EVENT.t, 0, 0, Op.MEMBER, "trip", (name, "2026"), member=name),
        ActionRecord("", EVENT.t, 0, 1, Op.CANCEL, "based_in", (name,), as_of=earlier),
        ActionRecord("", EVENT.t, 0, 2, Op.ASSERT, "booking", ("t",), value=name),
        ActionRecord("", EVENT.t, 0, 3, Op.COMPLETE, "trip", (name, "2026"), size=3, members=(name,)),
        ActionRecord("", EVENT.t, 0, 4, Op.REOPEN, "trip", (name, "2026")),
        ActionRecord("", EVENT.t, 0, 5, Op.RULE, "per_diem", clause=clause),
        ActionRecord("", EVENT.t, 0, 6, Op.UNRULE, "per_diem"),
    ]
    for action in actions:
        text = statement_text(PROGRAM, action)
        found, faults = read_statements(PROGRAM, text, "t")
        assert not faults, text
        back = found[0].action
        fields = ("op", "pred", "key", "member", "value", "as_of", "size", "members", "clause")
        assert [getattr(back, f) for f in fields] == [getattr(action, f) for f in fields], text


def test_the_choices_are_what_a_record_may_state() -> None:
    found = {choice.pred: choice for choice in choices(PROGRAM)}
    assert "dest" not in found
    assert "traveller" not in found
    assert [(one.name, one.type, one.role) for one in found["trip"].arguments] == [
        ("a1", "person", "key"),
        ("a2", "year", "key"),
        ("a3", "trip", "member"),
    ]
    assert [op for op, _ in found["cap"].ops] == ["assert", "revise", "cancel"]
    assert found["trip"].formal == "trip(person, year ; trip)"
    assert found["room_price"].formal == "room_price(hotel) -> decimal"
    assert list(found)[-1] == "rule"
