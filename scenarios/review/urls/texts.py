"""Routes of the pages on which texts of one's own are brought in."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "texts"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {}

urlpatterns: list[URLPattern] = []
