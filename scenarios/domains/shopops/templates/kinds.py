"""Slots of the ShopOps templates, and how a record template is put together (spec 4.2, 15).

The words of record wordings stay inside ``lexicon.RECORD_LEX``; questions use other words (spec 4.5).
"""

from __future__ import annotations

from scenarios.domains.lines import of_lines
from scenarios.rendering.patterns import ActionPattern
from scenarios.rendering.slots import CODE, DATE, INT, NAME, ListSlot, Slot, SlotKind, money
from scenarios.rendering.templates import RecordTemplate, Surface, messages, notes, with_today

#: The one currency of the domain, invented.
CURRENCY = "Norant"
MONEY = money(CURRENCY)


def _same(text: str) -> str:
    return text


QUARTER = SlotKind("quarter", r"Q[1-4] \d{4}", _same, _same)

#: Slot name -> kind; one name means one kind in all templates of the domain.
KINDS: dict[str, Slot] = with_today(
    {
        "customer": NAME, "product": NAME, "old": NAME, "other": NAME,
        "category": NAME, "parent": NAME, "maker": NAME, "country": NAME, "town": NAME,
        "address": NAME, "plan": NAME, "order": CODE, "item": CODE,
        "quarter": QUARTER, "placed": DATE, "delivered": DATE, "opened": DATE, "starts": DATE,
        "ends": DATE, "as_of": DATE, "price": MONEY, "amount": MONEY,
        "qty": INT, "days": INT,
        "orders": ListSlot(CODE), "items": ListSlot(CODE), "products": ListSlot(NAME),
        "categories": ListSlot(NAME), "plans": ListSlot(NAME), "addresses": ListSlot(NAME),
    }
)  # fmt: skip

KINDS.update(of_lines(KINDS, ("item", "product", "price", "qty")))


def kinds_of(surfaces: tuple[Surface, ...]) -> dict[str, Slot]:
    """The kinds of the slots that stand in these surfaces."""
    used = frozenset().union(*(surface.slots for surface in surfaces))
    return {slot: KINDS[slot] for slot in sorted(used)}


def record(
    slug: str, actions: tuple[ActionPattern, ...], note: tuple[str, str], message: tuple[str, str]
) -> RecordTemplate:
    """A kind of record with two wordings as a shop note and two as a personal message."""
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, actions)
