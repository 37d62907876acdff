"""Whether a candidate may be published: the checks of its witnesses (spec 2.4, 5.3 stage 8). PURE."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scenarios.bundle import ScenarioSpec
from scenarios.datalog import reference
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, check_witnesses
from scenarios.datalog.syntax import Program
from scenarios.generators.derive.batch import history_of
from scenarios.generators.derive.candidates import Candidate


@dataclass
class Soundness:
    """Checks candidates of one draft by replay with the reference evaluator."""

    draft: ScenarioSpec

    @cached_property
    def program(self) -> Program:
        return load_program(self.draft.program, f"{self.draft.slug}.dl")

    @cached_property
    def history(self) -> History:
        return history_of(self.draft)

    @cached_property
    def distractors(self) -> frozenset[str]:
        return frozenset(event.id for event in self.draft.events if event.kind == "distractor")

    def holds(self, candidate: Candidate) -> bool:
        """C1 to C4, unknown for the empty context, and no distractor within S(q) (spec 4.6)."""
        if self.distractors.intersection(candidate.evaluation.witnesses.support):
            return False
        goal = candidate.template.goal(candidate.args)
        replay = Replay.of(self.program, self.history, goal, candidate.cutoff, reference.answer)
        checks = check_witnesses(candidate.evaluation, self.history, replay)
        return checks.hold and checks.empty_unknown
