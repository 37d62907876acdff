"""Template tags of the working page: entries and fields in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from scenarios.review import entries
from scenarios.review.selectors.working import Work

register = template.Library()


@register.filter
def question_of(work: Work, name: str) -> str:
    """The question of a field by the name of an entry that belongs to it; empty where it is none."""
    stem = name.removesuffix(".span").removesuffix(".comment")
    found = next((one.question for one in work.fields() if one.name == stem), "")
    part = name[len(stem) :].strip(".")
    return f"{found} ({part})" if found and part else found


@register.filter
def entry_lines(entered: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Entries as lines to be read and copied, by name."""
    return entries.entry_lines(entered)
