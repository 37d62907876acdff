"""Why part of a history may give an answer by accident: what it lacks is not unknown there, but otherwise.

A collection that states its size may look closed once additions are gone, a default or a base clause speaks
where an event said otherwise, a rule that other events rule out is not in force, and nobody asks after a
member whose cancellation left it undecided. Such a part derives the answer from what does not hold, so it is
no witness (spec 2.4, C3).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from scenarios.datalog.history import History
from scenarios.datalog.minimality import Replay, assumed_sizes
from scenarios.datalog.resolution import Resolved, resolve
from scenarios.datalog.syntax import Program, Shape


def accidents(
    program: Program, history: History, cutoff: datetime, replay: Replay, chosen: Iterable[str]
) -> set[str]:
    """The kinds of accident that the chosen events alone allow; empty where there is none."""
    whole = resolve(history, cutoff)
    part = resolve(replay.current.restricted_to(chosen), cutoff, assumed_sizes(program, whole))
    return {*_said_otherwise(program, whole, part), *_closed_by_chance(program, whole, part)}


def _said_otherwise(program: Program, whole: Resolved, part: Resolved) -> Iterable[str]:
    replaceable = {clause.rule_key for clause in program.clauses}
    for key, versions in whole.by_key.items():
        decl = program.decls.get(key[0])
        if part.current(key) is not None:
            continue
        if decl is None:
            if key[0].startswith("rule:"):
                replaced = key[0].removeprefix("rule:") in replaceable
                yield "a base clause speaks" if replaced else "a rule that gives nothing is not heard"
        elif decl.default is not None:
            yield "a default speaks"
        elif decl.shape is Shape.SET and versions[-1].cancelled and decl.on_cancel != "absent":
            yield "an undecided member is not named"


def _closed_by_chance(program: Program, whole: Resolved, part: Resolved) -> Iterable[str]:
    for pred, decl in program.decls.items():
        if decl.shape is Shape.SET:
            for group in part.groups(pred):
                if part.group(pred, group).closed and not whole.group(pred, group).closed:
                    yield "a collection looks closed"
        if decl.shape is Shape.INVERSE and decl.inverse_of is not None:
            yield from _one_of_two(whole, part, decl.inverse_of)


def _one_of_two(whole: Resolved, part: Resolved, pred: str) -> Iterable[str]:
    """A member of two groups has no one group; part of a history may name one of them alone."""
    members = {member for group in whole.groups(pred) for member in whole.members(pred, group)}
    for member in members:
        if len(whole.groups_of(pred, member)) > 1 and len(part.groups_of(pred, member)) == 1:
            yield "a conflict is not seen"
