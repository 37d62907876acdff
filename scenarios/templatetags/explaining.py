"""Template tags of the pages that explain: a "why not" and a difference in words and links."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template

from scenarios.datalog import whynot_text, whynot_values
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.datalog.whynot_values import Failing, Report, WhyNot
from scenarios.templatetags.stemma import translated

register = template.Library()


@register.filter
def headline(reason: WhyNot) -> str:
    """What was asked, and what it is."""
    return translated(whynot_text.headline(reason))


@register.filter
def near(report: Report, failing: Failing) -> list[str]:
    """What is recorded near a failing literal, one line each."""
    return [translated(line) for line in whynot_text.near_lines(failing, report)]


@register.filter
def asked_text(asked: AskedGoal) -> str:
    """A goal with the value expected of it."""
    return whynot_values.asked_text(asked)


@register.simple_tag
def asked_query(asked: AskedGoal, cutoff: str) -> str:
    """The query string under which the page of a goal says why it is not what was expected."""
    text = whynot_values.asked_text(asked)
    pairs = {"goal": text, "cutoff": cutoff}
    if asked.expected is None:
        pairs["whynot"] = goal_text(asked.goal)
    return urlencode(pairs) + "#whynot"


@register.filter
def at(found: dict[str, Any], key: str) -> Any:
    """The entry of a key, None where there is none."""
    return found.get(key)


@register.filter
def less(number: int, other: int) -> int:
    """A difference of two counts."""
    return number - other
