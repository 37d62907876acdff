"""Calls made at the same moment by threads of their own, each with its own connection to the database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

Result = TypeVar("Result")


def at_once(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """The results in the order of the calls; what a call raises is raised. Needs a database whose rows other
    connections see (``django_db(transaction=True)``)."""
    ready = threading.Barrier(len(calls))

    def run(call: Callable[[], Result]) -> Result:
        ready.wait(timeout=30)
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return list(pool.map(run, calls))
