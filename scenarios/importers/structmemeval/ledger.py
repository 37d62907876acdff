"""A session read into its ledger: which message pays for what, under the chosen conventions. PURE.

Reading (``wording``) and convention (``Options``) are kept apart, so that an audit can ask what a stated
answer would mean under another convention without reading anything twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scenarios.importers.netting import Item
from scenarios.importers.structmemeval.options import Options
from scenarios.importers.structmemeval.readings import (
    Cancellation,
    Group,
    Payment,
    Reading,
    Split,
    SplitKind,
    Unread,
)
from scenarios.importers.structmemeval.wording import group_of, read_message


@dataclass(frozen=True, slots=True)
class Entry:
    """What one message does to the ledger. ``ordinal`` is its number in the session, from 1.

    At most one of ``item`` (something paid for) and ``cancels`` (ordinal of the payment it takes back) is
    set. ``problem`` is why a message about money was not used; ``remark`` what is odd about a used one.
    """

    ordinal: int
    text: str
    reading: Reading
    item: Item | None = None
    cancels: int | None = None
    problem: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All messages of a session in order, its group and its one currency ('' if it has no payment)."""

    group: Group
    currency: str
    entries: tuple[Entry, ...]

    def items(self, upto: int) -> list[Item]:
        """What counts after the first ``upto`` messages: paid for and not taken back by then."""
        seen = self.entries[:upto]
        gone = {entry.cancels for entry in seen if entry.cancels is not None}
        return [entry.item for entry in seen if entry.item is not None and entry.ordinal not in gone]


def read_session(messages: Sequence[str]) -> tuple[Group, tuple[Reading, ...]]:
    """Each message read, with the group of all who speak."""
    group = group_of(messages)
    return group, tuple(read_message(text, group) for text in messages)


def build(messages: Sequence[str], group: Group, readings: Sequence[Reading], options: Options) -> Ledger:
    """The ledger of a session under ``options``."""
    currency = _main_currency(readings)
    entries: list[Entry] = []
    seen: set[str] = set()
    for ordinal, (text, reading) in enumerate(zip(messages, readings, strict=True), start=1):
        match reading:
            case Payment():
                repeated = text in seen
                entry = _paid(ordinal, text, reading, group, currency, repeated, options)
                seen.add(text)
            case Cancellation():
                entry = _cancelled(ordinal, text, reading, entries, options)
            case Unread(reason):
                entry = Entry(ordinal, text, reading, problem=reason)
            case _:
                entry = Entry(ordinal, text, reading)
        entries.append(entry)
    return Ledger(group, currency, tuple(entries))


def _main_currency(readings: Sequence[Reading]) -> str:
    return next((reading.currency for reading in readings if isinstance(reading, Payment)), "")


def _paid(
    ordinal: int,
    text: str,
    payment: Payment,
    group: Group,
    currency: str,
    repeated: bool,
    options: Options,
) -> Entry:
    if payment.currency != currency:
        reason = f"in {payment.currency}, while the session counts in {currency}: amounts are not converted"
        return Entry(ordinal, text, payment, problem=reason)
    if payment.announced and options.announced == "ignore":
        return Entry(ordinal, text, payment, remark="announced, not counted by option")
    if repeated and options.repeats == "once":
        return Entry(ordinal, text, payment, remark="said before, counted once by option")
    try:
        people = who_shares(payment, group, options)
    except ValueError as error:
        return Entry(ordinal, text, payment, problem=str(error))
    amount = payment.amount
    if payment.per_person and options.each == "per-person":
        amount *= len(people)
    item = Item(payment.payer, -amount if payment.refund else amount, people)
    odd = payment.split.kind is SplitKind.OWED and payment.payer in payment.split.people
    remark = f"{payment.payer} is named as owing {payment.payer}" if odd else ""
    return Entry(ordinal, text, payment, item=item, remark=remark)


def who_shares(payment: Payment, group: Group, options: Options) -> frozenset[str]:
    """The people who share a payment. Raises ``ValueError`` with the reason where that is unclear."""
    split, payer = payment.split, payment.payer
    match split.kind:
        case SplitKind.GROUP:
            people = group.names
        case SplitKind.PEOPLE:
            people = split.people
        case SplitKind.WITH:
            people = split.people | ({payer} if options.split_with == "payer-shares" else frozenset())
        case SplitKind.EXCEPT:
            people = group.names - split.people
        case SplitKind.OWED:
            people = _owing(split, payment, group, options)
        case _:  # nobody is named
            people = group.names if options.unsplit == "group" else frozenset()
    if not people:
        raise ValueError("nobody is left to share it")
    return people


def _owing(split: Split, payment: Payment, group: Group, options: Options) -> frozenset[str]:
    payer = payment.payer
    others, all_named = split.people - {payer}, split.people | {payer}
    if split.each is not None:
        shares = payment.amount / split.each
        for people in (others, all_named, group.names):
            if shares == len(people):
                return people
        raise ValueError(f"shares of {split.each} do not add up to {payment.amount}")
    if payer in split.people and options.self_debtor == "whole-group":
        return group.names
    keeps = (
        split.halved
        or options.owing == "payer-shares"
        or (options.owing == "as-worded" and split.shares_said)
    )
    return all_named if keeps else others


def _cancelled(
    ordinal: int, text: str, reading: Cancellation, entries: Sequence[Entry], options: Options
) -> Entry:
    candidates = list(_payments_like(reading, entries))
    if options.cancellations == "ignore":
        return Entry(ordinal, text, reading, remark="a cancellation, ignored by option")
    if len(candidates) != 1:
        reason = f"{len(candidates)} earlier payments fit" if candidates else "no earlier payment fits"
        return Entry(ordinal, text, reading, problem=f"a cancellation, but {reason}")
    return Entry(ordinal, text, reading, cancels=candidates[0])


def _payments_like(reading: Cancellation, entries: Sequence[Entry]) -> Iterator[int]:
    """Ordinals of live payments of the same amount that share a word with the cancellation."""
    gone = {entry.cancels for entry in entries}
    for entry in entries:
        payment = entry.reading
        if (
            isinstance(payment, Payment)
            and entry.item is not None
            and entry.ordinal not in gone
            and not payment.refund
            and (payment.amount, payment.currency) == (reading.amount, reading.currency)
            and (payment.words & reading.words or entry.ordinal == reading.message)
            and reading.message in (None, entry.ordinal)
        ):
            yield entry.ordinal
