"""Stratification (AC-1.7, case D05): bad cycles are named, in any order of rules; good programs pass."""

from __future__ import annotations

import itertools

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.facts import load_history, on_day
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer
from scenarios.datalog.stratification import components, recursive_components, strata
from scenarios.datalog.syntax import Goal

DECLS = "func x(k) -> int\nderived p(k) -> bool\nderived q(k) -> bool\nderived r(k) -> bool\n"
BAD = ["p(K) :- x(K,_), not q(K).", "q(K) :- x(K,_), r(K).", "r(K) :- x(K,_), p(K)."]


def test_a_negative_cycle_is_refused_for_every_order_and_named() -> None:
    for order in itertools.permutations(BAD):
        with pytest.raises(ProgramError) as caught:
            load_program(DECLS + "\n".join(order), "bad.dl")
        fault = caught.value.faults[0]
        assert len(caught.value.faults) == 1
        assert fault.code == "unstratified"
        assert fault.message.endswith("p -> q -> r -> p")
        assert fault.rule == "p(K)"
        assert fault.line == 5 + order.index(BAD[0])


def test_the_shortest_way_round_is_named_where_ways_meet_again() -> None:
    """p reads not q; from q several ways lead back, some through a predicate that another passed before."""
    rules = """
    p(K) :- x(K,_), not q(K).
    q(K) :- r(K).
    q(K) :- s(K).
    r(K) :- t(K).
    s(K) :- t(K).
    t(K) :- u(K).
    t(K) :- r(K).
    u(K) :- p(K).
    """
    more = "".join(f"derived {name}(k) -> bool\n" for name in "stu")
    with pytest.raises(ProgramError, match="p -> q -> r -> t -> u -> p"):
        load_program(DECLS + more + rules)


def test_recursion_through_a_sum_is_refused() -> None:
    program = """
    set part(name ; name)
    func price(name) -> money
    derived gross(name) -> money
    gross(N,S) :- S = sum{ A @ M : part(N,M), gross(M,A) }.
    """
    with pytest.raises(ProgramError, match="gross -> gross"):
        load_program(program)


def test_recursion_through_coalesce_is_refused() -> None:
    program = "func a(k) -> int\nderived v(k) -> int\nv(K,X) :- a(K,Y), X = coalesce(v(K,_), 0)."
    with pytest.raises(ProgramError, match="v -> v"):
        load_program(program)


def test_a_good_program_is_accepted() -> None:
    program = load_program("""
    set req(course ; course)
    set course( ; course)
    derived need(course ; course)
    derived open( ; course)
    derived load() -> int
    need(X,Y) :- req(X,Y).
    need(X,Z) :- need(X,Y), req(Y,Z).
    open(X) :- course(X), not need(X,X).
    load(N) :- N = count{ X : open(X) }.
    """)
    assert recursive_components(program) == [("need",)]
    levels = strata(program)
    assert levels["req"] == levels["need"] == 0
    assert levels["need"] < levels["open"] < levels["load"]


def test_a_rule_event_that_breaks_the_strata_is_refused_at_that_event_and_earlier_gold_stays() -> None:
    program = load_program(DECLS + "@rule(k) p(K) :- x(K,_).\nq(K) :- r(K).\nr(K) :- p(K).")
    history = load_history(
        program, 'e1 2026-01-01: x(a, 1).\ne2 2026-02-01: rule k "p(K) :- x(K,_), not q(K).".'
    )
    from datetime import date

    assert answer(program, history, Goal("q", ("a",)), on_day(date(2026, 1, 31))).answer is True
    with pytest.raises(ProgramError, match="p -> q -> r -> p"):
        answer(program, history, Goal("q", ("a",)), on_day(date(2026, 2, 1)))


def test_components_come_lower_ones_first() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert components(edges) == [("d",), ("b", "c"), ("a",)]
