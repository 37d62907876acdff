"""Diagnostic DAGs of goals that the reference evaluator has derived, with gold and what each probe asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from benchmark.oracles.rule_combiner import RuleCombiner
from benchmark.scoring.states import State
from probes.diagnosis import combining
from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.planning import GoldGraph, GoldNode, plan
from probes.diagnosis.recovery import Combine
from scenarios.bundle import ScenarioSpec
from scenarios.datalog.derivation import Derivation, NodeKey, NodeKind
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.resolution import resolve
from scenarios.datalog.rule_goals import RULE, gold_of_rule, is_rule_goal
from scenarios.datalog.syntax import Goal, Program, Shape
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.domains.probing import Asked, Probing

#: More probes than any derivation has nodes.
ALL = 100_000


@dataclass(frozen=True)
class World:
    """A program over a history, with the words and names of its domain if it has one."""

    program: Program
    history: History
    domain: Domain | None = None
    entities: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)

    @classmethod
    def of_scenario(cls, scenario: ScenarioSpec) -> World:
        return cls(
            program=load_program(scenario.program, scenario.slug),
            history=History.of(action for event in scenario.events for action in event.actions),
            domain=registry.get(scenario.domain) if scenario.domain in registry.names() else None,
            entities={entity.name: (entity.type, entity.aliases) for entity in scenario.entities},
        )


@dataclass(frozen=True)
class Diagnosable:
    """A goal with its diagnostic DAG; nodes are named by their labels, where two share one with the kind."""

    world: World
    goal: Goal
    cutoff: datetime
    dag: DiagnosticDag
    asked: dict[str, Asked]

    @cached_property
    def gold(self) -> State:
        """The gold of the goal."""
        return self._answer(self.goal)

    @cached_property
    def gold_states(self) -> dict[str, State]:
        """The gold of every probe."""
        return {node: self._gold(self.asked[node]) for node in self.dag.probes}

    @cached_property
    def combine(self) -> Combine:
        """Combining by the rules in force at the cutoff."""
        rule_goals = [one for one in self.asked.values() if is_rule_goal(one.goal)]
        rules = RuleCombiner(
            self.world.program,
            self.cutoff,
            entities=self.world.entities,
            currency=self.world.domain.currency if self.world.domain else "",
            rules=self._rules,
            options={one.goal.pred.removeprefix(RULE): one.options for one in rule_goals},
        )
        probes = {node: combining.Asked(one.goal, one.answer_type) for node, one in self.asked.items()}
        return combining.by_rules(rules, self.dag, {self.dag.root: combining.Asked(self.goal, ""), **probes})

    @cached_property
    def _rules(self) -> dict[str, str]:
        return resolve(self.world.history, self.cutoff).rules

    def _gold(self, asked: Asked) -> State:
        if is_rule_goal(asked.goal):
            text = self._rules.get(asked.goal.pred.removeprefix(RULE))
            return State.of_gold(gold_of_rule(text, asked.options))
        return self._answer(asked.goal)

    def _answer(self, goal: Goal) -> State:
        return State.of_gold(answer(self.world.program, self.world.history, goal, self.cutoff))


def diagnosable(world: World, goal: Goal, cutoff: datetime, *, max_probes: int = ALL) -> Diagnosable | None:
    """The diagnostic DAG of a goal, None where it has none. Raises as ``reference.evaluate``."""
    derivation = evaluate(world.program, world.history, goal, cutoff).derivation
    names = _names(derivation)
    asked = dict(_asked(world, derivation, names))
    nodes = {
        names[key]: GoldNode(
            names[key], node.kind, key[1], key[2], node.state, node.meta, asked=names[key] in asked
        )
        for key, node in derivation.nodes.items()
    }
    children = {names[key]: tuple(names[c] for c in below) for key, below in derivation.children.items()}
    dag = plan(GoldGraph(names[derivation.root], nodes, children), seed=7, max_probes=max_probes)
    if dag is None:
        return None
    return Diagnosable(world, goal, cutoff, dag, {name: asked[name] for name in dag.probes})


def all_diagnosable(scenario: ScenarioSpec) -> Iterator[tuple[str, Diagnosable]]:
    """Those of a scenario's queries that can be diagnosed, by their ids, all of their derivations probed."""
    world = World.of_scenario(scenario)
    for query in scenario.queries:
        if (found := diagnosable(world, query.goal, query.cutoff)) is not None:
            yield query.id, found


def _names(derivation: Derivation) -> dict[NodeKey, str]:
    labels = [node.label for node in derivation.nodes.values()]
    return {
        key: node.label if labels.count(node.label) == 1 else f"{node.kind} {node.label}"
        for key, node in derivation.nodes.items()
    }


def _asked(world: World, derivation: Derivation, names: Mapping[NodeKey, str]) -> Iterator[tuple[str, Asked]]:
    """What is asked of each node: of a derived state that a declared clause is about the clause alone, and
    no clause about another thing."""
    probing = Probing(world.program, world.domain)
    found = {key: probing.of(key[0], key[1], key[2], node.state) for key, node in derivation.nodes.items()}
    told = {key: one for key, one in found.items() if one is not None}
    clauses = {key: one.goal for key, one in told.items() if _is_clause(world.program, key, one.goal)}
    heads = {one.goal for key, one in told.items() if key not in clauses}
    for key, one in told.items():
        if one.goal in heads if key in clauses else one.goal not in clauses.values():
            yield names[key], one


def _is_clause(program: Program, key: NodeKey, goal: Goal) -> bool:
    """Whether a node is a declared clause that is asked by its head."""
    decl = program.decls.get(goal.pred)
    return key[0] == NodeKind.RULE and decl is not None and decl.shape is Shape.DERIVED
