"""ShopOps records of orders and their lines: placed, changed, sent, handed over, listed whole."""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, completes, revises

ORDERS = (
    record(
        "order_placed",
        (
            adds("order", "{customer}", "{quarter}", member="{order}"),
            asserts("placed", "{order}", value="{placed}"),
            asserts("status", "{order}", value="placed"),
            asserts("ship_to", "{order}", value="{address}"),
            adds("line", "{order}", member="{item}"),
            asserts("product_of", "{item}", value="{product}"),
            asserts("price", "{item}", value="{price}"),
            asserts("qty", "{item}", value="{qty}"),
        ),
        (
            (
                "Order {order}, books of {quarter}, placed by {customer} on {placed}, parcel to {address}:"
                " line {item}, {product}, quantity {qty}, price {price} each."
            ),
            (
                "Order book {quarter}, household {customer}: {order} of {placed}, parcel to {address};"
                " line {item} is {product}, {qty} at {price} each."
            ),
        ),
        (
            (
                "I took order {order} for {customer} on {placed}, books of {quarter}, parcel to {address};"
                " line {item} is {product}, quantity {qty}, price {price} each."
            ),
            (
                "{customer} placed {order} on {placed}, please book it under {quarter} and send it to"
                " {address}; {item} on it is {product}, {qty} at {price} each."
            ),
        ),
    ),
    record(
        "order_opened",
        (
            adds("order", "{customer}", "{quarter}", member="{order}"),
            asserts("placed", "{order}", value="{placed}"),
            asserts("status", "{order}", value="placed"),
            asserts("ship_to", "{order}", value="{address}"),
        ),
        (
            (
                "Order {order}, books of {quarter}, placed by {customer} on {placed}, parcel to {address};"
                " lines follow."
            ),
            "Order book {quarter}, household {customer}: {order} of {placed}, parcel to {address}.",
        ),
        (
            "I took order {order} for {customer} on {placed}, books of {quarter}, parcel to {address}.",
            "{customer} placed {order} on {placed}, please book it under {quarter} and send it to {address}.",
        ),
    ),
    record(
        "line_added",
        (
            adds("line", "{order}", member="{item}"),
            asserts("product_of", "{item}", value="{product}"),
            asserts("price", "{item}", value="{price}"),
            asserts("qty", "{item}", value="{qty}"),
        ),
        (
            "Order {order}, line {item}: {product}, quantity {qty}, price {price} each.",
            "Picking sheet {order}: {item}, {product}, {qty} at {price} each.",
        ),
        (
            "Please put {item} on {order}: {product}, {qty} at {price} each.",
            "One line for {order}, namely {item}, {product}, quantity {qty}, price {price} each.",
        ),
    ),
    record(
        "lines_added",
        (
            adds("line", "{order}", member="{item}"),
            asserts("product_of", "{item}", value="{product}"),
            asserts("price", "{item}", value="{price}"),
            asserts("qty", "{item}", value="{qty}"),
            adds("line", "{order}", member="{item_b}"),
            asserts("product_of", "{item_b}", value="{product_b}"),
            asserts("price", "{item_b}", value="{price_b}"),
            asserts("qty", "{item_b}", value="{qty_b}"),
        ),
        (
            (
                "Order {order}, line {item}: {product}, quantity {qty}, price {price} each;"
                " line {item_b}: {product_b}, quantity {qty_b}, price {price_b} each."
            ),
            (
                "Picking sheet {order}: {item}, {product}, {qty} at {price} each;"
                " {item_b}, {product_b}, {qty_b} at {price_b} each."
            ),
        ),
        (
            (
                "Please put {item} and {item_b} on {order}: the first is {product}, {qty} at {price} each,"
                " the second {product_b}, {qty_b} at {price_b} each."
            ),
            (
                "Two lines for {order}, namely {item}, {product}, quantity {qty}, price {price} each,"
                " and {item_b}, {product_b}, quantity {qty_b}, price {price_b} each."
            ),
        ),
    ),
    record(
        "item_swapped",
        (revises("product_of", "{item}", value="{product}"),),
        (
            "Line {item} changed: {old} struck out, {product} put in.",
            "Picking sheet: line {item} is switched to {product} from {today}.",
        ),
        (
            "We swapped {item}, it is {product} now instead of {old}.",
            "Please pack {product} for line {item}, the first pick was dropped.",
        ),
    ),
    record(
        "price_corrected",
        (revises("price", "{item}", value="{price}"),),
        (
            "Price of line {item} corrected to {price} each after a check.",
            "Till slip, line {item}: the price is now {price} each, misread before.",
        ),
        (
            "Sorry, the price on {item} should have been {price} each.",
            "Typing slip on {item}, the right price is {price} each.",
        ),
    ),
    record(
        "price_forwarded",
        (asserts("price", "{item}", value="{price}", as_of="as_of"),),
        (
            "Copy of the till slip dated {as_of}: line {item}, price {price} each.",
            "Old price sheet of {as_of}, for your files: {item} at {price} each.",
        ),
        (
            "Found the till slip of {as_of}, it has {item} at {price} each.",
            "Forwarding what the till sent on {as_of}: price of {item} at {price} each.",
        ),
    ),
    record(
        "product_forwarded",
        (asserts("product_of", "{item}", value="{product}", as_of="as_of"),),
        (
            "Copy of the picking sheet dated {as_of}: line {item}, {product}.",
            "Old picking sheet of {as_of}, for your files: {item} is {product}.",
        ),
        (
            "Found the picking sheet of {as_of}, it has {product} for {item}.",
            "Forwarding what the packers wrote on {as_of}: {product} goes into line {item}.",
        ),
    ),
    record(
        "quantity_changed",
        (revises("qty", "{item}", value="{qty}"),),
        (
            "Quantity of line {item} changed to {qty} from {today}.",
            "Picking sheet: line {item}, quantity now {qty}, please repack.",
        ),
        (
            "Please pack {qty} on line {item}, the quantity has changed.",
            "For line {item} the quantity is {qty} now, not what I wrote before.",
        ),
    ),
    record(
        "order_cancelled",
        (revises("status", "{order}", value="cancelled"),),
        (
            "Order {order} is called off as of {today}, nothing will be sent.",
            "Order book: {order} struck out, the whole order is off.",
        ),
        (
            "Please stop {order}, the whole order is called off.",
            "They called off {order}, so nothing of it goes out.",
        ),
    ),
    record(
        "order_sent",
        (revises("status", "{order}", value="shipped"),),
        (
            "Parcel {order} went out with the van on {today}.",
            "Van sheet of {today}: parcel {order} loaded and on the road.",
        ),
        (
            "{order} is packed and on the road since this morning.",
            "The van took {order} along, it is on the road now.",
        ),
    ),
    record(
        "handed_over",
        (
            revises("status", "{order}", value="delivered"),
            asserts("delivered_on", "{order}", value="{delivered}"),
        ),
        (
            "Van sheet: parcel {order} handed over on {delivered}.",
            "Receipt for {order} signed at the door on {delivered}.",
        ),
        (
            "{order} was handed over on {delivered}, all boxes dry.",
            "I have the signed receipt for {order}, handed over on {delivered}.",
        ),
    ),
    record(
        "handover_corrected",
        (revises("delivered_on", "{order}", value="{delivered}"),),
        (
            "Van sheet corrected: parcel {order} was handed over on {delivered}.",
            "Receipt for {order} misread before, it was signed on {delivered}.",
        ),
        (
            "Sorry, {order} was in truth handed over on {delivered}.",
            "Typing slip on the receipt for {order}, the right one says {delivered}.",
        ),
    ),
    record(
        "redirected",
        (revises("ship_to", "{order}", value="{address}"),),
        (
            "Label of parcel {order} changed, it now goes to {address}.",
            "Van sheet: parcel {order} switched over to {address}.",
        ),
        (
            "Please send {order} to {address}, the old label is wrong.",
            "The parcel {order} goes to {address} now, I wrote a new label.",
        ),
    ),
    record(
        "quarter_statement",
        (completes("order", "{customer}", "{quarter}", members="orders"),),
        (
            "Statement {quarter} for {customer}: {orders}. That is the whole list.",
            "Order book {quarter}, household {customer}, closed with {orders} and no more.",
        ),
        (
            "I went through {quarter} for {customer}: {orders}, that is all of it.",
            "The orders of {customer} in {quarter} are all in: {orders}, nothing else.",
        ),
    ),
    record(
        "quarter_statement_empty",
        (completes("order", "{customer}", "{quarter}"),),
        (
            "Statement {quarter} for {customer}: an empty page. That is the whole list.",
            "Order book {quarter}, household {customer}, closed with no order at all.",
        ),
        (
            "I went through {quarter} for {customer}: not one order, that is all of it.",
            "There are no orders of {customer} in {quarter}, and nothing else to come.",
        ),
    ),
    record(
        "order_slip",
        (completes("line", "{order}", members="items"),),
        (
            "Slip of order {order}: {items}; these lines only.",
            "Order {order} closed, lines on it: {items} and no more.",
        ),
        (
            "On {order} I find {items}, that is the whole slip.",
            "I read the slip of {order} again: {items}, not a line more.",
        ),
    ),
)
