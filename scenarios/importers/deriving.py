"""Asks the reference evaluator about an imported history, many goals at one cutoff. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from scenarios.bundle import QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Gold
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import AssumedSizes, resolve
from scenarios.datalog.syntax import Goal, Program
from scenarios.importers.folds import Ask, fold


def asker(
    program: Program, history: History, cutoff: datetime, assumed_sizes: AssumedSizes | None = None
) -> Ask:
    """Answers goals over one history at one cutoff; nothing is derived twice. ``assumed_sizes`` is for part
    of a history: see ``resolution.resolve``."""
    evaluator = Evaluator(program, resolve(history, cutoff, assumed_sizes))

    def ask(goals: Sequence[Goal]) -> list[Gold]:
        return [gold_of(goal_state(evaluator, goal)) for goal in goals]

    return ask


class ImportedScenario:
    """A scenario of a bundle, loaded once, whose queries and goals can be asked."""

    def __init__(self, spec: ScenarioSpec) -> None:
        self.spec = spec
        self.program = load_program(spec.program, f"{spec.slug}.dl")
        self.history = History.of(action for event in spec.events for action in event.actions)
        self._asked: dict[datetime, Ask] = {}

    def ask(self, cutoff: datetime) -> Ask:
        """The asker at a cutoff."""
        if cutoff not in self._asked:
            self._asked[cutoff] = asker(self.program, self.history, cutoff)
        return self._asked[cutoff]

    def derived(self, query: QuerySpec) -> Gold:
        """The engine's answer to the query's goal, before any fold."""
        return self.ask(query.cutoff)([query.goal])[0]

    def answer(self, query: QuerySpec) -> Gold:
        """The answer to a query: derived, then folded as its target says."""
        return fold(query.target, self.derived(query), self.ask(query.cutoff))
