"""The API twin of the account page: one's own tokens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts import verbs
from benchmark.floor.accounts.exceptions import TokenInvalidError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.selectors import tokens as token_selectors
from benchmark.floor.accounts.services import tokens
from benchmark.floor.calls.api.calls import Call


class NewTokenSerializer(serializers.Serializer[Any]):
    """A token to make. ``days`` from now until it expires; null: never."""

    name = serializers.CharField(max_length=80)
    scopes = serializers.ListField(child=serializers.CharField(max_length=40), required=False, default=list)
    suite = serializers.SlugField(max_length=80, required=False, default="", allow_blank=True)
    days = serializers.IntegerField(
        min_value=1, max_value=3650, required=False, default=None, allow_null=True
    )


class RotationSerializer(serializers.Serializer[Any]):
    """``overlap`` seconds for which the secret before works on; ``days`` from now sets a new expiry."""

    overlap = serializers.IntegerField(
        min_value=0, max_value=int(tokens.LONGEST_OVERLAP.total_seconds()), required=False, default=0
    )
    days = serializers.IntegerField(
        min_value=1, max_value=3650, required=False, default=None, allow_null=True
    )


class TokenList(Call):
    """Your tokens, newest first; POST makes one and shows its secret, once."""

    keeps_replies = False

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        """Your tokens, newest first, without their secrets."""
        user, now = _person(request), timezone.now()
        _refuse_parameters(request)
        lines = token_selectors.of_user(user=user, now=now)
        return Response({"results": [token_selectors.as_dict(token=line.token, now=now) for line in lines]})

    @extend_schema(request=NewTokenSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Make a token, never wider than the one that asks. The secret is in this answer alone."""
        user, now = _person(request), timezone.now()
        data = read(NewTokenSerializer(data=request.data))
        try:
            token, secret = tokens.create(
                user=user,
                name=data["name"],
                scopes=data["scopes"],
                suite=data["suite"],
                expires_at=expiry(data, now),
                by=user,
                now=now,
                within=asking(request),
            )
        except TokenInvalidError as error:
            raise serializers.ValidationError({"non_field_errors": [str(error)]}) from error
        return shown(token, secret, now, status.HTTP_201_CREATED)


class TokenRotate(Call):
    """POST gives a token a new secret."""

    keeps_replies = False

    @extend_schema(request=RotationSerializer, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, token: int) -> Response:
        """A new secret, in this answer alone; the one before works on for ``overlap`` seconds."""
        return rotated(get_object_or_404(_person(request).api_tokens, pk=token), request)


class TokenRevoke(Call):
    """POST ends a token."""

    @extend_schema(request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, token: int) -> Response:
        """End one of your tokens; a second call changes nothing."""
        return revoked(get_object_or_404(_person(request).api_tokens, pk=token), request)


def _refuse_parameters(request: Request) -> None:
    """All of one's tokens are listed: a filter that is ignored would mislead (ADR 32)."""
    if unknown := sorted(set(request.query_params) - {"format"}):
        raise serializers.ValidationError(
            {name: ["Unknown parameter. Known: none."] for name in unknown}, code="invalid"
        )


def _person(request: Request) -> User:
    """Who asks; their role, and the token they ask with, must allow tokens of their own."""
    user, verb = request.user, verbs.Verb.TOKEN_MANAGE
    if not isinstance(user, User) or not verbs.allowed(user.role, verb):
        raise AuthenticationFailed("A system makes no tokens of its own; ask an admin.", code="scope")
    if user.is_service:
        raise AuthenticationFailed(
            "A service account makes no tokens of its own; ask who looks after it.", code="scope"
        )
    if user.token_scopes is not None and verb.value not in user.token_scopes:
        raise AuthenticationFailed(
            "This token lacks the scope admin (token.manage). Use one that has it.", code="scope"
        )
    return user


def rotated(token: ApiToken, request: Request) -> Response:
    """The answer to a call that gives ``token`` a new secret, as ``RotationSerializer`` reads it."""
    now, data = timezone.now(), read(RotationSerializer(data=request.data))
    try:
        changed, secret = tokens.rotate(
            token=token,
            overlap=timedelta(seconds=data["overlap"]),
            expires_at=expiry(data, now),
            by=request.user,
            now=now,
            within=asking(request),
        )
    except TokenInvalidError as error:
        raise serializers.ValidationError({"non_field_errors": [str(error)]}) from error
    return shown(changed, secret, now, status.HTTP_200_OK)


def revoked(token: ApiToken, request: Request) -> Response:
    """The answer to a call that ends ``token``."""
    now = timezone.now()
    tokens.revoke(token=token, by=request.user, now=now)
    token.refresh_from_db()
    return Response(token_selectors.as_dict(token=token, now=now))


def asking(request: Request) -> ApiToken | None:
    """The token that the request came with; None for a session."""
    return request.auth if isinstance(request.auth, ApiToken) else None


def read(form: serializers.Serializer[Any]) -> dict[str, Any]:
    """What the form reads. Raises its ``ValidationError``."""
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def expiry(data: dict[str, Any], now: datetime) -> datetime | None:
    """When a token ends that is to live ``days`` from now; None: never."""
    return None if data["days"] is None else now + timedelta(days=data["days"])


def shown(token: ApiToken, secret: str, now: datetime, code: int) -> Response:
    """A token with its secret, which no cache may keep."""
    body = {**token_selectors.as_dict(token=token, now=now), "secret": secret}
    return Response(body, status=code, headers={"Cache-Control": "no-store"})
