"""Template tags of the forms of records: rows of statements with what was entered in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scenarios.review.subjects.record_entry import FIRST_ROWS, row_numbers
from scenarios.review.subjects.record_statements import Statement

register = template.Library()

#: Gaps that a row shows; no statement of the domains has more.
GAPS = 4
#: Rows that stand ready, folded away, behind those that show.
READY = 9


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row of the form with what was entered in it."""

    index: int
    entered: Mapping[str, Any]

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def name(self) -> str:
        """What the names of its inputs begin with."""
        return f"row.{self.index}"

    @property
    def id(self) -> str:
        return f"row-{self.index}"

    @property
    def what(self) -> str:
        return self._text("what")

    @property
    def since(self) -> str:
        return self._text("since")

    @property
    def gaps(self) -> list[dict[str, Any]]:
        """Place and value of each gap."""
        return [{"place": place, "value": self._text(str(place))} for place in range(1, GAPS + 1)]

    def _text(self, part: str) -> str:
        value = self.entered.get(f"{self.name}.{part}", "")
        return value if isinstance(value, str) else ""


@register.simple_tag
def record_rows(entered: Mapping[str, Any] | None) -> list[EntryRow]:
    """The rows that show: those in which something was entered, and three at least."""
    given = entered or {}
    filled = row_numbers(given)
    return [EntryRow(index, given) for index in range(max(FIRST_ROWS, filled[-1] + 1 if filled else 0))]


@register.simple_tag
def record_more_rows(rows: Sequence[EntryRow]) -> dict[str, Any]:
    """Empty rows that stand ready behind ``rows``, and the number of the first."""
    start = len(rows)
    return {"first": start + 1, "rows": [EntryRow(start + one, {}) for one in range(READY)]}


@register.simple_tag
def statement_options(statements: Sequence[Statement], chosen: str) -> SafeString:
    """The options of a row, grouped, with the chosen one marked."""
    html = _options(tuple(statements))
    if not chosen:
        return html
    mark = format_html('<option value="{}"', chosen)
    return mark_safe(html.replace(mark, f"{mark} selected", 1))  # both parts were escaped above


@lru_cache(maxsize=64)
def _options(statements: tuple[Statement, ...]) -> SafeString:
    groups = [
        (
            group,
            format_html_join(
                "",
                '<option value="{}" data-gaps="{}">{}</option>',
                ((one.code, one.hints, one.label) for one in found),
            ),
        )
        for group, found in groupby(statements, key=lambda one: one.group)
    ]
    listed = format_html_join("", '<optgroup label="{}">{}</optgroup>', groups)
    return format_html('<option value=""></option>{}', listed)
