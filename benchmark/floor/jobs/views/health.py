"""Health for load balancers and people who operate."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchmark.floor.jobs import clocks, health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """The database answers and is migrated; also the age of the worker's heartbeat and of the queue."""
    ready, findings = health.readiness(clocks.now())
    return JsonResponse(findings, status=200 if ready else 503)
