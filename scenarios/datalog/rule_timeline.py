"""Whether the rules that events declare can be in force together, from the first cutoff to the last. PURE.

A rule that is right by itself may close a cycle through ``not`` with another one, or with a base clause that
a withdrawal brings back. What counts is what is in force at a cutoff: events of one time are judged together,
and only where they cannot be in force is the first of them blamed that does not fit (spec 1.7, overview 4.2).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import program_in_force
from scenarios.datalog.resolution import Resolved, resolve
from scenarios.datalog.syntax import Program


@dataclass(frozen=True, slots=True)
class RefusedRule:
    """A ``rule`` or ``unrule`` action that cannot be in force, beside which declared rules, and why.

    ``beside`` holds (rule key, events that declare it) of the other declared rules in force then.
    """

    action: ActionRecord
    beside: tuple[tuple[str, tuple[str, ...]], ...]
    error: ProgramError

    def __str__(self) -> str:
        others = "; ".join(f"{key} ({', '.join(events)})" for key, events in self.beside)
        beside = f", beside the rules in force then: {others}" if others else ""
        return (
            f"event {self.action.event} at {self.action.t.isoformat()}: {self.action.op} {self.action.pred} "
            f"is refused{beside}. {self.error}"
        )


def refused_rules(program: Program, history: History) -> list[RefusedRule]:
    """Every rule action that makes the program in force invalid, in order of observation.

    What follows is judged without the refused ones. Empty where each cutoff has a valid program.
    """
    spoken = [action for action in history.actions if action.op in (Op.RULE, Op.UNRULE)]
    kept: list[ActionRecord] = []
    refused: list[RefusedRule] = []
    for _, group in itertools.groupby(spoken, key=lambda action: action.t):
        arrived = list(group)
        if _fault(program, [*kept, *arrived]) is None:
            kept += arrived
            continue
        for action in arrived:
            error = _fault(program, [*kept, action])
            if error is None:
                kept.append(action)
            else:
                refused.append(RefusedRule(action, tuple(_beside([*kept, action], action)), error))
    return refused


def _in_force(actions: Sequence[ActionRecord]) -> Resolved:
    return resolve(History.of(actions), actions[-1].t)


def _fault(program: Program, actions: Sequence[ActionRecord]) -> ProgramError | None:
    try:
        program_in_force(program, _in_force(actions).rules)
    except ProgramError as error:
        return error
    return None


def _beside(actions: Sequence[ActionRecord], refused: ActionRecord) -> Iterator[tuple[str, tuple[str, ...]]]:
    resolved = _in_force(actions)
    for key in resolved.rules:
        if key != refused.pred:
            yield key, resolved.by_key[f"rule:{key}", (), None][-1].events
