"""What the columns of the database can hold, told in words before anything is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection
from django.db.models import Model

from scenarios.exceptions import Problem
from scenarios.services.storable_text import text_problems


def column_problems(
    where: str, model: type[Model], values: Mapping[str, str | int | None]
) -> Iterator[Problem]:
    """Texts longer than their column or with characters that it cannot hold, and numbers outside of it.

    ``values`` are by the name of the column in ``model``. Reads no database.
    """
    for name, value in values.items():
        field: Any = model._meta.get_field(name)
        if isinstance(value, str):
            yield from text_problems(where, name, value)
            if field.max_length is not None and len(value) > field.max_length:
                yield Problem(
                    "too-long", where, f"{name} has {len(value)} characters", f"at most {field.max_length}"
                )
        elif value is not None:
            low, high = connection.ops.integer_field_range(field.get_internal_type())
            if not low <= value <= high:
                yield Problem("out-of-range", where, f"{name} is not between {low} and {high}")


def json_problems(where: str, name: str, value: Any) -> Iterator[Problem]:
    """Texts anywhere in a JSON value that cannot be stored."""
    if isinstance(value, str):
        yield from text_problems(where, name, value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from json_problems(where, name, key)
            yield from json_problems(where, name, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from json_problems(where, name, inner)
