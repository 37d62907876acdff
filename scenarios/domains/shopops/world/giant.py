"""The planned query: one quarter whose dearest order takes a witness of exactly the planned size (spec 5.3).

Which order is dearest is known from the statement of the quarter and, for each order, its status, its slip,
its closed returns and the records of the lines that were kept. None of these comes twice or changes later,
so the size follows from the plan. Small sizes are met by the number of orders, which is known from the
statement and one status each. PURE.
"""

from __future__ import annotations

from fractions import Fraction

from scenarios.domains.shopops.world.households import Desk, Group, Households, basket_of, open_quarters
from scenarios.domains.shopops.world.orders import (
    PACKED,
    Item,
    Order,
    add_lines,
    bring_back,
    close_returns,
    new_item,
    place,
    send,
    slip,
    take_back,
)
from scenarios.domains.shopops.world.shop import Quarter, Shop
from scenarios.generators.derive.world import Arguments

#: Events of an order beside the records of its lines: status, slip, closed returns.
_FIXED = 3
#: About so many events of the witness belong to one order; fewer cannot make one.
_ORDER, _LEAST = 6, 4
#: All records of the giant quarter lie before this part of the horizon.
DONE = 0.84


def plan_giant(desk: Desk, households: Households, size: int) -> tuple[str, Arguments]:
    """Plan the quarter; returns the form and the arguments of the query."""
    shop = desk.shop
    quarter = _quarter(shop)
    address = shop.rng.choice(list(desk.goods.town))
    customer = shop.name("customer")
    group = Group(customer, quarter)
    form = "dearest_purchase" if size > 2 * _LEAST else "number_of_purchases"
    parts = _parts(size - 1) if form == "dearest_purchase" else [0] * (size - 1)
    for number, events in enumerate(parts):
        point = quarter.within(0.06 + 0.5 * number / len(parts))
        order = Order(shop.name("order"), customer, quarter.name, point, address, fixed=True)
        group.orders.append(order)
        _order(desk, order, events, reverses=number == 0 and events > _LEAST)
    _one_dearest(group.orders)
    _statement(shop, group)
    households.groups.append(group)
    return form, {"customer": customer, "quarter": quarter.name}


def _quarter(shop: Shop) -> Quarter:
    """The last quarter that is over in good time."""
    quarters = open_quarters(shop)
    return next((one for one in reversed(quarters) if one.high < DONE - 0.08), quarters[0])


def _parts(events: int) -> list[int]:
    """The events of each order, as even as can be."""
    count = max(1, round(events / _ORDER))
    return [events // count + (place < events % count) for place in range(count)]


def _order(desk: Desk, order: Order, events: int, *, reverses: bool) -> None:
    """Plan an order that adds ``events`` to the witness, with the records of its kept lines among them; 0
    for its first record alone. With ``reverses``, a return is taken back behind the close and counts too."""
    shop = desk.shop
    goods = [desk.goods.noted[order.address]]
    place(shop, order, joined=False, introduced=goods)
    lines = events - _FIXED - reverses
    for _ in range(max(0, lines)):
        _kept_line(desk, order)
    if not events:
        return
    gone = _line(desk, order, 1)[0]
    send(shop, order, "delivered")
    bring_back(shop, order, gone)
    last = (min(order.point + 0.1, DONE - 0.05), DONE)
    if reverses:
        bring_back(shop, order, order.items[0])
    papers = shop.plot.spread(3, last)
    closed = close_returns(shop, order, papers[0])
    slip(shop, order, papers[1])
    if reverses:
        take_back(shop, order, order.items[0], [closed], papers[2])


def _kept_line(desk: Desk, order: Order) -> None:
    _line(desk, order, desk.shop.rng.choice((1, 2)))


def _line(desk: Desk, order: Order, count: int) -> list[Item]:
    """One record with one or two lines."""
    items = [new_item(desk.shop, product) for product in basket_of(desk, count)]
    order.items += items
    add_lines(desk.shop, order, items, (order.point, order.point + PACKED), order.opened)
    return items


def _one_dearest(orders: list[Order]) -> None:
    """Nothing to plan: totals that tie would leave the query without one answer."""
    totals = [sum((item.total for item in order.kept), Fraction()) for order in orders]
    if any(totals) and totals.count(max(totals)) > 1:
        raise ValueError(f"two orders of the giant quarter come to {max(totals)}")


def _statement(shop: Shop, group: Group) -> None:
    names = tuple(order.name for order in group.orders)
    values = {"customer": group.customer, "quarter": group.quarter.name}
    window = (min(group.quarter.high, DONE - 0.02), DONE)
    opened = [order.opened for order in group.orders]
    if names:
        shop.plot.add("quarter_statement", {**values, "orders": names}, window, after=opened)
    else:
        shop.plot.add("quarter_statement_empty", values, window)
