"""Records as a subject of review: does a record say exactly what its actions say? (spec 6.5)

*Recognition* shows the record and three lists of actions, of which one is true or, in check items, perhaps
none. *Re-entry* (``blind``) has the actions entered from the record alone, then shows the true ones beside
them and asks of each whether the record says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, gettext_noop

from scenarios.rendering.action_words import NOTHING
from scenarios.rendering.entered_values import names_of
from scenarios.rendering.patterns import EventRef
from scenarios.review.subjects import record_checks, record_items
from scenarios.review.subjects.base import Field, Prepared, Reading, Subject
from scenarios.review.subjects.record_content import lists_of
from scenarios.review.subjects.record_entry import compared, entered_actions
from scenarios.review.subjects.record_fields import FAULTS, NO, OTHERS, RECOVERABLE, YES
from scenarios.review.subjects.record_items import BLIND
from scenarios.review.subjects.record_readings import (
    blind_fields,
    read_blind,
    read_recognition,
    recognition_fields,
    said_fields,
    told_recognition,
)
from scenarios.review.subjects.record_scenes import Named, names, pieces, statements_of, words_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User
    from scenarios.models import Event, ReviewItem, ReviewPolicy, Suite

#: Keys that answer "no" to whether the record says an action; "yes" has the digit of its place.
NO_KEYS = "qwyuiopahj"
_OTHERS = [(one, FAULTS[one.name]) for one in OTHERS]


class Records(Subject):
    """Reviews of the words of records."""

    slug = record_items.KIND
    title = gettext_noop("Records")
    template = "scenarios/review/_record_form.html"
    decision_template = "scenarios/review/_record_decision.html"
    entry_names = {
        "pick": gettext_noop("Which list says exactly what the record says?"),
        "nothing": gettext_noop("It states nothing"),
    }

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        """R1 to R5; in re-entry also whether each action is said."""
        if item.form == BLIND:
            return blind_fields(item.content["actions"])
        return recognition_fields()

    def decision_fields(self, item: ReviewItem) -> tuple[Field, ...]:
        """An adjudicator says of each action whether the record says it, in both forms."""
        if item.form == BLIND:
            # Nobody entered anything for the adjudicator, who is asked as of any record.
            return (replace(RECOVERABLE, good=""), *self.fields(item)[1:])
        return (RECOVERABLE, *said_fields(item.content["actions"], step=1), *OTHERS)

    def outcome(self, item: ReviewItem, fields: Mapping[str, str]) -> str:
        """Rejected where a deciding field is not good, or an action is not said."""
        unsaid = any(value == NO for name, value in fields.items() if name.startswith("says."))
        return "rejected" if unsaid else super().outcome(item, fields)

    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterable[Prepared]:
        """Every record whose words passed their checks or that no check judges. Five queries."""
        return record_items.prepare(suite, policy)

    def steps(self, item: ReviewItem) -> int:
        """Re-entry has a second step, which shows the actions."""
        return 2 if item.form == BLIND else 1

    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        """The record with its date and glossary, and what the step asks. One query, two with the event."""
        named = names(item.scenario)
        context = {**_record(item, named), "form": item.form, "step": step, "others": _OTHERS}
        if item.form != BLIND:
            lists = [{"n": n, "rows": rows} for n, rows in enumerate(lists_of(item.content), 1)]
            return {**context, "lists": lists}
        if step == 1:
            listed = [one.name for one in named]
            return {**context, "names": listed, "statements": statements_of(item.scenario)}
        first = frozen.get("1", {})
        return {**context, "first": first, "said": _said(item, first)}

    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """What was entered from the record alone, compared with its actions. Raises ``FormRefusedError``."""
        at = _ref(item)
        known = names_of((one.name, one.type, one.aliases) for one in names(item.scenario))
        entered = entered_actions(given, statements_of(item.scenario), at, known)
        words = words_of(item.scenario)
        found = compared(entered, item.content["actions"], at)
        return {"entered": [words.of(action) for action in entered], **found}

    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        """A whole submission; on a check item with whether its list was found."""
        length = len(text_of(item))
        if item.form == BLIND:
            fields, kept = read_blind(item.content["actions"], given, frozen, length)
        else:
            fields, kept = read_recognition(item.content, given, length)
        known = item.known.get("pick")
        score = {} if known is None else {"right": kept.get("pick") == known}
        return Reading(fields, kept, self.outcome(item, fields), score)

    def told(self, item: ReviewItem, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """The list that was picked, or the actions that were entered."""
        if item.form != BLIND:
            return ((gettext("Picked"), told_recognition(given, item.content)),)
        entered = given.get("entered") or [NOTHING]
        return tuple((gettext("Entered from the record alone"), str(words)) for words in entered)

    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        """The record with its true actions. One query."""
        return {**_record(item, names(item.scenario)), "actions": item.content["actions"]}

    def check_item(self, suite: Suite, person: User, seed: int) -> Prepared | None:
        """A verified record with one action changed in its words. A constant number of queries."""
        return record_checks.check_item(suite, person, seed)

    def length(self, item: ReviewItem) -> int:
        """The characters of the record and of its lists: both are read."""
        lists = lists_of(item.content) if item.form != BLIND else []
        return len(text_of(item)) + sum(len(row["words"]) for rows in lists for row in rows)


def _record(item: ReviewItem, named: Sequence[Named]) -> dict[str, Any]:
    """The record itself: its day, its words cut at the names in them, the glossary."""
    text = text_of(item)
    here = [one for one in named if one.occurs_in(text)]
    return {
        "event": _event(item),
        "text": text,
        "pieces": pieces(text, here),
        "glossary": here,
        "nothing": NOTHING,
    }


def text_of(item: ReviewItem) -> str:
    """The words that the form shows: in check items others than those of the rendering."""
    own = item.content.get("text")
    if own is not None:
        return str(own)
    return str(item.rendering.text) if item.rendering is not None else ""


def unsaid(fields: Mapping[str, str]) -> tuple[int, ...]:
    """The places of the actions that the record does not say, out of decided fields."""
    found = (name.removeprefix("says.") for name, value in fields.items() if value == NO)
    return tuple(sorted(int(place) for place in found if place.isdigit()))


def _event(item: ReviewItem) -> Event:
    assert item.rendering is not None  # items of records have words
    assert item.rendering.event is not None  # and these are of an event
    return item.rendering.event


def _ref(item: ReviewItem) -> EventRef:
    event = _event(item)
    return EventRef(event.label, event.observed_at, event.seq)


def _said(item: ReviewItem, first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each true action with its field, what is meant where nothing is answered, and its keys."""
    missed = set(first.get("missed", ()))
    rows = item.content["actions"]
    return [
        {
            "field": field,
            "row": rows[pos],
            "missed": pos in missed,
            "default": "" if pos in missed else YES,
            "yes_key": str(pos + 1) if pos < 9 else "",
            "no_key": NO_KEYS[pos] if pos < len(NO_KEYS) else "",
        }
        for pos, field in enumerate(said_fields(rows))
    ]


RECORDS = Records()
