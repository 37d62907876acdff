"""Cursor pages: an insert between two requests neither repeats nor skips a row."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView


class CursorPages(CursorPagination):
    """Pages of ``?page_size=`` rows (at most 200). A view names its order in ``page_ordering``, a tuple that
    ends in a unique field; the default is the newest row first by primary key."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = ("-pk",)

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: APIView) -> tuple[str, ...]:
        """The order of this list."""
        ordering = getattr(view, "page_ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)
