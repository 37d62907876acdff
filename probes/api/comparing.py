"""The API twin of the comparison of runs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.scoring.comparison import SLICED_BY
from probes.report import comparison_json
from probes.selectors import comparing
from probes.views.comparing import asked_in, lines_for
from scenarios.api.parameters import KnownParameters
from scenarios.permissions import permitted, require_somewhere


class RunComparisonSerializer(serializers.Serializer[Any]):
    """Lines of runs on the same queries. ``against_baseline`` of a line has the pairs with the baseline,
    McNemar and Holm, the bootstrap interval of the difference, its slices, and what has no pair; it is null
    for the baseline, and where one of both is n/a. Single queries are named to those who may see gold."""

    baseline = serializers.CharField()
    by = serializers.ListField(child=serializers.ChoiceField(choices=[(name, name) for name in SLICED_BY]))
    suites = serializers.ListField(child=serializers.DictField())
    dropped = serializers.ListField(child=serializers.DictField())
    warnings = serializers.ListField(child=serializers.CharField())
    marks = serializers.ListField(child=serializers.CharField())
    lines = serializers.ListField(child=serializers.DictField())


class Comparison(KnownParameters):
    """Two systems or more of ended runs, on the queries that count for both: paired test, interval, slices.

    Runs over other releases answer 409 with the code ``releases_differ`` unless ``intersect`` is true.
    """

    filters = ("line", "intersect", "by")

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "line",
                OpenApiTypes.STR,
                required=True,
                many=True,
                description="RUN, RUN:SYSTEM or RUN:SYSTEM:HINT; at least two, the first is the baseline.",
            ),
            OpenApiParameter(
                "intersect",
                OpenApiTypes.BOOL,
                description="Compare the queries that other releases share, of equal goal, cutoff and gold.",
            ),
            OpenApiParameter(
                "by",
                OpenApiTypes.STR,
                description=f"What to slice by, divided by commas: {', '.join(SLICED_BY)}.",
            ),
        ],
        responses={200: RunComparisonSerializer},
    )
    def get(self, request: Request) -> Response:
        require_somewhere(request.user, Verb.RUN_VIEW)
        asked = asked_in(request.query_params)
        found = comparing.compare(lines_for(request.user, asked), intersect=asked.intersect, by=asked.by)
        seen = permitted(request.user, Verb.GOLD_VIEW, found.suites)
        return Response(comparison_json.as_json(found, details=len(seen) == len(found.suites)))
