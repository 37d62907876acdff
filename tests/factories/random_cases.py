"""Random cases: a program with histories, cutoffs and goals; and a case as a text that can be run again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.printing import quoted
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Shape
from tests.factories.random_events import draw_cutoffs, draw_history
from tests.factories.random_programs import DrawnProgram, Refusals, draw_program
from tests.factories.random_schema import constant_text


@dataclass(frozen=True)
class Case:
    """One program over one history, asked ``goals`` at each of ``cutoffs``."""

    number: int
    drawn: DrawnProgram
    program: Program
    history: History
    cutoffs: tuple[datetime, ...]
    goals: tuple[Goal, ...]

    @property
    def text(self) -> str:
        """The case as it is run again: program, history lines, cutoffs and goals."""
        goals = "\n".join(f"  {goal}" for goal in self.goals)
        times = "\n".join(f"  {cutoff.isoformat()}" for cutoff in self.cutoffs)
        told = history_text(self.program, self.history)
        head = f"draw {self.number}\n--- program\n{self.program.source}--- history\n{told}"
        return f"{head}--- cutoffs\n{times}\n--- goals\n{goals}"


def draw_cases(
    number: int, *, histories: int = 2, refusals: Refusals | None = None, plain: bool = False
) -> list[Case]:
    """The cases of one draw: one program over a few histories. ``plain``: with small numbers only."""
    rng = random.Random(f"program/{number}")
    drawn = draw_program(rng, refusals, plain=plain)
    program = drawn.loaded
    cases = []
    for _ in range(histories):
        history = draw_history(rng, drawn)
        cutoffs = draw_cutoffs(rng, history, 2)
        cases.append(Case(number, drawn, program, history, tuple(cutoffs), draw_goals(rng, drawn, program)))
    return cases


def draw_goals(rng: random.Random, drawn: DrawnProgram, program: Program) -> tuple[Goal, ...]:
    """Each derived predicate under two keys, its members too, and two recorded predicates."""
    derived = [decl for decl in program.decls.values() if decl.shape is Shape.DERIVED]
    recorded = [decl for decl in program.decls.values() if decl.shape is not Shape.DERIVED]
    goals: dict[Goal, None] = {}
    for decl in (*derived, *derived, *rng.sample(recorded, 2)):
        key = drawn.schema.key(rng, decl)
        goals[Goal(decl.pred, key)] = None
        if decl.reading is Reading.MEMBERS and decl.member_type is not None and rng.random() < 0.6:
            goals[Goal(decl.pred, key, member=drawn.schema.name(rng, decl.member_type))] = None
        elif rng.random() < 0.1 and decl.reading is not Reading.TRUTH:
            goals[Goal(decl.pred, key, temporal=True)] = None
    return tuple(goals)


# -------------------------------------------------------------------- histories as text
def history_text(program: Program, history: History) -> str:
    """Lines that ``datalog.facts.load_history`` reads back to the same history.

    Events stand in the order of ``seq``. What is ineffective cannot be written.
    """
    events: dict[int, list[ActionRecord]] = {}
    for action in history.actions:
        events.setdefault(action.seq, []).append(action)
    lines = []
    for seq in sorted(events):
        first, *_ = actions = sorted(events[seq], key=lambda action: action.pos)
        told = ", ".join(_statement(program.decls, action) for action in actions)
        lines.append(f"{first.event} {first.t.isoformat()}: {told}.")
    return "".join(f"{line}\n" for line in lines)


def _statement(decls: dict[str, Decl], action: ActionRecord) -> str:
    late = f' as of "{action.as_of.isoformat()}"' if action.as_of is not None else ""
    if action.op is Op.RULE:
        return f"rule {action.pred} {quoted(action.clause or '')}{late}"
    if action.op is Op.UNRULE:
        return f"unrule {action.pred}{late}"
    decl = decls[action.pred]
    key = [constant_text(text, t) for text, t in zip(action.key, decl.key_types, strict=True)]
    if action.op in (Op.COMPLETE, Op.REOPEN):
        rest = [] if action.op is Op.REOPEN else [str(action.size), *_members(decl, action.members)]
        return f"{action.op}({', '.join([action.pred, *key, *rest])}){late}"
    if decl.shape is Shape.SET:
        told = f"{action.pred}({', '.join([*key, *_members(decl, [action.member or ''])])})"
        return f"{'cancel ' if action.op is Op.CANCEL else ''}{told}{late}"
    word = "" if action.op is Op.ASSERT else f"{action.op} "
    value = action.value
    if value is not None:
        key.append(value if value == "none" else constant_text(value, decl.value_type or "text"))
    return f"{word}{action.pred}({', '.join(key)}){late}"


def _members(decl: Decl, members: Sequence[str]) -> list[str]:
    return [constant_text(member, decl.member_type or "text") for member in members]
