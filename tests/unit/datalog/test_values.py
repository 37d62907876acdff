"""Values and states: one canonical text, half-even rounding, Kleene's tables."""

from __future__ import annotations

import itertools
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from scenarios.datalog.reference_values import (
    NONE,
    UNKNOWN,
    Tied,
    Truth,
    and3,
    compare,
    not3,
    or3,
    state_text,
)
from scenarios.datalog.values import (
    ValueTextError,
    as_decimal,
    canonical,
    number_text,
    parse_value,
    round_half_even,
)


@pytest.mark.parametrize(
    ("text", "type_name", "again"),
    [
        ("05", "int", "5"),
        ("5.0", "decimal", "5"),
        ("-0", "int", "0"),
        ("1240.50", "money", "1240.5"),
        ("9223372036854775808", "int", "9223372036854775808"),
        ("2026-07-01", "date", "2026-07-01"),
        ("true", "bool", "true"),
        ("Corby", "city", "Corby"),
        ("", "text", ""),
    ],
)
def test_one_text_a_value(text: str, type_name: str, again: str) -> None:
    assert canonical(parse_value(text, type_name)) == again


@pytest.mark.parametrize(
    ("text", "type_name"),
    [
        ("1,240", "money"),
        ("1_000", "int"),
        ("1e3", "decimal"),
        ("٣", "int"),
        ("5.5", "int"),
        ("nan", "decimal"),
        ("1/2", "decimal"),
        ("01.02.2026", "date"),
        ("2026-02-30", "date"),
        ("yes", "bool"),
    ],
)
def test_what_is_no_value_of_its_type(text: str, type_name: str) -> None:
    with pytest.raises(ValueTextError):
        parse_value(text, type_name)


def test_numbers_have_finite_texts() -> None:
    assert [number_text(Fraction(x)) for x in ("1/8", "-1/2", "10", "0.01")] == [
        "0.125",
        "-0.5",
        "10",
        "0.01",
    ]
    with pytest.raises(ValueTextError):
        number_text(Fraction(1, 3))
    assert round_half_even(Fraction("0.125"), 2) == Fraction("0.12")
    assert round_half_even(Fraction("0.375"), 2) == Fraction("0.38")
    assert as_decimal(Fraction(5, 2)) == Decimal("2.5")
    assert str(as_decimal(Fraction(5, 2), 2)) == "2.50"


def test_kleenes_tables() -> None:
    values: tuple[Truth, ...] = (True, None, False)
    order = {False: 0, None: 1, True: 2}
    for left, right in itertools.product(values, values):
        assert and3(left, right) is min((left, right), key=order.__getitem__)
        assert or3((left, right)) is max((left, right), key=order.__getitem__)
    assert [not3(value) for value in values] == [False, None, True]
    assert or3(()) is False


def test_none_wins_over_unknown_in_every_comparison() -> None:
    for op in ("=", "!=", "<", "<=", ">", ">="):
        assert compare(op, NONE, UNKNOWN) is False
        assert compare(op, Fraction(1), UNKNOWN) is None
        assert compare(op, Fraction(1), NONE) is False
    assert compare("=", Tied(frozenset({"a", "b"})), "a") is None
    assert compare("=", "true", True) is True
    assert compare("<", date(2026, 1, 1), date(2026, 1, 2)) is True
    with pytest.raises(TypeError, match="no order"):
        compare("<", "a", "b")


def test_states_as_text() -> None:
    assert [state_text(s) for s in (NONE, UNKNOWN, Fraction(5), True, Tied(frozenset({"b", "a"})))] == [
        "none",
        "unknown",
        "5",
        "true",
        "{a, b}",
    ]
