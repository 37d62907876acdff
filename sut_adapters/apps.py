"""The app "sut_adapters"."""

from __future__ import annotations

from django.apps import AppConfig


class SutAdaptersConfig(AppConfig):
    """Systems under test and the shared answer models."""

    name = "sut_adapters"
    label = "sut_adapters"
    default_auto_field = "django.db.models.BigAutoField"
