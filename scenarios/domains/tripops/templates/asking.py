"""The slots that TripOps questions may name, and what stands in each."""

from __future__ import annotations

from scenarios.domains.asking import DAY, Asking, compared, compared_types
from scenarios.domains.tripops.templates.kinds import CURRENCY, KINDS
from scenarios.rendering.slots import DATE, NAME, PERSON

_COMPARED = ("person", "expense", "currency", "region")

ASKING = Asking(
    {**KINDS, DAY: DATE, "first": NAME, "second": NAME, "other": PERSON, **compared(KINDS, *_COMPARED)},
    CURRENCY,
)
question = ASKING.question

#: Slot of a question -> the type of what stands in it.
SLOT_TYPES = {
    "country": "country", "currency": "currency", "expense": "expense", "group": "group",
    "person": "person", "region": "region", "trip": "trip", "year": "year",
    "other": "person", "first": "trip", "second": "trip", DAY: "date",
    **compared_types(*_COMPARED),
}  # fmt: skip
