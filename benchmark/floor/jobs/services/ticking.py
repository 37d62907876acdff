"""The tick: every ten seconds it lets each room mend what has expired, and shows that work is being done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.floor.jobs.services import heartbeats, queue

EVERY_SECONDS = 10.0
PULSE_KEY = "pulse"

logger = logging.getLogger(__name__)


def tick(*, now: datetime) -> list[str]:
    """Call every handler of ``TICK_HANDLERS`` with ``now``, beat, and send the pulse that idle workers
    answer with a beat of their own. Returns what the handlers said; a failing handler is logged with its
    traceback, named in the result, and does not keep the others from running."""
    said = [line for path in settings.TICK_HANDLERS if (line := _call(path, now))]
    heartbeats.beat(kind="tick", at=now)
    heartbeats.forget_old(now=now)
    queue.enqueue(handler="benchmark.floor.jobs.tasks.pulse", args={}, key=PULSE_KEY, keep_result=False)
    return said


def _call(path: str, now: datetime) -> str:
    handler = cast("Callable[[datetime], str | None]", import_string(path))
    try:
        return handler(now) or ""
    except Exception as error:
        logger.exception("tick handler %s failed", path)
        return f"{path} failed: {error}"
