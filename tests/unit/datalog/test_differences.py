"""The difference between two cutoffs: what changed, appeared, vanished or was confirmed, and its causes."""

from __future__ import annotations

import json
from datetime import datetime

from scenarios.datalog import reference
from scenarios.datalog.differences import (
    Change,
    Difference,
    Side,
    difference,
    difference_lines,
    difference_object,
    in_force_of,
    with_causes,
)
from scenarios.datalog.facts import load_history, moment
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import resolve

PROGRAM = load_program(
    """
    func dest(trip) -> city on_cancel unknown
    func city_in(city) -> country
    set trip(person ; trip)
    inverse owner(trip) -> person of trip
    param cap(country) -> money
    param limit() -> int
    derived country(trip) -> country
    derived abroad(person ; trip)
    derived n_abroad(person) -> int
    derived fee(trip) -> int
    derived dear(trip) -> bool
    derived whose(trip) -> person
    derived late(trip) -> bool
    country(T,N) :- dest(T,C), city_in(C,N).
    @set(P) abroad(P,T) :- trip(P,T), country(T,N), N != corvia.
    n_abroad(P,K) :- K = count{ T : abroad(P,T) }.
    @rule(fees) fee(T,1) :- dest(T,_).
    dear(T) :- country(T,N), cap(N,M), limit(L), M > L.
    whose(T,P) :- owner(T,P).
    late(T) :- dest(T,_), days(date(cutoff), date(2026-03-01)) < 0.
    """
)
HISTORY = load_history(
    PROGRAM,
    """
    e1 2026-01-01: city_in(Corby, corvia), city_in(Lunmar, meleth), limit(10).
    e2 2026-01-02: dest(Grus, Lunmar), cap(meleth, 12).
    e3 2026-01-03: trip(Vera; Grus), trip(Vera; Ibex), complete(trip, Vera).
    e4 2026-02-01: dest(Ibex, Corby).
    e5 2026-02-02: revise dest(Grus, Halewick).
    e6 2026-02-03: revise dest(Grus, Corby).
    e7 2026-02-04: dest(Ibex, Corby).
    e8 2026-02-05: dest(Grus, Lunmar) as of 2026-01-05.
    e9 2026-02-06: rule fees "fee(T,2) :- dest(T,_).".
    e10 2026-02-07: unrule fees.
    e11 2026-02-08: revise cap(meleth, 7), revise limit(5).
    e12 2026-02-09: cancel trip(Vera; Ibex).
    e13 2026-02-10: trip(Vera; Otis).
    e14 2026-02-11: reopen(trip, Vera).
    e15 2026-02-12: cancel dest(Ibex).
    """,
)


def _side(goal: str, day: str) -> Side:
    cutoff = moment(f"{day}T23:00:00Z")
    found = reference.evaluate(PROGRAM, HISTORY, parse_goal(PROGRAM, goal), cutoff)
    return Side(cutoff, found.gold, found.derivation)


def _difference(goal: str, one: str, other: str) -> Difference:
    found = difference(_side(goal, one), _side(goal, other))
    json.dumps(difference_object(found))
    return with_causes(found, PROGRAM, in_force_of(resolve(HISTORY, found.after.cutoff)))


def _labels(found: Difference, change: Change) -> list[str]:
    return [one.node.label for one in found.of(change)]


def test_a_revised_fact_changes_what_rests_on_it() -> None:
    found = _difference("n_abroad(Vera)", "2026-02-01", "2026-02-03")
    assert found.answer_changed
    assert (found.before.gold.answer, found.after.gold.answer) == (1, 0)
    assert _labels(found, Change.CHANGED) == ["n_abroad(Vera)", "abroad(Vera)", "country(Grus)", "dest(Grus)"]
    assert [cause.event for cause in found.causes] == ["e6"], "e5 was superseded again"
    assert found.causes[0].actions == ("revise dest(Grus) = Corby",)
    lines = difference_lines(found)
    assert lines[:2] == [
        "at 2026-02-01T23:00:00Z: answerable 1",
        "at 2026-02-03T23:00:00Z: justified-zero 0",
    ]
    assert "  ≠ fact dest(Grus): Lunmar → Corby" in lines
    assert "  + event e6" in lines
    assert "  − event e2" in lines


def test_the_order_of_the_cutoffs_does_not_matter() -> None:
    assert _difference("n_abroad(Vera)", "2026-02-03", "2026-02-01") == _difference(
        "n_abroad(Vera)", "2026-02-01", "2026-02-03"
    )


def test_a_confirmation_is_told_from_a_change() -> None:
    found = _difference("country(Ibex)", "2026-02-01", "2026-02-04")
    assert not found.answer_changed
    assert _labels(found, Change.CONFIRMED) == ["dest(Ibex)"]
    assert [cause.event for cause in found.causes] == ["e7"]


def test_a_late_obsolete_record_causes_nothing() -> None:
    found = _difference("country(Grus)", "2026-02-04", "2026-02-05")
    assert found.changes == ()
    assert found.causes == ()
    assert "no record between the two caused a change" in difference_lines(found)
    assert found.same == len(found.after.derivation.nodes)


def test_rules_that_come_and_go_are_causes() -> None:
    came = _difference("fee(Grus)", "2026-02-05", "2026-02-06")
    assert [cause.actions for cause in came.causes] == [("rule fees: fee(T,2) :- dest(T,_).",)]
    assert "norule(fees)" in _labels(came, Change.VANISHED)
    went = _difference("fee(Grus)", "2026-02-06", "2026-02-07")
    assert [cause.actions for cause in went.causes] == [("withdraw rule fees",)]


def test_parameters_with_and_without_keys_are_causes() -> None:
    found = _difference("dear(Grus)", "2026-01-02", "2026-02-08")
    assert ("revise limit() = 5",) in [cause.actions[-1:] for cause in found.causes]


def test_members_tombstones_and_completeness_are_causes() -> None:
    gone = _difference("n_abroad(Vera)", "2026-02-08", "2026-02-09")
    assert [cause.actions for cause in gone.causes] == [("cancel trip(Vera,Ibex)",)]
    added = _difference("n_abroad(Vera)", "2026-02-09", "2026-02-10")
    assert [cause.actions for cause in added.causes] == [("trip(Vera,Otis)",)]
    reopened = _difference("n_abroad(Vera)", "2026-02-10", "2026-02-11")
    assert [cause.actions for cause in reopened.causes] == [("reopen trip(Vera)",)]
    first = _difference("n_abroad(Vera)", "2026-01-02", "2026-01-03")
    assert "trip(Vera) is complete, 2 in all" in first.causes[0].actions


def test_an_inverse_read_and_a_cancelled_value() -> None:
    found = _difference("whose(Ibex)", "2026-01-02", "2026-01-03")
    assert [cause.event for cause in found.causes] == ["e3"]
    gone = _difference("country(Ibex)", "2026-02-11", "2026-02-12")
    assert [cause.actions for cause in gone.causes] == [("cancel dest(Ibex)",)]


def test_a_date_alone_changes_an_answer_without_a_cause() -> None:
    found = _difference("late(Grus)", "2026-02-20", "2026-03-05")
    assert found.answer_changed
    assert found.causes == ()


def test_the_union_holds_both_and_marks_what_differs() -> None:
    found = _difference("n_abroad(Vera)", "2026-02-01", "2026-02-03")
    assert set(found.union.nodes) == {*found.before.derivation.nodes, *found.after.derivation.nodes}
    key = next(key for key in found.union.nodes if key[1] == "dest" and key[2] == ("Grus",))
    assert found.union.nodes[key].state == "Lunmar → Corby"
    assert found.marks[key] is Change.CHANGED
    assert found.union.depths.keys() == found.union.nodes.keys(), "no way round"


def test_long_lists_are_counted() -> None:
    many = ", ".join(f"trip(Vera; t{n})" for n in range(250))
    history = load_history(PROGRAM, f"e1 2026-01-01: limit(1).\ne2 2026-01-02: {many}, complete(trip, Vera).")
    goal = parse_goal(PROGRAM, "n_abroad(Vera)")

    def side(at: datetime) -> Side:
        found = reference.evaluate(PROGRAM, history, goal, at)
        return Side(at, found.gold, found.derivation)

    lines = difference_lines(difference(side(moment("2026-01-01")), side(moment("2026-01-02"))))
    assert any(line.strip().startswith("+ ") and "more: the JSON form has all" in line for line in lines)
