"""Routes of the project. Each room owns its own urls module; this one only includes them."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

INCLUDES: tuple[tuple[str, str], ...] = (
    ("accounts/", "benchmark.floor.accounts.urls"),
    ("", "benchmark.floor.jobs.urls"),
    ("api/v1/", "benchmark.api.urls"),
    ("", "scenarios.urls"),
    ("", "benchmark.views.urls"),
    ("", "probes.urls"),
)
"""(prefix, urls module), first match first."""


def _present(module: str) -> bool:
    parent = module.rpartition(".")[0]
    return find_spec(parent) is not None and find_spec(module) is not None


urlpatterns: list[URLPattern | URLResolver] = [
    *(path(prefix, include(module)) for prefix, module in INCLUDES if _present(module)),
    path("admin/", admin.site.urls),
]
