"""Systems under test in the API: what can be registered, what is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema, extend_schema_field
from rest_framework import generics, serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.calls.api import tags
from benchmark.selectors import systems as selectors
from benchmark.services import registering
from scenarios.api.parameters import KnownParameters
from scenarios.permissions import require_somewhere
from sut_adapters.models import SystemUnderTest


class SystemSerializer(serializers.ModelSerializer[SystemUnderTest]):
    """A registered system. Its configuration is left out: it may hold addresses."""

    registered_by = serializers.SlugRelatedField(
        slug_field="username", read_only=True, allow_null=True, help_text="Who looks after it; null: nobody."
    )

    class Meta:
        model = SystemUnderTest
        fields: tuple[str, ...] = (
            "name",
            "adapter",
            "k",
            "budget",
            "knows",
            "description",
            "enabled",
            "registered_by",
        )


class SystemDetailSerializer(SystemSerializer):
    """A system; ``config`` is null for those who do not look after it, ``walks`` counts what rests on it."""

    config = serializers.SerializerMethodField()
    walks = serializers.IntegerField(source="n_variants", read_only=True)

    class Meta(SystemSerializer.Meta):
        fields = (*SystemSerializer.Meta.fields, "config", "walks")

    @extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
    def get_config(self, system: SystemUnderTest) -> dict[str, Any] | None:
        return system.config if registering.cares_for(self.context["user"], system) else None


class ChangeSerializer(serializers.Serializer[Any]):
    """What of a system can be changed; what is not named stays."""

    adapter = serializers.CharField(max_length=60, required=False)
    config = serializers.DictField(required=False, help_text="The settings of its adapter, as a whole.")
    k = serializers.IntegerField(required=False, allow_null=True, help_text="Items of a context at most.")
    budget = serializers.IntegerField(
        required=False, allow_null=True, help_text="Tokens of a context at most."
    )
    description = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    enabled = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what is misspelt: it would change nothing, unseen."""
        if unknown := sorted(set(self.initial_data) - set(self.fields)):
            raise serializers.ValidationError({name: ["Unknown member."] for name in unknown})
        return attrs


class NewSystemSerializer(ChangeSerializer):
    """A system to register, by one of the adapters of ``adapters/``."""

    name = serializers.CharField(max_length=60)
    adapter = serializers.CharField(max_length=60)


class AdapterSerializer(serializers.Serializer[Any]):
    """What systems are registered of. ``walked_by`` is ``workers`` (of this server), ``client`` (one that
    calls) or ``nobody`` (files are submitted)."""

    name = serializers.CharField()
    tier = serializers.CharField()
    title = serializers.CharField()
    walked_by = serializers.CharField()
    for_admins = serializers.BooleanField(help_text="Registered by administrators alone.")


class AdaptersSerializer(serializers.Serializer[Any]):
    """All of them, by name."""

    adapters = AdapterSerializer(many=True)


class ConnectionSerializer(serializers.Serializer[Any]):
    """What came of asking a system what it can do."""

    ok = serializers.BooleanField()
    said = serializers.CharField()


class AdapterList(KnownParameters):
    """What systems can be registered of."""

    @extend_schema(responses={200: AdaptersSerializer})
    def get(self, request: Request) -> Response:
        require_somewhere(request.user, Verb.RUN_VIEW)
        return Response({"adapters": selectors.adapters()})


class SystemList(KnownParameters, generics.ListAPIView[SystemUnderTest]):
    """The registered systems; oracles say what they know."""

    throttle_scope = "run"
    curl_example: ClassVar[dict[str, Any]] = {
        "name": "mine",
        "adapter": "bm25",
        "config": {"k1": 1.2},
        "k": 10,
    }
    filters = ("adapter", "enabled")
    orders: ClassVar = {"name": ("name",), "adapter": ("adapter", "name")}
    queryset = SystemUnderTest.objects.none()
    serializer_class = SystemSerializer
    page_ordering = ("name",)

    @extend_schema(
        parameters=[
            OpenApiParameter("adapter", OpenApiTypes.STR, description="Only systems of this adapter."),
            OpenApiParameter("enabled", OpenApiTypes.BOOL, description="true or false."),
        ]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The registered systems; oracles say what they know."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[SystemUnderTest]:
        found, wanted = selectors.listed(self.request.user), self.request.query_params
        if adapter := wanted.get("adapter"):
            found = found.filter(adapter=adapter)
        if (enabled := wanted.get("enabled")) is not None:
            if enabled not in ("true", "false"):
                raise ValidationError({"enabled": ["Known: true, false."]})
            found = found.filter(enabled=enabled == "true")
        return found

    @extend_schema(request=NewSystemSerializer, responses={201: SystemDetailSerializer})
    def post(self, request: Request) -> Response:
        """Register a system. What makes this server call an address is for administrators alone."""
        require_somewhere(request.user, Verb.RUN_LAUNCH)
        wanted = NewSystemSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        system = registering.register(**wanted.validated_data, by=request.user)
        return Response(_shown(request, system.name), status=status.HTTP_201_CREATED)


class SystemDetail(KnownParameters):
    """One registered system."""

    throttle_scope = "run"
    curl_example: ClassVar[dict[str, Any]] = {"enabled": False}

    @extend_schema(responses={200: SystemDetailSerializer})
    def get(self, request: Request, system: str) -> Response:
        return Response(_shown(request, system))

    @extend_schema(request=ChangeSerializer, responses={200: SystemDetailSerializer})
    def patch(self, request: Request, system: str) -> Response:
        """Change a system, or switch it off and on. Runs keep what they were launched with."""
        with self._seen(request, system) as found:
            wanted = ChangeSerializer(data=request.data)
            wanted.is_valid(raise_exception=True)
            registering.change(system=found, changes=wanted.validated_data, by=request.user)
        return Response(_shown(request, system))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, system: str) -> Response:
        """Remove a system that no run was launched on; any other can be switched off."""
        with self._seen(request, system) as found:
            registering.remove(system=found, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @contextmanager
    def _seen(self, request: Request, name: str) -> Iterator[SystemUnderTest]:
        """The system as the caller has seen it, and nobody else changes it meanwhile."""
        require_somewhere(request.user, Verb.RUN_LAUNCH)
        found = selectors.get(request.user, name)
        with transaction.atomic():
            SystemUnderTest.objects.select_for_update(no_key=True).get(pk=found.pk)
            tags.require_match(request, _shown(request, name))
            yield found


class SystemTest(KnownParameters):
    """Ask a system what it can do; nothing is changed."""

    throttle_scope = "run"

    @extend_schema(request=None, responses={200: ConnectionSerializer})
    def post(self, request: Request, system: str) -> Response:
        require_somewhere(request.user, Verb.RUN_LAUNCH)
        found = selectors.get(request.user, system)
        ok, said = registering.connection(system=found, by=request.user)
        return Response({"ok": ok, "said": said})


def _shown(request: Request, name: str) -> dict[str, Any]:
    """What GET answers."""
    system = selectors.get(request.user, name)
    return dict(SystemDetailSerializer(system, context={"user": request.user}).data)
