"""What every request passes first: while the database is away it is refused at once, with the reason."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from benchmark.floor.jobs import unavailable
from benchmark.floor.jobs.database_watch import watch
from benchmark.floor.jobs.views import failing

View = Callable[[HttpRequest], HttpResponse]
NEEDS_NO_DATABASE = "/healthz"
SAYS_IT_ITSELF = "/readyz"


def database_away(get_response: View) -> View:
    """Answer 503 while the database does not answer, and end a request that hangs with it (ADR 34)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path == NEEDS_NO_DATABASE:
            return get_response(request)
        if watch.reason and request.path != SAYS_IT_ITSELF:
            return failing.refused(request, unavailable.away())
        with watch.looking_after():
            return get_response(request)

    return middleware
