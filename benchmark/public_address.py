"""One address for people and programs, ``PUBLIC_URL``, and whom a request comes from (ADR 33)."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]
FOR_MONITORS = ("/healthz", "/readyz")
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_FORWARDED")


def of_caller(get_response: View) -> View:
    """Let limits count callers by their own address: behind a proxy of ours the last one of
    ``X-Forwarded-For``, which that proxy wrote; else that of the connection. What callers say themselves of
    where they come from is taken off, or each could have as many limits as it likes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        said = request.META.get("HTTP_X_FORWARDED_FOR", "")
        for name in _FORWARDED:
            request.META.pop(name, None)
        if not settings.BEHIND_PROXY:
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        elif last := said.rpartition(",")[2].strip()[:64]:
            request.META["REMOTE_ADDR"] = last
        return get_response(request)

    return middleware


def at_public_url(get_response: View) -> View:
    """Refuse a name that is not that of ``PUBLIC_URL`` (400), then let each address that an answer holds be
    built on it, port included. Monitors may ask for the health by any name."""
    public = urlsplit(settings.PUBLIC_ORIGIN).netloc

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path not in FOR_MONITORS:
            request.get_host()  # raises DisallowedHost, which becomes 400
        request.META["HTTP_HOST"] = public
        return get_response(request)

    return middleware
