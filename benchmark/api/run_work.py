"""What a run is made of and what befell it, in the API: items of work, what was done to it, what failed."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.views import OfRun
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Condition, ItemStatus, ReadingItem, WalkItem
from benchmark.selectors import run_work

_OF_ITEMS = [
    OpenApiParameter("status", OpenApiTypes.STR, enum=ItemStatus.values),
    OpenApiParameter("system", OpenApiTypes.STR, description="Name of a system of the run."),
]


class WorkSerializer(serializers.ModelSerializer[Any]):
    """What items of work share. ``worker`` holds one until ``lease_until``; ``not_before`` keeps it back."""

    system = serializers.CharField(source="store.variant.system.name")
    hint = serializers.CharField(source="store.variant.hint")
    scenario = serializers.CharField(source="store.scenario.slug")

    class Meta:
        fields: tuple[str, ...] = (
            *(
                "id",
                "system",
                "hint",
                "scenario",
                "status",
                "attempts",
                "worker",
                "lease_until",
                "not_before",
            ),
            *("started_at", "finished_at", "message"),
        )


class WalkItemSerializer(WorkSerializer):
    """A segment of a timeline: ``first_step`` up to, not including, ``end_step``; ``next_step`` is next."""

    repetition = serializers.IntegerField(source="store.variant.repetition")

    class Meta(WorkSerializer.Meta):
        model = WalkItem
        fields = (
            *WorkSerializer.Meta.fields,
            *("repetition", "ordinal", "first_step", "end_step", "next_step", "events", "questions"),
        )


class ReadingItemSerializer(WorkSerializer):
    """A batch of contexts that are read: those of steps ``first_step`` up to, not including, ``end_step``."""

    class Meta(WorkSerializer.Meta):
        model = ReadingItem
        fields = (*WorkSerializer.Meta.fields, "repetition", "condition", "first_step", "end_step")


class RunEventSerializer(serializers.ModelSerializer[AuditRecord]):
    """Something that was done to a run; ``actor`` is empty for commands and for the server itself."""

    class Meta:
        model = AuditRecord
        fields = ("at", "action", "actor", "by_service")


class FailureSerializer(serializers.Serializer[Any]):
    """What failed ``count`` times in the same words. ``stage``: ``walk`` and ``batch`` are items of work that
    were given up, ``context`` is what a system was asked, ``answer`` what was read."""

    stage = serializers.CharField()
    system = serializers.CharField()
    hint = serializers.CharField()
    status = serializers.CharField()
    message = serializers.CharField()
    count = serializers.IntegerField()


class FailuresSerializer(serializers.Serializer[Any]):
    """The most frequent failures; ``kinds`` and ``total`` count those that are left out too."""

    kinds = serializers.IntegerField()
    total = serializers.IntegerField()
    failures = FailureSerializer(many=True)


class _Items(OfRun):
    """Items of work of a run, those of one state or system if asked."""

    filters: ClassVar[tuple[str, ...]] = ("status", "system")
    orders: ClassVar = {"id": ("pk",), "status": ("status", "pk")}
    page_ordering = ("pk",)

    def narrowed(self, found: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        wanted = self.request.query_params
        if status := wanted.get("status"):
            found = found.filter(status=_known("status", status, ItemStatus.values))
        if system := wanted.get("system"):
            found = found.filter(store__variant__system__name=system)
        return found


@extend_schema(parameters=_OF_ITEMS)
class RunWalkItems(_Items, generics.ListAPIView[WalkItem]):
    """The segments that the timelines of a run are walked in, and where each stands."""

    queryset = WalkItem.objects.none()
    serializer_class = WalkItemSerializer

    def get_queryset(self) -> QuerySet[WalkItem]:
        return self.narrowed(run_work.walk_items(self.find()))


@extend_schema(
    parameters=[*_OF_ITEMS, OpenApiParameter("condition", OpenApiTypes.STR, enum=Condition.values)]
)
class RunReadingItems(_Items, generics.ListAPIView[ReadingItem]):
    """The batches in which the contexts of a run are read, and where each stands."""

    filters = ("status", "system", "condition")
    queryset = ReadingItem.objects.none()
    serializer_class = ReadingItemSerializer

    def get_queryset(self) -> QuerySet[ReadingItem]:
        found = self.narrowed(run_work.reading_items(self.find()))
        if condition := self.request.query_params.get("condition"):
            found = found.filter(condition=_known("condition", condition, Condition.values))
        return found


class RunEvents(OfRun, generics.ListAPIView[AuditRecord]):
    """What people and programs did to a run, newest first: launched, cancelled, resumed, carried, worded."""

    orders: ClassVar = {"at": ("at", "pk")}
    queryset = AuditRecord.objects.none()
    serializer_class = RunEventSerializer
    page_ordering = ("-at", "-pk")

    def get_queryset(self) -> QuerySet[AuditRecord]:
        return run_work.events(self.find())


class RunFailures(OfRun):
    """What failed in a run, equal words counted together, the most frequent first."""

    @extend_schema(responses={200: FailuresSerializer})
    def get(self, request: Request, pk: int) -> Response:
        found = run_work.failures(self.find(Verb.GOLD_VIEW))
        shown = {
            "kinds": len(found),
            "total": sum(one.count for one in found),
            "failures": found[: run_work.MOST_FAILURES],
        }
        return Response(FailuresSerializer(shown).data)


def _known(name: str, value: str, known: list[str]) -> str:
    if value not in known:
        raise ValidationError({name: [f"Known: {', '.join(known)}."]})
    return value
