"""Sample slot values for every TripOps template, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime

from scenarios.domains.registry import get
from scenarios.rendering.patterns import EventRef, SlotValue, expand
from scenarios.rendering.slots import ListSlot
from scenarios.rendering.templates import TODAY, RecordTemplate
from scenarios.rendering.virtualization import NameBook

TRIPOPS = get("tripops")
TYPE_OF_SLOT = {
    "old": "hotel", "boss": "person", "cities": "city", "trips": "trip", "expenses": "expense",
    "people": "person", "first": "trip", "second": "trip", "other": "person",
}  # fmt: skip
PLAIN = {
    "category": ["meal", "taxi", "parking"], "categories": ["meal", "taxi", "parking"],
    "year": ["2030", "2031"], "purpose": ["business", "training", "private"], "receipt": ["true", "false"],
    "amount": ["7", "40.5", "1240.75", "2000000"], "days": ["1", "5", "1200"],
    "starts": ["2031-02-03", "2031-11-30"], "ends": ["2031-03-01"], "as_of": ["2031-01-09"],
}  # fmt: skip


def at(number: int = 7) -> EventRef:
    """An event of the sample's day."""
    return EventRef(f"e{number:04d}", datetime(2031, 6, 4, 9, 30, tzinfo=UTC), number)


def values_for(kinds: dict[str, object], rng: random.Random, book: NameBook) -> dict[str, SlotValue]:
    """A value for every slot; lists of one to four."""
    found: dict[str, SlotValue] = {}
    for slot, kind in kinds.items():
        if slot == TODAY:
            continue
        count = rng.randint(1, 3) if isinstance(kind, ListSlot) else 1
        if slot in PLAIN:
            drawn = rng.sample(PLAIN[slot], count)
        else:
            drawn = book.draw(TYPE_OF_SLOT.get(slot, slot), count)
        found[slot] = tuple(drawn) if isinstance(kind, ListSlot) else drawn[0]
    return found


def sample_records(seed: int) -> Iterator[tuple[RecordTemplate, int, str, tuple, dict[str, SlotValue]]]:
    """(template, surface, text, actions, values) for every surface of the domain."""
    rng, book = random.Random(seed), NameBook(seed, TRIPOPS.reserved_names)
    for template in TRIPOPS.templates:
        for surface in range(len(template.surfaces)):
            values = values_for(dict(template.kinds), rng, book)
            actions = expand(template.actions, values, at()) if template.actions else ()
            text = template.write({**values, TODAY: at().t.date().isoformat()}, surface)
            yield template, surface, text, actions, values
