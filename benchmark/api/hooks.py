"""The API twins of the pages of hooks (ADR 27)."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.calls.api.tags import require_match
from benchmark.floor.hooks.kinds import KINDS, TEST
from benchmark.floor.hooks.models import Delivery, DeliveryState, Hook
from benchmark.floor.jobs import clocks
from benchmark.selectors import hooks
from benchmark.services import hook_deliveries
from benchmark.services import hooks as services
from scenarios.api.parameters import KnownParameters
from scenarios.permissions import require_somewhere

ONCE = {"Cache-Control": "no-store"}


class HookSerializer(serializers.ModelSerializer[Hook]):
    """A hook without its secrets. ``suite``: a slug, empty for every suite that you may see.
    ``old_secret_until``: when the secret before the last rotation stops signing along, null without one."""

    kinds = serializers.ListField(child=serializers.CharField())
    old_secret_until = serializers.SerializerMethodField()

    class Meta:
        model = Hook
        fields = ("id", "suite", "url", "kinds", "active", "note", "created_at", "old_secret_until")

    def get_old_secret_until(self, hook: Hook) -> str | None:
        """An ISO time in UTC."""
        return next((one.until.isoformat() for one in hook.old_secrets if one.until > clocks.now()), None)


class NewHookSerializer(serializers.Serializer[Any]):
    """A hook to make. ``kinds``: run.finished, run.failed, export.ready, item.adjudicated,
    release.published."""

    url = serializers.CharField(max_length=services.MOST_URL)
    kinds = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50)
    suite = serializers.SlugField(max_length=80, required=False, default="", allow_blank=True)


class ChangedHookSerializer(serializers.Serializer[Any]):
    """What to change; the suite of a hook stays."""

    url = serializers.CharField(max_length=services.MOST_URL, required=False)
    kinds = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50, required=False)
    active = serializers.BooleanField(required=False)

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what is not known: a field that is passed over misleads."""
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({name: ["This cannot be changed."] for name in unknown})
        return super().to_internal_value(data)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """What a hook was told, and what became of it. ``message_id`` is its ``webhook-id``; ``next_at`` is when
    a pending one is tried next."""

    class Meta:
        model = Delivery
        fields = (
            *("id", "message_id", "kind", "suite", "body", "state", "attempts", "next_at", "last_status"),
            *("last_error", "created_at", "ended_at"),
        )


class HookList(KnownParameters, generics.ListAPIView[Hook]):
    """Your hooks, newest first; POST makes one and shows its secret, once."""

    keeps_replies = False
    queryset = Hook.objects.none()
    serializer_class = HookSerializer

    def get_queryset(self) -> QuerySet[Hook]:
        return hooks.mine(self.request.user)

    @extend_schema(request=NewHookSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Make a hook. The secret is in this answer alone."""
        require_somewhere(request.user, Verb.HOOK_MANAGE)
        wanted = NewHookSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        hooks.require_holder(request.user, wanted.validated_data["suite"])
        row, secret = services.create(
            owner=request.user, by=request.user, now=clocks.now(), **wanted.validated_data
        )
        return Response(_shown(request, row.pk) | {"secret": secret}, status=201, headers=ONCE)


class HookDetail(KnownParameters):
    """One hook. PATCH and DELETE heed ``If-Match``."""

    @extend_schema(operation_id="hooks_read", responses={200: HookSerializer})
    def get(self, request: Request, hook: int) -> Response:
        """Without its secrets."""
        return Response(_shown(request, hook))

    @extend_schema(
        operation_id="hooks_change", request=ChangedHookSerializer, responses={200: HookSerializer}
    )
    def patch(self, request: Request, hook: int) -> Response:
        """Change address, kinds, or whether it is on. Switched off, what waits is given up."""
        row = hooks.get(request.user, hook)
        wanted = ChangedHookSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        if wanted.validated_data.get("active") and not row.active:
            hooks.require_holder(request.user, row.suite)
        with transaction.atomic():
            _match(request, hook)
            services.change(hook=row, by=request.user, now=clocks.now(), **wanted.validated_data)
            return Response(_shown(request, hook))

    @extend_schema(operation_id="hooks_delete", responses={204: None})
    def delete(self, request: Request, hook: int) -> Response:
        """Delete it with its deliveries."""
        row = hooks.get(request.user, hook)
        with transaction.atomic():
            _match(request, hook)
            services.delete(hook=row, by=request.user)
        return Response(status=204)


class HookRotate(KnownParameters):
    """POST gives a hook a new secret."""

    keeps_replies = False

    @extend_schema(operation_id="hooks_rotate", request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, hook: int) -> Response:
        """A new secret, in this answer alone; the one before signs along for a day."""
        secret = services.rotate(hook=hooks.get(request.user, hook), by=request.user, now=clocks.now())
        return Response(_shown(request, hook) | {"secret": secret}, headers=ONCE)


class HookTest(KnownParameters):
    """POST sends a test."""

    @extend_schema(operation_id="hooks_test", request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, hook: int) -> Response:
        """A delivery of the kind ``hook.test``; 409 for a hook that is off."""
        row = services.test(hook=hooks.get(request.user, hook), by=request.user, now=clocks.now())
        return Response(DeliverySerializer(row).data, status=202)


class HookDeliveries(KnownParameters, generics.ListAPIView[Delivery]):
    """What a hook was told, newest first."""

    filters = ("state", "kind")
    queryset = Delivery.objects.none()
    serializer_class = DeliverySerializer

    @extend_schema(
        operation_id="hooks_deliveries",
        parameters=[
            OpenApiParameter("state", OpenApiTypes.STR, enum=DeliveryState.values),
            OpenApiParameter("kind", OpenApiTypes.STR, enum=[*KINDS, TEST]),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """What a hook was told, newest first."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Delivery]:
        row = hooks.get(self.request.user, self.kwargs["hook"])
        wanted = {name: self.request.query_params.get(name, "") for name in self.filters}
        for name, known in (("state", DeliveryState.values), ("kind", [*KINDS, TEST])):
            if wanted[name] and wanted[name] not in known:
                raise serializers.ValidationError({name: [f"Known: {', '.join(known)}."]})
        return hooks.deliveries(row, **wanted)


class HookAgain(KnownParameters):
    """POST sends what was given up again, under the ids it had."""

    @extend_schema(operation_id="hooks_again", request=None, responses={202: OpenApiTypes.OBJECT})
    def post(self, request: Request, hook: int, delivery: int | None = None) -> Response:
        """``{"sent_again": count}``; 409 for a hook that is off, and for one delivery that is not dead."""
        row = hooks.get(request.user, hook)
        if delivery is not None:
            hooks.delivery(row, delivery)
        count = hook_deliveries.send_again(hook=row, delivery=delivery, by=request.user, now=clocks.now())
        return Response({"sent_again": count}, status=202)


class HookDeliveryAgain(HookAgain):
    """POST sends one delivery that was given up again."""

    @extend_schema(operation_id="hooks_delivery_again", request=None, responses={202: OpenApiTypes.OBJECT})
    def post(self, request: Request, hook: int, delivery: int | None = None) -> Response:
        """``{"sent_again": 1}``; 409 for a hook that is off, and for a delivery that is not dead."""
        return super().post(request, hook, delivery)


def _shown(request: Request, hook: int) -> dict[str, Any]:
    return dict(HookSerializer(hooks.get(request.user, hook)).data)


def _match(request: Request, hook: int) -> None:
    """Compare with what GET shows, in the transaction that holds the row."""
    Hook.objects.select_for_update(of=("self",)).filter(pk=hook).first()
    require_match(request, _shown(request, hook))
