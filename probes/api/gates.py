"""The API twin of ``manage.py run --gate``: whether a run is good enough, for the job of a memory team."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import run_lists
from probes.exceptions import GateRefusedError
from probes.selectors import comparison_lines, gates
from scenarios.api.parameters import KnownParameters


class CheckSerializer(serializers.Serializer[Any]):
    """One thing that was looked at; ``says`` has the figures."""

    line = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    passed = serializers.BooleanField()
    says = serializers.CharField()


class GateSerializer(serializers.Serializer[Any]):
    """What was decided. It names no query, so that it can be asked of held-out suites too."""

    run = serializers.IntegerField()
    passed = serializers.BooleanField()
    alpha = serializers.FloatField()
    checks = CheckSerializer(many=True)


class RunGate(KnownParameters):
    """Whether a run is good enough: limits on its figures, and a paired test against a baseline.

    A smaller figure alone does not fail; a difference that chance hardly explains does, over all queries or
    in one family. A run that is not done fails.
    """

    filters = ("fail_under", "baseline", "alpha")

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "fail_under",
                OpenApiTypes.STR,
                many=True,
                description=f"METRIC=VALUE, METRIC of {', '.join(gates.METRICS)}; VALUE from 0 to 1.",
            ),
            OpenApiParameter(
                "baseline",
                OpenApiTypes.STR,
                description="RUN, RUN:SYSTEM or RUN:SYSTEM:HINT of an ended run.",
            ),
            OpenApiParameter(
                "alpha", OpenApiTypes.FLOAT, description="Level of the test; 0.05 unless given."
            ),
        ],
        responses={200: GateSerializer},
    )
    def get(self, request: Request, pk: int) -> Response:
        run = run_lists.get(request.user, pk, Verb.RUN_VIEW)
        wanted = request.query_params
        baseline = comparison_lines.parse(wanted["baseline"]) if wanted.get("baseline") else None
        if baseline is not None:
            comparison_lines.visible([baseline], request.user)
        found = gates.judge(
            run,
            limits=[gates.limit_of(text) for text in wanted.getlist("fail_under")],
            baseline=baseline,
            alpha=_level(wanted.get("alpha", "")),
        )
        return Response(found.as_json())


def _level(text: str) -> float:
    try:
        return gates.alpha_of(float(text)) if text else gates.ALPHA
    except ValueError:
        raise GateRefusedError(
            f"A level of {text[:40]!r} is none; it lies between 0 and 1.", field="alpha"
        ) from None
