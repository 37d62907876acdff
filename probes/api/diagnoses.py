"""The API twins of the diagnosis pages."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import Exists, OuterRef, QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import run_lists
from probes.api import serializers
from probes.models import Diagnosis, Dimension, FailureClass, FrontierNode
from probes.report import diagnosis_json
from probes.selectors import diagnoses, diagnosis_figures, diagnosis_rows
from scenarios.api.parameters import KnownParameters
from scenarios.datalog.derivation import NodeKind

#: Filters that one node of the frontier has to meet, with what they may be.
_OF_A_NODE: dict[str, list[str]] = {
    "failure": list(FailureClass.values),
    "kind": [kind.value for kind in NodeKind],
    "dimension": list(Dimension.values),
}


class RunDiagnosis(KnownParameters):
    """Where a run lost its answers: classes, gains by recovery with the paired test, what would help."""

    @extend_schema(responses={200: serializers.RunDiagnosisSerializer})
    def get(self, request: Request, pk: int) -> Response:
        run = run_lists.get(request.user, pk)
        lines = diagnosis_figures.by_line(diagnoses.of_run(run))
        shown = {
            "run": run.pk,
            "suite": run.suite.slug,
            "version": run.suite_version,
            "reader": run.reader,
            "reader_knows": run.reader_knows,
            "lines": [line.as_json() for line in lines],
        }
        return Response(serializers.RunDiagnosisSerializer(shown).data)


@extend_schema(
    parameters=[
        OpenApiParameter("system", OpenApiTypes.STR),
        OpenApiParameter("family", OpenApiTypes.STR),
        *(OpenApiParameter(name, OpenApiTypes.STR, enum=known) for name, known in _OF_A_NODE.items()),
        OpenApiParameter("correct", OpenApiTypes.BOOL, description="true or false."),
    ]
)
class RunDiagnoses(KnownParameters, generics.ListAPIView[Diagnosis]):
    """The diagnoses of a run. ``failure``, ``kind`` and ``dimension`` hold of one node of the frontier."""

    filters = ("system", "family", *_OF_A_NODE, "correct")
    orders: ClassVar = {"id": ("pk",), "created_at": ("created_at", "pk")}
    queryset = Diagnosis.objects.none()
    serializer_class = serializers.DiagnosisSerializer
    page_ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Diagnosis]:
        run = run_lists.get(self.request.user, self.kwargs["pk"], Verb.GOLD_VIEW)
        asked = self.request.query_params
        found = _listed().filter(answer__context__variant__run=run)
        if system := asked.get("system"):
            found = found.filter(answer__context__variant__system__name=system)
        if family := asked.get("family"):
            found = found.filter(answer__question__query__family=family)
        if (correct := asked.get("correct")) is not None:
            found = found.filter(correct=_one_of("correct", correct, ["true", "false"]) == "true")
        wanted = {
            name: _one_of(name, asked[name], known) for name, known in _OF_A_NODE.items() if name in asked
        }
        if wanted:
            found = found.filter(Exists(FrontierNode.objects.filter(diagnosis=OuterRef("pk"), **wanted)))
        return found


def _one_of(name: str, value: str, known: list[str]) -> str:
    if value not in known:
        raise ValidationError({name: [f"Known: {', '.join(known)}."]})
    return value


def _listed() -> QuerySet[Diagnosis]:
    return Diagnosis.objects.select_related(
        "answer__context__variant__system", "answer__question__scenario", "answer__question__query"
    ).prefetch_related("frontier__probe__node")


class DiagnosisDetail(KnownParameters):
    """One diagnosis: every probe with its answers, the frontier, both recoveries step by step."""

    @extend_schema(responses={200: serializers.DiagnosisDetailSerializer})
    def get(self, request: Request, diagnosis: int) -> Response:
        found = diagnosis_rows.visible_by_id(request.user, diagnosis)
        details: dict[str, Any] = diagnosis_json.details(diagnosis_rows.of(found))
        shaped = serializers.DiagnosisDetailSerializer(found, context={"details": details})
        return Response(shaped.data)
