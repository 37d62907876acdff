"""Settlements are judged by the balances they leave (spec 11.3, AC-11.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.equivalence import Reason, compare
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.settlement import (
    SettlementFormatError,
    SettlementGoldError,
    balances_of,
    parse_transfers,
)
from scenarios.importers import netting

VECTOR = {"A": "7.50", "B": "30.00", "C": "-37.50"}


def view(balances: dict[str, str], **options: object) -> GoldView:
    zero = not any(Fraction(amount) for amount in balances.values())
    label = "justified-zero" if zero else "answerable"
    return GoldView(label, {"balances": balances}, "settlement", unit="Sel", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("C -> B : 30.00 Sel\nC -> A : 7.50 Sel", Reason.EQUAL),
        ("C -> B : 30.00 Sel, C -> A : 7.50 Sel", Reason.EQUAL),
        ("C owes B 30 and C pays A Sel 7.50", Reason.EQUAL),
        ("- C pays B $30\n- C pays A \\$7.5", Reason.EQUAL),
        ("\nC -> B : 30\n\n ; \nC -> A : 7.50 ;\n", Reason.EQUAL),
        (["C -> A: 7.5", "C \u2192 B: 30"], Reason.EQUAL),
        ([{"from": "C", "to": "B", "amount": 30}, {"from": "C", "to": "A", "amount": "7.50"}], Reason.EQUAL),
        ("C -> A : 37.50; A -> B : 30", Reason.EQUAL),
        ("c -> b : 30.01; C -> A : 7.49", Reason.EQUAL),
        ("C -> B : 30.00", Reason.DIFFERENT),
        ("B -> C : 30.00\nA -> C : 7.50", Reason.DIFFERENT),
        ("C -> B : 30\nC -> A : 7.50\nA -> A : 1", Reason.DIFFERENT),
        ("C -> B : 30\nC -> A : 7.50\nA -> B : 0", Reason.DIFFERENT),
        ("C -> B : 29\nC -> A : 8.50\nA -> B : 1", Reason.DIFFERENT),
        ([], Reason.DIFFERENT),
        ("nobody owes", Reason.DIFFERENT),
        ("C -> B : 30 Dor\nC -> A : 7.50 Dor", Reason.UNIT),
        ([{"from": "C", "to": "B", "amount": 30, "currency": "Dor"}], Reason.UNIT),
        ("C -> D : 30", Reason.FORMAT),
        ([{"from": "C", "to": "D", "amount": 30}], Reason.FORMAT),
        ([{"from": 3, "to": "B", "amount": 30}], Reason.FORMAT),
        ("C gave everything back", Reason.FORMAT),
        ("C -> B : thirty or so", Reason.FORMAT),
        (37.5, Reason.FORMAT),
        (["C", "B"], Reason.FORMAT),
        ([30], Reason.FORMAT),
    ],
)
def test_the_vector_of_the_netting(answer: object, expected: Reason) -> None:
    assert compare(answer, view(VECTOR)).reason == expected


def test_names_with_commas_and_aliases_are_read_whole() -> None:
    gold = view({"Orrin, Lower": "1240", "Vera": "-1240"}, aliases={"Orrin, Lower": ["Orrin"]})
    assert compare("Vera pays Orrin, Lower 1,240.00 Sel", gold).right
    assert compare("Vera -> Orrin : 1,240", gold).right


@pytest.mark.parametrize(
    "answer", ["nobody owes", "Nobody owes anything.", [], "none", "0", 0, "All settled."]
)
def test_a_settled_ledger_takes_the_empty_settlement(answer: object) -> None:
    assert compare(answer, view({"A": "0", "B": "0"})).right


def test_a_transfer_in_a_settled_ledger_is_wrong_and_prose_is_unreadable() -> None:
    gold = view({"A": "0", "B": "0"})
    assert compare("A -> B : 5", gold).reason == Reason.DIFFERENT
    assert compare("it is complicated", gold).reason == Reason.FORMAT
    assert compare("A -> B : 5 Dor", gold).reason == Reason.UNIT


@pytest.mark.parametrize("answer", [{"balances": VECTOR}, ["C -> B : 30.00", "C -> A : 7.50"]])
def test_balances_come_from_each_form_of_gold_and_hold_all_parties(answer: object) -> None:
    gold = GoldView("answerable", answer, "settlement", parties=["A", "B", "C", "D"])
    assert balances_of(gold) == {"A": Fraction(15, 2), "B": 30, "C": Fraction(-75, 2), "D": 0}
    assert compare("C -> D : 37.50, D -> B : 30, D -> A : 7.50", gold).right


@pytest.mark.parametrize("answer", [[], 0, "none"])
def test_a_zero_gold_needs_its_parties_only(answer: object) -> None:
    gold = GoldView("justified-zero", answer, "settlement", parties=["A", "B"])
    assert balances_of(gold) == {"A": 0, "B": 0}
    assert compare("nobody owes", gold).right
    assert not compare("A -> B : 5", gold).right


@pytest.mark.parametrize("answer", [True, ["C gives back"], [1], 7, "C -> B : 30"])
def test_a_gold_without_balances_is_a_fault_of_ours(answer: object) -> None:
    with pytest.raises(SettlementGoldError):
        balances_of(GoldView("answerable", answer, "settlement"))


PEOPLE = ("Ada", "Bo", "Cy", "Di", "Ed")
ITEMS = st.lists(
    st.tuples(
        st.sampled_from(PEOPLE), st.integers(-9_999, 99_999), st.sets(st.sampled_from(PEOPLE), min_size=1)
    ),
    min_size=1,
    max_size=12,
)


@given(ITEMS)
def test_the_greedy_settlement_of_any_ledger_is_right(rows: list[tuple[str, int, set[str]]]) -> None:
    net = netting.net(
        netting.Item(payer, Fraction(cents, 100), frozenset(whom)) for payer, cents, whom in rows
    )
    assert sum(net.values()) == 0
    gold = view({name: str(value) for name, value in net.items()})
    text = netting.settlement_text(netting.settle(net))
    assert compare(text, gold).right
    assert compare(text.replace(", ", "\n"), gold).right


@given(st.text(max_size=40))
def test_any_text_is_read_as_some_settlement_or_refused(text: str) -> None:
    assert compare(text, view(VECTOR)).reason in {
        Reason.FORMAT,
        Reason.DIFFERENT,
        Reason.UNIT,
        Reason.NO_ANSWER,
    }


@pytest.mark.parametrize("behind", ["b " * 200_000, " " * 2_000_000 + "b", "and " * 200_000])
def test_a_long_text_without_a_name_is_refused(behind: str) -> None:
    """It would run for hours if it cost the square of the length."""
    people = {"Ann": 0, "Bob": 0}
    with pytest.raises(SettlementFormatError, match="does not begin with somebody"):
        parse_transfers("Ann -> " + behind, people, view({"Ann": "4", "Bob": "-4"}))


def test_names_may_be_written_out_and_blanks_doubled() -> None:
    gold = view({"Ann": "4", "Bob": "-4"})
    people = {"Ann": 0, "Bob": 0}
    written_out = "Ann -> B" + "o\u0301" * 3 + "b: 4"
    assert parse_transfers(written_out, people | {"B\u00f3\u00f3\u00f3b": 0}, gold)[0].amount == 4
    assert parse_transfers("Ann   ->  \t Bob  :   4", people, gold)[0].amount == 4
