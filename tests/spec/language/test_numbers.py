"""Numbers are exact at any size; a rule may compute any number for a numeric place (spec 1.7, case D06)."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, shown, world

PROGRAM = """
set trip(person ; trip)
func count_of(trip) -> int
derived next_one(trip) -> int
derived double(trip) -> int
derived total(person) -> int
derived half(trip) -> int
derived halves(person ; int)
derived of_half(trip) -> text
derived named(int) -> text
next_one(T,N) :- count_of(T,C), N = C + 1.
double(T,N)   :- count_of(T,C), N = C * C.
total(P,S)    :- S = sum{ C @ T : trip(P,T), count_of(T,C) }.
half(T,N)     :- count_of(T,C), N = C / 2.
halves(P,N)   :- trip(P,T), half(T,N).
of_half(T,X)  :- half(T,N), named(N,X).
named(N,big)  :- N > 1.
named(N,small):- N <= 1.
"""


def test_integers_are_exact_beyond_what_a_machine_word_holds(engine: Engine) -> None:
    check(
        engine,
        world(PROGRAM, "e1: trip(V; a), trip(V; b), complete(trip, V), count_of(a, 9223372036854775807)."),
        """
        | at  | next_one(a)         | double(a)                              | total(V) |
        | end | 9223372036854775808 | 85070591730234615847396907784232501249 | unknown  |
        """,
    )


def test_equal_values_are_added_once_for_each_key(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b), complete(trip, V), count_of(a, 9223372036854775807).\n"
    check(
        engine,
        world(PROGRAM, history + "e2: count_of(b, 9223372036854775807)."),
        """
        | at  | total(V)             |
        | end | 18446744073709551614 |
        """,
    )


def test_a_rule_may_compute_a_fraction_for_a_place_declared_int(engine: Engine) -> None:
    check(
        engine,
        world(PROGRAM, "e1: trip(V; a), trip(V; b), complete(trip, V), count_of(a, 1), count_of(b, 5)."),
        """
        | at  | half(a) | halves(V)  | of_half(a) | of_half(b) |
        | end | 0.5     | {0.5, 2.5} | small      | big        |
        """,
    )


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("price(X,P), n(X,N), V = N + W, W = P * 1", "6.67"),
        ("price(X,P), n(X,N), W = P * 1, V = N + W", "6.67"),
        ("price(X,P), n(X,N), V = N, V = W - 0, W = P * 1", "3.33"),
        ("price(X,P), V = A / W, W = P * 1, A = P * 10", "3.333333"),
        ("price(X,P), A = P * 10, W = P * 1, V = A / W", "3.333333"),
        ("price(X,P), n(X,N), V = S + N - N, S = sum{ M @ I : item(X,I), W = P, M = W + 0 }", "3.33"),
    ],
)
def test_what_is_computed_by_several_steps_is_money_where_its_operands_are(
    engine: Engine, body: str, value: str
) -> None:
    """A third of an amount has 2 decimals, a third of a ratio of amounts 6, whatever the order of steps."""
    program = f"""
    func price(x) -> money
    func n(x) -> int
    set item(x ; x)
    derived third(x) -> decimal
    third(X,Z) :- {body}, Z = V / 3.
    """
    known = world(program, "e1: price(x, 10), n(x, 10), item(x; i), complete(item, x).")
    assert shown(evaluate(engine, known, "third(x)").gold) == value
