"""Diagnostic DAGs of queries that the reference evaluator has derived, with gold and what each probe asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from benchmark.oracles.rule_combiner import RuleCombiner
from benchmark.scoring.states import State
from probes.diagnosis.combining import Asked, by_rules
from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.planning import GoldGraph, GoldNode, plan
from probes.diagnosis.recovery import Combine
from scenarios.bundle import QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Derivation, Node, NodeKind
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal, Program, Reading

#: More probes than any derivation has nodes.
ALL = 100_000


@dataclass(frozen=True)
class Diagnosable:
    """A query with its diagnostic DAG; nodes are named by their labels, where two share one with the kind."""

    scenario: ScenarioSpec
    query: QuerySpec
    dag: DiagnosticDag
    program: Program
    history: History
    goals: dict[str, Goal]

    def gold(self, node: str) -> State:
        """The gold state of a node; of the root what the query asks for."""
        return State.of_gold(answer(self.program, self.history, self.goals[node], self.query.cutoff))

    @cached_property
    def gold_states(self) -> dict[str, State]:
        """The gold of every probe."""
        return {node: self.gold(node) for node in self.dag.probes}

    @cached_property
    def combiner(self) -> RuleCombiner:
        """The rules of the scenario at the query's cutoff."""
        entities = {entity.name: (entity.type, entity.aliases) for entity in self.scenario.entities}
        rules = resolve(self.history, self.query.cutoff).rules
        return RuleCombiner(self.program, self.query.cutoff, entities=entities, rules=rules)

    @cached_property
    def combine(self) -> Combine:
        """Combining by these rules."""
        asked = {node: Asked(goal, "") for node, goal in self.goals.items()}
        return by_rules(self.combiner, self.dag, asked)


def diagnosable(
    scenario: ScenarioSpec, query: QuerySpec, *, max_probes: int = ALL, seed: int = 7
) -> Diagnosable | None:
    """The diagnostic DAG of a query, None where it has none."""
    program = load_program(scenario.program, scenario.slug)
    history = History.of(action for event in scenario.events for action in event.actions)
    derivation = evaluate(program, history, query.goal, query.cutoff).derivation
    names = _names(derivation)
    nodes = {
        names[key]: GoldNode(
            names[key], node.kind, key[1], key[2], node.state, node.meta, asked=_asked(program, node)
        )
        for key, node in derivation.nodes.items()
    }
    children = {names[key]: tuple(names[c] for c in below) for key, below in derivation.children.items()}
    dag = plan(GoldGraph(names[derivation.root], nodes, children), seed=seed, max_probes=max_probes)
    if dag is None:
        return None
    goals = {name: _goal(program, nodes[name]) for name in dag.probes}
    return Diagnosable(scenario, query, dag, program, history, {dag.root: query.goal, **goals})


def all_diagnosable(scenario: ScenarioSpec, **options: int) -> Iterator[Diagnosable]:
    """Those of the scenario's queries that can be diagnosed."""
    for query in scenario.queries:
        if (found := diagnosable(scenario, query, **options)) is not None:
            yield found


def _names(derivation: Derivation) -> dict[tuple[str, str, tuple[str, ...]], str]:
    labels = [node.label for node in derivation.nodes.values()]
    return {
        key: node.label if labels.count(node.label) == 1 else f"{node.kind} {node.label}"
        for key, node in derivation.nodes.items()
    }


def _asked(program: Program, node: Node) -> bool:
    """A declared clause has no state that a goal asks for; the combiner is told the clauses in force."""
    return node.kind is not NodeKind.RULE or node.key[1].removeprefix("rule:") in program.decls


def _goal(program: Program, node: GoldNode) -> Goal:
    pred = node.pred.removeprefix("rule:")
    decl = program.decls[pred]
    if decl.reading is Reading.MEMBERS and len(node.args) > len(decl.key_types):
        return Goal(pred, node.args[:-1], member=node.args[-1])
    return Goal(pred, node.args)
