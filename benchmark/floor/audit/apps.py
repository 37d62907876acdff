"""The app "audit" of the floor."""

from __future__ import annotations

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who did what: rows that copy facts and are never changed."""

    name = "benchmark.floor.audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"
