"""Template tags of the page of agreement: a measure as a figure, and its interval as a thin bar."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scenarios.agreement.measure import Measure
from scenarios.agreement.summary import Agreement
from scenarios.review.selectors import agreement, quality

register = template.Library()

#: The bar: from 0 to 1 over these x, with room on its left for a mark of what goes on below 0.
_LEFT, _WIDE = 8, 84
_BELOW = SafeString('<path class="bar below" d="M6 3 L2 7 L6 11"/>')


@register.filter
def figure(value: float | None) -> str:
    """A measure with two decimals and a true minus, a dash where it is undefined."""
    if value is None:
        return "–"
    shown = f"{value:.2f}"
    return shown.replace("-", "\N{MINUS SIGN}") if shown != "-0.00" else "0.00"


@register.filter
def measure_of(found: Agreement, name: str) -> Measure:
    """One of the measures by its name."""
    measure: Measure = getattr(found, name)
    return measure


@register.filter
def undefined_in(found: Agreement) -> list[tuple[str, str]]:
    """The measures without a value, with the reason."""
    return agreement.undefined(found)


@register.simple_tag
def agreement_bar(measure: Measure) -> str:
    """The interval of a measure from 0 to 1 as a thin bar with its point; what lies below 0 is an arrow to
    the left. Nothing where there is no value, no bar where there is no interval."""
    if measure.value is None:
        return ""
    bar = point = arrow = SafeString()
    if measure.interval is not None:
        low, high = measure.interval.low, measure.interval.high
        bar = format_html('<line class="bar" x1="{}" y1="7" x2="{}" y2="7"/>', _x(low), _x(high))
        if low < 0:
            arrow = _BELOW
    if measure.value >= 0:
        point = format_html('<circle class="point" cx="{}" cy="7" r="3.5"/>', _x(measure.value))
    return format_html(
        '<span class="interval" aria-hidden="true"><svg viewBox="0 0 96 14"><line x1="{}" y1="7" x2="{}"'
        ' y2="7" stroke="currentColor" stroke-opacity="0.3"/>{}{}{}</svg></span>',
        _LEFT,
        _LEFT + _WIDE,
        bar,
        arrow,
        point,
    )


@register.inclusion_tag("scenarios/review/_own_accuracy.html", takes_context=True)
def own_accuracy(context: Any) -> dict[str, Any]:
    """How the person who looks does on check items of ``suite``, once that tells nobody which they were. One
    query."""
    found = quality.own_accuracy(context["request"].user, context["suite"])
    return {"accuracy": found if found is not None and found.shown else None, "enough": quality.SHOWN_FROM}


def _x(value: float) -> str:
    return f"{_LEFT + _WIDE * max(0.0, value):.1f}"
