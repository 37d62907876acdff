"""Comparisons and arithmetic (spec 1.7): Kleene's tables, exact numbers, days."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, shown, world


def bool_of(engine: Engine, test: str, facts: str = "e1: a(k, 5), b(k, 3).") -> str:
    program = f"""
    func a(key) -> decimal
    func b(key) -> decimal
    derived t(key) -> bool
    t(K) :- a(K,X), b(K,Y), {test}.
    """
    return shown(evaluate(engine, world(program, facts), "t(k)").gold)


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("X = Y", "false"),
        ("X != Y", "true"),
        ("X < Y", "false"),
        ("X <= 5", "true"),
        ("X > Y + 2", "false"),
        ("X >= Y + 2", "true"),
        ("X * Y = 15", "true"),
        ("X - Y * 2 = -1", "true"),
        ("(X - Y) * 2 = 4", "true"),
        ("min(X,Y) = 3", "true"),
        ("max(X,Y) = 5", "true"),
    ],
)
def test_numbers_compare_and_compute_exactly(engine: Engine, test: str, holds: str) -> None:
    assert bool_of(engine, test) == holds


def test_a_comparison_with_unknown_is_unknown_and_with_none_false(engine: Engine) -> None:
    for test in ("X = Y", "X != Y", "X < Y"):
        assert bool_of(engine, test, "e1: a(k, 5).") == "unknown"
        assert bool_of(engine, test, "e1: a(k, 5), b(k, none).") == "false"
        assert bool_of(engine, test, "e1: b(k, none).") == "false", "none wins over unknown"


def value_of(engine: Engine, types: str, expression: str, facts: str) -> str:
    a, b, result = types.split()
    program = f"""
    func a(key) -> {a}
    func b(key) -> {b}
    derived v(key) -> {result}
    v(K,V) :- a(K,X), b(K,Y), V = {expression}.
    """
    return shown(evaluate(engine, world(program, facts), "v(k)").gold)


@pytest.mark.parametrize(
    ("types", "expression", "facts", "value"),
    [
        ("int int decimal", "X / Y", "a(k, 2), b(k, 3)", "0.666667"),
        ("int int decimal", "X / Y", "a(k, 1), b(k, 8)", "0.125"),
        ("money int money", "X / Y", "a(k, 10), b(k, 3)", "3.33"),
        ("money int money", "X / Y", "a(k, 0.25), b(k, 2)", "0.12"),  # half to even
        ("money int money", "X / Y", "a(k, 0.75), b(k, 2)", "0.38"),  # half to even
        ("money money decimal", "X / Y", "a(k, 2), b(k, 3)", "0.666667"),
        ("money decimal money", "convert(X, Y)", "a(k, 10), b(k, 0.3335)", "3.34"),
        ("decimal decimal decimal", "X * Y", "a(k, 0.1), b(k, 0.2)", "0.02"),
        ("decimal decimal decimal", "X + Y", "a(k, 0.1), b(k, 0.2)", "0.3"),
        ("int int int", "X + Y", "a(k, 9223372036854775807), b(k, 1)", "9223372036854775808"),  # case D06
        ("date date int", "days(X, Y)", "a(k, 2026-02-27), b(k, 2026-03-01)", "2"),
        ("date date int", "days(X, Y) + 1", "a(k, 2024-02-27), b(k, 2024-03-01)", "4"),
        ("date date date", "min(X, Y)", "a(k, 2026-02-27), b(k, 2026-03-01)", "2026-02-27"),
    ],
)
def test_arithmetic(engine: Engine, types: str, expression: str, facts: str, value: str) -> None:
    assert value_of(engine, types, expression, f"e1: {facts}.") == value


def test_a_division_by_zero_has_no_value(engine: Engine) -> None:
    program = """
    func a(key) -> int
    func b(key) -> int
    derived v(key) -> decimal
    v(K,V) :- a(K,X), b(K,Y), V = X / Y.
    """
    known = world(program, "e1: a(k, 5), b(k, 0).")
    found = evaluate(engine, known, "v(k)")
    assert shown(found.gold) == "unknown"
    assert found.gold.missing == ("undefined(5 / 0)",)


def test_a_computed_variable_that_is_bound_elsewhere_is_a_test(engine: Engine) -> None:
    program = """
    func price(item) -> int
    func paid(item) -> int
    derived fair(item) -> bool
    fair(I) :- X = Y + 1, price(I,X), paid(I,Y).
    """
    known = world(program, "e1: price(a, 5), paid(a, 4).\ne2: price(b, 5), paid(b, 5).")
    check(engine, known, "| at | fair(a) | fair(b) | fair(c) |\n| end | true | false | unknown |")


def test_coalesce_takes_the_place_of_none_but_not_of_unknown(engine: Engine) -> None:
    program = """
    func boss(person) -> person
    derived lead(person) -> person
    lead(P,Q) :- Q = coalesce(boss(P,_), "nobody").
    """
    known = world(program, "e1: boss(a, b).\ne2: boss(b, none).")
    check(engine, known, "| at | lead(a) | lead(b) | lead(c) |\n| end | b | nobody | unknown |")
    assert evaluate(engine, known, "lead(b)").witnesses.witnesses == (("e2",),)


def test_the_day_of_the_cutoff_is_at_hand(engine: Engine) -> None:
    program = """
    func due(task) -> date
    derived late(task) -> bool
    late(T) :- due(T,D), X = days(D, date(cutoff)), X > 0.
    """
    known = world(program, "e1: due(x, 2026-03-01).")
    check(
        engine,
        known,
        """
        | at         | late(x) |
        | 2026-02-28 | false   |
        | 2026-03-01 | false   |
        | 2026-03-02 | true    |
        """,
    )


def test_truth_values_and_dates_as_constants(engine: Engine) -> None:
    program = """
    func receipt(bill) -> bool
    func on(bill) -> date
    derived fine(bill) -> bool
    fine(B) :- receipt(B,true), on(B,D), D >= date(2026-02-01).
    """
    known = world(
        program, "e1: receipt(x, true), on(x, 2026-02-01).\ne2: receipt(y, true), on(y, 2026-01-31)."
    )
    check(engine, known, "| at | fine(x) | fine(y) | fine(z) |\n| end | true | false | unknown |")
