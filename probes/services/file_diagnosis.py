"""Diagnosing what a file holds of a memory, in memory: no row is written (ux 15; spec 7.3 to 7.5).

The answers are no rows; everything that is made of them is made as in a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.db.models import prefetch_related_objects

from benchmark.models import Answer, Question, QuestionKind, SutContext
from benchmark.services.answer_lines import Given
from benchmark.services.file_desks import FileDesk
from benchmark.services.questions import QuestionSpec
from benchmark.services.reading_kinds import Wanted
from benchmark.services.scoring_files import FileScore
from probes.diagnosis.dag import DiagnosticDag, Edge
from probes.models import ProbePlan, StateProbe
from probes.services.diagnosis_desks import DiagnosisDesk
from probes.services.diagnosis_rows import Found, diagnosed
from probes.services.probed_answers import ROOT, ProbedQuery, dag_of, plans_of
from probes.services.readings import INHERITED, SPLIT
from scenarios.models import Query, Suite

#: What a line may call the query itself where it says on whose context a probe was answered.
ROOT_NAMES = ("query", ROOT)


@dataclass(frozen=True)
class PlannedQuery:
    """A query with what is asked of its derivation: probes by node of D_q."""

    plan: ProbePlan
    dag: DiagnosticDag
    probes: Mapping[str, StateProbe]

    @classmethod
    def of(cls, plan: ProbePlan) -> PlannedQuery:
        """Of a plan whose probes and edges are loaded."""
        return cls(plan, dag_of(plan), {str(probe.pk): probe for probe in plan.probes.all()})

    def node(self, name: str) -> str:
        """The node that is called so, by its text or its position. Raises ``ValueError``."""
        by_text = [node for node, probe in self.probes.items() if probe.node.node_label == name]
        found = by_text or [node for node, probe in self.probes.items() if str(probe.position) == name]
        if len(found) == 1:
            return found[0]
        known = ", ".join(f"{probe.position} {probe.node.node_label}" for probe in self.probes.values())
        label = self.plan.query.label
        if not found:
            raise ValueError(f"query {label} has no probe {name!r}; its probes are {known}")
        raise ValueError(f"{name!r} names several probes of query {label}; take the position: {known}")

    def parent(self, name: str, child: str) -> str:
        """The node that is called so and that ``child`` is an input of. Raises ``ValueError``."""
        node = ROOT if name in ROOT_NAMES else self.node(name)
        if (node, child) not in self.dag.edges:
            above = ", ".join(self.name(parent) for parent in self.dag.parents[child])
            raise ValueError(
                f"{self.name(child)} is no input of {name!r} as it is probed; it is one of {above}"
            )
        return node

    def name(self, node: str) -> str:
        """A node in words: its text, of the root ``query``."""
        return ROOT_NAMES[0] if node == ROOT else self.probes[node].node.node_label


@dataclass
class ProbeLines:
    """The lines of one query's probes: its own by node, those on the context of another by edge."""

    planned: PlannedQuery
    own: dict[str, Given] = field(default_factory=dict)
    on: dict[Edge, Given] = field(default_factory=dict)

    def add(self, line: Given) -> None:
        """Raises ``ValueError`` for a node that is not probed, and for one that is there already."""
        node = self.planned.node(line.probe)
        if not line.on:
            _once(self.own, node, line, self.planned.name(node))
            return
        edge = self.planned.parent(line.on, node), node
        _once(self.on, edge, line, f"{self.planned.name(node)} on the context of {line.on}")


Key = TypeVar("Key")


def _once(lines: dict[Key, Given], key: Key, line: Given, what: str) -> None:
    if key in lines:
        label, at = line.query.label, lines[key].number
        raise ValueError(f"probe {what} of query {label} is answered twice, first in line {at}")
    lines[key] = line


@dataclass(frozen=True)
class FileDiagnosis:
    """The diagnosis of one query from a file. ``missing`` says in words which answers there are not: then it
    is incomplete, unless the answer is right."""

    probed: ProbedQuery
    found: Found
    split: Answer | None
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Sorted:
    """The lines of probes by query, and what is wrong with lines, by line. ``planned`` is how many queries of
    the suite have probes."""

    lines: Mapping[int, ProbeLines]
    faults: tuple[tuple[int, str], ...]
    planned: int


def sort(*, suite: Suite, given: Sequence[Given]) -> Sorted:
    """Bring the lines of probes to what they name."""
    planned = ProbePlan.objects.filter(query__scenario__suite=suite).count()
    asked = [line for line in given if line.probe]
    plans = plans_of(line.query.pk for line in asked)
    prefetch_related_objects(list(plans.values()), "probes__node")
    found = {query: ProbeLines(PlannedQuery.of(plan)) for query, plan in plans.items()}
    answered = {line.query.pk for line in given if not line.probe}
    faults: list[tuple[int, str]] = []
    for line in asked:
        try:
            if line.query.pk not in found:
                raise ValueError(_not_planned(line.query, suite, planned))
            found[line.query.pk].add(line)
            if line.query.pk not in answered:
                raise ValueError(f"no line answers query {line.query.label} itself; add one")
        except ValueError as error:
            faults.append((line.number, str(error)))
    return Sorted(found, tuple(faults), planned)


def _not_planned(query: Query, suite: Suite, planned: int) -> str:
    if not planned:
        return f"suite {suite.slug} has no probes yet; `manage.py probes {suite.slug}` makes them"
    return f"query {query.label} is not among the {planned} that are diagnosed; leave its probes out"


def diagnose(
    scored: FileScore, lines: Mapping[int, ProbeLines], given: Sequence[Given]
) -> list[FileDiagnosis]:
    """The diagnoses of the queries that have lines of probes and an answer that counts, in the order of the
    queries.

    Raises ``CombinerUnavailableError`` where an answer model does not combine.
    """
    roots = {line.query.pk: line for line in given if not line.probe}
    counted = [query for query in lines if scored.answers[query].correct is not None]
    desks: dict[int, DiagnosisDesk] = {}
    found = []
    for query in sorted(counted, key=lambda pk: (roots[pk].query.scenario.slug, roots[pk].query.label)):
        scenario = roots[query].query.scenario_id
        desk = scored.desks[scenario]
        if scenario not in desks:
            desks[scenario] = DiagnosisDesk.of(desk.desk)
        reading = _Reading(desk, lines[query], scored.answers[query], roots[query])
        found.append(reading.diagnosis(desks[scenario]))
    return found


@dataclass
class _Reading:
    """The answers to the probes of one query as they are read."""

    desk: FileDesk
    lines: ProbeLines
    original: Answer
    root: Given
    contexts: dict[str, SutContext] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.planned = self.lines.planned
        self.questions = {node: self._question(probe) for node, probe in self.planned.probes.items()}
        for node, line in {ROOT: self.root, **self.lines.own}.items():
            if line.context is not None:
                question = self.original.question if node == ROOT else self.questions[node]
                self.contexts[node] = self.desk.context(question, line.context)

    def _question(self, probe: StateProbe) -> Question:
        query = self.planned.plan.query
        spec = QuestionSpec(
            query,
            probe.text,
            query.cutoff,
            probe.position,
            QuestionKind.PROBE,
            probe.node,
            subject=probe.subject,
        )
        return self.desk.ask(spec)

    def diagnosis(self, desk: DiagnosisDesk) -> FileDiagnosis:
        """What is found of the query."""
        targeted = dict(self._targeted())
        inherited = dict(self._inherited())
        probed = ProbedQuery(self.planned.plan, self.original, self.questions, targeted, inherited)
        missing = tuple(self._missing(targeted, inherited))
        return FileDiagnosis(probed, diagnosed(probed, desk, now=self.desk.now), self._split(), missing)

    def _targeted(self) -> Iterator[tuple[str, Answer]]:
        for node, line in self.lines.own.items():
            if node in self.contexts:
                yield node, self.desk.read(Wanted(self.questions[node], self.contexts[node]))
            else:
                yield node, self.desk.said(self.questions[node], line.raw or "")

    def _inherited(self) -> Iterator[tuple[Edge, Answer]]:
        for parent, child in self.planned.dag.edges:
            question = self.questions[child]
            if (parent, child) in self.lines.on:
                raw = self.lines.on[parent, child].raw or ""
                yield (parent, child), self.desk.said(question, raw, INHERITED, self.contexts.get(parent))
            elif parent in self.contexts:
                wanted = Wanted(question, self.contexts[parent])
                yield (parent, child), self.desk.read(wanted, INHERITED)

    def _split(self) -> Answer | None:
        """The query on the joined contexts of its direct inputs, where all of them are there."""
        inputs = self.planned.dag.children[ROOT]
        if ROOT not in self.contexts or not inputs or any(node not in self.contexts for node in inputs):
            return None
        joined = tuple(self.contexts[node] for node in inputs)
        return self.desk.read(Wanted(self.original.question, self.contexts[ROOT], joined), SPLIT)

    def _missing(self, targeted: Mapping[str, Answer], inherited: Mapping[Edge, Answer]) -> Iterator[str]:
        """What a whole diagnosis lacks, in words."""
        for node in self.planned.probes:
            yield from _lack(f"probe {self.planned.name(node)}", targeted.get(node))
        for parent, child in self.planned.dag.edges:
            what = f"probe {self.planned.name(child)} on the context of {self.planned.name(parent)}"
            yield from _lack(what, inherited.get((parent, child)))


def _lack(what: str, answer: Answer | None) -> Iterator[str]:
    if answer is None:
        yield what
    elif answer.correct is None:
        yield f"{what} ({answer.message or answer.get_status_display()})"
