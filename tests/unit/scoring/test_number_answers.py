"""Numbers, percents and money (spec 12.2, overview 5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.equivalence import Reason, compare
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.numbers import NumberFormatError, parse_number, parse_quantity
from scenarios.datalog.values import number_text


def reason(answer: object, gold: object, kind: str = "number", **options: object) -> Reason:
    label = "justified-zero" if gold in (0, "0") else "answerable"
    return compare(answer, GoldView(label, gold, kind, **options)).reason  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("20%", Reason.EQUAL),
        ("20 %", Reason.EQUAL),
        ("20 percent", Reason.EQUAL),
        ("20", Reason.EQUAL),
        (20, Reason.EQUAL),
        ("twenty percent", Reason.EQUAL),
        ("0.2", Reason.DIFFERENT),
        ("100", Reason.DIFFERENT),
        ("of 100 trips, 20%", Reason.FORMAT),
        ("20 Sel", Reason.UNIT),
    ],
)
def test_a_percent_gold_takes_percents_and_bare_numbers(answer: object, expected: Reason) -> None:
    assert reason(answer, 20, unit="%") == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("0.2", Reason.EQUAL), ("20%", Reason.EQUAL), ("20", Reason.DIFFERENT), ("0.2%", Reason.DIFFERENT)],
)
def test_a_declared_ratio_takes_both_forms(answer: str, expected: Reason) -> None:
    assert reason(answer, "0.2", unit="ratio") == expected


def test_a_percent_is_wrong_where_none_is_asked() -> None:
    assert reason("20%", 20, "count") == Reason.UNIT


@pytest.mark.parametrize(
    ("gold", "answer", "expected"),
    [
        (1240, "1,240.00", Reason.EQUAL),
        (1240, "Sel 1,240", Reason.EQUAL),
        (1240, "1,240 Sels", Reason.EQUAL),
        (1240, "SEL 1240", Reason.EQUAL),
        (1240, "1240.0\n", Reason.EQUAL),
        (1240, "1240.0\u00a0", Reason.EQUAL),
        (1240, "\\$1240", Reason.EQUAL),
        (1240, "$1,240.", Reason.EQUAL),
        (1240, "1.24", Reason.DIFFERENT),
        (1240, "1.240,00", Reason.FORMAT),
        (1240, "1.240", Reason.DIFFERENT),
        (1240, "12,40", Reason.FORMAT),
        (1240, "1240 Dor", Reason.UNIT),
        (1240, "about 1240", Reason.UNIT),
        (1240, "1240 or 1250", Reason.FORMAT),
        (1240, "1,200-1,240", Reason.FORMAT),
        ("12.5", "12.50", Reason.EQUAL),
        ("12.5", 12.5, Reason.EQUAL),
        ("12.5", "12.504", Reason.EQUAL),
        (0, "-0", Reason.EQUAL),
        (0, "-0.00", Reason.EQUAL),
        (0, "0 Sel", Reason.EQUAL),
        (0, "0.01", Reason.DIFFERENT),
        ("506.22", "506.22", Reason.EQUAL),
        ("506.22", "506.21999999999997", Reason.EQUAL),
        ("506.22", "506.21", Reason.DIFFERENT),
        ("-3.5", "-$3.50", Reason.EQUAL),
        ("-3.5", "$-3.50", Reason.EQUAL),
        ("-3.5", "\u22123.50", Reason.EQUAL),
    ],
)
def test_money(gold: object, answer: object, expected: Reason) -> None:
    assert reason(answer, gold, "money", unit="Sel") == expected


def test_a_currency_may_be_named_by_its_listed_code() -> None:
    assert reason("1,240 SLC", 1240, "money", unit="Sel", aliases={"Sel": ["SLC"]}) == Reason.EQUAL


def test_the_total_of_two_claims_is_exact() -> None:
    assert number_text(parse_number("324.71") + parse_number("181.51")) == "506.22"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "inf",
        "NaN",
        "-Infinity",
        "1_000",
        "10\u00b2",
        "\u00bd",
        "\u0663",
        "1e3",
        "1,24",
        "0,123",
        "1,2345",
        "--5",
        "+-5",
        "5 6",
        "3-5",
        "twenty-one",
        "0x10",
        "1.2.3",
        "9" * 500,
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NumberFormatError):
        parse_number(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("zero", 0),
        ("Seven", 7),
        ("TWENTY", 20),
        ("007", 7),
        ("+5", 5),
        ("5.", 5),
        (".5", Fraction(1, 2)),
        ("1,000,000", 10**6),
    ],
)
def test_numbers_and_number_words(text: str, number: object) -> None:
    assert parse_number(text) == number


def test_a_count_may_name_the_asked_noun_and_nothing_else() -> None:
    assert reason("3 trips", 3, "count", nouns=["trips"]) == Reason.EQUAL
    assert reason("3 days", 3, "count", nouns=["trips"]) == Reason.UNIT
    assert reason(True, 1, "count") == Reason.FORMAT
    assert reason(["3"], 3, "count") == Reason.FORMAT


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("33.333333", Reason.EQUAL), ("33.3333333333", Reason.EQUAL), ("33.33", Reason.DIFFERENT)],
)
def test_a_rounded_gold_is_compared_at_its_own_scale(answer: str, expected: Reason) -> None:
    assert reason(answer, "33.333333") == expected


def test_an_exact_gold_is_not_rounded_to() -> None:
    assert reason("12.54", "12.5") == Reason.DIFFERENT
    assert reason("2.4", 2, "count") == Reason.DIFFERENT


def test_a_declared_tolerance_is_inclusive() -> None:
    assert reason("4.335", "4.33", tolerance="0.005") == Reason.EQUAL
    assert reason("4.336", "4.33", tolerance="0.005") == Reason.DIFFERENT


@given(st.fractions(min_value=-(10**12), max_value=10**12, max_denominator=1).map(int), st.integers(0, 9999))
def test_every_plain_spelling_of_a_number_is_that_number(whole: int, cents: int) -> None:
    sign = "-" if whole < 0 else ""
    spelled = f"{sign}{abs(whole):,}.{cents:04d}"
    exact = Fraction(abs(whole)) + Fraction(cents, 10_000)
    exact = -exact if sign else exact
    assert parse_number(spelled) == parse_number(spelled.replace(",", "")) == exact
    assert parse_number(f"  {number_text(exact)} ") == exact
    assert parse_quantity(f"{spelled} Sel").unit == "Sel"


@given(st.text(max_size=30))
def test_no_text_makes_the_number_reader_fail_otherwise(text: str) -> None:
    try:
        found = parse_quantity(text)
    except NumberFormatError:
        return
    assert found.number == Fraction(found.number)
    assert any(character.isdigit() for character in text) or text.strip()
