"""Netting of shared costs and the settlements that balance them, in exact rationals (spec 11.3). PURE.

The engine derives which items count; what follows here is a fold over them. Nothing is rounded before
the end: a third of an amount stays a third, and only a settlement that is shown is cut to cents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scenarios.datalog.values import round_half_even

CENT = Fraction(1, 100)
#: Words that mean "nothing is left to pay".
SETTLED_WORDS = frozenset(
    {"nobody owes", "nobody owes anything", "nobody owes anyone anything", "no one owes anyone anything",
     "none", "nothing", "settled", "all settled", "no transfers", "no payments"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One thing paid for: ``amount`` laid out by ``payer`` for ``beneficiaries`` in equal shares.

    A refund has a negative amount. The payer may be among the beneficiaries.
    """

    payer: str
    amount: Fraction
    beneficiaries: frozenset[str]

    def __post_init__(self) -> None:
        if not self.beneficiaries:
            raise ValueError(f"an amount of {self.amount} paid by {self.payer} is for nobody")


@dataclass(frozen=True, slots=True)
class Transfer:
    """``payer`` hands ``amount`` to ``payee``."""

    payer: str
    payee: str
    amount: Fraction

    @property
    def text(self) -> str:
        """``X -> Y : 12.50``: X pays Y."""
        return f"{self.payer} -> {self.payee} : {money_text(self.amount)}"


@dataclass(frozen=True, slots=True)
class SettlementCheck:
    """Whether transfers settle a net position, and what is wrong with them if not.

    ``left`` is what stays of each person's balance after the transfers.
    """

    balanced: bool
    faults: tuple[str, ...]
    left: Mapping[str, Fraction]


def net(items: Iterable[Item], parties: Iterable[str] = ()) -> dict[str, Fraction]:
    """What each person is owed (positive) or owes (negative); the values add up to zero.

    ``parties`` without any item stand at zero.
    """
    balance: dict[str, Fraction] = dict.fromkeys(parties, Fraction(0))
    for item in items:
        balance[item.payer] = balance.get(item.payer, Fraction(0)) + item.amount
        share = item.amount / len(item.beneficiaries)
        for person in item.beneficiaries:
            balance[person] = balance.get(person, Fraction(0)) - share
    return balance


def settle(balance: Mapping[str, Fraction]) -> tuple[Transfer, ...]:
    """Transfers that settle ``balance``: the largest debtor pays the largest creditor, again and again.

    Amounts are rounded to cents; what rounding leaves over (less than a cent a person) is not paid.
    Equal balances are taken in the order of names, so the result does not depend on the order of input.
    """
    left = {person: value for person, value in balance.items() if value}
    transfers: list[Transfer] = []
    while len(left) > 1:
        debtor = min(left, key=lambda person: (left[person], person))
        creditor = min(left, key=lambda person: (-left[person], person))
        amount = min(-left[debtor], left[creditor])
        if amount <= 0:
            break
        paid = round_half_even(amount, 2)
        if paid:
            transfers.append(Transfer(debtor, creditor, paid))
        for person, change in ((debtor, amount), (creditor, -amount)):
            left[person] += change
            if not left[person]:
                del left[person]
    return tuple(transfers)


def apply(transfers: Iterable[Transfer], balance: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The balances once the transfers have been made; people of the transfers alone join at zero."""
    left = dict(balance)
    for transfer in transfers:
        left[transfer.payer] = left.get(transfer.payer, Fraction(0)) + transfer.amount
        left[transfer.payee] = left.get(transfer.payee, Fraction(0)) - transfer.amount
    return left


def check(transfers: Sequence[Transfer], balance: Mapping[str, Fraction]) -> SettlementCheck:
    """Judge a settlement by the balances it leaves (spec 11.3).

    Right iff every |balance| left is at most a cent per person, nobody pays himself, no transfer is zero or
    negative, only parties pay or are paid, and there are at most n - 1 transfers.
    """
    people = set(balance)
    faults: list[str] = []
    for transfer in transfers:
        if transfer.payer == transfer.payee:
            faults.append(f"{transfer.payer} pays himself or herself")
        if transfer.amount <= 0:
            faults.append(f"{transfer.text} is not a positive amount")
        faults += [
            f"{name} is not one of the parties"
            for name in (transfer.payer, transfer.payee)
            if name not in people
        ]
    if len(transfers) > max(len(people) - 1, 0):
        faults.append(
            f"{len(transfers)} transfers among {len(people)} people, {max(len(people) - 1, 0)} are enough"
        )
    left = apply(transfers, balance)
    tolerance = CENT * len(people)
    faults += [
        f"{person} is left with {money_text(value)}"
        for person, value in sorted(left.items())
        if abs(value) > tolerance
    ]
    return SettlementCheck(not faults, tuple(faults), left)


def money_text(value: Fraction) -> str:
    """The amount rounded half-even to cents, always with two decimals; never ``-0.00``."""
    cents = round(value * 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


_AMOUNT = r"(?P<amount>-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
_MONEY = rf"(?:(?P<sign>\\?[$€£¥])\s*)?{_AMOUNT}\s*(?P<currency>[A-Za-z]{{3}}|[$€£¥])?"
_ARROW = re.compile(rf"(?P<payer>.+?)\s*(?:->|→|=>)\s*(?P<payee>.+?)\s*:\s*{_MONEY}")
_WORDS = re.compile(rf"(?P<payer>.+?)\s+(?:pays|owes|gives)\s+(?P<payee>.+?)\s*:?\s+{_MONEY}")
_HEADING = re.compile(r"(?:settlements?|debts?|transfers?|final settlement)\s*:\s*", re.IGNORECASE)
# A comma parts two transfers only where it does not group digits: "1,250.00" is one amount.
_BETWEEN = re.compile(
    r"\s*(?:;|\n|,(?!\d{3})|(?<=\w)\.\s+(?=\D)|\band\b(?=[^,;\n]*(?:->|→|=>|\bpays\b|\bowes\b)))\s*"
)
_SIGNS = {"€": "EUR", "$": "$", "\\$": "$", "£": "GBP", "¥": "JPY"}


def parse_settlement(text: str, names: Iterable[str] = (), currency: str = "") -> tuple[Transfer, ...] | None:
    """Read ``X -> Y : amount CUR`` or ``X pays/owes Y amount``, any number of them; None if unreadable.

    ``names`` are the known people: letter case does not matter for them. Another currency than
    ``currency`` makes the text unreadable; ``$`` is a generic money sign (overview 5).
    """
    known = {name.casefold(): name for name in names}
    body = _HEADING.sub("", text.strip(), count=1) if _HEADING.match(text.strip()) else text.strip()
    if body.casefold().rstrip(".! ") in SETTLED_WORDS or body == "[]":
        return ()
    transfers: list[Transfer] = []
    for part in _BETWEEN.split(body):
        piece = part.strip().rstrip(".")
        if not piece:
            continue
        found = _ARROW.fullmatch(piece) or _WORDS.fullmatch(piece)
        if found is None or not _is_currency(found, currency):
            return None
        payer, payee = (
            known.get(found[side].strip(" \"'*-").casefold(), found[side].strip(" \"'*-"))
            for side in ("payer", "payee")
        )
        transfers.append(Transfer(payer, payee, Fraction(found["amount"].replace(",", ""))))
    return tuple(transfers) if transfers else None


def _is_currency(found: re.Match[str], wanted: str) -> bool:
    given = [_SIGNS.get(text, text.upper()) for text in (found["sign"], found["currency"]) if text]
    return all(code in ("$", wanted.upper()) for code in given) if wanted else len(set(given)) <= 1


def settlement_text(transfers: Sequence[Transfer], currency: str = "") -> str:
    """One line a reader can check: ``X -> Y : 12.50 EUR, ...``, or ``nobody owes``."""
    unit = f" {currency}" if currency else ""
    return ", ".join(f"{transfer.text}{unit}" for transfer in transfers) or "nobody owes"
