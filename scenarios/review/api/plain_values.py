"""What a form shows, as JSON: the values of a template's context, without the objects that carry them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from scenarios.models import Event

_NOTHING = object()


def plain(context: Mapping[str, Any]) -> dict[str, Any]:
    """The context as JSON. Events become the record that everybody sees; other rows of the database, and
    whatever is no value, are left out: they may hold more than the form shows."""
    found: dict[str, Any] = _of(context)
    return found


def _of(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case datetime() | date():
            return value.isoformat().replace("+00:00", "Z")
        case Decimal():
            return str(value)
        case Event():
            return _record(value)
        case Mapping():
            pairs = ((str(key), _of(one)) for key, one in value.items())
            return {key: one for key, one in pairs if one is not _NOTHING}
        case list() | tuple() | set() | frozenset():
            return _rows(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _of({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    return _NOTHING


def _rows(values: Iterable[Any]) -> list[Any]:
    return [one for one in map(_of, values) if one is not _NOTHING]


def _record(event: Event) -> dict[str, Any]:
    record = {"id": event.label, "t": _of(event.observed_at), "text": getattr(event, "text", None)}
    record |= {"speaker": event.speaker, "session": event.session}
    return {name: value for name, value in record.items() if value}
