"""Slots of the EduOps templates, and how a record template is put together (spec 4.3, 15).

The words of record wordings stay inside ``lexicon.RECORD_LEX``; questions use other words (spec 4.5).
"""

from __future__ import annotations

from scenarios.domains.lines import of_lines
from scenarios.rendering.patterns import ActionPattern
from scenarios.rendering.slots import CODE, DATE, INT, NAME, PERSON, WORD, ListSlot, Slot, SlotKind, choice
from scenarios.rendering.templates import RecordTemplate, Surface, messages, notes, with_today

#: A course is a topic and its level: ``Tornistry 240``.
COURSE = SlotKind("course", r"[A-Z][a-z]+ \d{3}", str, str)
STANDING = choice("standing", {"regular": "regular", "visiting": "visiting", "resting": "resting"})

#: Slot name -> kind; one name means one kind in all templates of the domain.
KINDS: dict[str, Slot] = with_today(
    {
        "course": COURSE, "other": COURSE, "old": COURSE, "area": WORD, "group": NAME, "term": NAME,
        "programme": NAME, "dept": NAME, "faculty": NAME, "student": PERSON, "teacher": PERSON,
        "hold": CODE, "standing": STANDING, "points": INT, "mark": INT, "begins": DATE, "ends": DATE,
        "as_of": DATE, "courses": ListSlot(COURSE), "areas": ListSlot(WORD), "terms": ListSlot(NAME),
        "holds": ListSlot(CODE),
    }
)  # fmt: skip

KINDS.update(of_lines(KINDS, ("course", "mark", "points", "area")))


def kinds_of(surfaces: tuple[Surface, ...]) -> dict[str, Slot]:
    """The kinds of the slots that stand in these surfaces."""
    used = frozenset().union(*(surface.slots for surface in surfaces))
    return {slot: KINDS[slot] for slot in sorted(used)}


def record(
    slug: str, actions: tuple[ActionPattern, ...], note: tuple[str, str], message: tuple[str, str]
) -> RecordTemplate:
    """A kind of record with two wordings as an office note and two as a personal message."""
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, actions)
