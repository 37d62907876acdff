"""The manual at ``/docs/``: the files of ``docs/`` for everybody, signed in or not (ADR 35)."""

from __future__ import annotations

import hashlib
import re
from posixpath import splitext
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from benchmark.manual.searching import LONGEST, search
from benchmark.manual.shelf import FILES, Shelf, shelf

#: What differs in a page from one answer to the next though nothing of it changed: the masked CSRF token.
_TOKEN = re.compile(rb'(X-CSRFToken": "|name="csrfmiddlewaretoken" value=")[^"]+')
_FILE_SECONDS = 300


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """The index of the manual, or with ``?q=`` what its pages say about some words."""
    asked = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
    found = _shelf()
    if not asked:
        return _page(request, found, "", {})
    return _page(request, found, "", {"asked": asked, "hits": search(found.pages.values(), asked)})


@require_GET
def docs_page(request: HttpRequest, page: str) -> HttpResponse:
    """A page of the manual by its slug."""
    return _page(request, _shelf(), page, {})


@require_GET
def docs_file(request: HttpRequest, document: str) -> HttpResponse:
    """A picture or an example that a page links to; anything else is 404, whatever its path says."""
    path = _shelf().files.get(document)
    if path is None:
        raise Http404(gettext("No page of the manual links to this file."))
    response = HttpResponse(path.read_bytes(), content_type=FILES[splitext(document)[1]])
    response["X-Content-Type-Options"] = "nosniff"
    patch_cache_control(response, public=True, max_age=_FILE_SECONDS)
    return _unless_known(request, response, response.content)


def _shelf() -> Shelf:
    return shelf(settings.BASE_DIR, reverse("benchmark:docs"))


def _page(request: HttpRequest, found: Shelf, slug: str, more: dict[str, Any]) -> HttpResponse:
    page = found.pages.get(slug)
    if page is None:
        raise Http404(gettext("The manual has no such page. Its index lists all."))
    before, after = found.beside(page)
    context = {
        "section": "docs",
        "page": page,
        # Made of our own files by a parser that passes no HTML on.
        "html": mark_safe(page.rendered.html),
        "groups": found.groups,
        "before": before,
        "after": after,
        **more,
    }
    response = render(request, "benchmark/docs.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "").encode()
    return _unless_known(request, response, _TOKEN.sub(rb"\1", response.content) + secret)


def _unless_known(request: HttpRequest, response: HttpResponse, content: bytes) -> HttpResponse:
    """The response with the tag of its content, or 304 for a browser that has it."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response
