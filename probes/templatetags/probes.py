"""Template tags of this room's pages."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template

register = template.Library()


@register.filter
def as_query(wanted: Mapping[str, str]) -> str:
    """Parameters as a query string."""
    return urlencode(wanted)


@register.filter
def signed(points: float | None) -> str:
    """A difference in points with its sign, ``n/a`` where there is none."""
    return "n/a" if points is None else f"{points:+.1f}".replace("-", "\N{MINUS SIGN}")


@register.filter
def p_value(p: float | None) -> str:
    """A p value as it is read: three decimals, small ones as a bound."""
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
