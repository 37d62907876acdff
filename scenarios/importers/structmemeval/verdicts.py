"""Each stated settlement beside the derived one: does it balance the same position? PURE.

A stated answer *agrees* only if making its transfers settles the derived position. If it does so with
every arrow turned round it is *reversed*; if it does under another named reading, that reading is named;
otherwise the two *disagree*, and what the stated transfers leave over is shown.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scenarios.importers.netting import CENT, Transfer, apply, net
from scenarios.importers.structmemeval.checkpoints import Place, places
from scenarios.importers.structmemeval.conventions import Variant, variants
from scenarios.importers.structmemeval.ledger import Ledger, build
from scenarios.importers.structmemeval.options import Options
from scenarios.importers.structmemeval.readings import Group, Reading


class Verdict(enum.StrEnum):
    """How a stated answer stands to the derived one."""

    AGREE = "agree"
    REVERSED = "reversed"
    OTHER = "other convention"
    DISAGREE = "disagree"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict; the convention under which the answer holds; what it leaves over as it stands.

    ``turned`` says that the answer holds with its arrows turned round.
    """

    verdict: Verdict
    convention: str = ""
    turned: bool = False
    left: Mapping[str, Fraction] = field(default_factory=dict)


class SessionJudge:
    """Judges the stated answers of one session, read once and interpreted as often as needed."""

    def __init__(
        self,
        messages: Sequence[str],
        group: Group,
        readings: Sequence[Reading],
        answers: int,
        options: Options,
    ) -> None:
        self._read = (messages, group, readings)
        self._answers = answers
        self._options = options
        self._ledgers: dict[Options, tuple[Ledger, tuple[Place, ...]]] = {}
        self._balances: dict[tuple[Options, int], dict[str, Fraction]] = {}

    def judge(
        self,
        number: int,
        stated: Sequence[Transfer] | None,
        derived: Mapping[str, Fraction],
        *,
        try_others: bool = True,
    ) -> Judgement:
        """Judge the ``number``-th stated answer against the derived position.

        Without ``try_others`` no other convention is tried: what neither agrees nor is reversed disagrees.
        """
        if stated is None:
            return Judgement(Verdict.UNREADABLE)
        if self._options.arrow == "creditor-to-debtor":
            stated = turned(stated)
        left = apply(stated, derived)
        if balances(stated, derived):
            return Judgement(Verdict.AGREE, left=left)
        if balances(turned(stated), derived):
            return Judgement(Verdict.REVERSED, turned=True, left=left)
        for variant in variants(self._options) if try_others else ():
            position = self._position(variant, number)
            for transfers, is_turned in ((stated, False), (turned(stated), True)):
                if position is not None and balances(transfers, position):
                    return Judgement(Verdict.OTHER, "; ".join(variant.words), is_turned, left)
        return Judgement(Verdict.DISAGREE, left=left)

    def _position(self, variant: Variant, number: int) -> dict[str, Fraction] | None:
        position = self._balance(variant.options, number)
        if not variant.opening_twice or position is None:
            return position
        opening = self._balance(variant.options, 1)
        if number == 1 or opening is None:
            return None
        return {person: value + opening[person] for person, value in position.items()}

    def _balance(self, options: Options, number: int) -> dict[str, Fraction] | None:
        if options not in self._ledgers:
            ledger = build(*self._read, options)
            self._ledgers[options] = (ledger, places(ledger, self._answers, options))
        ledger, where = self._ledgers[options]
        if number > len(where):
            return None
        key = (options, number)
        if key not in self._balances:
            self._balances[key] = net(ledger.items(where[number - 1].messages), ledger.group.members)
        return self._balances[key]


def turned(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """The same transfers with payer and payee exchanged."""
    return tuple(Transfer(transfer.payee, transfer.payer, transfer.amount) for transfer in transfers)


def balances(transfers: Sequence[Transfer], position: Mapping[str, Fraction]) -> bool:
    """Whether the transfers settle the position to a cent per person (spec 11.3).

    Only the balances count here: a stated answer with more transfers than needed still agrees.
    """
    tolerance = CENT * len(position)
    return all(abs(value) <= tolerance for value in apply(transfers, position).values())
