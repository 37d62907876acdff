"""Template helpers of forms: what was entered under a name that is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def entry(entered: Mapping[str, Any] | None, name: str) -> str:
    """The text that was entered under a name; empty where nothing or several texts were."""
    value = (entered or {}).get(name, "")
    return value if isinstance(value, str) else ""


@register.filter
def entry_list(entered: Mapping[str, Any] | None, name: str) -> list[str]:
    """The texts that were entered under a name, none to several."""
    value = (entered or {}).get(name, [])
    return [value] if isinstance(value, str) else list(value)


@register.filter
def behind(name: str, ending: str) -> str:
    """A name that is put together: ``answer`` behind which stands ``.said``."""
    return f"{name}{ending}"
