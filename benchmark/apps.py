"""The app of runs, answers and scores."""

from __future__ import annotations

from django.apps import AppConfig


class BenchmarkConfig(AppConfig):
    """Runs: the walk of systems over suites, and the readings of what they handed back."""

    name = "benchmark"
    label = "benchmark"
    verbose_name = "Runs and scores"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from benchmark import checks  # noqa: F401
