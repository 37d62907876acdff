"""The scenarios app: what is true (overview 2)."""

from __future__ import annotations

from django.apps import AppConfig


class ScenariosConfig(AppConfig):
    """Histories, rules, queries, gold and renderings."""

    name = "scenarios"
    label = "scenarios"
    verbose_name = "Scenarios"
    default_auto_field = "django.db.models.BigAutoField"
