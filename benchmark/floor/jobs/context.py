"""Template context: the banner "no worker seen since …" for people who are signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from benchmark.floor.jobs import selectors


def worker_banner(request: HttpRequest) -> dict[str, Any]:
    """``worker_notice``, empty while all is well; read only if the template asks for it."""
    return {"worker_notice": SimpleLazyObject(lambda: _notice(request))}


def _notice(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    return selectors.worker_status(timezone.now()).message
