"""Facts and histories as text: closed worlds for cases, sizes at their event, rows named in errors."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scenarios.datalog.errors import FactsError, HistoryError, in_order
from scenarios.datalog.facts import load_facts, load_history, moment, read_history
from scenarios.datalog.history import Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal
from tests.spec.manual import END

PROGRAM = load_program("""
set staff( ; person)
set trip(person ; trip)
set seat(person, year ; trip)
func dest(trip) -> city
func price(trip) -> money
derived n(person) -> int
n(P,K) :- K = count{ T : trip(P,T) }.
""")


def test_facts_load_with_completeness_for_every_group() -> None:
    history = load_facts(PROGRAM, "staff(vera). staff(oleg). trip(vera,a). trip(vera,b). dest(a, corby).")
    complete = {(a.pred, a.key): a.size for a in history.actions if a.op is Op.COMPLETE}
    assert complete == {("staff", ()): 2, ("trip", ("oleg",)): 0, ("trip", ("vera",)): 2}
    assert answer(PROGRAM, history, Goal("n", ("vera",)), END).answer == 2
    assert answer(PROGRAM, history, Goal("n", ("oleg",)), END).label == "justified-zero"


def test_a_stated_absence_is_no_entity_with_collections_of_its_own() -> None:
    program = load_program("set trip(person ; trip)\nfunc boss(person) -> person")
    history = load_facts(program, "boss(vera, none). boss(oleg, vera).")
    complete = {a.key: a.size for a in history.actions if a.op is Op.COMPLETE}
    assert complete == {("oleg",): 0, ("vera",): 0}


def test_facts_that_cannot_be_read_are_refused_with_their_places() -> None:
    with pytest.raises(FactsError) as caught:
        load_facts(PROGRAM, "dest(a). staff(vera).\nn(vera, 2).")
    assert "facts:1:1: dest takes 2 arguments here, not 1" in str(caught.value)
    assert "facts:2:1: n is derived: no record states it" in str(caught.value)


def test_every_fact_is_an_event_of_its_own() -> None:
    history = load_facts(PROGRAM, "dest(a, corby). dest(b, Corby).")
    asserted = [(a.event, a.key, a.value) for a in history.actions if a.op is Op.ASSERT]
    assert asserted == [("e1", ("a",), "corby"), ("e2", ("b",), "Corby")]


def test_a_completeness_without_a_size_takes_the_size_current_at_its_event() -> None:
    history = load_history(
        PROGRAM,
        """
        e1: trip(vera; a), trip(vera; b), complete(trip, vera).
        e2: cancel trip(vera; a).
        e3: complete(trip, vera).
        e4: complete(trip, oleg).
        """,
    )
    assert [a.size for a in history.actions if a.op is Op.COMPLETE] == [2, 1, 0]


def test_lines_carry_ids_times_and_old_dates() -> None:
    history = load_history(
        PROGRAM,
        """
        # a comment
        e1: dest(a, corby).
        e2 2026-03-01: dest(b, none).
        e3 2026-03-02T10:00:00+02:00: revise dest(a, ash) as of 2026-02-01, price(a, 05.50).
        """,
    )
    one, two, three, four = history.actions
    assert [a.event for a in history.actions] == ["e1", "e2", "e3", "e3"]
    assert one.t == datetime(2026, 1, 1, 9, tzinfo=UTC)
    assert (two.t, two.value) == (datetime(2026, 3, 1, 9, tzinfo=UTC), "none")
    assert three.t == datetime(2026, 3, 2, 8, tzinfo=UTC)
    assert (three.as_of, three.op, four.pos) == (datetime(2026, 2, 1, 9, tzinfo=UTC), Op.REVISE, 1)
    assert four.value == "5.5"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dest(a, corby)", "line 1: expected 'id"),
        ("e1: dest(a).", "line 1: dest takes 2 arguments here, not 1"),
        ("e1: dest(a, b, c).", "dest takes 2 arguments here, not 3"),
        ("e1: n(a, 3).", "n is derived: no record states it"),
        ("e1: nothing(a).", "nothing is not declared"),
        ("e1: price(a, much).", "price: 'much' is not a number"),
        ("e1: complete(dest, a).", "takes a collection"),
        ("e1: complete(trip).", "takes a collection and its 1 group"),
        ("e1: complete().", "names a collection and its group"),
        ("e1: rule k p.", "expected the clause in quotes"),
        ("e1: dest(a, corby) dest(b, corby).", "expected '.' or ','"),
        ("e1: dest(a $).", "has no meaning here"),
        ("e1: dest(a,).", "expected a variable or a value"),
        ("\n\ne1 2026-13-01: dest(a, b).", "is not a date or a time"),
        ("e1 2026-01-01T10:00:00: dest(a, b).", "has no time zone"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(FactsError) as caught:
        load_history(PROGRAM, text)
    assert says in str(caught.value)


def test_moments_are_instants() -> None:
    assert moment("2026-01-15T23:00:00+05:30") == moment("2026-01-15T17:30:00Z")


FAULTY = """\
# a comment
% another
e1: dest(a, corby), nothing(b), price(a, much), dest(b, ash).
e2 2026-13-01: dest(a).
  oops
e4: trip(vera; a) trip(vera; b), dest(c, corby) as of yesterday, dest(d, corby).
e5: rule k "open.
"""


def test_all_faults_of_a_history_are_found_at_once_each_in_its_place() -> None:
    lines, faults = read_history(PROGRAM, FAULTY, "trips.txt")
    assert [(fault.line, fault.column, fault.message) for fault in in_order(faults)] == [
        (3, 21, "nothing is not declared"),
        (3, 42, "price: 'much' is not a number"),
        (4, 4, "'2026-13-01' is not a date or a time"),
        (4, 16, "dest takes 2 arguments here, not 1"),
        (5, 3, "expected 'id [time]: statements', found 'oops'"),
        (6, 19, "expected '.' or ',' before 'trip'"),
        (6, 55, "'yesterday' is not a date or a time"),
        (7, 12, "a quoted text is not closed on its line"),
        (7, 18, "expected the clause in quotes, found the end of the text"),
    ]
    assert {fault.file for fault in faults} == {"trips.txt"}
    kept = [(line.event, [s.action.key for s in line.statements]) for line in lines]
    assert kept == [("e1", [("a",), ("b",)]), ("e2", []), ("e4", [("d",)]), ("e5", [])]
    assert all(fault.excerpt(FAULTY)[0] == FAULTY.split("\n")[fault.line - 1] for fault in faults)
    with pytest.raises(HistoryError) as caught:
        load_history(PROGRAM, FAULTY)
    assert str(caught.value).startswith(
        "9 faults in the history:\nline 3: nothing is not declared [history]\n"
    )
    assert "    e1: dest(a, corby), nothing(b), price" in str(caught.value)


def test_texts_may_hold_whatever_separates_lines_elsewhere() -> None:
    history = load_history(PROGRAM, 'e1: dest(a, "one\u2028two\x0bthree\x85").\r\ne2: dest(b, c).\r\n')
    assert [action.value for action in history.actions] == ["one\u2028two\x0bthree\x85", "c"]


def test_an_old_time_may_have_a_clock_and_no_line_stands_after_the_end_of_time() -> None:
    history = load_history(PROGRAM, "e1 2026-03-01: dest(a, b) as of 2026-02-01T10:00:00+02:00, dest(c, d).")
    assert [action.as_of for action in history.actions] == [datetime(2026, 2, 1, 8, tzinfo=UTC), None]
    for text, says in (
        ("e1 9999-12-31: dest(a, b).\ne2: dest(a, c).", "line 2: there is no day after the line before"),
        ("e1 0001-01-01T00:00:00+14:00: dest(a, b).", "outside the years 1 to 9999"),
    ):
        with pytest.raises(FactsError, match=says):
            load_history(PROGRAM, text)
