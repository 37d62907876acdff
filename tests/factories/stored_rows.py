"""All that our tables hold, to be compared before and after."""

from __future__ import annotations

from typing import Any

from django.apps import apps

from tests.unit.walls import rooms

#: What a request leaves behind whatever it asked for: how often and when somebody called.
_TRACES = {"calls.CallCount", "calls.KeptReply", "accounts.SignInAttempt"}
_TRACE_FIELDS = {"last_used_at", "last_used_address", "last_login"}


def snapshot() -> dict[str, dict[Any, dict[str, Any]]]:
    """By model and primary key the values of every row of ours."""
    found: dict[str, dict[Any, dict[str, Any]]] = {}
    for model in apps.get_models():
        label = model._meta.label
        if model._meta.app_label in rooms.LEVELS and label not in _TRACES:
            rows = model._base_manager.order_by().values()
            found[label] = {
                row[model._meta.pk.attname]: {
                    name: value for name, value in row.items() if name not in _TRACE_FIELDS
                }
                for row in rows
            }
    return found


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What differs: ``Model pk field: old -> new``, ``Model pk is new``, ``Model pk is gone``."""
    told = []
    for label in before:
        old, new = before[label], after[label]
        told += [f"{label} {pk} is new" for pk in new.keys() - old.keys()]
        told += [f"{label} {pk} is gone" for pk in old.keys() - new.keys()]
        for pk in old.keys() & new.keys():
            told += [
                f"{label} {pk} {name}: {old[pk][name]!r} -> {value!r}"
                for name, value in new[pk].items()
                if old[pk][name] != value
            ]
    return told
