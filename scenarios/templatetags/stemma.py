"""Template tags shared by the pages: answers in words, query strings, small pictures."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scenarios.sentences import Sentence

register = template.Library()


@register.filter
def translated(text: Any) -> Any:
    """A word of a pure package, which knows no languages, in the language of the page; of a list each
    (ADR 36).

    It is marked for the catalog with ``gettext_noop``, there or in a list of words. What no catalog holds
    stays as it is.
    """
    if isinstance(text, list | tuple):
        return [translated(one) for one in text]
    if isinstance(text, Sentence):
        return text.translated(gettext)
    return gettext(text) if isinstance(text, str) and text else text


@register.simple_tag(takes_context=True)
def in_english(context: Any, suite: Any = None) -> SafeString:
    """``lang="en"`` for what is told in English on a page in another language: records, questions, actions in
    words. Nothing for texts that somebody brought, whose language nobody knows (ADR 36); ``suite`` is that of
    the page unless told."""
    kind = getattr(suite or context.get("suite"), "kind", "imported")
    return SafeString("" if get_language() == "en" or kind == "imported" else ' lang="en"')


@register.filter
def in_sentence(title: str) -> str:
    """A title in the middle of a sentence: English loses its capital, German keeps that of a noun."""
    return title.lower() if get_language() == "en" else title


@register.filter
def in_words(answer: Any, label: str = "") -> str:
    """A gold or given answer as a person writes it."""
    if label == "unknown":
        return gettext("not settled by the records")
    if answer is None:
        return gettext("no answer")
    if isinstance(answer, bool):
        return gettext("yes") if answer else gettext("no")
    if isinstance(answer, list):
        return ", ".join(in_words(item) for item in answer) or gettext("none of them")
    if isinstance(answer, dict):
        return ", ".join(f"{key}: {value}" for key, value in answer.items())
    return str(answer)


@register.filter
def percent(share: float | None) -> str:
    """A share as a percentage with one decimal, ``n/a`` where its denominator was empty."""
    return "n/a" if share is None else f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


@register.filter
def points(difference: float | None) -> str:
    """The difference of two shares in percentage points with its sign; ``n/a`` where a share was."""
    if difference is None:
        return "n/a"
    sign = "\N{MINUS SIGN}" if difference < 0 else "+"
    return f"{sign}{abs(100 * difference):.1f}\N{NO-BREAK SPACE}points"


@register.simple_tag
def query_string(request: HttpRequest, **changes: Any) -> str:
    """The query string of this page with changes; an empty value drops its key."""
    parameters = request.GET.copy()
    for key, value in changes.items():
        parameters.pop(key, None)
        if value not in ("", None):
            parameters[key] = str(value)
    return parameters.urlencode()


@register.simple_tag
def interval_bar(low: float | None, point: float | None, high: float | None) -> str:
    """An interval in 0..1 as a thin bar with its point; nothing where it is not defined."""
    if low is None or point is None or high is None:
        return ""
    scale = 92
    return format_html(
        '<span class="interval" aria-hidden="true"><svg viewBox="0 0 96 14">'
        '<line x1="2" y1="7" x2="94" y2="7" '
        'stroke="currentColor" stroke-opacity="0.3"/><line class="bar" x1="{}" y1="7" x2="{}" y2="7"/>'
        '<circle class="point" cx="{}" cy="7" r="3.5"/></svg></span>',
        f"{2 + scale * low:.1f}",
        f"{2 + scale * high:.1f}",
        f"{2 + scale * point:.1f}",
    )
