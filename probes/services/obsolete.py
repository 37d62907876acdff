"""What a recorded node of a derivation was before it became what it is (spec 7.4, dimension Evolution)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import ActionRecord, History
from scenarios.datalog.reference import answer
from scenarios.datalog.resolution import Resolved, Version, resolve
from scenarios.datalog.rule_goals import is_rule_goal
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Shape
from scenarios.models import Scenario
from scenarios.selectors import histories, programs


@dataclass(frozen=True, slots=True)
class ObsoleteState:
    """A value that a node had, or that a superseded version of it states, and the events that say so.

    ``value`` is JSON-ready as in ``Gold``, or the canonical text of a version.
    """

    value: Any
    events: tuple[str, ...]


@dataclass
class ObsoleteStates:
    """The superseded versions of one scenario's recorded things, each looked up once."""

    program: Program
    history: History
    _resolved: dict[datetime, Resolved] = field(default_factory=dict)
    _found: dict[tuple[Goal, datetime], tuple[ObsoleteState, ...]] = field(default_factory=dict)

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> ObsoleteStates:
        """Those of a stored scenario."""
        return cls(programs.load(scenario), histories.load(scenario))

    def resolved(self, cutoff: datetime) -> Resolved:
        """The history as of a cutoff."""
        if cutoff not in self._resolved:
            self._resolved[cutoff] = resolve(self.history, cutoff)
        return self._resolved[cutoff]

    def of(
        self, goal: Goal, cutoff: datetime, options: Mapping[str, str] | None = None
    ) -> tuple[ObsoleteState, ...]:
        """What is obsolete of a goal at a cutoff; nothing of what is derived, which has no versions.
        ``options`` are the words for the clauses that a rule goal may name."""
        if (goal, cutoff) not in self._found:
            self._found[goal, cutoff] = tuple(self._states(goal, cutoff, options or {}))
        return self._found[goal, cutoff]

    def _states(self, goal: Goal, cutoff: datetime, options: Mapping[str, str]) -> Iterator[ObsoleteState]:
        if is_rule_goal(goal):
            return self._clauses(goal, cutoff, options)
        decl = self.program.decls.get(goal.pred)
        if decl is None or decl.shape is Shape.DERIVED or goal.version is not None:
            return iter(())
        if decl.reading is Reading.MEMBERS:
            return self._collections(decl, goal, cutoff)
        return self._values(goal, cutoff)

    def _values(self, goal: Goal, cutoff: datetime) -> Iterator[ObsoleteState]:
        versions = self.resolved(cutoff).versions((goal.pred, goal.key, None))
        for version in versions[:-1]:
            if version.value is not None and version.value != versions[-1].value:
                yield ObsoleteState(version.value, version.events)

    def _clauses(self, goal: Goal, cutoff: datetime, options: Mapping[str, str]) -> Iterator[ObsoleteState]:
        """The clauses that were declared under the key before the one in force, as a reply names them."""
        versions = self.resolved(cutoff).versions((goal.pred, (), None))
        for version in versions[:-1]:
            if version.value is not None and version.value != versions[-1].value:
                yield ObsoleteState(options.get(version.value, version.value), version.events)

    def _collections(self, decl: Decl, goal: Goal, cutoff: datetime) -> Iterator[ObsoleteState]:
        """The states of a collection after each earlier event that speaks of it, where they were known."""
        seen: list[Any] = [answer(self.program, self.history, goal, cutoff).answer]
        for action in self._spoken_of(decl.pred, goal.key, cutoff):
            before = answer(self.program, self.history, goal, action.t)
            if before.label is not Answerability.UNKNOWN and before.answer not in seen:
                seen.append(before.answer)
                yield ObsoleteState(before.answer, self._withdrawn(goal, before.answer, cutoff))

    def _spoken_of(self, pred: str, key: tuple[str, ...], cutoff: datetime) -> list[ActionRecord]:
        visible = self.history.visible(cutoff)
        return [action for action in visible if action.pred == pred and action.key == key]

    def _withdrawn(self, goal: Goal, members: Any, cutoff: datetime) -> tuple[str, ...]:
        """The events that once named the members that are none now."""
        resolved = self.resolved(cutoff)
        gone = resolved.group(goal.pred, goal.key).dead
        once = members if isinstance(members, list) else [goal.member] if members is True else []
        named = [resolved.versions((goal.pred, goal.key, name)) for name in once if name in gone]
        return tuple(dict.fromkeys(event for versions in named for event in _asserting(versions)))


def _asserting(versions: tuple[Version, ...]) -> Iterator[str]:
    for version in versions:
        if not version.cancelled:
            yield from version.events
