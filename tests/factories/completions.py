"""Completions of an open world: histories in which everything that was open is said, by chance (spec 1.7).

What is known must hold in every one of them. A completion gives each key without a value one, adds members to
open collections and closes them, and names things that the history never spoke of. It respects what the
language takes for granted: a functional value is one, a member that an inverse reads is in one group.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.reference_values import UNKNOWN
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Decl, Program, Shape
from tests.factories.random_schema import ENTITIES, Pools
from tests.factories.small_histories import START

#: A person, trip and course that no history speaks of.
STRANGERS = {kind: f"new {kind}" for kind in ENTITIES}


def completed(
    rng: random.Random, program: Program, history: History, resolved: Resolved, pools: Pools
) -> tuple[Program, History]:
    """A history in which nothing is open at the cutoff of ``resolved``, and the program to read it by: there
    a cancelled member that was undecided is out, unless it is said again."""
    wider = {kind: (*pool, STRANGERS[kind]) if kind in STRANGERS else pool for kind, pool in pools.items()}
    visible = History(history.visible(resolved.cutoff))
    told = _Completion(rng, program, resolved, wider)
    for decl in program.decls.values():
        if decl.shape is Shape.SET:
            told.collection(decl)
        elif decl.shape in (Shape.FUNC, Shape.PARAM):
            told.function(decl)
    last = max((action.seq for action in visible.actions), default=0)
    actions = [
        replace(action, event=f"said{number}", t=resolved.cutoff, seq=last + number)
        for number, action in enumerate((*told.actions, *told.closings), start=1)
    ]
    decls = {pred: _decided(decl) for pred, decl in program.decls.items()}
    return replace(program, decls=decls), History.of((*visible.actions, *actions))


def _decided(decl: Decl) -> Decl:
    return replace(decl, on_cancel="absent") if decl.shape is Shape.SET else decl


@dataclass
class _Completion:
    rng: random.Random
    program: Program
    resolved: Resolved
    pools: Pools
    actions: list[ActionRecord] = field(default_factory=list)
    closings: list[ActionRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.recorded = Recorded(self.program, self.resolved)
        inverses = [d for d in self.program.decls.values() if d.shape is Shape.INVERSE]
        self.single = {decl.inverse_of for decl in inverses}
        self.taken: set[tuple[str, str]] = set()

    def _keys(self, decl: Decl) -> Iterator[tuple[str, ...]]:
        pools = ([text for text in dict.fromkeys(self.pools[t]) if text] for t in decl.key_types)
        yield from itertools.product(*pools)

    def function(self, decl: Decl) -> None:
        """A value, now and then a stated none, for each key whose value is unknown."""
        for key in self._keys(decl):
            if self.recorded.lookup(decl, key) is UNKNOWN:
                pool = self.pools[decl.value_type or "text"]
                value = "none" if self.rng.random() < 0.1 else self.rng.choice(pool)
                self._say(Op.ASSERT, decl, key, value=value)

    def collection(self, decl: Decl) -> None:
        """Members for each group that is open or undecided, and a completeness of the true size."""
        for key in self._keys(decl):
            group = self.recorded.group(decl, key)
            undecided = set() if decl.on_cancel == "absent" else set(group.dead)
            pool = {text for text in self.pools[decl.member_type or "text"] if text}
            names = undecided if group.closed else pool
            free = sorted(names - set(group.members) - (set(group.dead) - undecided))
            added = [name for name in free if self.rng.random() < 0.4 and self._is_free(decl, name)]
            for name in added:
                self.taken.add((decl.pred, name))
                self._say(Op.MEMBER, decl, key, member=name)
            if group.assumed is None and (added or not group.closed):
                size = len(group.members) + len(added)
                self.closings.append(_action(Op.COMPLETE, decl.pred, key, size=size))

    def _is_free(self, decl: Decl, name: str) -> bool:
        """A member that an inverse reads joins no second group."""
        if decl.pred not in self.single:
            return True
        return (decl.pred, name) not in self.taken and not self.resolved.groups_of(decl.pred, name)

    def _say(self, op: Op, decl: Decl, key: tuple[str, ...], **fields: str) -> None:
        self.actions.append(_action(op, decl.pred, key, **fields))


def _action(op: Op, pred: str, key: tuple[str, ...], **fields: object) -> ActionRecord:
    return ActionRecord("", START, 0, 0, op, pred, key, **fields)  # type: ignore[arg-type]  # fields by name
