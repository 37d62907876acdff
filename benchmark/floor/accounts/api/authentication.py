"""``Authorization: Token stm_…`` for the API. A refusal says which: missing, malformed,
unknown, revoked, expired, inactive."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from benchmark.floor.accounts import scopes
from benchmark.floor.accounts.exceptions import TokenRefusedError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services import token_checks


class TokenAuthentication(BaseAuthentication):
    """Reads the header; ``request.auth`` is then the ``ApiToken``, and the person carries its scopes."""

    keywords = (b"token", b"bearer")

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """(person, token), None without such a header. Raises ``AuthenticationFailed`` with a stable code."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in self.keywords:
            return None
        if len(parts) == 1:
            raise AuthenticationFailed("Write: Authorization: Token stm_…", code="token_missing")
        if len(parts) != 2:
            raise AuthenticationFailed("A token holds no spaces. Copy it again.", code="token_malformed")
        secret, address = parts[1].decode("utf-8", "replace"), request.META.get("REMOTE_ADDR", "")
        try:
            token = token_checks.check(secret=secret, now=timezone.now(), address=address)
        except TokenRefusedError as error:
            raise AuthenticationFailed(str(error), code=error.code) from error
        token.user.token_scopes = scopes.reach(token.scopes) if token.scopes else None
        token.user.token_suite = token.suite
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The challenge that makes an unauthenticated answer a 401."""
        return "Token"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped upstream
    """How the OpenAPI document describes the header."""

    target_class = "benchmark.floor.accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """An API key in the Authorization header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Token stm_…; made on the account page.",
        }
