"""Gold of queries at checkpoints, and how it changes between them (spec 8.1, 8.3).

Golds of all candidates are answered together, set-at-a-time; derivations are built only at both ends of
their changes, and everywhere of those that are tracked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from benchmark.scoring.maintenance import State, label_change
from probes.diagnosis.changes import Change, Derived, change
from probes.exceptions import TrackedGoldError
from scenarios.datalog.derivation import Gold
from scenarios.datalog.history import ActionRecord, History
from scenarios.models import Query, Scenario
from scenarios.selectors import histories, programs
from scenarios.services import evaluation
from scenarios.services.evaluation import Request

Place = tuple[int, int]
"""(query, number of the checkpoint from 1)."""


@dataclass
class Trajectories:
    """The golds of some queries of one scenario at its checkpoints, and what was derived of them."""

    scenario: Scenario
    cutoffs: Sequence[datetime]
    queries: Mapping[int, Query]
    golds: Mapping[int, tuple[Gold, ...]]
    derived: dict[Place, Derived] = field(default_factory=dict)

    def changed(self, query: int) -> tuple[int, ...]:
        """The checkpoints, from 2, at which the gold of a query is another than before."""
        states = [State(gold.label.value, gold.answer) for gold in self.golds[query]]
        return tuple(
            number
            for number in range(2, len(states) + 1)
            if label_change(states[number - 2], states[number - 1])
        )

    def derive(self, places: Iterable[Place]) -> None:
        """Build the derivations that are not there yet, all together."""
        wanted = [place for place in dict.fromkeys(places) if place not in self.derived]
        requests = [
            Request(self.scenario, self.queries[query].goal, self.cutoffs[number - 1])
            for query, number in wanted
        ]
        for place, (gold, derivation) in zip(wanted, evaluation.derive_many(requests=requests), strict=True):
            self._check(place, gold)
            self.derived[place] = Derived(gold, derivation)

    def _check(self, place: Place, gold: Gold) -> None:
        query, number = place
        told = self.golds[query][number - 1]
        if (gold.label, gold.answer) != (told.label, told.answer):
            raise TrackedGoldError(self.queries[query].label, number, told, gold)


def at_checkpoints(scenario: Scenario, queries: Sequence[Query], cutoffs: Sequence[datetime]) -> Trajectories:
    """Label and answer of each query at each checkpoint, in one go. Raises as ``evaluation.answers``."""
    requests = [Request(scenario, query.goal, cutoff) for query in queries for cutoff in cutoffs]
    golds = evaluation.answers(requests=requests)
    size = len(cutoffs)
    by_query = {
        query.pk: tuple(golds[place * size : (place + 1) * size]) for place, query in enumerate(queries)
    }
    return Trajectories(scenario, cutoffs, {query.pk: query for query in queries}, by_query)


def changes(found: Trajectories) -> dict[Place, Change]:
    """Every change of every query, by where it ends."""
    places = [(query, number) for query in found.golds for number in found.changed(query)]
    found.derive(place for query, number in places for place in ((query, number - 1), (query, number)))
    windows = _windows(histories.load(found.scenario), found.cutoffs)
    program = programs.load(found.scenario)
    return {
        (query, number): change(
            program, found.derived[query, number - 1], found.derived[query, number], windows[number]
        )
        for query, number in places
    }


def _windows(history: History, cutoffs: Sequence[datetime]) -> dict[int, list[ActionRecord]]:
    """The actions between each checkpoint and the one before it, by its number (from 2)."""
    return {
        number: [
            action for action in history.actions if cutoffs[number - 2] < action.t <= cutoffs[number - 1]
        ]
        for number in range(2, len(cutoffs) + 1)
    }
