"""What a message of the accounting subset was read as, before any convention is applied. PURE."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from fractions import Fraction


class SplitKind(enum.StrEnum):
    """How a message names the people who share an amount."""

    GROUP = "group"  # "split equally", "for all of us", "three ways"
    PEOPLE = "people"  # "between Ada and me", "for Ben only", "Ada and I"
    WITH = "with"  # "split with Ada": Ada, and by the convention the payer
    OWED = "owed"  # "Ada and Ben owe me": those two, and by the convention the payer
    EXCEPT = "except"  # "everyone except Ben"
    UNSAID = "unsaid"  # nobody is named


@dataclass(frozen=True, slots=True)
class Split:
    """Who shares: ``people`` as named (the speaker's own name where the text says "me").

    ``each`` is the stated share of one person; ``shares_said`` marks wordings that speak of shares
    ("owe me their shares", "owes me half"), where the payer clearly keeps a share of his own.
    """

    kind: SplitKind
    people: frozenset[str] = frozenset()
    each: Fraction | None = None
    shares_said: bool = False
    halved: bool = False


UNSAID = Split(SplitKind.UNSAID)


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` laid out ``amount`` (always positive here), or got it back if ``refund``.

    ``per_person`` means the amount was stated for each who shares ("9 each for all"); ``announced`` that
    the cost still lies ahead ("will be").
    """

    payer: str
    amount: Fraction
    currency: str
    split: Split
    refund: bool = False
    per_person: bool = False
    announced: bool = False
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cancellation:
    """``speaker`` takes back an earlier payment of ``amount``; ``message`` is its number if stated."""

    speaker: str
    amount: Fraction
    currency: str
    message: int | None = None
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Noise:
    """The message asserts nothing; ``reason`` says why it was taken so."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unread:
    """The message speaks of money, but what it says could not be made out with confidence."""

    reason: str


Reading = Payment | Cancellation | Noise | Unread


@dataclass(frozen=True, slots=True)
class Group:
    """The people who share costs in one session, in order of appearance."""

    members: tuple[str, ...]
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset(self.members))
