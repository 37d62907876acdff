"""Slots of the TripOps templates, and how a record template is put together (spec 4.1, 15).

The words of record wordings stay inside ``lexicon.RECORD_LEX``; questions use other words (spec 4.5).
"""

from __future__ import annotations

from scenarios.domains.lines import of_lines
from scenarios.rendering.patterns import ActionPattern
from scenarios.rendering.slots import (
    CODE,
    DATE,
    INT,
    NAME,
    PERSON,
    WORD,
    YEAR,
    ListSlot,
    Slot,
    SlotKind,
    choice,
    money,
)
from scenarios.rendering.templates import RecordTemplate, Surface, messages, notes, with_today

#: The one currency of the domain, invented.
CURRENCY = "Galot"
MONEY = money(CURRENCY)

#: What one unit of foreign money is worth, exact and without closing zeros: ``0.845 Galot``.
RATE = SlotKind(
    "rate",
    rf"\d+(?:\.\d*[1-9])? {CURRENCY}",
    lambda text: f"{text} {CURRENCY}",
    lambda text: text.removesuffix(f" {CURRENCY}"),
)
#: A price in foreign money, whose name stands in a slot of its own or is known already: ``1,240.50``.
PRICE = SlotKind(
    "price",
    r"\d{1,3}(?:,\d{3})*\.\d{2}",
    lambda text: MONEY.write(text).removesuffix(f" {CURRENCY}"),
    lambda text: MONEY.read(f"{text} {CURRENCY}"),
)
PURPOSE = choice("purpose", {"business": "business", "training": "training", "private": "private"})
RECEIPT = choice("receipt", {"true": "slip attached", "false": "slip missing"})

#: Slot name -> kind; one name means one kind in all templates of the domain.
KINDS: dict[str, Slot] = with_today(
    {
        "city": NAME, "country": NAME, "region": NAME, "hotel": NAME, "old": NAME, "trip": NAME,
        "group": NAME, "carrier": NAME, "person": PERSON, "boss": PERSON, "expense": CODE,
        "category": WORD, "purpose": PURPOSE, "receipt": RECEIPT, "year": YEAR, "starts": DATE,
        "ends": DATE, "as_of": DATE, "amount": MONEY, "days": INT, "currency": NAME, "rate": RATE,
        "price": PRICE, "paper": WORD,
        "cities": ListSlot(NAME), "trips": ListSlot(NAME), "categories": ListSlot(WORD),
        "expenses": ListSlot(CODE), "people": ListSlot(PERSON), "hotels": ListSlot(NAME),
        "papers": ListSlot(WORD),
    }
)  # fmt: skip

KINDS.update(of_lines(KINDS, ("expense", "amount", "category", "receipt", "trip", "purpose", "hotel")))


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
