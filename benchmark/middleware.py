"""What every request passes: its language, addresses no database can hold, sign-ins asked for by a part."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import resolve_url
from django.utils import translation
from django_htmx.http import HttpResponseClientRedirect

from benchmark.api.problems import CONTENT_TYPE

View = Callable[[HttpRequest], HttpResponse]
FOR_PROGRAMS = ("/api/", "/healthz", "/readyz")
"""Addresses below these are answered in English."""
NUL = "The address holds a NUL character, which no name or text here contains. Remove it (%00)."


class PageLanguage(LocaleMiddleware):
    """The language of pages: what was chosen (a cookie), else what the browser asks for, else English.

    Answers to programs are in English whatever is asked for: they are compared and searched (ADR 36).
    """

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith(FOR_PROGRAMS):
            translation.activate("en")
        else:
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(FOR_PROGRAMS):
            return response
        return super().process_response(request, response)


def refuse_nul(get_response: View) -> View:
    """Answer 400 to an address with a NUL character: Postgres text holds none, so nothing could match."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\x00" not in request.path and "%00" not in request.META.get("QUERY_STRING", ""):
            return get_response(request)
        if request.path.startswith("/api/"):
            problem = {
                "type": "about:blank#invalid",
                "title": "Bad Request",
                "status": 400,
                "code": "invalid",
                "detail": NUL,
                "instance": request.path,
            }
            return JsonResponse(problem, status=400, content_type=CONTENT_TYPE)
        raise SuspiciousOperation(NUL)

    return middleware


def sign_in_whole_page(get_response: View) -> View:
    """Send the whole page to the sign-in, and back here afterwards, where htmx asked for a part of it.

    Without this an expired session would put the sign-in page into the part.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        sign_in = resolve_url("accounts:sign_in")
        redirected = response.status_code == 302 and response["Location"].startswith(f"{sign_in}?")
        if not (request.htmx and redirected):  # type: ignore[attr-defined]  # set by django-htmx
            return response
        page = urlsplit(request.htmx.current_url or "/")  # type: ignore[attr-defined]
        here = f"{page.path}?{page.query}" if page.query else page.path
        return HttpResponseClientRedirect(f"{sign_in}?{urlencode({'next': here})}")

    return middleware
