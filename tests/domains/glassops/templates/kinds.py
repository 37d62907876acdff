"""Slots of the GlassOps templates, and how a record template is put together."""

from __future__ import annotations

from scenarios.rendering.patterns import ActionPattern
from scenarios.rendering.slots import CODE, DATE, INT, NAME, PERSON, ListSlot, Slot
from scenarios.rendering.templates import RecordTemplate, Surface, messages, notes, with_today

#: Slot name -> kind; one name means one kind in all templates of the domain.
KINDS: dict[str, Slot] = with_today(
    {
        "house": NAME, "bed": CODE, "plant": NAME, "kin": NAME, "parent": NAME, "tool": NAME,
        "person": PERSON, "litres": INT, "sown": DATE, "ends": DATE, "as_of": DATE,
        "beds": ListSlot(CODE), "tools": ListSlot(NAME),
    }
)  # fmt: skip


def kinds_of(surfaces: tuple[Surface, ...]) -> dict[str, Slot]:
    """The kinds of the slots that stand in these surfaces."""
    used = frozenset().union(*(surface.slots for surface in surfaces))
    return {slot: KINDS[slot] for slot in sorted(used)}


def record(
    slug: str, actions: tuple[ActionPattern, ...], note: tuple[str, str], message: tuple[str, str]
) -> RecordTemplate:
    """A kind of record with two wordings as a garden note and two as a personal message."""
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, actions)
