"""Why not: the first failing literal of each clause, what is recorded nearby, what keeps sets open."""

from __future__ import annotations

import json

import pytest

from scenarios.datalog.errors import GoalError
from scenarios.datalog.facts import load_history, moment
from scenarios.datalog.goal_text import parse_asked
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.nearby import close_names
from scenarios.datalog.whynot import why_not
from scenarios.datalog.whynot_text import as_object, report_lines
from scenarios.datalog.whynot_values import Report

PROGRAM = load_program(
    """
    func dest(trip) -> city on_cancel unknown
    func city_in(city) -> country
    func based_in(person) -> city
    func spent(trip) -> int
    set trip(person ; trip) on_cancel absent
    set signed(person ; trip)
    set next(city ; city)
    inverse owner(trip) -> person of trip
    param cap(country) -> money
    derived country(trip) -> country
    derived home(person) -> country
    derived outside(person ; trip)
    derived n_outside(person) -> int
    derived often(person) -> bool
    derived at_least_two(person) -> bool
    derived free(person ; trip)
    derived all_dear(person) -> bool
    derived fee(trip) -> int
    derived share(trip) -> decimal
    derived reach(city ; city)
    derived same(trip, trip) -> bool
    country(T,N) :- dest(T,C), city_in(C,N).
    home(P,N) :- based_in(P,C), city_in(C,N).
    @set(P) outside(P,T) :- trip(P,T), country(T,N), home(P,M), N != M.
    n_outside(P,K) :- K = count{ T : outside(P,T) }.
    often(P) :- n_outside(P,K), K >= 3.
    at_least_two(P) :- K = count{ T : trip(P,T), dest(T,_) }, K >= 2.
    @set(P) free(P,T) :- trip(P,T), not signed(P,T).
    all_dear(P) :- X = all{ T : trip(P,T) | spent(T,V), V > 10 }, X = true.
    @rule(fees) fee(T,1) :- dest(T,_).
    share(T,S) :- spent(T,V), S = 10 / V.
    @recursive reach(A,B) :- next(A,B).
    @recursive reach(A,C) :- reach(A,B), next(B,C).
    same(T,T) :- dest(T,_).
    """
)
HISTORY = load_history(
    PROGRAM,
    """
    e1 2026-01-01: city_in(Ashfell, Corvia).
    e2 2026-01-01: city_in(Corby, Corvia).
    e3 2026-01-01: city_in(Lunmar, Meleth).
    e4 2026-01-01: city_in(Halewick, Drossel).
    e5 2026-01-01: based_in(Vera, Ashfell).
    e6 2026-02-01: dest(Anser, Lunmar), spent(Anser, 20).
    e7 2026-03-01: dest(Grus, Halewick), spent(Grus, 5).
    e8 2026-04-01: dest(Ibex, Halewick), spent(Ibex, 0).
    e9 2026-06-01: trip(Vera; Anser), trip(Vera; Grus), trip(Vera; Ibex), complete(trip, Vera).
    e10 2026-07-01: revise dest(Grus, Corby), signed(Vera; Anser).
    e11 2026-07-02: rule fees "fee(T,2) :- dest(T,_).".
    e12 2026-07-03: unrule fees.
    e13 2026-07-04: trip(Bela; Ibex), trip(Bela; Otis), trip(Bela; Una).
    e14 2026-07-05: complete(trip, Bela, 4), cancel dest(Anser), next(Corby; Ashfell).
    e15 2026-07-06: trip(Cleo; Ibex), complete(trip, Cleo).
    e16 2026-07-07: trip(Cleo; Otis).
    e17 2026-07-08: cancel trip(Bela; Una).
    e18 2026-07-09: complete(trip, Dora, 0), reopen(trip, Dora).
    """,
)
END, JULY = moment("2026-08-31"), moment("2026-07-01T12:00:00Z")


def _report(text: str, *, at: object = JULY, depth: int = 1, history: History = HISTORY) -> Report:
    found = why_not(PROGRAM, history, parse_asked(PROGRAM, text), at, depth=depth)  # type: ignore[arg-type]
    json.dumps(as_object(found))
    return found


def _lines(text: str, **options: object) -> str:
    return "\n".join(report_lines(_report(text, **options)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("country(Grus, Drossel)", "country(Grus) = Drossel? It is Corvia."),
        ("country(Grus, Drossel)", "fails at city_in(Corby,Drossel), false: city_in(Corby) = Corvia"),
        ("country(Grus, Drossel)", "elsewhere: city_in(Halewick) = Drossel, e4 (2026-01-01T09:00:00Z)"),
        ("country(Grus, Corvia)", "country(Grus) = Corvia holds."),
        ("country(Grus)", "country(Grus) is known: Corvia."),
        ("dest(Grus, Halewick)", "recorded: dest(Grus) = Halewick, e7 (2026-03-01T09:00:00Z), superseded"),
        ("dest(Grus, Halewick)", "elsewhere: dest(Ibex) = Halewick, e8"),
        ("outside(Vera; Grus)", "fails at N != M, false: Corvia != Corvia"),
        ("outside(Vera; Zed)", "fails at trip(Vera,Zed), false: trip(Vera) = {Anser, Grus, Ibex}, closed"),
        ("outside(Vera)", "outside(Vera) is known: {Anser, Ibex}, closed."),
        ("n_outside(Vera) = 3", "fails at K = count{ T : outside(P,T) }, false: count gives 2, not 3"),
        ("n_outside(Vera) = 3", "fails at outside(Vera,Grus), false: outside(Vera) = {Anser, Ibex}, closed"),
        ("n_outside(Vera) = 3", "outside(Vera; Grus)? It is false."),
        ("often(Vera)", "with P = Vera, K = 2: fails at K >= 3, false: 2 >= 3"),
        ("often(Vera) = false", "often(Vera) = false holds."),
        ("free(Vera; Anser)", "fails at not signed(Vera,Anser), false"),
        ("free(Vera; Grus)", "fails at not signed(Vera,Grus), unknown: signed(Vera) = {Anser}, open"),
        ("free(Vera; Grus)", "missing(complete(signed,Vera)): no record says that signed(Vera) is complete"),
        ("all_dear(Vera)", "fails at X = true, false: false = true"),
        ("all_dear(Vera)", "with T = Grus, V = 5: fails at V > 10, false: 5 > 10"),
        ("share(Ibex)", "fails at S = 10 / V, unknown: 10 / 0 = unknown"),
        ("reach(Corby; Lunmar)", "fails at reach"),
        ("same(Grus, Ibex)", "its head is same(T,T)"),
        ("same(Xyz, Xyz)", "recorded: nothing of dest(Xyz)"),
        ("dest(grus)", "no record speaks of grus; names like it: Grus"),
        ("trip(vera; Grus)", "no record speaks of vera; names like it: Vera"),
        ("cap(Corvia)", "cap(Corvia) is unknown"),
    ],
)
def test_reasons_in_july(goal: str, says: str) -> None:
    assert says in _lines(goal)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("n_outside(Bela)", "notclosed(trip,Bela): complete(trip,Bela) states 4 (e14, 2026-07-05T09:00:00Z)"),
        ("n_outside(Bela)", "but 2 members and 1 cancelled since stand"),
        ("trip(Bela; Zed)", "trip(Bela) = {Ibex, Otis}, open"),
        ("trip(Bela)", "cancelled members: Una (e17, 2026-07-08T09:00:00Z)"),
        ("trip(Bela; Una)", "recorded: trip(Bela,Una) = cancelled, e17"),
        ("trip(Cleo)", "states 1 (e15, 2026-07-06T09:00:00Z), but 2 members and 0 cancelled since stand"),
        ("trip(Cleo)", "added since: Otis"),
        ("trip(Dora)", "cancelled(complete(trip,Dora)): reopened by e18, 2026-07-09T09:00:00Z"),
        ("trip(Vera)", "trip(Vera) is known"),
        ("trip(Vera; Otis)", "elsewhere: trip(Bela,Otis), e13 (2026-07-04T09:00:00Z)"),
        ("dest(Anser)", "recorded: dest(Anser) = cancelled, e14"),
        ("country(Anser)", "fails at dest(Anser,_), unknown: dest(Anser) is unknown"),
        ("owner(Ibex)", "elsewhere: trip(Bela,Ibex), e13"),
        ("owner(Ibex)", "elsewhere: trip(Cleo,Ibex), e15"),
        ("owner(Una)", "owner(Una) is unknown"),
        ("fee(Grus) = 2", "its head is fee(T,1)"),
        ("fee(Grus) = 2", "(not in force: rule fees was withdrawn by e12 on 2026-07-03)"),
        ("fee(Grus) = 2", "with T = Grus: holds and gives 2"),
        ("at_least_two(Bela)", "1 for sure, 2 undecided, at least 2: unknown"),
    ],
)
def test_reasons_in_august(goal: str, says: str) -> None:
    assert says in _lines(goal, at=END)


def test_a_declared_rule_stands_in_the_place_of_the_base_clause() -> None:
    found = _lines("fee(Grus) = 1", at=moment("2026-07-02T12:00:00Z"))
    assert "not in force: rule fees, which is declared, stands in its place" in found
    assert "its head is fee(T,2)" in found


def test_a_rule_that_no_longer_fits_is_named() -> None:
    changed = load_program(PROGRAM.source.replace("-> int\n    derived share", "-> int\n    derived share"))
    broken = load_history(
        changed, 'e1: dest(Grus, Corby).\ne2: rule fees "fee(T,2) :- dest(T,_).".\ne3: unrule fees.'
    )
    actions = tuple(
        a
        if a.clause is None
        else type(a)(a.event, a.t, a.seq, a.pos, a.op, a.pred, clause="fee(T,2) :- gone(T).")
        for a in broken.actions
    )
    found = why_not(changed, History(actions), parse_asked(changed, "fee(Grus) = 2"), END)
    assert found.root.unreadable == ("fee(T,2) :- gone(T).",)
    assert any("cannot be read with this program" in line for line in report_lines(found))


def test_depth_says_what_it_leaves_out() -> None:
    assert _report("often(Zara)", depth=0).below == ()
    assert "+ 1 more derived goals are not followed" in _lines("often(Zara)", depth=0)
    deep = _report("often(Zara)", depth=3)
    assert [reason.name for reason in deep.below][:2] == ["n_outside(Zara)", "outside(Zara)"]
    assert deep.left == 0


def test_many_rows_are_counted_by_where_they_fail() -> None:
    many = ", ".join(f"trip(Vera; t{n})" for n in range(30))
    history = load_history(PROGRAM, f"e1: {many}, complete(trip, Vera).\ne2: based_in(Vera, Ashfell).")
    lines = _lines("n_outside(Vera)", history=history)
    assert "+ 22 more rows; of all 30: 30 at outside(P,T)" in lines


def test_older_versions_are_counted() -> None:
    lines = "\n".join(f"e{n}: {'revise ' if n else ''}dest(Grus, c{n})." for n in range(9))
    assert "recorded: 3 older versions" in _lines(
        "dest(Grus, x)", at=END, history=load_history(PROGRAM, lines)
    )


def test_more_keys_with_the_expected_value_are_said_to_exist() -> None:
    lines = "\n".join(f"e{n}: dest(t{n}, Corby)." for n in range(9))
    found = _lines("dest(Grus, Corby)", at=END, history=load_history(PROGRAM, lines))
    assert found.count("elsewhere: dest(") == 5
    assert "elsewhere: more, or not all was looked at" in found


def test_a_goal_that_does_not_fit_is_refused() -> None:
    with pytest.raises(GoalError):
        _report("nothing(Vera)")


def test_no_clause_at_all_is_said() -> None:
    program = load_program("derived odd(a) -> int\nset s(a ; b)")
    found = why_not(program, History(()), parse_asked(program, "odd(x)"), END)
    assert "no clause gives it" in "\n".join(report_lines(found))


WIDER = load_program(
    PROGRAM.source
    + """
    derived whynot_sure(person) -> bool
    derived has_grus(person) -> bool
    derived back(trip) -> country
    derived glad(person) -> bool
    derived pairs(person ; trip)
    derived fine(person) -> bool
    has_grus(P) :- trip(P, "Grus").
    back(T,N) :- city_in(C,N), dest(T,C).
    glad(P) :- often(P).
    whynot_sure(P) :- often(P).
    @set(P) pairs(P,T) :- signed(P,S), trip(S,T).
    fine(P) :- X = all{ T : trip(P,T), dest(T,C), C != Corby2 | spent(T,V), V > 10 }, X = true.
    """.replace("Corby2", '"Corby"')
)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("has_grus(Bela)", "fails at trip(Bela,Grus), unknown: trip(Bela) = {Ibex, Otis}, open"),
        ("back(Anser)", "fails at city_in(_,_), unknown: a part of the key of city_in is not known"),
        ("glad(Vera)", "fails at often(Vera), unknown: often(Vera) is unknown"),
        ("whynot_sure(Vera)", "see often(Vera)"),
        ("fine(Vera)", "with T = Ibex, V = 0: fails at V > 10, false: 0 > 10"),
    ],
)
def test_further_kinds_of_literals(goal: str, says: str) -> None:
    found = why_not(WIDER, HISTORY, parse_asked(WIDER, goal), END)
    assert says in "\n".join(report_lines(found))


def test_an_empty_closed_collection_keeps_what_was_read_before_it() -> None:
    history = load_history(
        WIDER,
        "e1: signed(Vera; Una), complete(signed, Vera).\n"
        "e2: complete(trip, Una, 0), complete(signed, Una, 0).",
    )
    found = why_not(WIDER, history, parse_asked(WIDER, "pairs(Vera)"), END)
    line = "with P = Vera, S = Una: fails at trip(Una,_), false: trip(Una) = {}, closed"
    assert line in "\n".join(report_lines(found))
    nothing = why_not(WIDER, history, parse_asked(WIDER, "pairs(Una; Vera)"), END)
    line = "with P = Una: fails at signed(Una,_), false: signed(Una) = {}, closed"
    assert line in "\n".join(report_lines(nothing))
    nothing = why_not(WIDER, history, parse_asked(WIDER, "pairs(Una)"), END)
    assert line in "\n".join(report_lines(nothing))


def test_a_rule_declared_twice_and_withdrawn_twice_is_told_once() -> None:
    rule = 'rule fees "fee(T,2) :- dest(T,_)."'
    history = load_history(
        PROGRAM, f"e1: dest(Grus, Corby).\ne2: {rule}.\ne3: unrule fees.\ne4: {rule}.\ne5: unrule fees."
    )
    lines = _lines("fee(Grus) = 2", at=END, history=history)
    assert lines.count("fee(T,2)") == 1
    assert "withdrawn by e5" in lines


def test_no_more_names_are_compared_than_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    assert close_names("grus", ["Anser", "Grus"]) == ("Grus",)
    monkeypatch.setattr("scenarios.datalog.nearby.COMPARED", 1)
    assert close_names("grus", ["Anser", "Grus"]) == ()


def test_a_goal_for_another_version_shows_the_versions_there_are() -> None:
    text = _lines("dest@previous(Grus) = Lunmar")
    assert "dest@previous(Grus) = Lunmar? It is Halewick." in text
    assert "recorded: dest(Grus) = Halewick, e7 (2026-03-01T09:00:00Z), superseded" in text
    assert "elsewhere: dest(Anser) = Lunmar, e6" in text
    assert _report("dest@previous(Grus) = Halewick").root.met
    assert "dest@2026-01-31(Grus) is unknown" in _lines("dest@2026-01-31(Grus)")


def test_of_two_keys_the_one_that_is_not_settled_is_named() -> None:
    assert "recorded: nothing of dest(Otis)" in _lines("dest@later(Grus; Otis)")
    assert _report("dest@later(Grus; Ibex) = Grus").root.met
    assert "It is Grus." in _lines("dest@later(Grus; Ibex) = Ibex")
