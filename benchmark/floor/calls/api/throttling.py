"""Limits by scope, shared by all processes (settings ``API_RATES``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from benchmark.floor.calls.services import counting

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which imports the throttles that the settings name

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


def rate(scope: str) -> tuple[int, int] | None:
    """(calls, seconds) of a scope; None where there is no limit."""
    text = settings.API_RATES[scope]
    if not text:
        return None
    calls, _, window = text.partition("/")
    return int(calls), _SECONDS[window]


class ScopeThrottle(BaseThrottle):
    """Counts a person, or the address of somebody unknown: what only reads in the scope read, the rest in the
    ``throttle_scope`` of its view, admin unless it names one. One statement a call."""

    spent: counting.Spent | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the call is within the limit; the request then carries what is left of it."""
        scope, caller = self._scope(request, view), self._caller(request)
        limit = rate(scope)
        if limit is None:
            return True
        self.spent = counting.spend(
            caller=f"{scope}:{caller}", limit=limit[0], window=limit[1], now=timezone.now()
        )
        request._request.api_rate = (scope, self.spent)
        return self.spent.left >= 0

    def wait(self) -> float | None:
        """Seconds until the next window."""
        return None if self.spent is None else self.spent.seconds

    def _scope(self, request: Request, view: APIView) -> str:
        if not request.user.is_authenticated:
            return "anonymous"
        if request.method in SAFE_METHODS:
            return "read"
        return str(getattr(view, "throttle_scope", None) or "admin")

    def _caller(self, request: Request) -> str:
        return f"u{request.user.pk}" if request.user.is_authenticated else str(self.get_ident(request))


def headers(request: Request) -> dict[str, str]:
    """What is left of the limit, in the fields of draft-ietf-httpapi-ratelimit-headers."""
    found: tuple[str, counting.Spent] | None = getattr(request._request, "api_rate", None)
    if found is None:
        return {}
    scope, spent = found
    return {
        "RateLimit-Policy": f'"{scope}";q={spent.limit};w={spent.window}',
        "RateLimit": f'"{scope}";r={max(0, spent.left)};t={spent.seconds}',
    }
