"""The judged fields of records (spec 6.5, R1 to R5), and how their entries are read. No database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from scenarios.review.subjects.base import Field, Option

YES, NO = "yes", "no"
YES_NO = (Option(YES, gettext_noop("yes")), Option(NO, gettext_noop("no")))

STATES_MORE = Field(
    "states_more",
    gettext_noop("Does the record say anything beyond these actions?"),
    (Option(YES, "yes", "m"), YES_NO[1]),
    NO,
)
STATES_DERIVED = Field(
    "states_derived",
    gettext_noop(
        "Does it state a conclusion, something that should have to be worked out from several records?"
    ),
    (Option(YES, "yes", "d"), YES_NO[1]),
    NO,
)
REAL_NAME = Field(
    "real_name",
    gettext_noop("Does it name a real person, place or product?"),
    (Option(YES, "yes", "r"), YES_NO[1]),
    NO,
)
FLUENT = Field(
    "fluent",
    gettext_noop("Is it in good English, with dates that fit each other?"),
    (YES_NO[0], Option(NO, "no", "e")),
    YES,
)
OTHERS = (STATES_MORE, STATES_DERIVED, REAL_NAME, FLUENT)
#: What a page says beside the key that marks the field as bad.
FAULTS: Mapping[str, str] = {
    "states_more": gettext_noop("Says more than the actions"),
    "states_derived": gettext_noop("States a conclusion"),
    "real_name": gettext_noop("Names something real"),
    "fluent": gettext_noop("Poor English, or dates that do not fit"),
}

RECOVERABLE = Field(
    "recoverable", gettext_noop("Can the actions be told from the record alone?"), YES_NO, YES
)
#: In re-entry a slip of the judge is no fault of the record: ``findable`` decides, this one is counted.
REENTERED = Field(
    "recoverable", gettext_noop("Was what was entered from the record alone what it should say?"), YES_NO
)
FINDABLE = Field(
    "findable", gettext_noop("Does a careful reader find every action in the record?"), YES_NO, YES, step=2
)
COMPLETE = Field(
    "complete", gettext_noop("Does the record carry every argument of every action?"), YES_NO, YES, step=2
)


SAYS = gettext_noop("Does the record say this?")


def says(pos: int, words: str, step: int = 2) -> Field:
    """Whether the record says the action at this place."""
    return Field(f"says.{pos}", f"{SAYS} {words}", YES_NO, YES, step=step, bound=words)


@dataclass(frozen=True, slots=True)
class Answers:
    """Entries of a form while they are read; ``faults`` says what is missing or cannot be read, by name."""

    given: Mapping[str, Any]
    faults: dict[str, str]

    def text(self, name: str) -> str:
        value = self.given.get(name, "")
        return "" if isinstance(value, list) else str(value).strip()

    def one_of(self, name: str, allowed: tuple[str, ...], default: str | None, ask: str) -> str:
        """The entry if it is allowed, ``default`` where nothing was entered; else a fault, ``ask``."""
        value = self.text(name)
        if not value and default is not None:
            return default
        if value not in allowed:
            self.faults[name] = (
                ask
                if not value
                else gettext("%(value)s is none of %(allowed)s.")
                % {"value": repr(value[:40]), "allowed": ", ".join(allowed)}
            )
            return ""
        return value

    def yes_no(self, field: Field) -> str:
        """The answer to a field whose good one is meant where nothing was entered."""
        return self.one_of(
            field.name,
            (YES, NO),
            field.good or None,
            gettext("%(question)s Answer yes or no.") % {"question": field.asks},
        )

    def span(self, name: str, length: int) -> str:
        """The marked place ``start-end`` of a field in code points, empty where none is marked."""
        text = self.text(f"{name}.span")
        start, _, end = text.partition("-")
        if text and not (start.isdigit() and end.isdigit() and int(start) < int(end) <= length):
            self.faults[f"{name}.span"] = gettext(
                "Mark the words in the record again: this place is not in it."
            )
            return ""
        return text

    def beside(self, names: tuple[str, ...], length: int) -> dict[str, str]:
        """The marked places and comments of these fields, those that were entered."""
        found = {}
        for name in names:
            found[f"{name}.span"] = self.span(name, length)
            found[f"{name}.comment"] = self.text(f"{name}.comment")[:2000]
        return {name: value for name, value in found.items() if value}
