"""Amounts of two currencies meet through ``convert`` alone (spec 1.7): every mixture is a fault, named."""

from __future__ import annotations

import itertools
import random

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_files, load_program, program_in_force
from scenarios.datalog.parser import parse_program
from scenarios.datalog.validation import program_faults

DECLS = """
func g(x) -> money(galot)
func h(x) -> money(galot)
func m(x) -> money(merant)
func home(x) -> money
func n(x) -> decimal
func on(x) -> date
set item(x ; x)
set paid(x ; money(galot))
param cap(x) -> money(galot) default 5
param rate() -> decimal
derived out(x) -> money(galot)
derived local(x) -> money
derived plain(x) -> decimal
derived all_of(x ; money(galot))
derived over(x) -> bool
derived due(x, money(galot)) -> bool
"""


def found(text: str) -> list[tuple[str, str, str]]:
    """Code, variable and message of each fault."""
    with pytest.raises(ProgramError) as caught:
        load_program(text, "f.dl")
    return [(fault.code, fault.variable, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("clause", "variable", "says"),
    [
        (
            "out(X,V) :- g(X,A), m(X,B), V = A + B.",
            "B",
            "A is money(galot) and B is money(merant), so they cannot meet in +",
        ),
        (
            "out(X,V) :- g(X,A), home(X,B), V = A - B.",
            "B",
            "A is money(galot) and B is money, so they cannot meet in -",
        ),
        ("plain(X,V) :- g(X,A), home(X,B), V = A / B.", "B", "cannot meet in /"),
        ("plain(X,V) :- g(X,A), home(X,B), V = A * B.", "B", "cannot meet in *"),
        ("out(X,V) :- g(X,A), m(X,B), V = min(A,B).", "B", "cannot meet in min"),
        ("out(X,V) :- g(X,A), m(X,B), V = max(A + 1,B * 2).", "", "and B * 2 is money(merant)"),
        ("out(X,V) :- home(X,B), V = coalesce(g(X,_), B).", "B", "g(X,_) is money(galot) and B is money"),
        ("over(X) :- g(X,A), m(X,B), A > B.", "B", "meet in >"),
        ("over(X) :- g(X,A), home(X,B), A != B.", "B", "cannot meet in !="),
        ("over(X) :- g(X,A), home(X,B), A + 5 < B * 2.", "", "A + 5 is money(galot) and B * 2 is money,"),
        ("over(X) :- g(X,A), home(X,B), A = B.", "B", "and B is money, so they cannot meet in ="),
        ("over(X) :- g(X,A), m(X,A).", "A", "A is read as money(galot) and as money(merant)"),
        ("over(X) :- g(X,A), not home(X,A).", "A", "A is read as money and as money(galot)"),
        ("over(X) :- home(X,A), paid(X,A).", "A", "A is read as money and as money(galot)"),
        ("over(X) :- home(X,A), due(X,A).", "A", "A is read as money and as money(galot)"),
        ("due(X,A) :- home(X,A).", "A", "A is read as money and as money(galot)"),
        ("over(X) :- g(X,A), m(X,B), V = A, V = B, V > 3.", "V", "V is read as money(galot) and as"),
        ("over(X) :- V = A, V = W, W = B, g(X,A), m(X,B), V > 3.", "V", "V is read as money(galot) and as"),
        ("out(X,V) :- m(X,V).", "V", "V is money(merant) but out has money(galot) there"),
        ("local(X,V) :- g(X,V).", "V", "V is money(galot) but local"),
        ("plain(X,V) :- g(X,V).", "V", "V is money(galot) but plain has a decimal there"),
        ("all_of(X,V) :- m(X,V).", "V", "V is money(merant) but all_of has money(galot) there"),
        ("out(X,V) :- g(X,A), n(X,R), V = convert(A,R).", "V", "V is money but out has money(galot) there"),
        ("local(X,V) :- home(X,A), n(X,R), V = convert(A,R,galot).", "V", "V is money(galot) but local"),
        ("out(X,V) :- home(X,A), g(X,R), V = convert(A,R,galot).", "R", "the rate R is money(galot)"),
        ("local(X,V) :- V = sum{ A @ Y : item(X,Y), g(Y,A) }.", "V", "V is money(galot) but local"),
        ("local(X,V) :- V = avg{ A @ Y : item(X,Y), g(Y,A) }.", "V", "V is money(galot) but local"),
        ("local(X,V) :- V = max{ A : item(X,Y), g(Y,A) }.", "V", "V is money(galot) but local"),
        ("local(X,V) :- V = mode{ A @ Y : item(X,Y), g(Y,A) }.", "V", "V is money(galot) but local"),
        ("over(X) :- home(X,V), V = sum{ A @ Y : item(X,Y), g(Y,A) }.", "A", "cannot meet in = sum"),
        ("out(X,V) :- V = sum{ A @ Y : item(X,Y), g(Y,A), m(Y,A) }.", "A", "A is read as money(galot)"),
        ("out(X,V) :- V = sum{ A @ Y : item(X,Y), g(Y,A), m(Y,B), A > B }.", "B", "meet in >"),
        ("out(X,V) :- m(X,B), V = sum{ A @ Y : item(X,Y), g(Y,A), A > B }.", "B", "meet in >"),
        ("over(X) :- m(X,B), V = count{ Y : item(X,Y), g(Y,B) }, V > 1.", "B", "B is read as money(galot)"),
        ("over(X) :- V = all{ Y : item(X,Y) | g(Y,A), home(Y,B), A > B }, V = true.", "B", "meet in >"),
        ("over(X) :- cap(X,C), home(X,A), A > C.", "C", "A is money and C is money(galot)"),
        ("over(X) :- g(X,A), home(X,B), W = A * 2, V = W + 1, V > B.", "B", "V is money(galot) and B is"),
    ],
)  # fmt: skip
def test_a_mixture_of_currencies_is_a_fault(clause: str, variable: str, says: str) -> None:
    faults = found(DECLS + clause)
    assert [(code, name) for code, name, _ in faults] == [("currency", variable)], faults
    assert says in faults[0][2]


@pytest.mark.parametrize(
    "clause",
    [
        "out(X,V) :- g(X,A), h(X,B), V = min(A + B, A - B) + 1.",
        "out(X,V) :- g(X,A), n(X,R), V = R * A * 2 / R.",
        "out(X,V) :- V = coalesce(g(X,_), 5).",
        "out(X,5) :- g(X,_).",
        "out(X,V) :- home(X,A), rate(R), V = convert(A,R,galot).",
        "local(X,V) :- g(X,A), m(X,B), home(X,C), V = convert(A,2) + convert(B,0.5) + C.",
        "plain(X,V) :- g(X,A), h(X,B), V = A / B + 1.",
        "plain(X,V) :- g(X,A), W = V * 1, V = A / B, h(X,B), W > 0, home(X,C), W * C > C.",
        "plain(X,V) :- home(X,V).",
        "local(X,V) :- n(X,V).",
        "out(X,V) :- n(X,V).",
        "over(X) :- g(X,A), n(X,A).",
        "over(X) :- g(X,A), cap(X,C), A > C, A > 3, not paid(X,A), due(X,A).",
        "all_of(X,V) :- paid(X,V).",
        "out(X,V) :- V = sum{ A @ Y : item(X,Y), g(Y,A), A > 3 }.",
        "over(X) :- V = argmax{ Y @ A : item(X,Y), g(Y,A) }, home(V,B), B > 2.",
        "local(X,V) :- N = count{ A : item(X,Y), g(Y,A) }, home(X,B), V = B * N.",
        "over(X) :- S = sum{ A @ Y : item(X,Y), g(Y,A) }, T = min{ A : item(X,Y), m(Y,A) }, S > T / T.",
    ],
)  # fmt: skip
def test_one_currency_plain_numbers_and_conversions_are_no_fault(clause: str) -> None:
    load_program(DECLS + clause)


def test_all_faults_come_at_once_each_with_its_place_and_a_way_out() -> None:
    text = (
        DECLS + "out(X,V) :- g(X,A), m(X,B), home(X,C), V = A + B, V > C.\nlocal(X,V) :- g(X,V).\n"
        "over(X) :- home(X,A), g(X,A)."
    )
    with pytest.raises(ProgramError) as caught:
        load_program(text, "f.dl")
    places = [(f.line - DECLS.count("\n"), f.column, f.variable, f.rule) for f in caught.value.faults]
    assert places == [
        (1, 48, "B", "out(X,V)"),
        (2, 9, "V", "local(X,V)"),
        (3, 27, "A", "over(X)"),
    ]
    shown = str(caught.value)
    assert "out(X,V) :- g(X,A), m(X,B), home(X,C), V = A + B, V > C.\n    " + " " * 47 + "^" in shown
    assert "hint: bring both into one currency: convert(amount, rate, galot) gives money(galot)" in shown
    assert "hint: bring both into one currency: convert(amount, rate) gives money" in shown


def test_currency_faults_do_not_depend_on_the_order_of_atoms_or_clauses() -> None:
    literals = ("g(X,A)", "m(X,B)", "home(X,A)", "W = B * 2", "V = W", "V = C", "home(X,C)", "V > A + B")
    other = "local(X,V) :- V = sum{ A @ Y : item(X,Y), g(Y,A), home(Y,B), A > B }."
    rng = random.Random(7)
    seen = set()
    for number in range(60):
        body = rng.sample(literals, len(literals))
        clauses = [f"over(X) :- {', '.join(body)}.", other]
        faults = found(DECLS + "\n".join(clauses if number % 2 else reversed(clauses)))
        seen.add(frozenset(faults))
    assert len(seen) == 1
    assert {variable for _, variable, _ in next(iter(seen))} == {"A", "B", "V"}


def test_faults_of_an_aggregate_do_not_depend_on_its_order() -> None:
    inside = ("item(X,Y)", "g(Y,A)", "m(Y,B)", "W = B", "A > W")
    seen = {
        frozenset(found(DECLS + f"out(X,V) :- V = sum{{ A @ Y : {', '.join(body)} }}."))
        for body in itertools.permutations(inside)
    }
    assert len(seen) == 1


def test_a_declared_rule_and_a_second_file_are_checked_with_the_program() -> None:
    program = load_program(DECLS + "@rule(k) out(X,V) :- g(X,V).")
    program_in_force(program, {"k": "out(X,V) :- m(X,A), rate(R), V = convert(A,R,galot)."})
    with pytest.raises(ProgramError, match=r"rule:k:1:7: V is money\(merant\) but out has money\(galot\)"):
        program_in_force(program, {"k": "out(X,V) :- m(X,V)."})
    with pytest.raises(ProgramError, match=r"b\.dl:1:9: V is money\(galot\) but local has money there"):
        load_files([("a.dl", DECLS), ("b.dl", "local(X,V) :- g(X,V).")])


def test_an_inverse_has_the_currencies_of_its_collection() -> None:
    base = "set paid(x ; money(galot))\ninverse payer({}) -> x of paid"
    load_program(base.format("money(galot)"))
    assert [code for code, _, _ in found(base.format("money"))] == ["currency"]


def test_what_is_wrong_otherwise_is_told_beside_it() -> None:
    text = "derived t(x) -> bool\nt(X) :- g(X,A,A), zz(X,B), m(X,C), C > 3, V = coalesce(over(C), 3)."
    assert "currency" not in {fault.code for fault in program_faults(parse_program(DECLS + text))}
