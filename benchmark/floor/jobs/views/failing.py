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
    if found is not None:
        unavailable.noted(found)
        return refused(request, found)
    if _is_program(request):
        detail = "A fault of ours. Nothing was stored. The server's log has it under the id of this request."
        return _problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, "fault", detail)
    return page_of_fault(request)


def refused(request: HttpRequest, found: Unavailable) -> HttpResponse:
    """A problem to programs, else a page that needs no database; both say when to come again."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if _is_program(request):
        detail = f"{found.what} {found.remedy}"
        answer = _problem(request, status, found.code, detail, retry_after=found.retry_after)
    else:
        answer = HttpResponse(render_to_string("503.html", {"found": found}), status=status)
    answer["Retry-After"], answer["Cache-Control"] = str(found.retry_after), "no-store"
    return answer


def _is_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(request: HttpRequest, status: HTTPStatus, code: str, detail: str, **more: int) -> HttpResponse:
    problem = {
        "type": f"about:blank#{code}",
        "title": status.phrase,
        "status": status,
        "code": code,
        "detail": detail,
        "instance": request.path,
        **more,
    }
    return JsonResponse(problem, status=status, content_type="application/problem+json")
