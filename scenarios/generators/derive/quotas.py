"""Splits a table of counts over parts so that every margin holds exactly (spec 5.2). PURE."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


class QuotaError(ValueError):
    """Counts that cannot be split: their sums differ, or one is below zero."""


def split(counts: Mapping[Key, int], totals: Sequence[int]) -> list[dict[Key, int]]:
    """Give each part, in order, its share of every count, so that parts add up to ``totals`` and each count
    is given out whole.

    Largest remainder, count by count; what a part is still owed from earlier counts belongs to its
    remainder, and among equal remainders the earlier part goes first. So a part is never far from its exact
    share of any run of counts either, of those of one family for instance.

    Raises ``QuotaError`` where counts and totals have different sums or one is negative.
    """
    _refuse_unfit(counts, totals)
    whole = sum(totals)
    owed = [Fraction(0)] * len(totals)
    parts: list[dict[Key, int]] = [{} for _ in totals]
    for key, count in counts.items():
        shares = [Fraction(count * total, whole) if whole else Fraction(0) for total in totals]
        for place, share in enumerate(shares):
            parts[place][key] = int(share)
            owed[place] += share - int(share)
        # While units are left, the remainders sum up to their number, so the largest is above 0 and what
        # it becomes above -1. In the end all are whole, sum up to 0 and are above -1: all are 0, which is
        # why the totals hold.
        for _ in range(count - sum(map(int, shares))):
            largest = max(range(len(totals)), key=lambda place: (owed[place], -place))
            parts[largest][key] += 1
            owed[largest] -= 1
    return parts


def _refuse_unfit(counts: Mapping[Key, int], totals: Sequence[int]) -> None:
    negative = [f"{key!r} is {count}" for key, count in counts.items() if count < 0]
    negative += [f"part {place} has {total}" for place, total in enumerate(totals, 1) if total < 0]
    if negative:
        raise QuotaError(f"counts below zero: {', '.join(negative)}")
    if sum(counts.values()) != sum(totals):
        raise QuotaError(f"the counts sum up to {sum(counts.values())}, the parts to {sum(totals)}")
