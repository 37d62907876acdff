"""Runs numbered random draws through both evaluators and says what was met (AC-1.10)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.db import connection, transaction

from tests.factories.random_cases import Case, draw_cases
from tests.factories.random_constructs import constructs
from tests.factories.random_programs import Refusals
from tests.generative.differences import Difference, Tally, compare
from tests.generative.shrinking import shrink

#: Draws whose histories are stored together. Each batch has a connection of its own and is rolled back: every
#: draw has other programs, so the routines and plans of a session would only grow.
BATCH = 20


@dataclass
class Campaign:
    """What so many draws met, and where the evaluators differed."""

    tally: Tally = field(default_factory=Tally)
    refusals: Refusals = field(default_factory=Refusals)
    met: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        tally, refusals = self.tally, self.refusals
        drafts = refusals.accepted + refusals.refused
        rate = tally.cases / self.seconds if self.seconds else 0.0
        rare = ", ".join(f"{name} {count}" for name, count in self.met.most_common()[::-1][:12])
        speed = (
            f"{tally.cases} generated programs with histories in {self.seconds:.0f} s ({rate:.1f} a second)"
        )
        alike = f"labels: {_counts(tally.labels)}; errors alike in both: {_counts(tally.errors)}"
        lines = [
            f"{speed}: {tally.asked} goals, {len(self.differences)} differences between the evaluators",
            f"{alike}; witness lists not complete: {tally.inexact}",
            f"drafts accepted: {refusals.accepted} of {drafts}; refused for {_counts(refusals.kinds)}",
            f"{len(self.met)} constructs met, in how many programs the rarest: {rare}",
        ]
        return "\n".join(lines)


def _counts(found: dict[str, int] | Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(found.items())) or "none"


def run(first: int, count: int, *, most: int = 3) -> Campaign:
    """Draws ``first`` to ``first + count``; stops early after ``most`` differences."""
    campaign, began = Campaign(), time.perf_counter()
    for start in range(first, first + count, BATCH):
        cases = [
            case
            for number in range(start, min(start + BATCH, first + count))
            for case in draw_cases(number, histories=1, refusals=campaign.refusals)
        ]
        for case in cases:
            campaign.met.update(constructs(case))
        with transaction.atomic():
            campaign.differences += _differing(cases, campaign.tally)
            transaction.set_rollback(True)
        connection.close()
        if len({one.case.number for one in campaign.differences}) >= most:
            break
    campaign.seconds = time.perf_counter() - began
    return campaign


def _differing(cases: list[Case], tally: Tally) -> Iterator[Difference]:
    """The first difference of each case."""
    seen: set[int] = set()
    for one in compare(cases, tally):
        if one.case.number not in seen:
            seen.add(one.case.number)
            yield one


def smallest(found: Difference) -> Difference:
    """The difference on the smallest case that still shows it."""

    def again(case: Case) -> Iterator[Difference]:
        return (one for one in compare([case], Tally()) if one.what == found.what)

    start = replace(found.case, goals=(found.goal,), cutoffs=(found.cutoff,))
    small = shrink(start, lambda case: any(True for _ in again(case)))
    return next(again(small), found)
