"""What an address that no route has answers: a problem to programs, a page to browsers (``handler404``)."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import page_not_found

from benchmark.api.problems import CONTENT_TYPE


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The problem ``not_found`` under ``/api/``, unless a page is asked for; elsewhere the page."""
    wanted = request.get_preferred_type(["application/json", "text/html"])
    if not request.path.startswith("/api/") or wanted == "text/html":
        return page_not_found(request, exception)
    problem = {
        "type": "about:blank#not_found",
        "title": HTTPStatus.NOT_FOUND.phrase,
        "status": HTTPStatus.NOT_FOUND,
        "code": "not_found",
        "detail": "No route of the API has this address; /api/v1/schema/ lists them.",
        "instance": request.path,
    }
    return JsonResponse(problem, status=HTTPStatus.NOT_FOUND, content_type=CONTENT_TYPE)
