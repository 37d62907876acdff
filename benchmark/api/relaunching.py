"""Runs like earlier ones, in the API: with one change or more, or what a carried run still has to walk."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.problems import Conflict
from benchmark.api.serializers import RunSerializer, checked_reader_config
from benchmark.api.views import OfRun, faulty
from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.verbs import Verb
from benchmark.models import HintLevel
from benchmark.services import reading_kinds, relaunching
from benchmark.services.launch_settings import MOST_BUDGET, MOST_REPETITIONS


class CloneSerializer(serializers.Serializer[Any]):
    """What the new run has otherwise; what is not named is as in the run that is launched again."""

    systems = serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=1, max_length=50, required=False
    )
    reader = serializers.CharField(max_length=100, required=False)
    reader_config = serializers.DictField(required=False, help_text="As a whole; stored and shown, no keys.")
    hints = serializers.ListField(
        child=serializers.ChoiceField(choices=HintLevel.choices), min_length=1, required=False
    )
    repetitions = serializers.IntegerField(min_value=1, max_value=MOST_REPETITIONS, required=False)
    budget = serializers.IntegerField(min_value=1, max_value=MOST_BUDGET, required=False)
    parts = serializers.ListField(
        child=serializers.ChoiceField(choices=list(reading_kinds.PARTS.items())), required=False
    )
    title = serializers.CharField(max_length=200, required=False)
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True)

    def validate_reader_config(self, settings: dict[str, Any]) -> dict[str, Any]:
        """As for a launch."""
        return checked_reader_config(settings)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is misspelt: the new run would be like the old one, unseen."""
        if unknown := sorted(set(self.initial_data) - set(self.fields)):
            raise serializers.ValidationError({name: ["Unknown member."] for name in unknown})
        return attrs


class RunClone(OfRun):
    """Launch a run like this one, on the same suite as it is now, but for what the body names."""

    throttle_scope = "run"
    curl_example: ClassVar[dict[str, Any]] = {"budget": 2048}

    @extend_schema(operation_id="runs_clone", request=CloneSerializer, responses={201: RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_LAUNCH)
        wanted = CloneSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        try:
            started = relaunching.launch_again(run=run, by=request.user, changes=wanted.validated_data)
        except RunMisconfiguredError as error:
            raise faulty(error.faults) from error
        return Response(RunSerializer(started).data, status=status.HTTP_201_CREATED)


class RunWalkAgain(OfRun):
    """Launch a run like a carried one, on the same release; a second time gives the same run."""

    throttle_scope = "run"

    @extend_schema(operation_id="runs_walk_again", request=None, responses={200: RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_LAUNCH)
        try:
            started = relaunching.walk_again(run=run, by=request.user)
        except RunStateError as error:
            raise Conflict(str(error)) from error
        except RunMisconfiguredError as error:
            raise faulty(error.faults) from error
        return Response(RunSerializer(started).data)
