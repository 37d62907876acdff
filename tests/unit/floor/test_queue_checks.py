"""Settings that would run a task twice or for ever are refused at start (case R01)."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import override_settings

from benchmark.floor.jobs import checks

GOOD: dict[str, Any] = {
    "timeout": 300,
    "retry": 360,
    "max_attempts": 1,
    "ack_failures": True,
    "catch_up": False,
}


def codes(cluster: dict[str, Any], options: dict[str, Any] | None = None) -> list[str]:
    """The codes of the faults of a configuration."""
    return [str(fault.id) for fault in checks.faults(cluster, options or {})]


def test_the_settings_we_ship_are_sound() -> None:
    assert codes(settings.Q_CLUSTER, settings.DATABASES["default"]["OPTIONS"]) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"timeout": None}, "jobs.E001"),
        ({"timeout": 300, "retry": 60}, "jobs.E002"),
        ({"timeout": 300, "retry": 300}, "jobs.E002"),
        ({"max_attempts": 0}, "jobs.E003"),
        ({"max_attempts": 3}, "jobs.E003"),
        ({"ack_failures": False}, "jobs.E004"),
        ({"catch_up": True}, "jobs.E005"),
    ],
)
def test_one_bad_setting_is_named(change: dict[str, Any], code: str) -> None:
    assert codes(GOOD) == []
    assert codes({**GOOD, **change}) == [code]


def test_the_defaults_of_the_queue_are_refused() -> None:
    assert codes({}) == ["jobs.E001", "jobs.E003", "jobs.E004", "jobs.E005"]


def test_pooled_connections_are_refused() -> None:
    assert codes(GOOD, {"pool": True}) == ["jobs.E006"]


def test_commands_do_not_start_with_bad_settings() -> None:
    with (
        override_settings(Q_CLUSTER={**GOOD, "retry": 60}),
        pytest.raises(SystemCheckError, match=r"retry \(60 s\)"),
    ):
        call_command("check")
