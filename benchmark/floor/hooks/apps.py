"""The app "hooks" of the floor."""

from __future__ import annotations

from django.apps import AppConfig


class HooksConfig(AppConfig):
    """What outside systems are told, and who asked for it (ADR 27)."""

    name = "benchmark.floor.hooks"
    label = "hooks"
    default_auto_field = "django.db.models.BigAutoField"
