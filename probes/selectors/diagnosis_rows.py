"""The rows behind one diagnosis, read in a constant number of queries (spec 7.3, overview 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Condition, IngestVariant, QuestionKind, Run
from probes.diagnosis.dag import DiagnosticDag, ProbedNode, ProbeVerdicts
from probes.diagnosis.frontier import wrong_edges
from probes.graphs import Edge
from probes.models import Diagnosis, FrontierNode, ProbeEdge, Recovery, StateProbe
from scenarios.datalog.derivation import Derivation, NodeKey, NodeKind
from scenarios.exceptions import NotVisibleError
from scenarios.models import Query, Scenario, Suite
from scenarios.permissions import require
from scenarios.selectors import derivations

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

ROOT = 0
"""Stands for the root where probes are named by their ids."""
ProbeEdgeIds = tuple[int, int]


@dataclass(frozen=True)
class DiagnosisRows:
    """A diagnosis with the probes of its plan, all answers of the system to them, and the gold derivation.

    ``targeted`` is by probe, ``inherited`` by (parent, child), ``ROOT`` for the root; an answer that was not
    given is absent. ``refs`` are the row ids of the nodes of the derivation.
    """

    diagnosis: Diagnosis
    probes: Mapping[int, StateProbe]
    edges: tuple[ProbeEdgeIds, ...]
    targeted: Mapping[int, Answer]
    inherited: Mapping[ProbeEdgeIds, Answer]
    split: Answer | None
    frontier: tuple[FrontierNode, ...]
    recoveries: tuple[Recovery, ...]
    derivation: Derivation
    refs: Mapping[NodeKey, int]

    @property
    def answer(self) -> Answer:
        """The original answer."""
        return self.diagnosis.answer

    @property
    def variant(self) -> IngestVariant:
        return self.answer.context.variant

    @property
    def run(self) -> Run:
        return self.variant.run

    @property
    def query(self) -> Query:
        return self.answer.question.query

    @property
    def scenario(self) -> Scenario:
        return self.query.scenario

    @property
    def suite(self) -> Suite:
        return self.run.suite

    @cached_property
    def keys(self) -> dict[int, NodeKey]:
        """The node of each probe, and of the root."""
        by_ref = {ref: key for key, ref in self.refs.items()}
        found = {probe.pk: by_ref[probe.node_id] for probe in self.probes.values() if probe.node_id in by_ref}
        return {ROOT: self.derivation.root, **found}

    def label(self, probe: int) -> str:
        """The node of a probe, or of the root, as spec 2.1 names it."""
        if probe in self.keys:
            return self.derivation.nodes[self.keys[probe]].label
        return self.probes[probe].node.node_label

    def ref(self, probe: int) -> str:
        """What links to the node of a probe carry."""
        return str(self.refs[self.keys[probe]] if probe in self.keys else self.probes[probe].node_id)

    @cached_property
    def followed(self) -> tuple[ProbeEdgeIds, ...]:
        """The wrong edges that the search for the frontier followed; none where a verdict is missing."""
        inherited = {
            (str(parent), str(child)): bool(answer.correct)
            for (parent, child), answer in self.inherited.items()
            if answer.correct is not None
        }
        if self.diagnosis.correct:
            return ()
        # The original answer is wrong, and what the root's inputs inherit decides where to go on.
        verdicts = ProbeVerdicts(root=False, inherited=inherited, targeted={})
        try:
            found = wrong_edges(self._dag, verdicts)
        except KeyError:
            return ()
        return tuple((int(parent), int(child)) for parent, child in found)

    @property
    def _dag(self) -> DiagnosticDag:
        kinds = {str(probe.pk): NodeKind(probe.kind) for probe in self.probes.values()}
        nodes = {str(ROOT): NodeKind(self.derivation.root[0]), **kinds}
        return DiagnosticDag(
            root=str(ROOT),
            nodes={name: ProbedNode(name, kind) for name, kind in nodes.items()},
            edges=tuple((str(parent), str(child)) for parent, child in self.edges),
        )

    def as_nodes(self, edges: tuple[ProbeEdgeIds, ...]) -> list[Edge]:
        """Edges between probes as edges between the nodes they stand for."""
        keys = self.keys
        return [(keys[parent], keys[child]) for parent, child in edges if parent in keys and child in keys]

    def needed(self, probe: int) -> frozenset[str]:
        """The labels of the records below a node: what its answer should rest on."""
        if probe not in self.keys:
            return frozenset(self.probes[probe].subject.get("events", ()))
        found, stack = {self.keys[probe]}, [self.keys[probe]]
        while stack:
            fresh = [child for child in self.derivation.children[stack.pop()] if child not in found]
            found.update(fresh)
            stack.extend(fresh)
        return frozenset(key[1] for key in found if key[0] == NodeKind.EVENT)


def find(answer: int) -> Diagnosis:
    """The diagnosis of an answer, whoever asks. Raises ``NotVisibleError`` where there is none."""
    return _found(_diagnoses().filter(answer=answer), f"answer {answer}")


def visible(user: User | Any, answer: int, *, run: int | None = None) -> Diagnosis:
    """The diagnosis of an answer (of that run) for someone who may see its run and its gold.

    Raises ``NotVisibleError`` where there is none or it is not theirs, ``PermissionDenied`` for a refused
    verb.
    """
    found = find(answer)
    if run is not None and found.answer.context.variant.run_id != run:
        raise NotVisibleError(f"There is no diagnosis of answer {answer} in run {run}.")
    return _allowed(user, found)


def visible_by_id(user: User | Any, diagnosis: int) -> Diagnosis:
    """A diagnosis by its own number. Raises as ``visible``."""
    return _allowed(user, _found(_diagnoses().filter(pk=diagnosis), str(diagnosis)))


def _found(rows: QuerySet[Diagnosis], words: str) -> Diagnosis:
    found = rows.first()
    if found is None:
        raise NotVisibleError(f"There is no diagnosis of {words}.")
    return found


def _allowed(user: User | Any, found: Diagnosis) -> Diagnosis:
    for verb in (Verb.RUN_VIEW, Verb.GOLD_VIEW):
        require(user, verb, found.answer.context.variant.run.suite)
    return found


def _diagnoses() -> QuerySet[Diagnosis]:
    return Diagnosis.objects.select_related(
        "plan",
        "answer__context__variant__system",
        "answer__context__variant__run__suite",
        "answer__question__query__scenario__suite",
        "answer__question__scenario",
        "answer__question__query__gold__root",
    )


def of(diagnosis: Diagnosis) -> DiagnosisRows:
    """Everything behind a diagnosis that ``visible`` gave. Eight database queries."""
    plan = diagnosis.plan
    probes = {probe.pk: probe for probe in StateProbe.objects.filter(plan=plan).select_related("node")}
    edges = tuple(
        (parent or ROOT, child)
        for parent, child in ProbeEdge.objects.filter(plan=plan).values_list("parent_id", "child_id")
    )
    targeted, inherited, split = _answers(diagnosis.answer, probes)
    derivation, refs = derivations.with_ids(diagnosis.answer.question.query)
    return DiagnosisRows(
        diagnosis=diagnosis,
        probes=probes,
        edges=edges,
        targeted=targeted,
        inherited=inherited,
        split=split,
        frontier=tuple(FrontierNode.objects.filter(diagnosis=diagnosis)),
        recoveries=tuple(Recovery.objects.filter(diagnosis=diagnosis)),
        derivation=derivation,
        refs=refs,
    )


def _answers(
    original: Answer, probes: Mapping[int, StateProbe]
) -> tuple[dict[int, Answer], dict[ProbeEdgeIds, Answer], Answer | None]:
    """Targeted and inherited answers to the probes, and the split answer, of the same system."""
    by_node = {probe.node_id: probe.pk for probe in probes.values()}
    found = Answer.objects.filter(
        context__variant=original.context.variant,
        context__question__query=original.question.query,
        repetition=original.repetition,
        condition__in=(Condition.ALONE, Condition.INHERITED, Condition.SPLIT),
    ).select_related("context__question", "question")
    targeted: dict[int, Answer] = {}
    inherited: dict[ProbeEdgeIds, Answer] = {}
    split = None
    for answer in found:
        asked, given_for = answer.question, answer.context.question
        if answer.condition == Condition.SPLIT:
            split = answer
        elif asked.kind == QuestionKind.PROBE and asked.node_id in by_node:
            child = by_node[asked.node_id]
            if answer.condition == Condition.ALONE:
                targeted[child] = answer
            elif given_for.kind == QuestionKind.QUERY:
                inherited[ROOT, child] = answer
            elif given_for.node_id in by_node:
                inherited[by_node[given_for.node_id], child] = answer
    return targeted, inherited, split


def failed_around(rows: DiagnosisRows) -> tuple[int | None, int | None]:
    """The answers before and after this one among those of the run and system that are wrong."""
    ids = list(
        Diagnosis.objects.filter(answer__context__variant=rows.variant, correct=False)
        .order_by(
            "answer__question__scenario__position",
            "answer__question__scenario",
            "answer__question__query__label",
            "answer",
        )
        .values_list("answer", flat=True)
    )
    if rows.answer.pk not in ids:
        return None, (ids[0] if ids else None)
    at = ids.index(rows.answer.pk)
    return (ids[at - 1] if at else None), (ids[at + 1] if at + 1 < len(ids) else None)
