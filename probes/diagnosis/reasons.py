"""Why an answer stays wrong though gold stands at its wrong inputs (spec 7.5, 7.7). PURE."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.recovery import Recovery, Source

NO_PROBED_INPUT: Final = "the query has no probed input"
INPUTS_UNPROBED: Final = "inputs were not probed"
ORDER_UNTOLD: Final = "two values do not say which came later"
KNOWN_IN_PART: Final = "an input is known in part"
ABOVE_THE_EVIDENCE: Final = "it lies above the evidence"
REASONS: Final = (NO_PROBED_INPUT, INPUTS_UNPROBED, ORDER_UNTOLD, KNOWN_IN_PART, ABOVE_THE_EVIDENCE)


def unrepaired(
    dag: DiagnosticDag, gold_evidence: Recovery, *, unknown: Set[str], compares_versions: bool
) -> str:
    """The first reason that holds, for a gold-evidence recovery that failed.

    A node that was combined without all of its inputs could not come out right. Nor could one that is known
    though an input is not: a collection, say, that is asked about as a whole and is known in part (ADR 18).
    ``unknown`` are the nodes whose gold is unknown. A query that ``compares_versions`` asks for an order that
    no value tells. What is left lies in how states are combined.
    """
    if not gold_evidence.steps:
        return NO_PROBED_INPUT
    combined = [step.node for step in gold_evidence.steps if step.source is Source.COMBINED]
    if any(dag.nodes[node].inputs_unprobed or dag.nodes[node].children_sampled for node in combined):
        return INPUTS_UNPROBED
    if compares_versions:
        return ORDER_UNTOLD
    if any(node not in unknown and unknown & set(dag.children[node]) for node in combined):
        return KNOWN_IN_PART
    return ABOVE_THE_EVIDENCE
