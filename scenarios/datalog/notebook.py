"""The engine in a notebook, without Postgres and without Django. PURE.

::

    from scenarios.datalog.notebook import world

    trips = world(PROGRAM, HISTORY)
    trips.ask("n_outside(Vera)", at="2026-08-31")          # shows label, answer, derivation, witnesses
    trips.ask("n_outside(Vera)").difference("2026-06-30")  # what changed since, and which events did it
    trips.ask("n_outside(Vera)").whynot("3")               # the first literal that fails, and what is near

Programs are text as in ``.dl`` files, histories lines as in ``facts.load_history``. What cannot be read is
raised with every fault and its caret. A result shows itself as text and, in a notebook, as HTML.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from scenarios.datalog import differences, reference
from scenarios.datalog.cutoffs import cutoff_text, parse_cutoff
from scenarios.datalog.derivation import Answerability, Derivation, Evaluation
from scenarios.datalog.derivation_text import dot_text, state_words, tree_lines
from scenarios.datalog.errors import HistoryError
from scenarios.datalog.facts import Line, history_of, on_day, read_history
from scenarios.datalog.goal_text import AskedGoal, goal_text, parse_goal
from scenarios.datalog.history import History
from scenarios.datalog.history_checks import history_faults
from scenarios.datalog.loading import load_files, load_program
from scenarios.datalog.program_summary import summarize
from scenarios.datalog.resolution import resolve
from scenarios.datalog.statements import START
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.whynot import why_not
from scenarios.datalog.whynot_text import report_lines
from scenarios.datalog.whynot_values import Report

Cutoff = str | date | datetime | None


def world(program: str | Mapping[str, str], history: str = "") -> World:
    """A program and what was observed. ``program`` is one text, or the texts of several files by name.

    Raises ``ProgramError`` and ``HistoryError`` with every fault.
    """
    loaded = (
        load_program(program, "program") if isinstance(program, str) else load_files(list(program.items()))
    )
    lines, faults = read_history(loaded, history)
    faults += history_faults(loaded, lines)
    if faults:
        raise HistoryError(faults, history)
    return World(loaded, lines, history_of(lines))


@dataclass(frozen=True)
class World:
    """A loaded program with a history. ``lines`` are its events as they stand in the text."""

    program: Program
    lines: tuple[Line, ...]
    history: History

    @property
    def moments(self) -> tuple[datetime, ...]:
        """The times at which something was observed, in order: where an answer can change."""
        return tuple(sorted({line.t for line in self.lines}))

    @property
    def end(self) -> datetime:
        """The time of the last event."""
        return max(self.moments, default=START)

    def ask(self, goal: str | Goal, at: Cutoff = None) -> Result:
        """The answer to a goal such as ``n_outside(Vera)`` at a cutoff (inclusive; a date means its end in
        UTC; left out: after the last event), with its derivation and its witnesses.

        Raises ``GoalError`` for a goal or cutoff that does not fit and ``RunawayError`` for a recursion
        that makes new values without bound.
        """
        asked = parse_goal(self.program, goal) if isinstance(goal, str) else goal
        cutoff = self.end if at is None else moment_of(at)
        return Result(self, asked, cutoff, reference.evaluate(self.program, self.history, asked, cutoff))

    def __repr__(self) -> str:
        events = len(self.lines)
        parts = [*summarize(self.program).lines(), f"{events} event{'s' * (events != 1)}"]
        return "\n".join(parts)


def moment_of(at: str | date | datetime) -> datetime:
    """A cutoff from a text, a date (its end in UTC) or a time with its zone. Raises ``GoalError``."""
    if isinstance(at, datetime):
        return parse_cutoff(at.isoformat())
    return parse_cutoff(at) if isinstance(at, str) else on_day(at)


@dataclass(frozen=True)
class Result:
    """What one goal comes to at one cutoff."""

    world: World
    goal: Goal
    cutoff: datetime
    evaluation: Evaluation

    @property
    def label(self) -> Answerability:
        """answerable, justified-zero or unknown (spec 1.8)."""
        return self.evaluation.gold.label

    @property
    def answer(self) -> Any:
        """The answer: int, text, bool or sorted list; None where it is unknown."""
        return self.evaluation.gold.answer

    @property
    def missing(self) -> tuple[str, ...]:
        """What an unknown answer lacks."""
        return self.evaluation.gold.missing

    @property
    def derivation(self) -> Derivation:
        """The DAG of everything derived, read and checked."""
        return self.evaluation.derivation

    @property
    def witnesses(self) -> tuple[tuple[str, ...], ...]:
        """Minimal sets of events that already give the answer; the count of others is in ``evaluation``."""
        return self.evaluation.witnesses.witnesses

    def at(self, at: Cutoff) -> Result:
        """The same goal at another cutoff."""
        return self.world.ask(self.goal, at)

    def difference(self, at: Cutoff) -> Difference:
        """What changed between another cutoff and this one."""
        other = self.at(at)
        first, last = sorted((other, self), key=lambda result: result.cutoff)
        return Difference(first, last)

    def whynot(self, expected: str | None = None, depth: int = 1) -> WhyNot:
        """Why the answer is unknown or false, or why it is not ``expected``; derived goals are followed
        ``depth`` levels down."""
        asked = AskedGoal(self.goal, expected)
        return WhyNot(why_not(self.world.program, self.world.history, asked, self.cutoff, depth=depth))

    def tree(self, depth: int | None = None) -> str:
        """The derivation as an indented tree; below ``depth`` the count of what is left out is stated."""
        return "\n".join(tree_lines(self.derivation, depth))

    def dot(self) -> str:
        """The derivation in the DOT language, for any graphviz."""
        return dot_text(self.derivation)

    @property
    def head(self) -> str:
        """Goal, cutoff, label and answer on one line."""
        answer = "" if self.label is Answerability.UNKNOWN else f" {state_words(self.answer)}"
        return f"{goal_text(self.goal)} at {cutoff_text(self.cutoff)}: {self.label}{answer}"

    @cached_property
    def witness_lines(self) -> list[str]:
        """The witnesses in words, one a line, and what is not listed."""
        found = self.evaluation.witnesses
        if self.label is Answerability.UNKNOWN:
            return ["witnesses: none, the answer is unknown because something is absent"]
        order = {line.event: (line.t, line.seq) for line in self.world.lines}
        lines = [
            f"witness {n}: {', '.join(sorted(events, key=lambda event: order[event])) or 'no event'}"
            for n, events in enumerate(found.witnesses, start=1)
        ]
        if found.unlisted is None:
            lines.append("more witnesses exist, their number is bounded only")
        elif found.unlisted:
            lines.append(f"{found.unlisted} more witnesses are not listed")
        return lines

    def __repr__(self) -> str:
        missing = [f"missing: {', '.join(self.missing)}"] if self.missing else []
        return "\n".join([self.head, *missing, *self.witness_lines, *tree_lines(self.derivation)])

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        leaves = f"<p>Missing: {html.escape(', '.join(self.missing))}</p>" if self.missing else ""
        rows = "".join(f"<li>{html.escape(line)}</li>" for line in self.witness_lines)
        tree = html.escape(self.tree())
        return f"<p><b>{html.escape(self.head)}</b></p>{leaves}<ul>{rows}</ul><pre>{tree}</pre>"


@dataclass(frozen=True)
class Difference:
    """One goal at two cutoffs, ``before`` the earlier one."""

    before: Result
    after: Result

    @cached_property
    def found(self) -> differences.Difference:
        """Which nodes changed, appeared, vanished or rest on other records, and which events did it."""
        sides = [
            differences.Side(one.cutoff, one.evaluation.gold, one.derivation)
            for one in (self.before, self.after)
        ]
        resolved = resolve(self.after.world.history, self.after.cutoff)
        in_force = differences.in_force_of(resolved)
        return differences.with_causes(differences.difference(*sides), self.after.world.program, in_force)

    @property
    def changed(self) -> bool:
        """Whether label, answer or what is missing differ."""
        return self.found.answer_changed

    @property
    def events(self) -> tuple[str, ...]:
        """The events between the two cutoffs that caused the difference, in order of time."""
        return tuple(cause.event for cause in self.found.causes)

    def __repr__(self) -> str:
        return "\n".join([goal_text(self.after.goal), *differences.difference_lines(self.found)])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"


@dataclass(frozen=True)
class WhyNot:
    """Why a goal is false, unknown or other than expected; ``report`` has the reasons as values."""

    report: Report

    def __repr__(self) -> str:
        return "\n".join(report_lines(self.report))

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"
