"""Evaluates goals in Postgres: labels and answers, derivations and minimal witnesses (spec 1.9).

All requests are answered together: one statement a predicate, clause or kind of row, however many
requests there are, grouped by the program in force (base program and declared rules at the cutoff).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from django.db import transaction

from scenarios.datalog.derivation import Answerability, Derivation, Evaluation, Gold
from scenarios.datalog.derivations import build_derivation
from scenarios.datalog.errors import bounded_depth
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.goals import canonical_goal, goal_state, gold_of
from scenarios.datalog.loading import program_in_force
from scenarios.datalog.minimality import Replay, shrink_all
from scenarios.datalog.provenance import Provenance
from scenarios.datalog.reference import answer as replayed_answer
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.sql.compiled import CompiledProgram, compiled
from scenarios.datalog.sql.evidence import RULES_IN_FORCE
from scenarios.datalog.sql.graph import rule_keys_of
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.version_goals import chosen_state
from scenarios.datalog.witness_lists import UNKNOWN_WITNESSES
from scenarios.models import Scenario
from scenarios.selectors import histories, programs
from scenarios.services.chosen_reads import add_chosen
from scenarios.services.collecting import collecting_later
from scenarios.services.discovery import Discovered, Discovery, Place
from scenarios.services.statements import QueryRow, fetch, read_by_index
from scenarios.services.states import answer_of, state_of_row
from scenarios.services.stored_state import StoredEvaluator, StoredResolved
from scenarios.services.version_reads import fetch_versions

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """One goal of one scenario at one cutoff; with ``program`` it is asked of that one, which has the
    declarations of the scenario's own and perhaps more, instead."""

    scenario: Scenario
    goal: Goal
    cutoff: datetime
    program: Program | None = None
    place: Place = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", (self.scenario.pk, self.cutoff))


@dataclass(frozen=True, slots=True)
class _Group:
    """Requests that share a program in force, by their number in the whole batch."""

    base: Program
    rules: dict[str, str]
    requests: dict[int, Request]

    @property
    def compiled(self) -> CompiledProgram:
        return compiled(program_in_force(self.base, self.rules))


def evaluate(*, scenario: Scenario, goal: Goal, cutoff: datetime) -> Evaluation:
    """Gold with its missing leaves, derivation and witnesses of one goal."""
    return evaluate_many(requests=[Request(scenario, goal, cutoff)])[0]


def evaluate_all(*, scenario: Scenario, asked: Iterable[tuple[Goal, datetime]]) -> list[Evaluation]:
    """``evaluate_many`` for goals of one scenario."""
    return evaluate_many(requests=[Request(scenario, goal, cutoff) for goal, cutoff in asked])


def answers_at(*, scenario: Scenario, asked: Iterable[tuple[Goal, datetime]]) -> list[Gold]:
    """``answers`` for goals of one scenario."""
    return answers(requests=[Request(scenario, goal, cutoff) for goal, cutoff in asked])


@transaction.atomic
@read_by_index()
@bounded_depth()
def answers(*, requests: Sequence[Request]) -> list[Gold]:
    """Label and answer of every request, in order; ``missing`` stays empty (only a derivation names it).

    Raises ``GoalError`` for a goal that does not fit its program, ``ProgramError`` for declared rules that
    do not, ``EvaluationError`` for what cannot be computed to the end.
    """
    found: dict[int, Gold] = {}
    chosen: dict[int, tuple[Program, Request]] = {}
    for group in _grouped(requests):
        by_pred: dict[tuple[str, bool], list[int]] = {}
        for number, request in group.requests.items():
            if request.goal.version is not None:
                chosen[number] = (group.base, request)
                continue
            by_pred.setdefault((request.goal.pred, request.goal.member is not None), []).append(number)
        for (pred, member), numbers in sorted(by_pred.items()):
            decl, rows = group.base.decls[pred], [_row(n, group.requests[n]) for n in numbers]
            for row in fetch(group.compiled.answers(pred, member=member), rows):
                state = state_of_row(row)
                found[row[0]] = Gold(state.label, answer_of(state, decl, group.requests[row[0]].goal))
    found.update(_answers_of_versions(chosen))
    return [found[number] for number in range(len(requests))]


def _answers_of_versions(asked: Mapping[int, tuple[Program, Request]]) -> dict[int, Gold]:
    """``answers`` to goals that ask for a chosen version, all read together."""
    if not asked:
        return {}
    discovered = Discovered()
    for _, request in asked.values():
        discovered.choose(request.place, request.goal)
    stores = fetch_versions([(discovered, ())])
    add_chosen(stores, [discovered])
    resolved = {place: StoredResolved(place[1], store, {}) for place, store in stores.items()}
    return {
        number: gold_of(chosen_state(Recorded(base, resolved[request.place]), request.goal))
        for number, (base, request) in asked.items()
    }


@transaction.atomic
@read_by_index()
@bounded_depth()
@collecting_later()
def evaluate_many(*, requests: Sequence[Request]) -> list[Evaluation]:
    """Gold, derivation and witnesses of every request, in order. Raises as ``answers``."""
    done = {number: explained.evaluation(request) for number, request, explained in _explained(requests)}
    return [done[number] for number in range(len(requests))]


@transaction.atomic
@read_by_index()
@bounded_depth()
@collecting_later()
def derive_many(*, requests: Sequence[Request]) -> list[tuple[Gold, Derivation]]:
    """``evaluate_many`` without the witnesses, for whoever needs the derivations alone."""
    done = {number: explained.derived(request) for number, request, explained in _explained(requests)}
    return [done[number] for number in range(len(requests))]


@transaction.atomic
@read_by_index()
@bounded_depth()
@collecting_later()
def explain_many(*, requests: Sequence[Request], read: Callable[[int, Explained], T]) -> list[T]:
    """What ``read`` makes of each request's number and the states behind it, in order. Raises as
    ``answers``."""
    done = {number: read(number, explained) for number, _, explained in _explained(requests)}
    return [done[number] for number in range(len(requests))]


def _explained(requests: Sequence[Request]) -> Iterator[tuple[int, Request, Explained]]:
    """Each request and its number, with what explains the goals of its (scenario, cutoff)."""
    groups = list(_grouped(requests))
    discovered: list[Discovered] = []
    for group in groups:
        goals = ((request.place, request.goal) for request in group.requests.values())
        discovered.append(Discovery(group.compiled).run(goals))
    stores = fetch_versions(
        (found, _rule_keys(group)) for found, group in zip(discovered, groups, strict=True)
    )
    add_chosen(stores, discovered)
    for found, group in zip(discovered, groups, strict=True):
        by_place: dict[Place, list[int]] = {}
        for number, request in group.requests.items():
            by_place.setdefault(request.place, []).append(number)
        for place, numbers in by_place.items():
            resolved = StoredResolved(place[1], stores[place], group.rules)
            evaluator = StoredEvaluator(group.base, resolved, found.states[place])
            explained = Explained(evaluator)
            yield from ((number, group.requests[number], explained) for number in numbers)


class Explained:
    """Derivations and witnesses of the goals of one (scenario, cutoff), which share what they read."""

    def __init__(self, evaluator: StoredEvaluator) -> None:
        self.evaluator = evaluator
        self.explainer = Explainer(evaluator)

    @cached_property
    def provenance(self) -> Provenance:
        return Provenance(self.evaluator, self.explainer)

    def derived(self, request: Request) -> tuple[Gold, Derivation]:
        """Gold, its missing leaves named where it is unknown, and the derivation of one goal."""
        gold = gold_of(goal_state(self.evaluator, request.goal))
        derivation = build_derivation(self.evaluator, self.explainer, request.goal)
        unknown = gold.label is Answerability.UNKNOWN
        return (replace(gold, missing=derivation.missing) if unknown else gold), derivation

    def evaluation(self, request: Request) -> Evaluation:
        """Everything about one goal. Where the list of witnesses is not complete, each listed one is
        shrunk by replay, so that it is minimal all the same."""
        gold, derivation = self.derived(request)
        if gold.label is Answerability.UNKNOWN:
            return Evaluation(gold, derivation, UNKNOWN_WITNESSES)
        found = self.provenance.witnesses(request.goal)
        if found.partial:
            history = histories.load(request.scenario, cutoff=request.cutoff)
            program = self.evaluator.base
            replay = Replay.of(program, history, request.goal, request.cutoff, replayed_answer)
            found = shrink_all(found, replay)
        return Evaluation(gold, derivation, found)


def rules_in_force(places: Iterable[Place]) -> dict[Place, dict[str, str]]:
    """The declared clauses in force at each (scenario id, cutoff), by their rule keys. One statement."""
    asked = list(dict.fromkeys(places))
    rules: dict[Place, dict[str, str]] = {place: {} for place in asked}
    rows = [QueryRow(number, *place, ()) for number, place in enumerate(asked)]
    for number, key, clause in fetch(RULES_IN_FORCE, rows):
        rules[asked[number]][key] = clause
    return rules


def _grouped(requests: Sequence[Request]) -> Iterator[_Group]:
    """Requests by base program and the declared rules in force that their goals can rest on."""
    rules = rules_in_force([request.place for request in requests])
    bases: dict[str, Program] = {}  # scenarios of one domain share a program, so they share statements
    groups: dict[tuple[int, tuple[tuple[str, str], ...]], _Group] = {}
    for number, request in enumerate(requests):
        base = request.program or bases.get(request.scenario.program) or programs.load(request.scenario)
        if request.program is None:
            bases[request.scenario.program] = base
        goal = canonical_goal(base, request.goal, request.cutoff)
        if goal is not request.goal:
            request = replace(request, goal=goal)
        declared = rules[request.place]
        found = _touching(base, declared, goal.pred) if declared else declared
        key = (id(base), tuple(sorted(found.items())))
        if key not in groups:
            groups[key] = _Group(base, found, {})
        groups[key].requests[number] = request
    yield from groups.values()


def _touching(base: Program, rules: dict[str, str], pred: str) -> dict[str, str]:
    """The declared rules that a predicate can rest on: the others need no program of their own."""
    touching = rule_keys_of(program_in_force(base, rules), pred)
    return {key: clause for key, clause in rules.items() if key in touching}


def _rule_keys(group: _Group) -> set[str]:
    """Rule keys that derivations of the group may name, in force or not."""
    clauses = (*group.base.clauses, *group.compiled.program.clauses)
    return {clause.rule_key for clause in clauses if clause.rule_key is not None}


def _row(number: int, request: Request) -> QueryRow:
    return QueryRow(number, *request.place, request.goal.key, request.goal.member or "")
