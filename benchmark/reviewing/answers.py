"""What a judge answers from the witness records: read by the type of the answer, scored by section 12.

Entries are checked against the type alone, so that what is refused says nothing of the gold.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from benchmark.scoring.answers import AnswerObject, score
from benchmark.scoring.equivalence import Reason, compare
from benchmark.scoring.gold_view import ANSWERABLE, JUSTIFIED_ZERO, UNKNOWN, GoldView
from benchmark.scoring.settlement import balances_of
from benchmark.services.golds import answer_view
from scenarios.models import Entity, Query

#: How a judge may answer: a value, that there is none, that the records do not tell.
VALUE, NONE, OPEN = "value", "none", "unknown"
SAID: Final = (VALUE, NONE, OPEN)
YES, NO = "yes", "no"
#: A gold of each type that no entry is compared with: it tells whether an entry can be read at all.
_READABLE: Final[Mapping[str, Any]] = {
    "count": 1,
    "number": 1,
    "money": 1,
    "bool": True,
    "entity": "-",
    "date": "2000-01-01",
    "set": [],
    "path": [],
}
LISTS: Final = frozenset({"set", "path", "settlement"})
_MANY: Final = 1_000


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as it was given: ``said`` is one of ``SAID``; ``text`` the value's, empty for the others."""

    said: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """Whether an answer is right and has the right label (spec 12.3), with the label of the gold, and why it
    is wrong, in words that tell the gold."""

    right: bool
    label_right: bool
    gold_label: str
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """As a verdict keeps it."""
        return {"right": self.right, "label_right": self.label_right, "gold_label": self.gold_label}


def view_of(query: Query, entities: Iterable[Entity]) -> GoldView:
    """The gold of a query as scoring takes it; citations are not asked of people."""
    return answer_view(query, {entity.name: entity.aliases for entity in entities})


def read(given: Mapping[str, Any], name: str, view: GoldView) -> Said | None:
    """The answer under a name, ``<name>.said`` and ``<name>``; None where nothing was entered.

    A value without a choice is a value. Raises ``ValueError`` in words for the judge.
    """
    text, said = _text(given.get(name)), _text(given.get(f"{name}.said"))
    if said not in ("", *SAID):
        raise ValueError(gettext("Choose one of the answers."))
    if view.answer_type == "bool" and text == OPEN:
        return Said(OPEN)
    if said in (NONE, OPEN):
        if text:
            raise ValueError(gettext("You entered a value and said that there is none: clear one of them."))
        return Said(said)
    if not text:
        return None
    _check(text, view)
    return Said(VALUE, text)


def scored(said: Said, view: GoldView) -> Scored:
    """An answer beside the gold. A right answer has the right label: people say what is so, not its label."""
    label, answer = _object(said, view)
    found = score(AnswerObject(label, answer, (), None, said.text), view)
    right_label = label == view.label or (found.correct and label != UNKNOWN)
    return Scored(found.correct, right_label, view.label, found.detail)


def value_of(said: Said, view: GoldView) -> Any:
    """The typed field: lines of a list as a list."""
    if said.said == NONE:
        return [] if view.answer_type in ("set", "path") else "none"
    if view.answer_type in ("set", "path"):
        return [line.strip() for line in said.text.splitlines() if line.strip()]
    return said.text


def _object(said: Said, view: GoldView) -> tuple[str, Any]:
    if said.said == OPEN:
        return UNKNOWN, None
    answer = value_of(said, view)
    zero = dataclasses.replace(view, label=JUSTIFIED_ZERO, answer=0)
    is_zero = view.answer_type != "settlement" and compare(answer, zero).right
    return (JUSTIFIED_ZERO if said.said == NONE or is_zero else ANSWERABLE), answer


def _check(text: str, view: GoldView) -> None:
    """Refuse what cannot be read as the type at all; an amount in another unit as well."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > _MANY:
        raise ValueError(
            gettext("%(n)s lines: %(many)s are the most.") % {"n": f"{len(lines):,}", "many": f"{_MANY:,}"}
        )
    if view.answer_type not in LISTS and len(lines) > 1:
        raise ValueError(gettext("One answer only: it stands on one line."))
    if view.answer_type == "bool":
        if text not in (YES, NO):
            raise ValueError(gettext("Choose yes, no, or that it cannot be told."))
        return
    readable = dataclasses.replace(view, label=ANSWERABLE, answer=_readable(view))
    match = compare(value_of(Said(VALUE, text), view), readable)
    if match.reason in (Reason.FORMAT, Reason.NO_ANSWER, Reason.UNIT):
        raise ValueError(
            gettext("This cannot be read: %(detail)s. %(how)s")
            % {"detail": match.detail, "how": gettext(HOW[view.answer_type])}
        )


def _readable(view: GoldView) -> Any:
    if view.answer_type == "settlement":
        return {"balances": dict.fromkeys(balances_of(view), 0)}
    return _READABLE[view.answer_type]


HOW: Final[Mapping[str, str]] = {
    "count": gettext_noop("Enter a whole number."),
    "number": gettext_noop("Enter a number, with a point before decimals."),
    "money": gettext_noop("Enter an amount, with a point before cents."),
    "bool": gettext_noop("Choose yes or no."),
    "entity": gettext_noop("Enter one name."),
    "date": gettext_noop("Enter a day, as 2030-01-31 or 31 January 2030."),
    "set": gettext_noop("Enter one name on each line."),
    "path": gettext_noop("Enter one station on each line, in their order."),
    "settlement": gettext_noop("Enter one payment on each line: Ana pays Bo 12.50"),
}


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
