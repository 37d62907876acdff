"""Routes of the API twins of reviewing."""

from __future__ import annotations

from django.urls import URLPattern

#: The verb that each route needs; a test fails for a route that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {}

urlpatterns: list[URLPattern] = []
