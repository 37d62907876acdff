"""What every call of the API has: replies by key, entity tags, what is left of its limit (ADR 25)."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Any, ClassVar

from django.db import transaction
from django.http.response import HttpResponseBase
from rest_framework.exceptions import AuthenticationFailed, UnsupportedMediaType
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmark.floor.calls.api import tags, throttling
from benchmark.floor.calls.api.keyed import HEADER, KeyedCall, ReplayError
from benchmark.floor.calls.exceptions import KeyRefusedError


class Call(APIView):
    """A view of the API.

    GET answers with an ``ETag``, and 304 to an ``If-None-Match`` that names it. A POST with an
    ``Idempotency-Key`` runs in one transaction with the keeping of its answer, so that it is done once
    however often it comes. ``keeps_replies`` is False where an answer may be seen only once.
    PATCH, PUT and DELETE heed an ``If-Match`` where ``heeds_match``: its views call ``tags.require_match``.
    """

    keeps_replies: ClassVar[bool] = True
    heeds_match: ClassVar[bool] = True
    throttle_scope: ClassVar[str | None] = None
    keyed: KeyedCall | None = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Handle the call, in a transaction where it carries a key."""
        with ExitStack() as self.held:
            response = super().dispatch(request, *args, **kwargs)
            if self.keyed is not None:
                self._settle(self.keyed, response)
        return response

    def perform_authentication(self, request: Request) -> None:
        """Who calls. Credentials that are refused count as calls of an unknown address."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            self.check_throttles(request)
            raise

    def check_permissions(self, request: Request) -> None:
        """May they. Who is unknown is counted first: they hear 429 before they hear 401 for ever."""
        if not request.user.is_authenticated:
            self.check_throttles(request)
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who calls, may they, is it too often; then, with a key, whether it was answered before."""
        super().initial(request, *args, **kwargs)
        if "json" in (request.content_type or "") and request.method not in SAFE_METHODS:
            # A body that cannot be read is refused even where nobody looks at it. Where none is read, whoever
            # may not call hears that first.
            with suppress(UnsupportedMediaType):
                request.data  # noqa: B018
        if request.method != "POST" or HEADER not in request.headers:
            return
        if not self.keeps_replies:
            raise KeyRefusedError(f"This route takes no {HEADER}: its answer is shown once.")
        found = KeyedCall.of(request)
        self.held.enter_context(transaction.atomic())
        found.replay()
        self.keyed = found

    def handle_exception(self, exc: Exception) -> Response:
        """The answer that was kept, or the problem."""
        return exc.response if isinstance(exc, ReplayError) else super().handle_exception(exc)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Add the headers of every answer."""
        for name, value in throttling.headers(request).items():
            response[name] = value
        final = super().finalize_response(request, response, *args, **kwargs)
        if request.method == "GET" and isinstance(final, Response) and final.status_code == 200:
            final.add_post_render_callback(lambda rendered: tags.tagged(request, rendered))
        return final

    def _settle(self, call: KeyedCall, response: HttpResponseBase) -> None:
        if isinstance(response, Response) and 200 <= response.status_code < 300:
            call.keep(response)
        else:
            transaction.set_rollback(True)
