"""The latest diagnosis of each system's answer to one query."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from benchmark.models import OPEN_RUNS
from probes.graphs import Said
from probes.models import Diagnosis, Dimension, FrontierNode
from probes.selectors.diagnosis_words import said
from scenarios.models import Query


@dataclass(frozen=True)
class LatestDiagnosis:
    """A diagnosis in one line; ``lost`` names the nodes of its frontier."""

    diagnosis: Diagnosis
    run_id: int
    reader: str
    system: str
    hint: str
    knows: tuple[str, ...]
    said: Said
    lost: tuple[str, ...]


def of_query(query: Query) -> list[LatestDiagnosis]:
    """The latest of each (system, hint, reader) in an ended run, systems by name. Two database queries."""
    found = (
        Diagnosis.objects.filter(plan__query=query)
        .exclude(answer__context__variant__run__status__in=OPEN_RUNS)
        .select_related("answer__context__variant__system", "answer__context__variant__run")
        .prefetch_related(Prefetch("frontier", FrontierNode.objects.select_related("probe__node")))
        .order_by("created_at", "pk")
    )
    latest: dict[tuple[str, str, str], Diagnosis] = {}
    for diagnosis in found:
        variant = diagnosis.answer.context.variant
        latest[variant.system.name, variant.hint, variant.run.reader] = diagnosis
    return [_line(latest[key]) for key in sorted(latest)]


def _line(diagnosis: Diagnosis) -> LatestDiagnosis:
    variant = diagnosis.answer.context.variant
    lost = [
        f"{node.probe.node.node_label if node.probe else 'the answer itself'}: "
        f"{node.failure}, {Dimension(node.dimension).label}"
        for node in diagnosis.frontier.all()
    ]
    return LatestDiagnosis(
        diagnosis=diagnosis,
        run_id=variant.run_id,
        reader=variant.run.reader,
        system=variant.system.name,
        hint=variant.hint,
        knows=tuple(variant.knows),
        said=said(diagnosis.answer),
        lost=tuple(lost),
    )
