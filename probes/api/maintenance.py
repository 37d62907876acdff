"""The API twin of the page of maintenance."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.views import OfRun
from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import costs
from probes.selectors import maintenance
from scenarios.permissions import can


class MaintenanceSerializer(serializers.Serializer[Any]):
    """Refresh and preservation of each system with both parts and a Wilson interval, null where the
    denominator is 0. ``trajectories`` and ``stale`` name gold and are there for those who may see it.
    ``costs`` holds a row for each checkpoint and one for what came after the last."""

    run = serializers.IntegerField()
    suite = serializers.CharField()
    checkpoints = serializers.IntegerField()
    tracked = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.DictField())
    paper = serializers.DictField()
    trajectories = serializers.ListField(child=serializers.DictField(), required=False)
    stale = serializers.ListField(child=serializers.DictField(), required=False)
    costs = serializers.DictField()


class RunMaintenance(OfRun):
    """How a run's systems kept their answers as the history grew, and what that cost."""

    @extend_schema(responses={200: MaintenanceSerializer})
    def get(self, request: Request, pk: int) -> Response:
        run = self.find()
        shown = maintenance.as_json(
            maintenance.of_run(run), details=can(request.user, Verb.GOLD_VIEW, run.suite)
        )
        return Response({**shown, "costs": costs.of_run(run).as_json()})
