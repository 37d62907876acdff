"""The API twins of the pages of runs and boards."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from benchmark.api import serializers
from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Run, RunStatus
from benchmark.selectors import answers, leaderboards, progress, results, run_lists
from benchmark.services import runs as services
from scenarios.permissions import require
from scenarios.selectors import suites
from sut_adapters.models import SystemUnderTest


class Root(APIView):
    """Where things are."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        names = {"suites": "api-suite-list", "systems": "api-system-list", "runs": "api-run-list"}
        places = {key: reverse(name, request=request) for key, name in names.items()}
        return Response({**places, "schema": reverse("api-schema", request=request)})


class SystemList(generics.ListAPIView[SystemUnderTest]):
    """The registered systems; oracles say what they know."""

    serializer_class = serializers.SystemSerializer
    page_ordering = ("name",)

    def get_queryset(self) -> QuerySet[SystemUnderTest]:
        require(self.request.user, Verb.RUN_VIEW)
        return SystemUnderTest.objects.all()


class RunList(generics.ListAPIView[Run]):
    """The runs you may see, newest first; POST launches one."""

    serializer_class = serializers.RunSerializer
    page_ordering = ("-created_at", "-pk")

    @extend_schema(
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=RunStatus.values),
            OpenApiParameter("suite", OpenApiTypes.STR, description="Slug of a suite."),
        ]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Run]:
        require(self.request.user, Verb.RUN_VIEW)
        found = run_lists.visible_to(self.request.user)
        wanted = self.request.query_params
        if wanted.get("status"):
            if wanted["status"] not in RunStatus.values:
                raise ValidationError({"status": [f"Known: {', '.join(RunStatus.values)}."]})
            found = found.filter(status=wanted["status"])
        if wanted.get("suite"):
            found = found.filter(suite__slug=wanted["suite"])
        return found

    @extend_schema(request=serializers.LaunchSerializer, responses={201: serializers.RunSerializer})
    def post(self, request: Request) -> Response:
        """Launch a run. Refused with every reason at once before anything starts."""
        require(request.user, Verb.RUN_LAUNCH)
        asked = serializers.LaunchSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        settings = dict(asked.validated_data)
        suite = suites.get_visible(request.user, settings.pop("suite"))
        require(request.user, Verb.RUN_LAUNCH, suite)
        names = settings.pop("systems")
        known = {system.name: system for system in SystemUnderTest.objects.filter(name__in=names)}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise ValidationError({"systems": [f"Not registered: {', '.join(unknown)}."]})
        try:
            run = services.launch(
                suite=suite, systems=[known[name] for name in names], by=request.user, **settings
            )
        except RunMisconfiguredError as error:
            raise ValidationError({"faults": [str(fault) for fault in error.faults]}) from error
        return Response(serializers.RunSerializer(run).data, status=status.HTTP_201_CREATED)


class OfRun(APIView):
    """Finds the run named in the address for the person who asks, else 404."""

    def find(self, verb: Verb = Verb.RUN_VIEW) -> Run:
        return run_lists.get(self.request.user, self.kwargs["pk"], verb)


def run_as_json(run: Run) -> dict[str, Any]:
    """A run with its progress and its table."""
    return {
        **serializers.RunSerializer(run).data,
        "progress": progress.of(run, now=timezone.now()).as_json(),
        "results": [line.as_json() for line in results.of_run(run)],
    }


class RunDetail(OfRun):
    """One run: its state, its progress, its table with counts and intervals."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, pk: int) -> Response:
        return Response(run_as_json(self.find()))


class RunAnswers(OfRun, generics.ListAPIView[Answer]):
    """The answers of a run with their scores."""

    serializer_class = serializers.AnswerSerializer
    page_ordering = ("pk",)

    @extend_schema(
        parameters=[OpenApiParameter("system", OpenApiTypes.STR)], responses={200: OpenApiTypes.OBJECT}
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Answer]:
        run = self.find()
        require(self.request.user, Verb.GOLD_VIEW, run.suite)
        return answers.of_run(run, system=self.request.query_params.get("system"))


class RunCancel(OfRun):
    """Cancel a run; a second time changes nothing."""

    @extend_schema(request=None, responses={200: serializers.RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_CANCEL)
        try:
            run = services.cancel(run=run, by=request.user)
        except RunStateError as error:
            raise ValidationError({"run": [str(error)]}) from error
        return Response(serializers.RunSerializer(run).data)


class RunResume(OfRun):
    """Go on with a run that ended before it was done."""

    @extend_schema(request=None, responses={200: serializers.RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_LAUNCH)
        try:
            run = services.resume(run=run, by=request.user)
        except RunStateError as error:
            raise ValidationError({"run": [str(error)]}) from error
        return Response(serializers.RunSerializer(run).data)


class Leaderboard(APIView):
    """The boards of a suite: rank (null for oracles and n/a) and figures of each system."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, suite: str) -> Response:
        found = suites.get_visible(request.user, suite)
        require(request.user, Verb.LEADERBOARD_VIEW, found)
        boards = [
            {
                "title": board.title,
                "reader": board.reader,
                "reader_knows": list(board.reader_knows),
                "budget": board.budget,
                "rows": [{"rank": row.rank, **row.result.as_json()} for row in board.rows],
            }
            for board in leaderboards.of_suite(found)
        ]
        return Response({"suite": found.slug, "version": found.version, "boards": boards})
