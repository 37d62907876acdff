"""The API twin of the pages of service accounts: make, read, switch off, and their tokens."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.api.tokens import (
    NewTokenSerializer,
    RotationSerializer,
    asking,
    expiry,
    read,
    revoked,
    rotated,
    shown,
)
from benchmark.floor.accounts.exceptions import TokenInvalidError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.selectors import tokens as token_selectors
from benchmark.floor.accounts.services import service_accounts as floor
from benchmark.floor.accounts.verbs import Verb
from scenarios.api.parameters import KnownParameters
from scenarios.permissions import require_somewhere
from scenarios.selectors import service_accounts as selectors
from scenarios.services import service_accounts


class NewAccountSerializer(serializers.Serializer[Any]):
    """An account to make: member of ``suites`` as ``member_role``, which is ``role`` where empty."""

    name = serializers.CharField(max_length=60)
    purpose = serializers.CharField(max_length=200)
    role = serializers.CharField(max_length=16)
    suites = serializers.ListField(
        child=serializers.SlugField(max_length=80), required=False, default=list, max_length=200
    )
    member_role = serializers.CharField(max_length=16, required=False, default="", allow_blank=True)


class Managed(KnownParameters):
    """What those who lead suites ask of the service accounts that they look after."""

    curl_example: ClassVar[dict[str, Any]] = {
        "name": "nightly",
        "purpose": "Runs every night.",
        "role": "viewer",
        "suites": ["mini"],
    }

    def account(self) -> User:
        """The account named in the address. 404 for one that others look after."""
        require_somewhere(self.request.user, Verb.MEMBER_MANAGE)
        return selectors.get(self.request.user, self.kwargs["account"], timezone.now())


class AccountList(Managed, generics.ListAPIView[User]):
    """The service accounts that you look after; POST makes one."""

    queryset = User.objects.none()
    serializer_class = NewAccountSerializer  # of what POST takes, for OPTIONS; the rows are made by selectors
    page_ordering = ("username",)
    orders: ClassVar = {"name": ("username",), "made": ("date_joined", "pk")}

    @extend_schema(operation_id="service_accounts_list", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Admins see all of them."""
        rows = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([selectors.as_dict(row) for row in rows or ()])

    @extend_schema(
        operation_id="service_accounts_create",
        request=NewAccountSerializer,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request) -> Response:
        """Make an account for a program; it has no token yet."""
        require_somewhere(request.user, Verb.MEMBER_MANAGE)
        data = read(NewAccountSerializer(data=request.data))
        made = service_accounts.create(**data, by=request.user)
        found = selectors.get(request.user, made.username, timezone.now())
        return Response(selectors.as_dict(found), status=status.HTTP_201_CREATED)

    def get_queryset(self) -> QuerySet[User]:
        require_somewhere(self.request.user, Verb.MEMBER_MANAGE)
        return selectors.looked_after_by(self.request.user, timezone.now())


class AccountDetail(Managed):
    """One service account."""

    @extend_schema(operation_id="service_accounts_read", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(selectors.as_dict(self.account()))


class AccountOff(Managed):
    """POST ends a service account."""

    @extend_schema(
        operation_id="service_accounts_switch_off", request=None, responses={200: OpenApiTypes.OBJECT}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """End the account with all its tokens, for good; a second call changes nothing."""
        floor.switch_off(account=self.account(), by=request.user, now=timezone.now())
        return Response(selectors.as_dict(self.account()))


class AccountTokens(Managed):
    """The tokens of a service account, newest first; POST makes one and shows its secret, once."""

    keeps_replies = False
    curl_example: ClassVar[dict[str, Any]] = {"name": "ci", "scopes": ["read"], "days": 90}

    @extend_schema(operation_id="service_account_tokens_list", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        """Without their secrets."""
        now = timezone.now()
        lines = token_selectors.of_user(user=self.account(), now=now)
        return Response({"results": [token_selectors.as_dict(token=line.token, now=now) for line in lines]})

    @extend_schema(
        operation_id="service_account_tokens_create",
        request=NewTokenSerializer,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``scopes`` must name something; each is cut down to what you may do yourself."""
        account, now = self.account(), timezone.now()
        data = read(NewTokenSerializer(data=request.data))
        try:
            token, secret = service_accounts.create_token(
                account=account,
                name=data["name"],
                scopes=data["scopes"],
                suite=data["suite"],
                expires_at=expiry(data, now),
                by=request.user,
                now=now,
                within=asking(request),
            )
        except TokenInvalidError as error:
            raise serializers.ValidationError({"non_field_errors": [str(error)]}) from error
        return shown(token, secret, now, status.HTTP_201_CREATED)


class AccountTokenRotate(Managed):
    """POST gives a token of a service account a new secret."""

    keeps_replies = False
    curl_example: ClassVar[dict[str, Any]] = {"overlap": 3600}

    @extend_schema(
        operation_id="service_account_tokens_rotate",
        request=RotationSerializer,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """A new secret, in this answer alone; the one before works on for ``overlap`` seconds."""
        return rotated(get_object_or_404(self.account().api_tokens, pk=self.kwargs["token"]), request)


class AccountTokenRevoke(Managed):
    """POST ends a token of a service account."""

    @extend_schema(
        operation_id="service_account_tokens_revoke", request=None, responses={200: OpenApiTypes.OBJECT}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """A second call changes nothing."""
        return revoked(get_object_or_404(self.account().api_tokens, pk=self.kwargs["token"]), request)
