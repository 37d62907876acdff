"""The app "jobs" of the floor."""

from __future__ import annotations

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Queue messages, the tick, worker heartbeats, the server command."""

    name = "benchmark.floor.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks of the queue's settings."""
        from benchmark.floor.jobs import checks  # noqa: F401  registers on import
