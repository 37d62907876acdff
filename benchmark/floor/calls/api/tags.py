"""Entity tags: what was read is not sent again, what others changed is not overwritten (RFC 9110)."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from benchmark.floor.calls.exceptions import PreconditionFailedError


def tag_of(body: bytes) -> str:
    """The strong tag of a representation, byte by byte."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def tagged(request: Request, response: HttpResponse) -> HttpResponse:
    """The rendered answer to a GET with its tag, or 304 without a body where the caller holds it already."""
    tag = tag_of(response.content)
    response["ETag"] = tag
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    found = get_conditional_response(request._request, etag=tag, response=response)
    return response if found is None else found


def require_match(request: Request, data: Any) -> None:
    """Return silently where ``If-Match`` names the state that ``data``, what GET answers as JSON, shows now,
    or where it was not sent.

    Raises ``PreconditionFailedError`` (412) where the thing has changed since. Call it in the transaction
    that changes the thing, with its row locked.
    """
    wanted = request.headers.get("If-Match", "").strip()
    if not wanted or wanted == "*":
        return
    if tag_of(JSONRenderer().render(data)) not in parse_etags(wanted):
        raise PreconditionFailedError("It has changed since you read it. Read it again. Nothing was stored.")
