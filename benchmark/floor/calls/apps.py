"""The app "calls" of the floor."""

from __future__ import annotations

from django.apps import AppConfig


class CallsConfig(AppConfig):
    """What is kept of calls of the API: replies by key, and counts for throttles."""

    name = "benchmark.floor.calls"
    label = "calls"
    default_auto_field = "django.db.models.BigAutoField"
