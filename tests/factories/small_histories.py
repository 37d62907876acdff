"""Random small histories over a few keys, with late arrivals, confirmations and re-additions."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.resolution import resolve

START = datetime(2026, 1, 1, 9, tzinfo=UTC)


def day(number: int) -> datetime:
    """The moment that stands for a small number."""
    return START + timedelta(days=number)


class HistoryWriter:
    """Writes actions one event at a time; time moves on by chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.records: list[ActionRecord] = []
        self.now = 0
        self.count = 0

    def add(self, op: Op, pred: str, key: tuple[str, ...], *, late: bool = False, **fields: object) -> None:
        """One event with one action; ``late`` gives it an earlier ``as_of``."""
        self.count += 1
        as_of = day(self.rng.randint(0, self.now)) if late else None
        self.records.append(
            ActionRecord(
                event=f"e{self.count:03}",
                t=day(self.now),
                seq=self.count,
                pos=0,
                op=op,
                pred=pred,
                key=key,
                as_of=as_of,
                **fields,  # type: ignore[arg-type]  # the fields of ActionRecord, by name
            )
        )
        if self.rng.random() < 0.7:
            self.now += 1

    def size_now(self, pred: str, key: tuple[str, ...]) -> int:
        """The number of members current at this moment."""
        spoken = History.of(record for record in self.records if record.pred == pred and record.key == key)
        return len(resolve(spoken, day(self.now)).members(pred, key))

    @property
    def history(self) -> History:
        return History.of(self.records)

    def cutoffs(self, count: int) -> list[datetime]:
        """Moments to ask at: the end, and others from the first day to the day after the end."""
        found = {self.now}
        while len(found) < min(count, self.now + 2):
            low = 0 if self.rng.random() < 0.3 else self.now * 3 // 4
            found.add(self.rng.randint(low, self.now + 1))
        return [day(number) for number in sorted(found)]


def rough_history(rng: random.Random) -> HistoryWriter:
    """Anything goes on a handful of keys: facts, rules, members, completeness, in any order."""
    writer = HistoryWriter(rng)
    for _ in range(rng.randint(3, 18)):
        chance, late = rng.random(), rng.random() < 0.25
        if chance < 0.35:
            op = rng.choice([Op.ASSERT, Op.ASSERT, Op.ASSERT, Op.REVISE, Op.CANCEL])
            value = None if op is Op.CANCEL else rng.choice(["x", "y", "none"])
            writer.add(op, "f", (rng.choice("ab"),), late=late, value=value)
        elif chance < 0.42:
            op = rng.choice([Op.RULE, Op.RULE, Op.UNRULE])
            clause = rng.choice(["g(A,V) :- f(A,V).", "g(A,V) :- f(A,V), V != A."]) if op is Op.RULE else None
            writer.add(op, "k", (), late=late, clause=clause)
        elif chance < 0.78:
            op = rng.choice([Op.MEMBER, Op.MEMBER, Op.MEMBER, Op.MEMBER, Op.CANCEL])
            writer.add(op, "s", (rng.choice("gh"),), late=late, member=rng.choice("pqr"))
        else:
            complete_or_reopen(writer, rng, late=late)
    return writer


def complete_or_reopen(writer: HistoryWriter, rng: random.Random, *, late: bool) -> None:
    """A completeness of one group, mostly truthful, sometimes listing its members; or a reopening."""
    group = (rng.choice("gh"),)
    if rng.random() < 0.15:
        writer.add(Op.REOPEN, "s", group, late=late)
        return
    members = tuple(m for m in "pqr" if rng.random() < 0.5) if rng.random() < 0.3 else ()
    size = writer.size_now("s", group) if rng.random() < 0.7 else rng.randint(0, 3)
    writer.add(Op.COMPLETE, "s", group, late=late, size=size, members=members)
