"""All diagnoses of a run: the rows, what is wanted of them, and the list of failed queries (spec 7.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import QuerySet

from benchmark.models import Answer, Condition, Run
from probes.diagnosis.dimensions import Dimension as DimensionTag
from probes.diagnosis.frontier import FailureClass as FailureTag
from probes.diagnosis.totals import DiagnosedQuery, FailedNode
from probes.models import Diagnosis, DiagnosisStatus, Dimension, FailureClass, FrontierNode
from scenarios.datalog.derivation import NodeKind
from scenarios.sentences import Sentence

ROOT_LABEL = "the answer itself"


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """A frontier node; ``label`` is the id form of its node."""

    label: str
    kind: str
    failure: str
    dimension: str
    depth: int
    load_bearing: bool
    unverified: bool

    @property
    def title(self) -> str:
        """Class and dimension in words."""
        return f"{self.failure}, {Dimension(self.dimension).label}"


@dataclass(frozen=True, slots=True)
class DiagnosisFacts:
    """One diagnosis as tables and lists need it. ``split`` says whether the split answer is right, None where
    there is none with a score."""

    diagnosis: int
    answer: int
    system: str
    adapter: str
    hint: str
    repetition: int
    knows: tuple[str, ...]
    scenario: str
    query: str
    query_id: int
    family: str
    question: str
    complete: bool
    correct: bool
    self_recovered: bool | None
    gold_recovered: bool | None
    reason: str
    split: bool | None
    frontier: tuple[NodeFacts, ...]

    @property
    def line(self) -> tuple[str, str]:
        """System and hint: what figures are made of."""
        return self.system, self.hint

    @property
    def repaired_by(self) -> str:
        """The recoveries that repair it, in words."""
        if self.self_recovered is None and self.gold_recovered is None:
            return Sentence("not applicable") if self.complete else Sentence("not known yet")
        found = [
            name
            for name, holds in (
                (Sentence("split"), self.split),
                (Sentence("➊ its own answers"), self.self_recovered),
                (Sentence("➋ gold evidence"), self.gold_recovered),
            )
            if holds
        ]
        return Sentence.joined(", ", found) if found else Sentence("no recovery")

    def as_query(self) -> DiagnosedQuery:
        """The row as totals take it."""
        return DiagnosedQuery(
            query=f"{self.query_id}#{self.repetition}",
            right=self.correct,
            complete=self.complete,
            frontier=tuple(
                FailedNode(
                    NodeKind(node.kind),
                    FailureTag(node.failure),
                    DimensionTag(node.dimension),
                    node.depth,
                    node.unverified,
                )
                for node in self.frontier
            ),
            self_recovered=self.self_recovered,
            gold_recovered=self.gold_recovered,
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the failed queries is wanted; empty for all. Class, kind and dimension hold of one node."""

    system: str = ""
    failure: str = ""
    kind: str = ""
    dimension: str = ""
    family: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Wanted:
        """From the parameters of an address."""
        return cls(**{field.name: str(given.get(field.name, ""))[:100] for field in fields(cls)})

    def holds(self, row: DiagnosisFacts) -> bool:
        """Whether a row is wanted."""
        if self.system not in ("", row.system) or self.family not in ("", row.family):
            return False
        if not (self.failure or self.kind or self.dimension):
            return True
        return any(self._holds_of(node) for node in row.frontier)

    def _holds_of(self, node: NodeFacts) -> bool:
        return (
            self.failure in ("", node.failure)
            and self.kind in ("", node.kind)
            and self.dimension in ("", node.dimension)
        )

    @property
    def given(self) -> dict[str, str]:
        """The parameters that say so, empty ones left out."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name))}


def of_run(run: Run) -> list[DiagnosisFacts]:
    """Every diagnosis of a run by system and in the order of the queries. Three database queries."""
    splits = dict(
        Answer.objects.filter(
            context__variant__run=run, condition=Condition.SPLIT, correct__isnull=False
        ).values_list("context", "correct")
    )
    nodes = _nodes(FrontierNode.objects.filter(diagnosis__answer__context__variant__run=run))
    found = (
        Diagnosis.objects.filter(answer__context__variant__run=run)
        .order_by(
            "answer__context__variant__system__name",
            "answer__context__variant",
            "answer__question__scenario__position",
            "answer__question__scenario",
            "answer__question__query__label",
            "answer",
        )
        .values(
            "pk",
            "answer",
            "status",
            "correct",
            "self_recovered",
            "gold_recovered",
            "reason",
            "answer__context",
            "answer__context__variant__system__name",
            "answer__context__variant__adapter",
            "answer__context__variant__hint",
            "answer__context__variant__repetition",
            "answer__context__variant__knows",
            "answer__question__text",
            "answer__question__scenario__slug",
            "answer__question__query",
            "answer__question__query__label",
            "answer__question__query__family",
        )
    )
    return [_facts(row, nodes.get(row["pk"], []), splits.get(row["answer__context"])) for row in found]


def _facts(row: Mapping[str, Any], nodes: list[NodeFacts], split: bool | None) -> DiagnosisFacts:
    return DiagnosisFacts(
        diagnosis=row["pk"],
        answer=row["answer"],
        system=row["answer__context__variant__system__name"],
        adapter=row["answer__context__variant__adapter"],
        hint=row["answer__context__variant__hint"],
        repetition=row["answer__context__variant__repetition"],
        knows=tuple(row["answer__context__variant__knows"]),
        scenario=row["answer__question__scenario__slug"],
        query=row["answer__question__query__label"],
        query_id=row["answer__question__query"],
        family=row["answer__question__query__family"],
        question=row["answer__question__text"],
        complete=row["status"] == DiagnosisStatus.DONE,
        correct=row["correct"],
        self_recovered=row["self_recovered"],
        gold_recovered=row["gold_recovered"],
        reason=row["reason"],
        split=split,
        frontier=tuple(nodes),
    )


def _nodes(found: QuerySet[FrontierNode]) -> dict[int, list[NodeFacts]]:
    by_diagnosis: dict[int, list[NodeFacts]] = defaultdict(list)
    rows = found.order_by("diagnosis", "position").values(
        "diagnosis",
        "kind",
        "failure",
        "dimension",
        "depth",
        "load_bearing",
        "unverified",
        "probe__node__pred",
        "probe__node__args",
    )
    for row in rows:
        pred, args = row["probe__node__pred"], row["probe__node__args"]
        label = ROOT_LABEL if pred is None else f"{pred}({','.join(args)})"
        by_diagnosis[row["diagnosis"]].append(
            NodeFacts(
                label,
                row["kind"],
                row["failure"],
                row["dimension"],
                row["depth"],
                row["load_bearing"],
                row["unverified"],
            )
        )
    return by_diagnosis


def failed(rows: Iterable[DiagnosisFacts], wanted: Wanted) -> list[DiagnosisFacts]:
    """The wrong answers that are wanted."""
    return [row for row in rows if not row.correct and wanted.holds(row)]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the filters of the list offer: values of the run itself, in the order of the house."""

    systems: list[str]
    failures: list[str]
    kinds: list[str]
    dimensions: list[tuple[str, str]]
    families: list[str]


def choices(rows: Iterable[DiagnosisFacts]) -> Choices:
    """The values that occur among the diagnoses of a run."""
    listed = list(rows)
    kinds = {node.kind for row in listed for node in row.frontier}
    return Choices(
        systems=sorted({row.system for row in listed}),
        failures=list(FailureClass.values),
        kinds=[kind.value for kind in NodeKind if kind.value in kinds],
        dimensions=[(name, str(title)) for name, title in Dimension.choices],
        families=sorted({row.family for row in listed}),
    )
