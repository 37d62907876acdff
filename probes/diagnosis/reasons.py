"""Why an answer stays wrong though gold stands at its wrong inputs (spec 7.5, 7.7). PURE."""

from __future__ import annotations

from typing import Final

from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.recovery import Recovery, Source

NO_PROBED_INPUT: Final = "the query has no probed input"
INPUTS_UNPROBED: Final = "inputs were not probed"
ABOVE_THE_EVIDENCE: Final = "it lies above the evidence"


def unrepaired(dag: DiagnosticDag, gold_evidence: Recovery) -> str:
    """The first reason that holds, for a gold-evidence recovery that failed.

    A node that was combined without all of its inputs could not come out right; else the failure lies in how
    states are combined.
    """
    if not gold_evidence.steps:
        return NO_PROBED_INPUT
    combined = [dag.nodes[step.node] for step in gold_evidence.steps if step.source is Source.COMBINED]
    if any(node.inputs_unprobed or node.children_sampled for node in combined):
        return INPUTS_UNPROBED
    return ABOVE_THE_EVIDENCE
