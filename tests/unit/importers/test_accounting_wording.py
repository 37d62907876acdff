"""Every class of wording of the accounting subset: read whole, or refused with the reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenarios.importers.structmemeval.ledger import build, read_session, who_shares
from scenarios.importers.structmemeval.options import Options
from scenarios.importers.structmemeval.readings import Cancellation, Group, Noise, Payment, Unread
from scenarios.importers.structmemeval.wording import group_of, read_message

GROUP = Group(("Ilvane", "Torrick", "Maessa"))
SHORT = {"I": "Ilvane", "T": "Torrick", "M": "Maessa"}


def read(text: str) -> Payment:
    reading = read_message(text, GROUP)
    assert isinstance(reading, Payment), reading
    return reading


@pytest.mark.parametrize(
    "text, amount, shared",
    [
        ("Ilvane: Paid €52 for the hut - split with Torrick", "52", "IT"),
        ("Ilvane: Paid €48 for soup - split among all", "48", "ITM"),
        ("Torrick: I paid for lunch: €33. Split equally.", "33", "ITM"),
        ("Torrick: I paid for lunch: €33. Shared cost.", "33", "ITM"),
        ("Torrick: Lunch: €33. Three-way split.", "33", "ITM"),
        ("Torrick: Lunch: €33. Split 3 ways.", "33", "ITM"),
        ("Torrick: Lunch: €33. Everyone pays their share.", "33", "ITM"),
        ("Torrick: Lunch: €33. All three share.", "33", "ITM"),
        ("Torrick: Lunch: €33. Three people.", "33", "ITM"),
        ("Torrick: Lunch: €33.", "33", "ITM"),
        ("Torrick: That was steep! I paid €12 for three flasks.", "12", "ITM"),
        ("Torrick: Ferry was €33 total for all three of us.", "33", "ITM"),
        ("Torrick: The lodge cost €90 for our group of three.", "90", "ITM"),
        ("Torrick: I bought caps for everyone: €30.", "30", "ITM"),
        ("Torrick: I covered the stew for all of us: €18.", "18", "ITM"),
        ("Torrick: Bath house: €51 total for three people.", "51", "ITM"),
        ("Maessa: I bought soup: €24. Split between Ilvane and me.", "24", "IM"),
        ("Maessa: Soup: €24. Shared between me and Ilvane.", "24", "IM"),
        ("Maessa: Soup: €24. Shared between Ilvane, Torrick and me.", "24", "ITM"),
        ("Maessa: Soup: €24. Ilvane and I shared this cost.", "24", "IM"),
        ("Maessa: Soup: €24. Ilvane and I will split this.", "24", "IM"),
        ("Maessa: Soup: €24. For Ilvane and me.", "24", "IM"),
        ("Maessa: Soup: €24. Ilvane and me only.", "24", "IM"),
        ("Maessa: Soup: €24. Ilvane and Torrick share.", "24", "IT"),
        ("Maessa: I paid for soup for Ilvane and me: €24.", "24", "IM"),
        ("Maessa: I paid for soup: €24 total for Ilvane and me.", "24", "IM"),
        ("Maessa: I bought soup for everyone: €24. Ilvane and Torrick share.", "24", "IT"),
        ("Maessa: Soup: €24. For Ilvane, Torrick.", "24", "IT"),
        ("Maessa: Laces: €5, for me only.", "5", "M"),
        ("Maessa: I bought laces for myself: €5.", "5", "M"),
        ("Maessa: New laces for me only: €5.", "5", "M"),
        ("Maessa: Laces cost me €6. Split three ways.", "6", "ITM"),
        ("Maessa: Soup: €24. Everyone except Torrick.", "24", "IM"),
        ("Maessa: Soup: €24 for all of us but Torrick.", "24", "IM"),
        ("Maessa: I bought soup for everyone except Torrick: €24.", "24", "IM"),
        ("Maessa: I paid for soup: €24. Ilvane and Torrick owe me their shares.", "24", "ITM"),
        ("Maessa: I paid for soup: €24. Ilvane and Torrick owe me.", "24", "ITM"),
        ("Maessa: I paid for soup: €24 for all three. Ilvane and Torrick owe me.", "24", "ITM"),
        ("Maessa: I paid for soup: €24. Ilvane and Torrick owe me €8 each.", "24", "ITM"),
        ("Maessa: I paid for soup: €24. Ilvane and Torrick owe me €12 each.", "24", "IT"),
        ("Maessa: I paid for soup: €24. Ilvane owes me half.", "24", "IM"),
        ("Maessa: I paid for soup: €24. Maessa and Ilvane owe me €8 each.", "24", "ITM"),
        ("Maessa: The bus tomorrow will be €24. Split equally.", "24", "ITM"),
        ("Maessa: I paid €24 each for Ilvane and Torrick.", "48", "IT"),
        ("Maessa: The soup bill was actually €57. Split 3 ways.", "57", "ITM"),
        ("Maessa: I got a €6 refund on the soup for Ilvane and me.", "-6", "IM"),
        ("Maessa: Got a refund on soup: €15 back for Ilvane, Torrick.", "-15", "IT"),
        ("Maessa: The inn gave us a €30 discount for Ilvane and me.", "-30", "IM"),
        ("Maessa: I got a refund of €30 for soup for all of us.", "-30", "ITM"),
        ("Maessa: Refund €9 each for all", "-27", "ITM"),
        ("Maessa: Soup refund: €12. Shared three ways.", "-12", "ITM"),
        ("Maessa: Got €11 refund on soup for me only.", "-11", "M"),
        ("Maessa: I lent Torrick €20.", "20", "T"),
        ("Maessa: I paid Torrick back €20.", "20", "T"),
        ("Maessa: I paid back €20 to Torrick.", "20", "T"),
        ("Maessa: I sent €20 to Torrick for the boots.", "20", "T"),
        ("Torrick gave me nothing, but Maessa: hm", None, ""),
        ("Maessa pays back Torrick €20.", "20", "T"),
        ("Maessa paid €30 for soup for Ilvane and Torrick.", "30", "IT"),
        ("Maessa: Soup: 24 EUR. Split equally.", "24", "ITM"),
        ("Maessa: Soup: EUR 1,240.50. Split equally.", "1240.50", "ITM"),
        ("Maessa: Soup: 12 euros. Split equally.", "12", "ITM"),
        (
            "Maessa: Soup: €123456789012345678901234567890.12. Split equally.",
            "123456789012345678901234567890.12",
            "ITM",
        ),
    ],
)
def test_what_a_message_pays_for_and_who_shares(text: str, amount: str | None, shared: str) -> None:
    if amount is None:
        assert isinstance(read_message(text, GROUP), Noise)
        return
    _, readings = read_session([f"{name}: hello" for name in GROUP.members] + [text])
    messages = [f"{name}: hello" for name in GROUP.members] + [text]
    item = build(messages, GROUP, readings, Options()).entries[-1].item
    assert item is not None
    assert item.payer == text.split(":")[0].split()[0]
    assert item.amount == Fraction(amount)
    assert item.beneficiaries == {SHORT[letter] for letter in shared}


def test_borrowed_money_is_paid_by_the_other() -> None:
    payment = read("Maessa: I borrowed €7 from Torrick.")
    assert payment.payer == "Torrick"
    assert who_shares(payment, GROUP, Options()) == {"Maessa"}


@pytest.mark.parametrize(
    "text",
    [
        "The fog makes this walk special!",
        "Torrick: Supper is at 8 PM, table for 3.",
        "Torrick: My lamp is down to 50%.",
        "Torrick: Worth every euro!",
        "Maessa: Torrick, you paid for parking: €15. Should we add that?",
        "Maessa: Did we count the €4 toll?",
        "Maessa: Is the €4 toll in? I forgot.",
    ],
)
def test_noise_asserts_nothing(text: str) -> None:
    assert isinstance(read_message(text, GROUP), Noise)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("Torrick: Jam: €8. Split with Quendal.", "Quendal is nobody of this group"),
        ("Torrick: Jam: €8, for Quendal only", "Quendal is nobody of this group"),
        ("Torrick: Jam: €8. Quendal and Orla.", "nobody of this group"),
        ("Torrick: Jam: €8. Quendal and Maessa owe me.", "who owes whom"),
        ("Torrick: Jam for Maessa's aunt: €8.", "named before the amount"),
        ("Torrick: Jam: €8. Maessa's idea.", "who shares in"),
        ("Torrick: I bought jam for me and my dog: €8.", "who shares in"),
        ("Torrick: Jam: €8. Split four ways.", "4 people, there are 3"),
        ("Torrick: Jam: €8. Split 3 ways between Maessa and me.", "3 people, there are 2"),
        ("Torrick: Jam: €8. Split with Maessa. For Ilvane and me.", "two clauses name different people"),
        ("Torrick: Jam: €8. Maessa owes me most of it.", "how much is owed"),
        ("Torrick: Jam: €8. Maessa owes me about €2 or so.", "hedged or denied: 'about'"),
        ("Torrick: Jam: €8. Maessa owes me €2 some day.", "how much is owed"),
        ("Torrick: Jam: €8 for all three. Maessa owes me.", "two clauses name different people"),
        ("Torrick: I lent Maessa €8 and €9.", "named before the amount"),
        ("Torrick: Jam: €1.240,00. Split equally.", "no number by the rules"),
        ("Torrick: Jam: €-5. Split equally.", "no number by the rules"),
        ("Torrick: Jam: €0. Split equally.", "zero"),
        ("Torrick: Jam: €8 or €9. Split equally.", "more than one sum"),
        ("Torrick: Jam: €8, that is $9. Split equally.", "two currencies"),
        ("Torrick: Jam would be €8. Split equally.", "hedged or denied: 'would'"),
        ("Torrick: I did not pay the €8 for jam.", "hedged or denied: 'not'"),
        ("Torrick: All in all a summary: €8.", "sums up"),
        ("Torrick: €9 owed to Maessa from Ilvane and me.", "sums up"),
        ("Torrick: I paid 30 for jam, split equally.", "no sum has a currency"),
        ("Torrick: €30, imagine!", "nothing says that it was paid"),
        ("Quendal: Paid €30 for jam.", "nobody of the group"),
        ("Paid €30 for jam.", "nobody of the group"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason(text: str, reason: str) -> None:
    reading = read_message(text, GROUP)
    assert isinstance(reading, Unread), reading
    assert reason in reading.reason


def test_a_cancellation_names_amount_words_and_message() -> None:
    reading = read_message("Torrick: I need to cancel the €12 lamp oil payment from message 5.", GROUP)
    assert isinstance(reading, Cancellation)
    assert (reading.amount, reading.message) == (12, 5)
    assert {"lamp", "oil"} <= reading.words


def test_the_group_is_everybody_who_speaks_in_order() -> None:
    assert group_of(["Noise here", "Ann Lee: hi", "Bo: €3", "Ann Lee: 12:30 it is"]).members == (
        "Ann Lee",
        "Bo",
    )


def test_words_and_clock_times_before_a_colon_are_no_speakers() -> None:
    assert group_of(["note: all well", "12:30 we left", "I wonder: why?"]).members == ()
