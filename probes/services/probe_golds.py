"""Words and gold of probes: computed in Postgres for all of them together, and held against their nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.scoring.subjects import Subject
from probes.diagnosis.states import is_state
from probes.exceptions import ProbeGoldError
from probes.selectors.gold_graphs import ScenarioGraphs, StoredNode
from scenarios.datalog.derivation import Gold, NodeKind
from scenarios.datalog.rule_goals import RULE, gold_of_rule, is_parameter, is_rule_goal
from scenarios.datalog.syntax import Goal
from scenarios.domains.probing import Asked
from scenarios.services import evaluation
from scenarios.services.evaluation import Request


@dataclass(frozen=True, slots=True)
class ProbeGold:
    """The words of a probe, and what it asks with its gold."""

    text: str
    subject: Subject


Golds = Mapping[int, ProbeGold]
"""By row of the node."""

_Asked = dict[int, tuple[ScenarioGraphs, StoredNode, Asked]]


def of(nodes: Iterable[tuple[ScenarioGraphs, int]]) -> Golds:
    """What is asked of each of these nodes, of which each has a question, and its gold.

    Raises ``ProbeGoldError`` for a gold that is not the state of its node.
    """
    asked: _Asked = {}
    for graphs, pk in nodes:
        found = graphs.asked(pk)
        assert found is not None  # by what a plan may hold
        asked[pk] = (graphs, graphs.nodes[pk], found)
    golds = _computed(asked)
    return {pk: _probe_gold(*asked[pk], pk, golds[pk]) for pk in asked}


def _computed(asked: _Asked) -> dict[int, Gold]:
    """Label and answer of each; the same goal at one cutoff is computed once."""
    requests: dict[tuple[int, Goal, object], Request] = {}
    keys: dict[int, tuple[int, Goal, object]] = {}
    for pk, (graphs, node, one) in asked.items():
        if not is_rule_goal(one.goal):
            keys[pk] = (graphs.scenario.pk, one.goal, node.cutoff)
            requests.setdefault(keys[pk], Request(graphs.scenario, one.goal, node.cutoff))
    golds = dict(zip(requests, evaluation.answers(requests=list(requests.values())), strict=True))
    return {**{pk: golds[key] for pk, key in keys.items()}, **_rules(asked)}


def _rules(asked: _Asked) -> dict[int, Gold]:
    """The words of the declared clauses in force, for those that are asked by which one is."""
    named = {pk: one for pk, one in asked.items() if is_rule_goal(one[2].goal)}
    places = {pk: (graphs.scenario.pk, node.cutoff) for pk, (graphs, node, _) in named.items()}
    in_force = evaluation.rules_in_force(places.values())
    return {
        pk: gold_of_rule(in_force[places[pk]].get(one.goal.pred.removeprefix(RULE)), one.options)
        for pk, (_, _, one) in named.items()
    }


def _probe_gold(graphs: ScenarioGraphs, node: StoredNode, asked: Asked, pk: int, gold: Gold) -> ProbeGold:
    if not _agrees(graphs, node, asked, gold):
        raise ProbeGoldError(graphs.scenario.slug, node.name, node.state, (gold.label.value, gold.answer))
    subject = Subject(
        goal=asked.goal,
        answer_type=asked.answer_type,
        label=gold.label.value,
        answer=gold.answer,
        unit=asked.unit,
        events=tuple(sorted(graphs.events(pk))),
        target={"options": dict(asked.options)} if asked.options else {},
    )
    return ProbeGold(asked.text(node.cutoff), subject)


def _agrees(graphs: ScenarioGraphs, node: StoredNode, asked: Asked, gold: Gold) -> bool:
    """Whether the gold is the state of the node. The state of a declared clause is the clause: asked by which
    one is in force, the gold names it; asked by its head, the gold is the state of what it says."""
    program = graphs.probing.program
    if is_rule_goal(asked.goal):
        return gold == gold_of_rule(node.state, asked.options)
    state, args = node.state, node.args
    if node.kind is NodeKind.RULE and not is_parameter(program, node.pred.removeprefix(RULE)):
        state, args = graphs.derived_state(asked.goal, node.cutoff), asked.goal.key
    return is_state(program, asked.goal, args, state, gold)
