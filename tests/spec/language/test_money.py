"""Amounts in currencies (spec 1.7): they are stored, rounded and converted as money, and never mixed."""

from __future__ import annotations

import pytest

from scenarios.datalog.errors import ProgramError
from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = """
set expense(trip ; expense)
set refund(trip ; money(galot))
func amount(expense) -> money(galot)
func fee(trip) -> money
param rate() -> decimal
param cap() -> money(galot) default 10.25
derived total(trip) -> money(galot)
derived mean(trip) -> money(galot)
derived least(trip) -> money(galot)
derived share(expense) -> money(galot)
derived ratio(expense) -> decimal
derived payable(expense) -> money(galot)
derived repaid(trip, money(galot)) -> bool
derived cost(trip) -> money
derived in_galot(trip) -> money(galot)
derived whole(trip) -> money
derived known_fee(trip) -> money(galot)
total(T,S) :- S = sum{ A @ E : expense(T,E), amount(E,A) }.
mean(T,S) :- S = avg{ A @ E : expense(T,E), amount(E,A) }.
least(T,S) :- S = min{ A : expense(T,E), amount(E,A) }.
share(E,V) :- amount(E,A), V = A / 3.
ratio(E,V) :- amount(E,A), cap(C), V = A / C.
payable(E,V) :- amount(E,A), cap(C), V = min(A, C).
repaid(T,A) :- refund(T,A), A > 0.
cost(T,C) :- total(T,S), rate(R), C = convert(S, R).
in_galot(T,C) :- fee(T,F), rate(R), C = convert(F, 1 / R, galot).
whole(T,C) :- fee(T,F), cost(T,G), C = F + G.
known_fee(T,C) :- C = convert(coalesce(fee(T,_), 0.125), 1, galot).
"""
HISTORY = """
e1: expense(a; x), amount(x, 10.01), expense(a; y), amount(y, 20.5), complete(expense, a), rate(0.335).
e2: fee(a, 2), refund(a; 5), complete(refund, a), fee(b, none).
"""


def test_amounts_of_one_currency_count_as_money(engine: Engine) -> None:
    check(
        engine,
        world(PROGRAM, HISTORY),
        """
        | at  | total(a) | mean(a) | least(a) | share(x) | ratio(y) | payable(x) | payable(y) |
        | end | 30.51    | 15.26   | 10.01    | 3.34     | 2        | 10.01      | 10.25      |
        """,
    )


def test_convert_leads_from_one_currency_into_another(engine: Engine) -> None:
    """30.51 * 0.335 is 10.22085; 1 / 0.335 is 2.985075, twice that 5.97015; 0.125 is halfway to 0.12."""
    check(
        engine,
        world(PROGRAM, HISTORY),
        """
        | at  | cost(a) | in_galot(a) | whole(a) | known_fee(a) | known_fee(b) | known_fee(c) | cost(b) |
        | end | 10.22   | 5.97        | 12.22    | 2            | 0.12         | unknown      | unknown |
        """,
    )


def test_amounts_stand_as_keys_and_members(engine: Engine) -> None:
    known = world(PROGRAM, HISTORY)
    check(engine, known, "| at | repaid(a, 5) | repaid(a, 6) | refund(a) |\n| end | true | false | {5} |")


def test_a_conversion_is_shown_with_its_currency(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, HISTORY), "in_galot(a)")
    assert "convert(2, 1 / 0.335, galot) = 5.97" in str(found.derivation)


@pytest.mark.parametrize(
    "clause",
    [
        "whole(T,C) :- fee(T,F), total(T,G), C = F + G.",
        "whole(T,C) :- total(T,C).",
        "payable(E,V) :- amount(E,A), V = convert(A, 1).",
    ],
)
def test_a_program_that_mixes_currencies_is_not_evaluated(clause: str) -> None:
    with pytest.raises(ProgramError, match=r"1 fault in the program:\n.*\[currency\]\n") as caught:
        world(PROGRAM + clause, HISTORY)
    assert [fault.line for fault in caught.value.faults] == [PROGRAM.count("\n") + 1]
