"""The API twin of the report of a run."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.views import OfRun
from benchmark.reporting import files, registry


class ReportSerializer(serializers.Serializer[Any]):
    """Sections by slug: ``absent`` and ``command`` where the run lacks one, else ``tables`` by name.
    A share is ``{value, numerator, denominator, low, high}``, a mean ``{value, value_high, n, bounds, low,
    high}``; null is n/a."""

    run = serializers.IntegerField()
    suite = serializers.CharField()
    suite_version = serializers.IntegerField()
    status = serializers.CharField()
    sections = serializers.DictField()


@extend_schema(
    parameters=[
        OpenApiParameter("section", OpenApiTypes.STR, many=True, description="Only these; all unless named.")
    ]
)
class RunReport(OfRun):
    """Manifest, answers, budgets, diagnosis, maintenance and costs of a run, each figure with its parts."""

    filters = ("section",)

    @extend_schema(responses={200: ReportSerializer})
    def get(self, request: Request, pk: int) -> Response:
        run = self.find()
        sections = registry.of_run(run, request.query_params.getlist("section"))
        return Response(
            {
                "run": run.pk,
                "suite": run.suite.slug,
                "suite_version": run.suite_version,
                "status": run.status,
                "sections": files.as_json(sections),
            }
        )
