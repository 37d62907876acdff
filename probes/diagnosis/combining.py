"""Combining by the rules alone, node by node of a diagnostic DAG (spec 7.5). PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.oracles.rule_combiner import RuleCombiner
from benchmark.scoring.states import State
from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.recovery import Combine
from scenarios.datalog.syntax import Goal


@dataclass(frozen=True, slots=True)
class Asked:
    """What the probe of a node asks: its goal and how the answer is typed."""

    goal: Goal
    answer_type: str


def by_rules(combiner: RuleCombiner, dag: DiagnosticDag, asked: Mapping[str, Asked]) -> Combine:
    """The ``combine`` of a recovery that applies the rules; ``asked`` holds every node, the root's is the
    query's own."""

    def combine(node: str, inputs: Sequence[tuple[str, State]]) -> State:
        said = [(dag.nodes[child].kind, asked[child].goal, state) for child, state in inputs]
        return combiner.combine(asked[node].goal, asked[node].answer_type, said)

    return combine
