"""Template context: whether work is being done, for the notice "no worker seen since …"."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from benchmark.floor.jobs import clocks, selectors


def worker_banner(request: HttpRequest) -> dict[str, Any]:
    """``worker_status`` (``WorkerStatus``); one query, made only if the template asks for it."""
    return {"worker_status": SimpleLazyObject(lambda: selectors.worker_status(clocks.now()))}
