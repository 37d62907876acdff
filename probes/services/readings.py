"""How a run reads its contexts for the diagnosis: inherited answers, and the split (spec 7.3; paper 4.2).

Both stand in the setting ``RUN_READINGS``; they read stored contexts and never touch a system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from benchmark.models import Condition, Question, QuestionKind, ReadingItem, Run
from benchmark.services import reading_kinds
from benchmark.services.reading_kinds import ReadingKind, Wanted
from probes.models import ProbeEdge, ProbePlan
from probes.services import diagnosing

Place = tuple[int, int | None]
"""(query, node): a node of a query's diagnostic DAG; the root is None."""


def inputs_of(run: Run, queries: set[int]) -> Mapping[Place, list[Question]]:
    """The questions of the probed inputs of each node of these queries, in reading order."""
    questions = {
        (question.query_id, question.node_id): question
        for question in Question.objects.filter(
            run=run, kind=QuestionKind.PROBE, query__in=queries
        ).select_related("query")
    }
    found: dict[Place, list[Question]] = defaultdict(list)
    edges = ProbeEdge.objects.filter(plan__query__in=queries).order_by("plan", "position")
    for query, parent, child in edges.values_list("plan__query", "parent__node", "child__node"):
        if (query, child) in questions:
            found[query, parent].append(questions[query, child])
    return found


def _inherited(item: ReadingItem) -> Iterator[Wanted]:
    """Each probe on the context of what it is an input of; the root's context is that of the query."""
    contexts = list(reading_kinds.contexts_of(item))
    inputs = inputs_of(item.run, {context.question.query_id for context in contexts})
    for context in contexts:
        for question in inputs.get((context.question.query_id, context.question.node_id), ()):
            yield Wanted(question, context)


def _split(item: ReadingItem) -> Iterator[Wanted]:
    """Each diagnosed query on the joined contexts of its direct inputs."""
    contexts = list(reading_kinds.contexts_of(item))
    inputs = inputs_of(item.run, {context.question.query_id for context in contexts})
    asked = [question for questions in inputs.values() for question in questions]
    returned = reading_kinds.contexts_by_question(item.store.variant, asked)
    for context in contexts:
        of_root = inputs.get((context.question.query_id, None), ())
        joined = tuple(returned[question.pk] for question in of_root if question.pk in returned)
        if joined and len(joined) == len(of_root):
            yield Wanted(context.question, context, joined)


def _edges(run: Run) -> int:
    return ProbeEdge.objects.filter(plan__query__scenario__suite=run.suite_id).count()


def _plans(run: Run) -> int:
    of_suite = ProbePlan.objects.filter(query__scenario__suite=run.suite_id)
    return of_suite.filter(edges__isnull=False, edges__parent__isnull=True).distinct().count()


INHERITED = ReadingKind(
    Condition.INHERITED,
    part="probes",
    opened_by=(QuestionKind.QUERY, QuestionKind.PROBE),
    wanted=_inherited,
    expected=_edges,
)
SPLIT = ReadingKind(Condition.SPLIT, part="probes", uncut=True, late=True, wanted=_split, expected=_plans)
DIAGNOSIS = ReadingKind(Condition.DIAGNOSIS, part="probes", late=True, work=diagnosing.work)
