"""ShopOps records that carry a whole order at once: lines with products, quantities and prices."""

from __future__ import annotations

from scenarios.domains.lines import ENDINGS, listed
from scenarios.domains.shopops.templates.kinds import record
from scenarios.rendering.patterns import ActionPattern, adds, asserts, completes
from scenarios.rendering.templates import RecordTemplate


def _lines(ending: str) -> tuple[ActionPattern, ...]:
    item = f"{{item{ending}}}"
    return (
        asserts("product_of", item, value=f"{{product{ending}}}"),
        asserts("price", item, value=f"{{price{ending}}}"),
        asserts("qty", item, value=f"{{qty{ending}}}"),
    )


def _whole_order(count: int) -> RecordTemplate:
    """An order with all its lines, which says that these are all."""
    lines = tuple(action for ending in ENDINGS[:count] for action in _lines(ending))
    return record(
        f"whole_order_{count}",
        (
            adds("order", "{customer}", "{quarter}", member="{order}"),
            asserts("placed", "{order}", value="{placed}"),
            asserts("status", "{order}", value="placed"),
            asserts("ship_to", "{order}", value="{address}"),
            *lines,
            completes("line", "{order}", members="items"),
        ),
        (
            "Order {order}, books of {quarter}, placed by {customer} on {placed}, parcel to {address}: "
            + listed("{item#}, {product#}, {qty#} at {price#} each", count, "; ")
            + "; lines {items} and no more.",
            "Order book {quarter}, household {customer}: {order} of {placed}, parcel to {address}; "
            + listed("{item#} is {product#}, {qty#} at {price#}", count, "; ")
            + ". Whole slip: {items}.",
        ),
        (
            "I took {order} for {customer} on {placed}, books of {quarter}, parcel to {address}; "
            + listed("{item#} is {product#}, {qty#} at {price#}", count, ", ")
            + "; that is the whole slip, {items}.",
            "{customer} placed {order} on {placed}, please book it under {quarter}, send it to {address}; "
            + listed("{item#}, {product#}, {qty#} at {price#}", count, "; ")
            + "; only {items}, not a line more.",
        ),
    )


SHEETS = (_whole_order(2), _whole_order(3), _whole_order(4))
