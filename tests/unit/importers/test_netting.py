"""Netting and settlements in exact rationals (spec 11.3, AC-11.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.importers.netting import (
    Item,
    Transfer,
    apply,
    check,
    money_text,
    net,
    parse_settlement,
    settle,
    settlement_text,
)


def item(payer: str, amount: int | str, beneficiaries: str) -> Item:
    return Item(payer, Fraction(amount), frozenset(beneficiaries))


VECTOR = [
    item("A", 90, "ABC"),
    item("B", 60, "BC"),
    item("C", 30, "A"),
    item("A", -15, "AC"),
    item("B", 45, "ABC"),
]


def test_the_vector_of_the_specification() -> None:
    balance = net(VECTOR, "ABC")
    assert balance == {"A": Fraction(15, 2), "B": Fraction(30), "C": Fraction(-75, 2)}
    transfers = settle(balance)
    assert [transfer.text for transfer in transfers] == ["C -> B : 30.00", "C -> A : 7.50"]
    assert check(transfers, balance).balanced


def test_a_third_stays_a_third() -> None:
    balance = net([item("A", 10, "ABC")] * 3, "ABC")
    assert balance == {"A": Fraction(20), "B": Fraction(-10), "C": Fraction(-10)}


def test_the_order_of_items_and_parties_does_not_matter() -> None:
    assert settle(net(VECTOR, "ABC")) == settle(net(reversed(VECTOR), "CBA"))


def test_less_than_half_a_cent_is_not_paid_and_a_lopsided_position_ends() -> None:
    assert settle({"A": Fraction(1, 1000), "B": Fraction(-1, 1000)}) == ()
    assert settle({"A": Fraction(1), "B": Fraction(2)}) == ()


def test_an_item_for_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="for nobody"):
        Item("A", Fraction(3), frozenset())


def test_a_settled_group_has_no_transfers_and_says_so() -> None:
    balance = net([item("A", 10, "AB"), item("B", 10, "AB")], "AB")
    assert settle(balance) == ()
    assert check((), balance).balanced
    assert settlement_text(()) == "nobody owes"
    assert parse_settlement(settlement_text(())) == ()


@pytest.mark.parametrize(
    "transfers, fault",
    [
        ([Transfer("C", "B", Fraction(30))], "A is left with 7.50"),
        ([Transfer("B", "C", Fraction(30)), Transfer("A", "C", Fraction(15, 2))], "B is left with 60.00"),
        ([Transfer("C", "C", Fraction(1))], "C pays himself"),
        ([Transfer("C", "B", Fraction(0))], "not a positive amount"),
        ([Transfer("C", "D", Fraction(3))], "D is not one of the parties"),
        (
            [
                Transfer("C", "B", Fraction(20)),
                Transfer("C", "B", Fraction(10)),
                Transfer("C", "A", Fraction(15, 2)),
            ],
            "3 transfers among 3 people",
        ),
    ],
)
def test_what_is_wrong_with_a_settlement_is_said(transfers: list[Transfer], fault: str) -> None:
    found = check(transfers, net(VECTOR, "ABC"))
    assert not found.balanced
    assert any(fault in text for text in found.faults), found.faults


def test_a_cent_a_person_is_tolerated_and_more_is_not() -> None:
    balance = {"A": Fraction(10, 3), "B": Fraction(-10, 3)}
    assert check([Transfer("B", "A", Fraction("3.32"))], balance).balanced
    assert not check([Transfer("B", "A", Fraction("3.31"))], balance).balanced


@pytest.mark.parametrize(
    "text",
    [
        "Settlement: C -> B : 30.00 EUR, C -> A : 7.50 EUR",
        "c -> b: 30 eur; C → A : 7.5",
        "C pays B €30 and C owes A 7.50 EUR.",
        "C owes B 30.00\nC owes A 7.50",
        "Debt: C -> B : 30.0000 EUR, C -> A : 7.5000 EUR",
        "C pays B $30, C pays A \\$7.50",
    ],
)
def test_readable_settlements(text: str) -> None:
    assert parse_settlement(text, "ABC", "EUR") == (
        Transfer("C", "B", Fraction(30)),
        Transfer("C", "A", Fraction(15, 2)),
    )


def test_grouped_digits_are_one_amount() -> None:
    assert parse_settlement("C -> B : 1,250.00 EUR, C -> A : 2,000,000") == (
        Transfer("C", "B", Fraction(1250)),
        Transfer("C", "A", Fraction(2_000_000)),
    )


@pytest.mark.parametrize(
    "text",
    ["", "C should pay", "C -> B : 1.250,00 EUR", "C -> B : 30 GBP", "C -> B", "C -> B : thirty", "-> : 3"],
)
def test_unreadable_settlements(text: str) -> None:
    assert parse_settlement(text, "ABC", "EUR") is None


@pytest.mark.parametrize("text", ["nobody owes", "Nobody owes anything.", "[]", "Settlement: none"])
def test_words_for_nothing_left_to_pay(text: str) -> None:
    assert parse_settlement(text, "ABC", "EUR") == ()


def test_money_is_shown_in_cents() -> None:
    assert [money_text(Fraction(value)) for value in ("0", "-0.001", "2/3", "-7.5", "1000000")] == [
        "0.00", "0.00", "0.67", "-7.50", "1000000.00",
    ]  # fmt: skip


ITEMS = st.builds(
    Item,
    st.sampled_from("ABCDE"),
    st.integers(-(10**9), 10**9).map(lambda cents: Fraction(cents, 100)),
    st.frozensets(st.sampled_from("ABCDE"), min_size=1),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ITEMS, max_size=12))
def test_balances_add_up_to_zero_and_the_settlement_balances_them(items: list[Item]) -> None:
    balance = net(items, "ABCDE")
    assert sum(balance.values()) == 0
    transfers = settle(balance)
    assert check(transfers, balance).balanced
    assert parse_settlement(settlement_text(transfers, "EUR"), "ABCDE", "EUR") == transfers
    assert sum(apply(transfers, balance).values()) == 0
