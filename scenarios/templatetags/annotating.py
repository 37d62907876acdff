"""Template tags of the form in which people attach actions to a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext, gettext_noop

from scenarios.review.services.entering import MAX_ROWS, is_empty, rows_of
from scenarios.review.services.entry_choices import OP_WORDS

register = template.Library()

#: Rows that stand ready, and places for arguments in each.
FREE_ROWS, ARGUMENTS = 3, 4
_EXTRAS = (
    ("size", gettext_noop("how many in all")),
    ("members", gettext_noop("all its members, parted by commas")),
    ("as_of", gettext_noop("valid from, if earlier")),
    ("clause", gettext_noop("clause of the rule")),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of a row: its name in the form, its label, what stands in it."""

    name: str
    label: str
    value: str
    place: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row of the form. ``extras`` are open where something stands in them."""

    number: int
    name: str
    pred: str
    op: str
    arguments: tuple[Cell, ...]
    extras: tuple[Cell, ...]

    @property
    def has_extras(self) -> bool:
        return any(cell.value for cell in self.extras)


@register.simple_tag
def action_rows(entered: Mapping[str, Any]) -> list[EntryRow]:
    """The rows with what was entered, and free ones behind them."""
    rows = [dict(row) for row in rows_of(entered)] if entered else []
    while rows and is_empty(rows[-1]):
        rows.pop()
    rows += [{} for _ in range(min(FREE_ROWS, MAX_ROWS - len(rows)))]
    return [_row(number, row) for number, row in enumerate(rows)]


@register.simple_tag
def operations(choices: Sequence[Any]) -> list[tuple[str, str]]:
    """All operations that the predicates have, each once, in words."""
    used = {op for one in choices for op, _ in one.choice.ops}
    return [(op.value, gettext(words)) for op, words in OP_WORDS.items() if op.value in used]


@register.filter
def entered_text(entered: Mapping[str, Any], name: str) -> str:
    """An entry as text, empty where there is none."""
    value = entered.get(name, "")
    return ", ".join(value) if isinstance(value, list) else str(value)


def _row(number: int, row: Mapping[str, str]) -> EntryRow:
    name = f"rows.{number}"

    def cell(place: str, label: str) -> Cell:
        return Cell(f"{name}.{place}", label, row.get(place, ""), place)

    return EntryRow(
        number=number + 1,
        name=name,
        pred=row.get("pred", ""),
        op=row.get("op", ""),
        arguments=tuple(cell(f"a{place}", str(place)) for place in range(1, ARGUMENTS + 1)),
        extras=tuple(cell(place, gettext(label)) for place, label in _EXTRAS),
    )
