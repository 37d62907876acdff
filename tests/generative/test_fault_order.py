"""A broken program has the same faults for every order of its atoms and clauses (spec 1.7)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.datalog.parser import parse_program
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.validation import program_faults
from tests.factories.rewritings import shuffled
from tests.spec.manual import END

DECLARED = """
func f(x) -> int
func g(x) -> x
func d(x) -> date
func m(x) -> money
func c(x) -> money(galot)
set s(x ; x)
derived p(x) -> int
derived q(x ; x)
derived r(x) -> bool
derived u(x) -> bool
"""
HEADS = ("p(X,V)", "p(X,W)", "q(X,Y)", "q(X,Z)", "r(X)", "u(X)")
LITERALS = (
    *("f(X,A)", "f(X,B)", "f(Q,V)", "f(X)", "g(X,Y)", "g(Y,Z)", "d(X,T)", "m(X,A)", "r(X)", "zz(X)"),
    *("s(X,Y)", "s(Y,Z)", "s(Q,X)", "q(X,Z)", "not s(X,W)", "not s(X,_)", "not q(X,Y)", "not r(Y)"),
    *("not u(X)", "A > B", "A > Y", "Y != Z", "T < A", "N = B", "V = A + B", "V = A / N", "V = f"),
    *("V = coalesce(f(Y,_), A)", "V = min(A, T)", "V = count{ M : not s(X,M) }"),
    *("C = count{ M : s(X,M), g(M,N), N != W }", "C = sum{ M @ K : s(X,K), f(K,M), d(K,M) }"),
    *(
        "c(X,A)",
        "c(Y,B)",
        "m(Y,A)",
        "V = B",
        "W = convert(A, 2, galot)",
        "W = B / V",
        "C = max{ A : s(X,M), c(M,A) }",
    ),
    *("V = all{ M : s(X,M), g(M,K) | f(M,A), A > K }", "C = argmax{ M @ A : s(X,M), f(M,A), A > Z }"),
)


def found(program: Program) -> frozenset[tuple[str, str, str, str]]:
    return frozenset((f.code, f.message, f.rule, f.variable) for f in program_faults(program))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_faults_do_not_depend_on_order(rng: random.Random) -> None:
    clauses = "\n".join(
        f"{rng.choice(HEADS)} :- {', '.join(rng.sample(LITERALS, rng.randint(1, 5)))}."
        for _ in range(rng.randint(1, 4))
    )
    program = parse_program(DECLARED + clauses)
    assert found(shuffled(rng, program)) == found(program)
    assert all(fault.line and fault.column and fault.rule for fault in program_faults(program))


def test_neither_does_the_rounding_of_what_is_money_in_one_place() -> None:
    """A variable that is computed from money and from a plain number is money, whichever comes first."""
    for body in ("V = A, V = B", "V = B, V = A"):
        program = load_program(
            "func a(x) -> money\nfunc b(x) -> decimal\nderived third(x) -> money\n"
            f"third(X,W) :- a(X,A), b(X,B), {body}, W = V / 3."
        )
        history = load_history(program, "e1: a(x, 10), b(x, 10).")
        assert answer(program, history, Goal("third", ("x",)), END).answer == "3.33"
