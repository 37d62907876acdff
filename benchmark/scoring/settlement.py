"""Settlements as answers: read, then judged by the balances they leave (spec 11.3). PURE.

The netting itself is ``scenarios.importers.netting``, in exact fractions. A settlement is never compared
with one fixed list: for four people and more, smallest settlements are not unique.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from benchmark.scoring.gold_view import JUSTIFIED_ZERO, GoldView
from benchmark.scoring.numbers import NumberFormatError
from benchmark.scoring.texts import name_index, normalise, squeezed
from benchmark.scoring.units import amount_of
from scenarios.importers import netting
from scenarios.importers.netting import Transfer

_SETTLED = netting.SETTLED_WORDS | {"0", "[]", "already settled", "everything is settled"}
_ARROW = re.compile(
    r"\s*(?:->|=>|\u2192)\s*|\s+(?:pays|pay|owes|owe|gives|must pay|should pay)\s+", re.IGNORECASE
)
_DIGIT = re.compile(r"[0-9]")
_BULLET = re.compile(r"^(?:[-*\u2022]|[0-9]+[.)])\s+")
#: Where one transfer may end and the next begin; a comma that groups three digits is none.
_BETWEEN = re.compile(r"\s*(?:,(?![0-9]{3})|\band\b|\.\s)\s*", re.IGNORECASE)

#: How much longer than its normal form a name may be written (accents apart, spaces doubled). A text is not
#: searched for names beyond that: the search costs the square of its length.
_WRITTEN_OUT, _SPARE = 4, 16


class SettlementFormatError(ValueError):
    """A text is not a list of transfers between the people of the ledger."""


class SettlementGoldError(ValueError):
    """A gold settlement has neither balances nor readable transfers."""


def fault_of(answer: Any, gold: GoldView) -> str | None:
    """Why an answer does not settle the gold's balances; None if it does.

    It does iff every balance ends within a cent per person, nobody pays themselves, every amount is
    positive, and there are at most n - 1 transfers. Raises ``SettlementFormatError``,
    ``UnitMismatchError``; ``SettlementGoldError`` where the gold itself is broken.
    """
    balances = balances_of(gold)
    found = netting.check(parse_transfers(answer, balances, gold), balances)
    return "; ".join(found.faults) or None


def balances_of(gold: GoldView) -> dict[str, Fraction]:
    """What each person of the ledger is owed (positive) or owes, ``gold.parties`` included.

    Taken from an answer ``{"balances": {…}}``, or from the transfers that the gold answer lists (none, if
    it is zero). Raises ``SettlementGoldError``.
    """
    net = dict.fromkeys(gold.parties, Fraction(0))
    if isinstance(gold.answer, dict) and isinstance(gold.answer.get("balances"), dict):
        return net | {person: Fraction(str(amount)) for person, amount in gold.answer["balances"].items()}
    if gold.label == JUSTIFIED_ZERO:
        return net
    if not isinstance(gold.answer, list) or not all(isinstance(text, str) for text in gold.answer):
        raise SettlementGoldError(f"the gold settlement {gold.answer!r} is no list of transfers")
    for text in gold.answer:
        transfers = netting.parse_settlement(text)
        if transfers is None:
            raise SettlementGoldError(f"the gold settlement {text!r} cannot be read")
        for item in transfers:
            net[item.payer] = net.get(item.payer, Fraction(0)) - item.amount
            net[item.payee] = net.get(item.payee, Fraction(0)) + item.amount
    return net


def parse_transfers(answer: Any, people: Mapping[str, object], gold: GoldView) -> tuple[Transfer, ...]:
    """The transfers an answer states, between ``people`` only.

    Takes ``X -> Y : amount CUR`` or ``X pays/owes Y amount``, one a line or parted by commas, or a JSON
    list of such texts or of ``{"from", "to", "amount", "currency"?}``. Raises
    ``SettlementFormatError`` or ``UnitMismatchError``.
    """
    if answer == 0 and not isinstance(answer, bool):
        return ()
    if isinstance(answer, str):
        items: Sequence[Any] = () if normalise(answer) in _SETTLED else list(_pieces(answer))
    elif isinstance(answer, list):
        items = answer
    else:
        raise SettlementFormatError(f"expected a list of transfers, got {answer!r}")
    index = name_index(people, gold.aliases)
    return tuple(_transfer(item, index, gold) for item in items)


def _pieces(text: str) -> Iterator[str]:
    """Cut a text into transfers: at line ends and semicolons, and behind an amount at commas and "and"."""
    for raw in re.split(r"[\n;]+", squeezed(text)):
        line, start = _BULLET.sub("", raw.strip()), 0
        amount = _amount_behind(line, start)
        for mark in _BETWEEN.finditer(line):
            if amount is None:
                break
            if amount >= mark.start():
                continue
            if not _ARROW.search(line, mark.end()):
                break
            yield line[start : mark.start()].strip()
            start = mark.end()
            amount = _amount_behind(line, start)
        if rest := line[start:].strip():
            yield rest


def _amount_behind(line: str, start: int) -> int | None:
    """Where the amount of the transfer that begins at ``start`` does; None where it has none."""
    arrow = _ARROW.search(line, start)
    digit = _DIGIT.search(line, arrow.end()) if arrow else None
    return digit.start() if digit else None


def _transfer(item: Any, index: Mapping[str, str], gold: GoldView) -> Transfer:
    if isinstance(item, dict):
        payer, payee = _person(item.get("from"), index), _person(item.get("to"), index)
        amount = _with_currency(item.get("amount"), item.get("currency"))
    elif isinstance(item, str):
        parts = _ARROW.split(squeezed(item), maxsplit=1)
        if len(parts) != 2:
            raise SettlementFormatError(f"{item!r} is not of the form X -> Y : amount")
        payer = _person(parts[0], index)
        payee, amount = _payee_and_amount(parts[1], index)
    else:
        raise SettlementFormatError(f"{item!r} is not a transfer")
    try:
        return Transfer(payer, payee, amount_of(amount, gold))
    except NumberFormatError as error:
        raise SettlementFormatError(f"{item!r}: {error}") from error


def _with_currency(amount: Any, currency: Any) -> Any:
    return f"{amount} {currency}" if currency and not isinstance(amount, bool) else amount


def _person(text: Any, index: Mapping[str, str]) -> str:
    form = normalise(text) if isinstance(text, str) else ""
    if form not in index:
        raise SettlementFormatError(f"{text!r} is nobody in the ledger")
    return index[form]


def _payee_and_amount(text: str, index: Mapping[str, str]) -> tuple[str, str]:
    """Split ``Y : amount`` or ``Y amount`` behind the longest known name."""
    rest = text.strip()
    longest = _WRITTEN_OUT * max(map(len, index), default=0) + _SPARE
    for end in range(min(len(rest), longest), 0, -1):
        inside_a_word = end < len(rest) and rest[end].isalnum() and rest[end - 1].isalnum()
        name = index.get(normalise(rest[:end]))
        if name is not None and not inside_a_word:
            return name, rest[end:].strip().lstrip(":=,").strip()
    raise SettlementFormatError(f"{text!r} does not begin with somebody in the ledger")
