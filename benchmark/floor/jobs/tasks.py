"""What the queue calls. ``run`` is the only function that messages name."""

from __future__ import annotations

import os
from typing import Any

from django.utils.module_loading import import_string

from benchmark.floor.jobs import clocks, processes
from benchmark.floor.jobs.services import heartbeats, queue
from benchmark.floor.logs import context as logs


def run(handler: str, args: dict[str, Any], key: str | None) -> Any:
    """Take the message, then call its handler while this worker keeps beating."""
    os.environ[processes.WORKS] = "1"
    with logs.bound(task_id=key or handler), heartbeats.beating(kind="worker"):
        if key is not None:
            queue.take(key=key, now=clocks.now())
        return import_string(handler)(**args)


def pulse() -> None:
    """Nothing to do: taking the message made the worker beat."""
