"""The API twins of the pages of runs and boards."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from benchmark.api import serializers
from benchmark.api.problems import Conflict
from benchmark.exceptions import LaunchFault, RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.calls.api import tags
from benchmark.models import Answer, HintLevel, Run, RunStatus
from benchmark.scoring.traits import TRAITS, Trait
from benchmark.selectors import answers, breakdowns, breakdowns_json, run_lists, shortcuts
from benchmark.services import describing, launch_settings
from benchmark.services import runs as services
from scenarios.api.parameters import KnownParameters
from scenarios.permissions import require, require_somewhere
from scenarios.selectors import suites
from sut_adapters.models import SystemUnderTest


class Root(KnownParameters):
    """Where things are."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        names = {
            "suites": "api-suite-list",
            "systems": "api-system-list",
            "runs": "api-run-list",
            "leaderboards": "api-leaderboard-list",
        }
        places = {key: reverse(name, request=request) for key, name in names.items()}
        return Response({**places, "schema": reverse("api-schema", request=request)})


class RunList(KnownParameters, generics.ListAPIView[Run]):
    """The runs you may see, newest first; POST launches one."""

    throttle_scope = "run"
    filters = ("status", "suite")
    orders: ClassVar = {
        "created_at": ("created_at", "pk"),
        "title": ("title", "pk"),
        "status": ("status", "pk"),
    }
    queryset = Run.objects.none()
    serializer_class = serializers.RunSerializer
    page_ordering = ("-created_at", "-pk")

    @extend_schema(
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=RunStatus.values),
            OpenApiParameter("suite", OpenApiTypes.STR, description="Slug of a suite."),
        ]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The runs you may see, newest first."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Run]:
        require_somewhere(self.request.user, Verb.RUN_VIEW)
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
        try:
            run = services.launch(**wanted_launch(request), by=request.user)
        except RunMisconfiguredError as error:
            raise faulty(error.faults) from error
        return Response(serializers.RunSerializer(run).data, status=status.HTTP_201_CREATED)


def wanted_launch(request: Request) -> dict[str, Any]:
    """What ``services.launch`` takes, out of the body, for a person who may launch on that suite."""
    require_somewhere(request.user, Verb.RUN_LAUNCH)
    asked = serializers.LaunchSerializer(data=request.data)
    asked.is_valid(raise_exception=True)
    settings = dict(asked.validated_data)
    suite = suites.get_visible(request.user, settings["suite"])
    require(request.user, Verb.RUN_LAUNCH, suite)
    names = settings["systems"]
    known = {system.name: system for system in SystemUnderTest.objects.filter(name__in=names)}
    if unknown := [name for name in names if name not in known]:
        raise ValidationError({"systems": [f"Not registered: {', '.join(unknown)}."]})
    return {
        **settings,
        "suite": suite,
        "systems": tuple(known[name] for name in names),
        "parts": tuple(settings["parts"]),
    }


def faulty(faults: list[LaunchFault]) -> ValidationError:
    return ValidationError({"faults": [str(fault) for fault in faults]})


class RunEstimate(KnownParameters):
    """What a launch with these settings would hand over, ask and read, and about how long it takes."""

    throttle_scope = "run"

    @extend_schema(request=serializers.LaunchSerializer, responses={200: serializers.EstimateSerializer})
    def post(self, request: Request) -> Response:
        wanted = wanted_launch(request)
        for words in ("title", "note"):
            wanted.pop(words)
        if faults := launch_settings.faults(launch_settings.LaunchSettings(**wanted)):
            raise faulty(faults)
        for name in ("reader", "reader_config"):
            wanted.pop(name)
        return Response(serializers.EstimateSerializer(services.estimate(**wanted)).data)


class OfRun(KnownParameters):
    """Finds the run named in the address for the person who asks, else 404."""

    def find(self, verb: Verb = Verb.RUN_VIEW) -> Run:
        return run_lists.get(self.request.user, self.kwargs["pk"], verb)


class RunDetail(OfRun):
    """One run: its state, its progress, its table with counts and intervals."""

    throttle_scope = "run"
    curl_example: ClassVar[dict[str, Any]] = {"note": "With the new index."}

    @extend_schema(operation_id="runs_retrieve", responses={200: serializers.RunDetailSerializer})
    def get(self, request: Request, pk: int) -> Response:
        return Response(serializers.RunDetailSerializer(self.find()).data)

    @extend_schema(
        operation_id="runs_describe",
        request=serializers.WordsSerializer,
        responses={200: serializers.RunDetailSerializer},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Give a run another title or note."""
        run = self.find(Verb.RUN_LAUNCH)
        wanted = serializers.WordsSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        with transaction.atomic():
            Run.objects.select_for_update(no_key=True).get(pk=run.pk)
            if "If-Match" in request.headers:
                tags.require_match(request, serializers.RunDetailSerializer(self.find()).data)
            describing.describe(run=run, **wanted.validated_data, by=request.user)
        return Response(serializers.RunDetailSerializer(self.find()).data)


@extend_schema(
    parameters=[
        OpenApiParameter("system", OpenApiTypes.STR),
        OpenApiParameter("hint", OpenApiTypes.STR, enum=HintLevel.values),
        OpenApiParameter("by", OpenApiTypes.STR, enum=[trait.name for trait in TRAITS]),
        OpenApiParameter("is", OpenApiTypes.STR, description="The value of the trait named by ``by``."),
        OpenApiParameter("family", OpenApiTypes.STR, description="Queries of this family."),
        OpenApiParameter("label", OpenApiTypes.STR, description="Queries of this gold label."),
        OpenApiParameter("verdict", OpenApiTypes.STR, enum=list(answers.VERDICTS)),
        OpenApiParameter("said", OpenApiTypes.STR, description="Answers that gave this label."),
    ]
)
class RunAnswers(OfRun, generics.ListAPIView[Answer]):
    """The answers of a run with their scores, of one system, or to the queries of one cell of a breakdown."""

    filters = ("system", "hint", "by", "is", "family", "label", "verdict", "said")
    orders: ClassVar = {"id": ("pk",), "tokens": ("tokens", "pk"), "seconds": ("seconds", "pk")}
    queryset = Answer.objects.none()
    serializer_class = serializers.AnswerSerializer
    page_ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Answer]:
        run, wanted = self.find(Verb.GOLD_VIEW), self.request.query_params
        traits = {_trait(name): wanted[name] for name in ("family", "label") if wanted.get(name)}
        if wanted.get("by"):
            traits[_trait(wanted["by"])] = wanted.get("is", "")
        if (verdict := wanted.get("verdict", "")) not in ("", *answers.VERDICTS):
            raise ValidationError({"verdict": [f"Known: {', '.join(answers.VERDICTS)}."]})
        found = answers.of_run(
            run,
            system=wanted.get("system"),
            hint=wanted.get("hint", ""),
            queries=breakdowns.queries_with(run, traits) if traits else None,
        )
        found = answers.with_verdict(found, verdict)
        return answers.that_said(found, wanted["said"]) if wanted.get("said") else found


@extend_schema(
    parameters=[
        OpenApiParameter(
            "by",
            OpenApiTypes.STR,
            enum=[trait.name for trait in TRAITS],
            description="What to slice by; family unless named.",
        ),
        OpenApiParameter("system", OpenApiTypes.STR, description="The first of the run unless named."),
        OpenApiParameter("hint", OpenApiTypes.STR, enum=HintLevel.values),
    ]
)
class RunBreakdown(OfRun):
    """Where a system of a run is right: its figures by one trait, its labels, its budgets, and the floors and
    ceilings on the same queries."""

    filters = ("by", "system", "hint")

    @extend_schema(responses={200: serializers.BreakdownSerializer})
    def get(self, request: Request, pk: int) -> Response:
        run, wanted = self.find(Verb.GOLD_VIEW), request.query_params
        trait = _trait(wanted.get("by") or TRAITS[0].name)
        lines = breakdowns.lines_of(run)
        line = breakdowns.line_named(lines, wanted.get("system", ""), wanted.get("hint", ""))
        if line is None:
            raise ValidationError({"system": [f"Known: {'; '.join(one.title for one in lines)}."]})
        return Response(breakdowns_json.of_line(run, line, trait))


def _trait(name: str) -> Trait:
    found = breakdowns.trait_named(name)
    if found is None:
        raise ValidationError({"by": [f"Known: {', '.join(one.name for one in TRAITS)}."]})
    return found


class RunCancel(OfRun):
    """Cancel a run; a second time changes nothing."""

    throttle_scope = "run"

    @extend_schema(request=None, responses={200: serializers.RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_CANCEL)
        try:
            run = services.cancel(run=run, by=request.user)
        except RunStateError as error:
            raise Conflict(str(error)) from error
        return Response(serializers.RunSerializer(run).data)


class RunResume(OfRun):
    """Go on with a run that ended before it was done."""

    throttle_scope = "run"

    @extend_schema(request=None, responses={200: serializers.RunSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.find(Verb.RUN_LAUNCH)
        try:
            run = services.resume(run=run, by=request.user)
        except RunStateError as error:
            raise Conflict(str(error)) from error
        return Response(serializers.RunSerializer(run).data)


class SuiteShortcuts(KnownParameters):
    """What shortcuts score on a suite: by family, BM25 by witness size, forms that give their answer away."""

    @extend_schema(responses={200: serializers.ShortcutsSerializer})
    def get(self, request: Request, suite: str) -> Response:
        found = suites.get_visible(request.user, suite)
        require(request.user, Verb.GOLD_VIEW, found)
        return Response(shortcuts.as_json(found, shortcuts.of_suite(found)))
