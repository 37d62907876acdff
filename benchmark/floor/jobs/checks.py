"""System checks of the queue's settings: bad combinations are refused at start, not met at night.

django-q2's defaults (retry 60 s, no timeout, endless attempts) start a task that takes longer than a minute
a second time while it runs, and repeat failures for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.compatibility)
def check_queue(**_: Any) -> list[CheckMessage]:
    """Every fault of ``Q_CLUSTER`` and of the database options that break it."""
    return faults(getattr(settings, "Q_CLUSTER", {}), settings.DATABASES["default"].get("OPTIONS", {}))


def faults(cluster: Mapping[str, Any], database_options: Mapping[str, Any]) -> list[CheckMessage]:
    """The faults of one configuration, as check errors ``jobs.E001`` to ``jobs.E006``."""
    found: list[CheckMessage] = []
    timeout, retry = cluster.get("timeout"), cluster.get("retry", 60)
    if not timeout:
        found.append(_error("E001", "Q_CLUSTER has no timeout", "a hung task would hold a worker for ever"))
    elif timeout >= retry:
        found.append(
            _error(
                "E002",
                f"Q_CLUSTER retry ({retry} s) is not above timeout ({timeout} s)",
                "a running task would be started a second time",
            )
        )
    if cluster.get("max_attempts", 0) != 1:
        found.append(_error("E003", "Q_CLUSTER max_attempts is not 1", "failures would be repeated for ever"))
    if cluster.get("ack_failures") is not True:
        found.append(_error("E004", "Q_CLUSTER ack_failures is not True", "failures would stay in the queue"))
    if cluster.get("catch_up") is not False:
        found.append(
            _error("E005", "Q_CLUSTER catch_up is not False", "missed schedules would all run at once")
        )
    if database_options.get("pool"):
        found.append(
            _error("E006", "the database option pool is on", "forked workers would share its connections")
        )
    return found


def _error(code: str, what: str, consequence: str) -> Error:
    return Error(
        f"{what}: {consequence}.",
        hint="See Q_CLUSTER and DATABASES in benchmark/settings/base.py for values that work.",
        id=f"jobs.{code}",
    )
