"""Random histories for a drawn program: late arrivals, confirmations, cancellations, re-additions, ties.

Most keys get a value and most groups a truthful completeness, so that labels mix; what is told is shuffled,
then packed into events of one to three actions, some of them at one time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.resolution import effective, resolve
from scenarios.datalog.syntax import Decl, Shape
from tests.factories.random_programs import DrawnProgram
from tests.factories.random_schema import Schema
from tests.factories.small_histories import START

#: Keys or groups of one predicate that a history speaks of.
MOST_KEYS = 4


def draw_history(rng: random.Random, drawn: DrawnProgram) -> History:
    """A history of some thirty events for the recorded predicates and the rule keys of a program."""
    teller = _Teller(rng, drawn)
    teller.gather()
    teller.tell()
    return History.of(teller.records)


def draw_cutoffs(rng: random.Random, history: History, count: int) -> list[datetime]:
    """The end, and other moments: the exact time of an event, a moment before it, before everything."""
    times = sorted({action.t for action in history.actions}) or [START]
    found = {times[-1] + timedelta(days=1)}
    while len(found) < count:
        late = times[len(times) * 2 // 3 :]
        chosen = rng.choice(late if rng.random() < 0.75 else times)
        found.add(chosen - timedelta(microseconds=1) if rng.random() < 0.3 else chosen)
    return sorted(found)


@dataclass
class _Teller:
    """Gathers what is to be told, then tells it."""

    rng: random.Random
    drawn: DrawnProgram
    records: list[ActionRecord] = field(default_factory=list)
    waiting: list[Callable[[], ActionRecord]] = field(default_factory=list)
    endings: list[Callable[[], ActionRecord]] = field(default_factory=list)
    together: list[list[Callable[[], ActionRecord]]] = field(default_factory=list)
    now: datetime = START
    seq: int = 0

    @property
    def schema(self) -> Schema:
        return self.drawn.schema

    # ---------------------------------------------------------------- what is told
    def gather(self) -> None:
        for decl in self.schema.decls.values():
            if decl.shape is Shape.SET:
                self._collections(decl)
            elif decl.shape is not Shape.INVERSE:
                self._facts(decl)
        for key, clauses in self.drawn.declared.items():
            for _ in range(self.rng.choice([0, 1, 1, 2, 3])):
                self.waiting.append(lambda key=key, clauses=clauses: self._rule(key, clauses))

    def _keys(self, decl: Decl) -> list[tuple[str, ...]]:
        drawn = (self.schema.key(self.rng, decl) for _ in range(3 * MOST_KEYS))
        return list(dict.fromkeys(drawn))[:MOST_KEYS]

    def _facts(self, decl: Decl) -> None:
        rng = self.rng
        for key in self._keys(decl):
            if rng.random() < 0.88:
                self.waiting.append(lambda decl=decl, key=key: self._stated(decl, key, Op.ASSERT))
            if rng.random() < 0.3:
                op = rng.choice([Op.ASSERT, Op.ASSERT, Op.REVISE, Op.CANCEL])
                self.waiting.append(lambda decl=decl, key=key, op=op: self._stated(decl, key, op))

    def _stated(self, decl: Decl, key: tuple[str, ...], op: Op) -> ActionRecord:
        """A value, now and then none or the value that is current already (a confirmation)."""
        rng, value = self.rng, None
        if op is not Op.CANCEL:
            said = [a.value for a in self.records if (a.pred, a.key) == (decl.pred, key) and a.value]
            value = self.schema.value(rng, decl.value_type or "text")
            if rng.random() < 0.05:
                value = "none"
            elif said and rng.random() < 0.4:
                value = said[-1]
        return _action(op, decl.pred, key, value=value)

    def _collections(self, decl: Decl) -> None:
        rng = self.rng
        for group in self._keys(decl):
            names = list(dict.fromkeys(self.schema.name(rng, decl.member_type or "text") for _ in range(4)))
            for name in names:
                for op, share in ((Op.MEMBER, 0.6), (Op.MEMBER, 0.12), (Op.CANCEL, 0.12)):
                    if rng.random() < share:
                        told = _action(op, decl.pred, group, member=name)
                        self.waiting.append(lambda told=told: told)
            closing = lambda decl=decl, group=group, names=names: self._completeness(decl, group, names)  # noqa: E731
            if rng.random() < 0.15:
                self._with_members(decl, group, rng.sample(names, 1))
            elif rng.random() < 0.85:
                self.endings.append(closing)
            if rng.random() < 0.15:
                self.waiting.append(closing)

    def _completeness(self, decl: Decl, group: tuple[str, ...], names: list[str]) -> ActionRecord:
        """Mostly the true size; now and then a wrong one, listed members, or a reopening."""
        rng = self.rng
        if rng.random() < 0.05:
            return _action(Op.REOPEN, decl.pred, group)
        listed = tuple(name for name in names if rng.random() < 0.4) if rng.random() < 0.2 else ()
        spoken = History.of(a for a in self.records if (a.pred, a.key) == (decl.pred, group))
        members = {*resolve(spoken, self.now).members(decl.pred, group), *listed}
        size = len(members) if rng.random() < 0.93 else rng.randint(len(listed), len(listed) + 2)
        return _action(Op.COMPLETE, decl.pred, group, size=size, members=listed)

    def _with_members(self, decl: Decl, group: tuple[str, ...], added: list[str]) -> None:
        """A completeness before the members it counts, all in one event: its rank has no ``pos``."""

        def closing() -> ActionRecord:
            spoken = History.of(a for a in self.records if (a.pred, a.key) == (decl.pred, group))
            members = {*resolve(spoken, self.now).members(decl.pred, group), *added}
            return _action(Op.COMPLETE, decl.pred, group, size=len(members))

        told = [_action(Op.MEMBER, decl.pred, group, member=name) for name in added]
        self.together.append([closing, *(lambda action=action: action for action in told)])

    def _rule(self, key: str, clauses: tuple[str, ...]) -> ActionRecord:
        if self.rng.random() < 0.25:
            return _action(Op.UNRULE, key, ())
        return _action(Op.RULE, key, (), clause=self.rng.choice(clauses))

    # ---------------------------------------------------------------- telling
    def tell(self) -> None:
        """Everything in shuffled order, then the completenesses, then some of it again."""
        rng = self.rng
        again = [rng.choice(self.waiting) for _ in range(rng.randint(0, 3))]
        rng.shuffle(self.waiting)
        rng.shuffle(self.endings)
        for told in (self.waiting, self.endings, again):
            pending = list(told)
            while pending:
                size = rng.choice([1, 1, 1, 2, 3])
                self._event(pending[:size])
                del pending[:size]
            if told is self.endings:
                for one in self.together:
                    self._event(one)

    def _event(self, told: list[Callable[[], ActionRecord]]) -> None:
        """One event; an action on a version key that the event speaks of already waits for the next."""
        rng, seen = self.rng, set()
        self.seq += 1
        late = self.records and rng.random() < 0.12
        as_of = rng.choice(self.records).t if late else None
        rest, pos = [], 0
        for make in told:
            action = make()
            touched = {a.version_key for a in effective([action])}
            if touched & seen:
                rest.append(make)
                continue
            seen |= touched
            self.records.append(
                replace(action, event=f"e{self.seq:03}", t=self.now, seq=self.seq, pos=pos, as_of=as_of)
            )
            pos += 1
        if rng.random() < 0.75:
            self.now += timedelta(hours=rng.choice([1, 24, 24]))
        if rest:
            self._event(rest)


def _action(op: Op, pred: str, key: tuple[str, ...], **fields: object) -> ActionRecord:
    """An action whose event is filled in when it is told."""
    return ActionRecord("", START, 0, 0, op, pred, key, **fields)  # type: ignore[arg-type]  # fields by name
