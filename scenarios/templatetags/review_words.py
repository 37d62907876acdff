"""Template tags of the working page: entries and fields in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scenarios.review import entries
from scenarios.review.script_words import SCRIPT_WORDS
from scenarios.review.selectors.working import Work

register = template.Library()


@register.filter
def question_of(work: Work, name: str) -> str:
    """What an entry is called: the question of the field that it belongs to; empty where nobody says."""
    if name in work.subject.entry_names:
        return gettext(work.subject.entry_names[name])
    stem = name.removesuffix(".span").removesuffix(".comment")
    found = next((one.asks for one in work.fields() if one.name == stem), "")
    part = name[len(stem) :].strip(".")
    return f"{found} ({part})" if found and part else found


@register.filter
def entry_lines(entered: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Entries as lines to be read and copied, by name."""
    return entries.entry_lines(entered)


@register.simple_tag
def words_of_scripts() -> SafeString:
    """What the scripts of the working page say, as data that they read."""
    return json_script({name: str(words) for name, words in SCRIPT_WORDS.items()}, "review-words")
