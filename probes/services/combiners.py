"""What combines the states of a node's inputs in a recovery: the rules, or the run's answer model (spec 7.5).

A run that is read by the symbolic reader combines by the rules; a language model gets the questions and
answers of the inputs as its only context.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmark.oracles.rule_combiner import RuleCombiner
from benchmark.scoring import envelope
from benchmark.scoring.states import NOT_KNOWN, State
from benchmark.services.attempts import attempt
from benchmark.services.desks import Desk
from probes.diagnosis.combining import Asked, by_rules
from probes.diagnosis.recovery import Combine
from probes.services.probed_answers import ROOT, ProbedQuery
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.rule_goals import RULE, is_rule_goal
from scenarios.datalog.syntax import Program
from scenarios.domains import registry as domains
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import ContextItem

RULES = "rules"


class CombinerUnavailableError(Exception):
    """The answer model could not be asked: the diagnosis has to wait. ``retry_after`` in seconds, None where
    the other side named no time."""

    def __init__(self, message: str, retry_after: float | None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


@dataclass
class Spoken:
    """What the answer model said of each combined node, and the tokens in and out, for the record."""

    raw: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, tuple[int, int]] = field(default_factory=dict)


def for_rules(program: Program, resolved: Resolved, desk: Desk, probed: ProbedQuery) -> Combine:
    """Combines by the program of the scenario, with the rules that are in force at the cutoff."""
    scenario = desk.item.store.scenario
    known = scenario.domain in domains.names()
    combiner = RuleCombiner(
        program,
        probed.query.cutoff,
        entities={entity.name: (entity.type, tuple(entity.aliases)) for entity in desk.golds.entities},
        currency=domains.get(scenario.domain).currency if known else "",
        date_order=scenario.config.get("date_order", ""),
        rules=resolved.rules,
        options={
            it.goal.pred.removeprefix(RULE): it.target["options"]
            for it in probed.subjects.values()
            if is_rule_goal(it.goal)
        },
    )
    asked = {node: Asked(it.goal, it.answer_type) for node, it in probed.subjects.items()}
    asked[ROOT] = Asked(probed.query.goal, probed.query.answer_type)
    return by_rules(combiner, probed.dag, asked)


def for_model(desk: Desk, probed: ProbedQuery, spoken: Spoken) -> Combine:
    """Combines by asking the run's answer model. The combine raises ``CombinerUnavailableError``."""

    def combine(node: str, inputs: Sequence[tuple[str, State]]) -> State:
        question = probed.question(node)
        request = AnswerRequest(
            question=question.text,
            cutoff=question.cutoff,
            answer_type=question.answer_type,
            items=tuple(
                ContextItem(f"Question: {probed.questions[child].text}\nAnswer: {_said(state)}")
                for child, state in inputs
            ),
            hint_text="",
        )
        outcome = attempt(lambda: desk.read(question, request), what=f"combining of question {question.pk}")
        if outcome.value is None:
            raise CombinerUnavailableError(outcome.message, outcome.retry_after)
        reply = outcome.value
        spoken.raw[node] = reply.raw
        spoken.tokens[node] = (reply.usage.prompt_tokens, reply.usage.completion_tokens)
        said = envelope.parse(reply.raw)
        return State(said.label, said.answer) if said.label else NOT_KNOWN

    return combine


def _said(state: State) -> str:
    """A state as a model reads it."""
    return json.dumps({"label": state.label, "answer": state.answer}, ensure_ascii=False)
