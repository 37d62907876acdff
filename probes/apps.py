"""The app "probes"."""

from __future__ import annotations

from django.apps import AppConfig


class ProbesConfig(AppConfig):
    """Where and why a system failed."""

    name = "probes"
    label = "probes"
    default_auto_field = "django.db.models.BigAutoField"
