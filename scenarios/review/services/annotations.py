"""What an annotation says: the canonical text of actions, read back against the program (spec 1.3)."""

from __future__ import annotations

from django.utils.translation import gettext

from scenarios.datalog.history import ActionRecord
from scenarios.models import Event, ReviewItem
from scenarios.rendering.patterns import EventRef
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services.entering import read_text
from scenarios.selectors import programs

KIND = "annotation"
FIELD = "actions"
#: The answer of a record that states nothing.
NOTHING = "nothing"


def place_of(event: Event) -> EventRef:
    """Where actions of an event belong."""
    return EventRef(event.label, event.observed_at, event.seq)


def actions_read(item: ReviewItem, text: str) -> tuple[ActionRecord, ...]:
    """The actions that an answer states. Raises ``FormRefusedError`` for the field, with carets."""
    if not text.strip():
        raise FormRefusedError(
            {
                FIELD: gettext("Write statements, or %(nothing)s where the record states nothing.")
                % {"nothing": repr(NOTHING)}
            }
        )
    if text.strip() == NOTHING:
        return ()
    assert item.rendering is not None  # every item of this kind has its words
    assert item.rendering.event is not None
    return read_text(programs.load(item.scenario), place_of(item.rendering.event), text, field=FIELD)
