"""What diagnosing one piece of work needs, loaded once."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.services import readers
from benchmark.services.desks import Desk
from probes.diagnosis.recovery import Combine
from probes.services import combiners
from probes.services.combiners import RULES, Spoken
from probes.services.obsolete import ObsoleteStates
from probes.services.probed_answers import ProbedQuery


@dataclass(frozen=True)
class DiagnosisDesk:
    """``desk`` reads as the run does; ``obsolete`` knows what things were before."""

    desk: Desk
    obsolete: ObsoleteStates

    @classmethod
    def of(cls, desk: Desk) -> DiagnosisDesk:
        """The desk of one piece of work."""
        return cls(desk, ObsoleteStates.of_scenario(desk.item.store.scenario))

    @property
    def by_rules(self) -> bool:
        """Whether recoveries combine by the rules, as the symbolic reader answers."""
        return readers.get(self.desk.item.run.reader).combines_by_rules

    @property
    def combiner(self) -> str:
        """What combines, as it is noted with each diagnosis."""
        return RULES if self.by_rules else self.desk.item.run.reader

    def combine(self, probed: ProbedQuery, spoken: Spoken) -> Combine:
        """What rebuilds a node of this query from its inputs."""
        if not self.by_rules:
            return combiners.for_model(self.desk, probed, spoken)
        resolved = self.obsolete.resolved(probed.query.cutoff)
        return combiners.for_rules(self.obsolete.program, resolved, self.desk, probed)
