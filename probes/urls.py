"""Pages of what went wrong and where, and of runs beside each other."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "probes"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {}

urlpatterns: list[URLPattern] = []
