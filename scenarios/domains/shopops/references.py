"""How ShopOps questions refer to purchases, articles and customers without naming them (spec 4.7)."""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import QUARTER
from scenarios.rendering.references import Among, Reference, ReferenceKind
from scenarios.rendering.slots import CODE, DATE, NAME, Slot

#: The slots of the phrases.
REFERENCE_KINDS: dict[str, Slot] = {
    "buyer": NAME, "quarter": QUARTER, "day": DATE, "address": NAME, "purchase": CODE, "product": NAME,
}  # fmt: skip

_PURCHASES = Among("order", ("buyer", "quarter"))

REFERENCES = (
    Reference(
        "day", ReferenceKind.BY_DATE, "order",
        "the {quarter} purchase of {buyer} made on {day}",
        "placed", ("order",),
        ("destination_country", "free_delivery", "needs_authorisation", "kept_articles", "number_kept",
         "dearest_article", "any_imported"),
        by="day", among=_PURCHASES, noun="purchase {order}",
    ),
    Reference(
        "destination", ReferenceKind.BY_PLACE, "order",
        "the {quarter} purchase of {buyer} bound for {address}",
        "ship_to", ("order",),
        ("free_delivery", "needs_authorisation", "kept_articles", "purchase_total", "dearest_article",
         "any_imported"),
        by="address", among=_PURCHASES, noun="purchase {order}",
    ),
    Reference(
        "highest", ReferenceKind.BY_ORDER, "order",
        "the most expensive {quarter} purchase of {buyer}",
        "biggest", ("buyer", "quarter"),
        ("destination_country", "free_delivery", "kept_articles", "dearest_article", "any_imported"),
        among=_PURCHASES, noun="purchase {order}",
    ),
    Reference(
        "product", ReferenceKind.BY_ROLE, "item",
        "the article bought as {product} in purchase {purchase}",
        "product_of", ("item",),
        ("category_of", "manufactured_in", "is_imported", "refundable"),
        by="product", among=Among("line", ("purchase",)), noun="article {item}",
    ),
    Reference(
        "purchase", ReferenceKind.BY_ROLE, "customer",
        "the customer who made purchase {purchase}",
        "buyer", ("purchase",),
        ("over_limit", "overspent", "permitted_articles", "number_of_purchases", "dearest_purchase",
         "all_arrived", "budget_left", "most_common_category"),
    ),
)  # fmt: skip
