"""What is answered where a request failed (``handler500``), and while the database is away."""

from __future__ import annotations

import sys
from http import HTTPStatus

from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error as page_of_fault

from benchmark.floor.jobs import unavailable
from benchmark.floor.jobs.unavailable import Unavailable


def server_error(request: HttpRequest) -> HttpResponse:
    """503 with the reason where the database is away, full or blocked; else 500, a fault of ours."""
    error = sys.exc_info()[1]
    found = unavailable.of(error) if isinstance(error, Error) else None
    if found is None:
        return page_of_fault(request)
    unavailable.noted(found)
    return refused(request, found)


def refused(request: HttpRequest, found: Unavailable) -> HttpResponse:
    """A problem to programs, else a page that needs no database; both say when to come again."""
    headers = {"Retry-After": str(found.retry_after), "Cache-Control": "no-store"}
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path.startswith("/api/"):
        problem = {
            "type": f"about:blank#{found.code}",
            "title": status.phrase,
            "status": status,
            "code": found.code,
            "detail": f"{found.what} {found.remedy}",
            "instance": request.path,
            "retry_after": found.retry_after,
        }
        return JsonResponse(problem, status=status, headers=headers, content_type="application/problem+json")
    return HttpResponse(render_to_string("503.html", {"found": found}), status=status, headers=headers)
