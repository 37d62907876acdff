"""Routes of the pages on which what verdicts change is shown."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "review_effects"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {}

urlpatterns: list[URLPattern] = []
