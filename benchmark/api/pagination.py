"""Cursor pages: an insert between two requests neither repeats nor skips a row."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError as FieldError
from django.db.models import Field, Model, Q, QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView


class CursorPages(BasePagination):
    """Pages of ``?page_size=`` rows (at most 200) that follow ``?cursor=``, the place of the last row seen.

    A view names its order in ``page_ordering``: fields without nulls, the last of them unique; the default
    is the newest row first by primary key. Where it has ``orders``, names with such fields, ``?order=``
    chooses one, and backwards with ``-`` before it. A page holds ``next`` (an address, or null) and
    ``results``. The place is the whole key of a row, not a count, so rows that come or go elsewhere shift
    nothing.
    """

    page_size = 50
    max_page_size = 200
    ordering: tuple[str, ...] = ("-pk",)

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        """The rows of this page. Raises ``ValidationError`` for a cursor, an order or a size that is none."""
        ordering = self._ordering(request, view)
        size = self._size(request)
        rows = queryset.order_by(*ordering)
        cursor = request.query_params.get("cursor")
        if cursor is not None:
            rows = rows.filter(_beyond(ordering, _place(cursor, ordering, queryset.model)))
        found = list(rows[: size + 1])
        self._next = None
        if len(found) > size:
            here = request.build_absolute_uri()
            self._next = replace_query_param(here, "cursor", _cursor(found[size - 1], ordering))
        return found[:size]

    def _ordering(self, request: Request, view: APIView | None) -> tuple[str, ...]:
        """The fields of ``?order=``, or those of the view."""
        asked, orders = request.query_params.get("order"), orders_of(view)
        if asked is None:
            return tuple(getattr(view, "page_ordering", self.ordering))
        if asked not in orders:
            raise ValidationError({"order": [f"Known: {', '.join(orders) or 'none'}."]})
        return orders[asked]

    def _size(self, request: Request) -> int:
        asked = request.query_params.get("page_size", str(self.page_size))
        if not (asked.isascii() and asked.isdigit() and int(asked[:6])):
            raise ValidationError({"page_size": [f"A whole number from 1 to {self.max_page_size}."]})
        return min(int(asked[:6]), self.max_page_size)

    def get_paginated_response(self, data: Any) -> Response:
        """The page as JSON."""
        return Response({"next": self._next, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The page in the OpenAPI document."""
        address = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["next", "results"],
            "properties": {"next": address, "results": schema},
        }

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """The parameters of every list in the OpenAPI document."""
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        order = {"type": "string", "enum": list(orders_of(view))}
        return [
            _parameter("cursor", {"type": "string"}, "Where the last page ended; take it from `next`."),
            _parameter("page_size", size, "Rows a page."),
            *([_parameter("order", order, "`-` before a name turns it round.")] if order["enum"] else []),
        ]


def orders_of(view: Any) -> dict[str, tuple[str, ...]]:
    """What ``?order=`` may be, each with the fields it means: the names of ``orders`` and their reverses."""
    found: dict[str, tuple[str, ...]] = {}
    for name, fields in getattr(view, "orders", {}).items():
        found[name] = tuple(fields)
        found[f"-{name}"] = tuple(field[1:] if field.startswith("-") else f"-{field}" for field in fields)
    return found


def _parameter(name: str, schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema, "description": words}


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    if name == "pk":
        return model._meta.pk
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _cursor(row: Model, ordering: Sequence[str]) -> str:
    """The place of a row, with the order in which it is one."""
    values = [getattr(row, name.lstrip("-")) for name in ordering]
    texts = [value.isoformat() if isinstance(value, datetime) else str(value) for value in values]
    texts.append(",".join(ordering))
    return base64.urlsafe_b64encode(json.dumps(texts).encode()).decode().rstrip("=")


def _place(cursor: str, ordering: Sequence[str], model: type[Model]) -> list[Any]:
    """The values that a cursor holds, one for each field of the order."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        *texts, order = json.loads(base64.urlsafe_b64decode(padded))
        if order != ",".join(ordering):
            raise _no_cursor()
        values = [
            _field(model, name.lstrip("-")).to_python(text)
            for name, text in zip(ordering, texts, strict=True)
            if isinstance(text, str) and "\x00" not in text
        ]
    except (ValueError, TypeError, binascii.Error, RecursionError, FieldError) as error:
        raise _no_cursor() from error
    naive = any(isinstance(value, datetime) and value.tzinfo is None for value in values)
    if naive or len(values) != len(ordering):
        raise _no_cursor()
    return values


def _no_cursor() -> ValidationError:
    return ValidationError(
        {"cursor": ["Not a cursor of this list in this order. Begin without one and follow `next`."]}
    )


def _beyond(ordering: Sequence[str], place: Sequence[Any]) -> Q:
    """The rows after a place: greater in the first field, or equal there and after it in the others."""
    name, value = ordering[0], place[0]
    plain = name.lstrip("-")
    beyond = Q(**{f"{plain}__lt" if name.startswith("-") else f"{plain}__gt": value})
    if len(ordering) == 1:
        return beyond
    return beyond | (Q(**{plain: value}) & _beyond(ordering[1:], place[1:]))
