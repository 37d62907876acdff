"""The probe answers of one system, brought onto the diagnostic DAG of each query (spec 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from benchmark.models import Answer, Condition, Question, QuestionKind, ReadingItem, SutContext
from benchmark.scoring.gold_view import UNKNOWN
from benchmark.scoring.states import State
from benchmark.scoring.subjects import Subject
from benchmark.services import reading_kinds
from probes.diagnosis.dag import DiagnosticDag, Edge, ProbedNode, ProbeVerdicts
from probes.models import ProbePlan, StateProbe
from scenarios.datalog.derivation import NodeKind
from scenarios.datalog.syntax import Goal
from scenarios.models import Query

ROOT = "root"
"""The id of the root in a DAG made from rows; that of a probe is its row's number."""


def dag_of(plan: ProbePlan) -> DiagnosticDag:
    """D_q of a plan whose ``probes`` and ``edges`` are loaded; the root's kind is that of its gold's root."""
    probes = sorted(plan.probes.all(), key=lambda probe: probe.position)
    kind = NodeKind(plan.query.gold.root.kind)
    root = ProbedNode(ROOT, kind, plan.inputs_unprobed, plan.children_sampled)
    nodes = {ROOT: root} | {
        str(probe.pk): ProbedNode(
            str(probe.pk), NodeKind(probe.kind), probe.inputs_unprobed, probe.children_sampled
        )
        for probe in probes
    }
    edges = sorted(plan.edges.all(), key=lambda edge: edge.position)
    return DiagnosticDag(
        ROOT, nodes, tuple((str(edge.parent_id or ROOT), str(edge.child_id)) for edge in edges)
    )


def plans_of(queries: Iterable[int]) -> dict[int, ProbePlan]:
    """The plans of these queries with all that ``dag_of`` reads, by query."""
    found = ProbePlan.objects.filter(query__in=list(queries)).select_related("query__gold__root")
    return {plan.query_id: plan for plan in found.prefetch_related("probes", "edges")}


def state_of(answer: Answer) -> State:
    """What an answer says; nothing where it could not be read or the system failed."""
    return State(answer.label, answer.answer)


@dataclass(frozen=True)
class ProbedQuery:
    """A diagnosed query with one system's answers: the original one, the targeted and inherited ones."""

    plan: ProbePlan
    original: Answer
    questions: Mapping[str, Question]
    targeted: Mapping[str, Answer]
    inherited: Mapping[Edge, Answer]

    @property
    def query(self) -> Query:
        """What was asked."""
        return self.plan.query

    @cached_property
    def dag(self) -> DiagnosticDag:
        """D_q."""
        return dag_of(self.plan)

    @cached_property
    def probes(self) -> dict[str, StateProbe]:
        """The probe of each node but the root."""
        return {str(probe.pk): probe for probe in self.plan.probes.all()}

    @cached_property
    def subjects(self) -> dict[str, Subject]:
        """What is asked of each node but the root, and its gold."""
        return {node: Subject.of_json(probe.subject) for node, probe in self.probes.items()}

    @property
    def unknown(self) -> set[str]:
        """The nodes whose gold is unknown."""
        found = {node for node, subject in self.subjects.items() if subject.label == UNKNOWN}
        return found | ({ROOT} if self.query.gold.label == UNKNOWN else set())

    def question(self, node: str) -> Question:
        """What was asked of a node; of the root the query's question."""
        return self.original.question if node == ROOT else self.questions[node]

    def goal(self, node: str) -> Goal:
        """What a node is a state of."""
        return self.query.goal if node == ROOT else self.subjects[node].goal

    @property
    def complete(self) -> bool:
        """Whether every probe answer is there and scored."""
        answers = [*self.targeted.values(), *self.inherited.values()]
        return (
            all(answer.correct is not None for answer in answers)
            and self.targeted.keys() == self.probes.keys()
            and self.inherited.keys() == set(self.dag.edges)
        )

    @property
    def verdicts(self) -> ProbeVerdicts:
        """Which answers are right; only of a complete one."""
        return ProbeVerdicts(
            root=bool(self.original.correct),
            inherited={edge: bool(answer.correct) for edge, answer in self.inherited.items()},
            targeted={node: bool(answer.correct) for node, answer in self.targeted.items()},
        )


def of_item(item: ReadingItem) -> Iterator[ProbedQuery]:
    """The diagnosed queries of a piece of work whose original answer is scored, in the order of the walk."""
    contexts = list(reading_kinds.contexts_of(item))
    return of_contexts(contexts, repetition=item.repetition)


def of_contexts(contexts: list[SutContext], *, repetition: int) -> Iterator[ProbedQuery]:
    """``of_item`` for the contexts that one variant returned for some queries."""
    if not contexts:
        return
    variant = contexts[0].variant
    plans = plans_of(context.question.query_id for context in contexts)
    asked = Question.objects.filter(run=variant.run_id, kind=QuestionKind.PROBE, query__in=plans)
    questions = {(question.query_id, question.node_id): question for question in asked}
    answers = Answer.objects.filter(context__variant=variant, repetition=repetition)
    original = {
        answer.context_id: answer
        for answer in answers.filter(
            condition=Condition.ALONE, context__in=contexts, correct__isnull=False
        ).select_related("question__query__gold", "context")
    }
    own, given = _of_probes(answers.filter(question__in=asked).select_related("context__question"))
    for context in contexts:
        plan = plans.get(context.question.query_id)
        if plan is not None and context.pk in original:
            yield _brought_together(plan, original[context.pk], questions, own, given)


Own = dict[int, Answer]
Given = dict[tuple[int, int], Answer]


def _of_probes(answers: Iterable[Answer]) -> tuple[Own, Given]:
    """Targeted answers by question, inherited ones by the question of the context and their own."""
    own: Own = {}
    given: Given = {}
    for answer in answers:
        if answer.condition == Condition.ALONE:
            own[answer.question_id] = answer
        elif answer.condition == Condition.INHERITED:
            given[answer.context.question_id, answer.question_id] = answer
    return own, given


def _brought_together(
    plan: ProbePlan,
    original: Answer,
    questions: Mapping[tuple[int, int | None], Question],
    own: Own,
    given: Given,
) -> ProbedQuery:
    dag = dag_of(plan)
    nodes = {str(probe.pk): probe.node_id for probe in plan.probes.all()}
    asked = {
        node: questions[plan.query_id, row]
        for node, row in nodes.items()
        if (plan.query_id, row) in questions
    }
    ids = {ROOT: original.question_id} | {node: question.pk for node, question in asked.items()}
    inherited: dict[Edge, Answer] = {}
    for parent, child in dag.edges:
        if parent in ids and child in ids and (ids[parent], ids[child]) in given:
            inherited[parent, child] = given[ids[parent], ids[child]]
    targeted = {node: own[question.pk] for node, question in asked.items() if question.pk in own}
    return ProbedQuery(plan, original, asked, targeted, inherited)
