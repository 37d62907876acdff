"""Conventions applied to what was read: ledgers, checkpoints and the options that choose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from scenarios.importers.errors import OptionError
from scenarios.importers.netting import money_text, net
from scenarios.importers.structmemeval.checkpoints import places
from scenarios.importers.structmemeval.ledger import Ledger, build, read_session
from scenarios.importers.structmemeval.options import CHOICES, Options, describe, parse
from tests.factories.structmemeval import FAULTY, RIDGE, RIDGE_NET

HELLO = ("Ilvane: hello", "Torrick: hello", "Maessa: hello")


def ledger(messages: Sequence[str], options: Options | None = None) -> Ledger:
    group, readings = read_session(messages)
    return build(messages, group, readings, options or Options())


def shares(text: str, options: Options) -> set[str]:
    item = ledger([*HELLO, text], options).entries[-1].item
    assert item is not None
    return set(item.beneficiaries)


@pytest.mark.parametrize("upto", RIDGE_NET)
def test_a_session_worked_out_by_hand(upto: int) -> None:
    read = ledger(RIDGE)
    balance = net(read.items(upto), read.group.members)
    assert {name: money_text(value) for name, value in balance.items()} == RIDGE_NET[upto]


def test_a_cancelled_payment_counts_until_it_is_cancelled() -> None:
    read = ledger(RIDGE)
    assert read.entries[10].cancels == 8
    assert len(read.items(10)) - len(read.items(11)) == 1


@pytest.mark.parametrize(
    "option, text, people",
    [
        (
            "owing=payer-shares",
            "Maessa: Tea: €9. Ilvane and Torrick owe me.",
            {"Ilvane", "Torrick", "Maessa"},
        ),
        ("owing=named-only", "Maessa: Tea: €9. Ilvane and Torrick owe me.", {"Ilvane", "Torrick"}),
        ("owing=named-only", "Maessa: Tea: €9. Ilvane owes me half.", {"Ilvane", "Maessa"}),
        ("owing=as-worded", "Maessa: Tea: €9. Ilvane and Torrick owe me.", {"Ilvane", "Torrick"}),
        ("owing=as-worded", "Maessa: Tea: €9. Ilvane owes me her share.", {"Ilvane", "Maessa"}),
        ("self-debtor=as-named", "Maessa: Tea: €9. Ilvane and Maessa owe me.", {"Ilvane", "Maessa"}),
        (
            "self-debtor=whole-group",
            "Maessa: Tea: €9. Ilvane and Maessa owe me.",
            {"Ilvane", "Torrick", "Maessa"},
        ),
        ("split-with=payer-shares", "Maessa: Tea: €9. Split with Ilvane.", {"Ilvane", "Maessa"}),
        ("split-with=named-only", "Maessa: Tea: €9. Split with Ilvane.", {"Ilvane"}),
        ("unsplit=group", "Maessa: Tea: €9.", {"Ilvane", "Torrick", "Maessa"}),
    ],
)
def test_who_shares_under_each_convention(option: str, text: str, people: set[str]) -> None:
    assert shares(text, parse([option])) == people


@pytest.mark.parametrize("option, amount", [("each=per-person", 8), ("each=total", 4)])
def test_each_names_the_share_of_one_or_the_total(option: str, amount: int) -> None:
    item = (
        ledger([*HELLO, "Maessa: I paid €4 each for Ilvane and Torrick."], parse([option])).entries[-1].item
    )
    assert item is not None
    assert item.amount == amount


@pytest.mark.parametrize(
    "option, text, left",
    [
        ("announced=count", "Maessa: The bus will be €9. Split equally.", 1),
        ("announced=ignore", "Maessa: The bus will be €9. Split equally.", 0),
        ("unsplit=refuse", "Maessa: Tea: €9.", 0),
    ],
)
def test_what_counts_under_each_convention(option: str, text: str, left: int) -> None:
    assert len(ledger([*HELLO, text], parse([option])).items(4)) == left


def test_repeated_messages_count_each_time_or_once() -> None:
    messages = [*HELLO, "Maessa: Tea: €9. Split equally.", "Maessa: Tea: €9. Split equally."]
    assert len(ledger(messages).items(5)) == 2
    assert len(ledger(messages, parse(["repeats=once"])).items(5)) == 1


def test_cancellations_may_be_ignored() -> None:
    assert len(ledger(RIDGE, parse(["cancellations=ignore"])).items(11)) == len(ledger(RIDGE).items(10))


@pytest.mark.parametrize(
    "messages, problem",
    [
        (["Maessa: Tea: €9. Split equally.", "Maessa: I need to cancel the €9 sled payment."], "no earlier"),
        (
            ["Maessa: Tea: €9. Split equally.", "Maessa: Green tea: €9. Split equally.",
             "Maessa: I need to cancel the €9 tea payment."],
            "2 earlier payments fit",
        ),
        (
            ["Maessa: Tea: €9. Split equally.", "Maessa: I need to cancel the €9 tea payment.",
             "Maessa: I need to cancel the €9 tea payment."],
            "no earlier payment",
        ),
        (["Maessa: Tea: €9. Split equally.", "Maessa: Salt: $3. Split equally."], "in USD, while"),
        (["Maessa: Tea: €9. Ilvane owes me €2 each."], "do not add up"),
        (["Maessa: Tea: €9. Everyone except Ilvane, Torrick and me."], "nobody is left"),
    ],
)  # fmt: skip
def test_what_cannot_be_applied_is_a_problem_with_its_reason(messages: list[str], problem: str) -> None:
    entry = ledger([*HELLO, *messages]).entries[-1]
    assert entry.item is None
    assert entry.cancels is None
    assert problem in entry.problem


def test_a_message_number_picks_the_payment_that_is_cancelled() -> None:
    messages = [
        *HELLO, "Maessa: Tea: €9. Split equally.", "Maessa: Green tea: €9. Split equally.",
        "Maessa: I need to cancel the €9 tea payment from message 4.",
    ]  # fmt: skip
    assert ledger(messages).entries[-1].cancels == 4


def test_the_faulty_session_keeps_what_can_be_kept() -> None:
    read = ledger(FAULTY)
    kept = [entry.ordinal for entry in read.entries if entry.item is not None]
    problems = [entry.ordinal for entry in read.entries if entry.problem]
    assert kept == [1, 2, 7, 10]
    assert problems == [3, 4, 5, 6, 9]
    assert read.entries[1].remark == "Torrick is named as owing Torrick"


def test_huge_amounts_stay_exact() -> None:
    item = ledger(FAULTY).entries[9].item
    assert item is not None
    assert item.amount == Fraction("123456789012345678901234567890.12")


# ---------------------------------------------------------------- checkpoints
def where(messages: Sequence[str], answers: int, *options: str) -> list[tuple[int, int, bool]]:
    chosen = parse(options)
    return [
        (place.number, place.messages, place.cut)
        for place in places(ledger(messages, chosen), answers, chosen)
    ]


def test_checkpoints_count_messages() -> None:
    assert where(RIDGE, 2) == [(1, 10, False), (2, 20, False)]


def test_the_checkpoint_beyond_the_end_is_cut_to_it_once() -> None:
    assert where(RIDGE[:15], 4) == [(1, 10, False), (2, 15, True)]


def test_checkpoints_may_count_payments() -> None:
    assert where(RIDGE, 3, "counted=transactions", "checkpoints=2,6,99") == [
        (1, 3, False),
        (2, 8, False),
        (3, 20, True),
    ]


def test_checkpoints_may_be_moved() -> None:
    assert where(RIDGE, 2, "shift=2", "checkpoints=4,9") == [(1, 6, False), (2, 11, False)]


def test_more_answers_than_checkpoints_have_no_place() -> None:
    assert where(RIDGE, 5, "checkpoints=4") == [(1, 4, False)]


# ---------------------------------------------------------------- options
def test_the_defaults_are_the_first_value_of_each_choice_and_are_described() -> None:
    config = Options().as_config()
    for choice in CHOICES:
        assert config[choice.name] == choice.default
        assert f"{choice.name}={choice.default}|" in describe()
    assert config["checkpoints"] == [10, 20, 50, 100, 200]


@pytest.mark.parametrize(
    "text, words",
    [
        ("owing", "not of the form name=value"),
        ("owing=maybe", "one of payer-shares, named-only, as-worded"),
        ("colour=red", "known: owing"),
        ("checkpoints=10,5", "each larger than the last"),
        ("checkpoints=0", "from 1 upwards"),
        ("checkpoints=ten", "'ten' is not a whole number"),
        ("checkpoints=", "is not a whole number"),
        ("shift=-1", "'-1' is not a whole number"),
        ("shift=²", "is not a whole number"),
    ],
)
def test_a_wrong_option_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        parse([text])


def test_a_negative_shift_is_refused() -> None:
    with pytest.raises(OptionError, match="shift must not be negative"):
        Options(shift=-1)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="owing is given twice"):
        parse(["owing=as-worded", "owing=named-only"])
