"""Routes of the pages on which annotators judge."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "review"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {}

urlpatterns: list[URLPattern] = []
