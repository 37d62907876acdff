"""Whether a candidate may be published: the checks of its witnesses (spec 2.4, 5.3 stage 8). PURE."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from scenarios.bundle import ScenarioSpec
from scenarios.datalog import reference
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Proof, Replay, check_witnesses
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

    def check(self, candidate: Candidate) -> Proof:
        """What C1 to C4 say, and whether the empty context gives the answer: notes for a fault, none for a
        sound candidate."""
        proposal = candidate.proposal
        goal = proposal.template.goal(proposal.args)
        replay = Replay.of(self.program, self.history, goal, proposal.cutoff, reference.answer)
        checks = check_witnesses(candidate.evaluation, self.history, replay)
        if not checks.notes:
            checks = replace(checks, notes=self._other_witnesses(candidate))
        return Proof(candidate.evaluation.witnesses.witnesses, checks)

    def _other_witnesses(self, candidate: Candidate) -> tuple[str, ...]:
        """Who reads S(q) alone may find a witness in it that is none in the whole history, since obsolete
        versions are revived; such a reader would be right and cite too little."""
        proposal, listed = candidate.proposal, candidate.evaluation.witnesses
        if candidate.measured.witness_size is None:
            return ()
        alone = self.history.restricted_to(listed.support)
        goal = proposal.template.goal(proposal.args)
        found = reference.evaluate(self.program, alone, goal, proposal.cutoff).witnesses.witnesses
        others = sorted(set(found) - set(listed.witnesses))
        return tuple(f"alone, {{{', '.join(witness)}}} seems enough" for witness in others[:1])
