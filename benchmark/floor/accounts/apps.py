"""The app "accounts" of the floor."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their roles, API tokens and signing in."""

    name = "benchmark.floor.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
