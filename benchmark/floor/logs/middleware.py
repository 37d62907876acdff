"""Each request has an id: in its answer, in the problem that it may be, and in each line of the log."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse

from benchmark.floor.logs import context

HEADER = "X-Request-ID"
PROBLEM = "application/problem+json"
logger = logging.getLogger("benchmark.requests")


def with_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Take the id that a proxy gave, or make one; log one line for the request (level INFO)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        known = context.request_id(request.headers.get(HEADER, ""))
        with context.bound(request_id=known, user_id=lambda: _user_id(request)):
            began = time.monotonic()
            response = get_response(request)
            response[HEADER] = known
            _into_problem(response, known)
            if request.path not in ("/healthz", "/readyz"):
                # Without what follows the "?": goals and texts of the playground stand there.
                took = 1000 * (time.monotonic() - began)
                logger.info("%s %s %s %.0f ms", request.method, request.path, response.status_code, took)
        return response

    return middleware


def _into_problem(response: HttpResponse, known: str) -> None:
    if response.streaming or response.get("Content-Type", "").partition(";")[0] != PROBLEM:
        return
    try:
        problem = json.loads(response.content)
    except ValueError:  # rendered in the format of its route, as the schema is in YAML
        problem = dict(getattr(response, "data", {}))
    problem["request_id"] = known
    response.content = json.dumps(problem, ensure_ascii=False, cls=DjangoJSONEncoder).encode()
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))


def _user_id(request: HttpRequest) -> int | None:
    """Who is known by now; a line of the log asks no database who it might be."""
    user = getattr(request, "_cached_user", None)  # of the session, once somebody asked for it
    if user is None:
        found = request.__dict__.get("user")
        # A token's owner is set as it is; that of a session is a lazy object, which is left alone.
        user = found if type(found).__name__ != "SimpleLazyObject" else None
    return getattr(user, "pk", None)
