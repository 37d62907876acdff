"""The slots that ShopOps questions may name, and what stands in each."""

from __future__ import annotations

from scenarios.domains.asking import DAY, Asking, compared, compared_types
from scenarios.domains.shopops.templates.kinds import CURRENCY, KINDS
from scenarios.rendering.slots import CODE, DATE, NAME

_COMPARED = ("order", "product", "category")

ASKING = Asking(
    {**KINDS, DAY: DATE, "first": CODE, "second": CODE, "other": NAME, **compared(KINDS, *_COMPARED)},
    CURRENCY,
)
question = ASKING.question

#: Slot of a question -> the type of what stands in it.
SLOT_TYPES = {
    "category": "category", "customer": "customer", "item": "item", "order": "order", "plan": "plan",
    "product": "product", "quarter": "quarter",
    "other": "category", "first": "item", "second": "item", DAY: "date",
    **compared_types(*_COMPARED),
}  # fmt: skip
