"""One order from its first record to the last slip. PURE."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from scenarios.domains.shopops.world.shop import Shop
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Window

#: How long after its order something lies, as a part of the horizon.
PACKED, SENT, HANDED, BACK = 0.012, 0.02, 0.04, 0.09
#: Paperwork lies within this part of the horizon behind the goods, and before the end of all paperwork.
PAPERWORK, PAPERS_END = 0.18, 0.93
LATE_PAPERS: Window = (0.82, 0.97)
#: What the slots of the lines of a whole order end with.
MARKS = ("", "_b", "_c", "_d")


@dataclass
class Item:
    """A line of an order; ``noted`` is the record that states it."""

    name: str
    product: str
    price: str
    qty: int
    noted: str = ""

    @property
    def total(self) -> Fraction:
        return Fraction(self.price) * self.qty


@dataclass
class Order:
    """An order. ``point`` is the part of the horizon at which it is placed, ``back`` are the lines that stay
    returned, ``lined`` the records of its lines, ``desk`` those that its returns follow or make up.
    ``handed`` is the day of its delivery. What is ``fixed`` is never corrected."""

    name: str
    customer: str
    quarter: str
    point: float
    address: str
    items: list[Item] = field(default_factory=list)
    opened: str = ""
    fate: str = "placed"
    status: str = ""
    back: list[Item] = field(default_factory=list)
    returned: list[Item] = field(default_factory=list)
    handed: DayOf = DayOf()
    fixed: bool = False
    lined: list[str] = field(default_factory=list)
    desk: list[str] = field(default_factory=list)

    @property
    def kept(self) -> list[Item]:
        return [item for item in self.items if item not in self.back]


def near_point(point: float) -> Window:
    """A moment at this point of the horizon."""
    return (point, min(point + 0.002, 0.999))


def new_item(shop: Shop, product: str) -> Item:
    return Item(shop.name("item"), product, shop.money(4, 46), shop.rng.choice((1, 1, 2, 2, 3, 4, 5)))


def place_whole(shop: Shop, order: Order, introduced: list[str]) -> None:
    """Plan an order of two to four lines in one record, which says that these are all."""
    values: Values = {**_head(shop, order), "items": tuple(item.name for item in order.items)}
    for item, mark in zip(order.items, MARKS, strict=False):
        values |= _line(item, mark)
    template = f"whole_order_{len(order.items)}"
    order.opened = order.status = shop.plot.add(template, values, near_point(order.point), after=introduced)
    order.lined = [order.opened]
    for item in order.items:
        item.noted = order.opened


def _head(shop: Shop, order: Order) -> Values:
    return {
        "customer": order.customer, "quarter": order.quarter, "order": order.name,
        "placed": DayOf("", -shop.rng.choice((0, 0, 1))), "address": order.address,
    }  # fmt: skip


def _line(item: Item, mark: str = "") -> Values:
    return {
        f"item{mark}": item.name, f"product{mark}": item.product,
        f"price{mark}": item.price, f"qty{mark}": str(item.qty),
    }  # fmt: skip


def place(shop: Shop, order: Order, *, joined: bool, introduced: list[str]) -> None:
    """Plan the first record of an order, with its first line if ``joined``."""
    values = _head(shop, order)
    template = "order_opened"
    if joined:
        template, values = "order_placed", {**values, **_line(order.items[0])}
    order.opened = order.status = shop.plot.add(template, values, near_point(order.point), after=introduced)
    order.lined = [order.opened]
    if joined:
        order.items[0].noted = order.opened


def add_lines(shop: Shop, order: Order, items: list[Item], window: Window, after: str) -> None:
    """Plan one record for one or two new lines."""
    values: Values = {"order": order.name, **_line(items[0])}
    template = "line_added"
    if len(items) == 2:
        template, values = "lines_added", {**values, **_line(items[1], "_b")}
    noted = shop.plot.add(template, values, window, after=[after])
    for item in items:
        item.noted = noted
    order.lined.append(noted)


def list_items(shop: Shop, order: Order, products: list[str]) -> None:
    """Plan all lines behind those that stand in the first record."""
    order.items += [new_item(shop, product) for product in products]
    left = [item for item in order.items if not item.noted]
    while left:
        size = 2 if len(left) > 1 and shop.rng.random() < shop.accent.paired else 1
        add_lines(shop, order, left[:size], (order.point, order.point + PACKED), order.opened)
        left = left[size:]


def send(shop: Shop, order: Order, fate: str) -> None:
    """Plan what becomes of an order: placed only, shipped, delivered or cancelled."""
    order.fate = fate
    at = order.point
    key: Values = {"order": order.name}
    if fate == "cancelled":
        order.status = shop.plot.add("order_cancelled", key, (at, at + HANDED), after=[order.status])
    if fate == "shipped" or (fate == "delivered" and shop.rng.random() < 0.3):
        order.status = shop.plot.add("order_sent", key, (at, at + SENT), after=[order.status])
    if fate == "delivered":
        offset = -shop.rng.choice((0, 0, 1))
        handed: Values = {**key, "delivered": DayOf("", offset)}
        window = (at + SENT, at + HANDED)
        order.status = shop.plot.add("handed_over", handed, window, after=[*order.lined, order.status])
        order.handed = DayOf(order.status, offset)
    order.desk.append(order.status)


def bring_back(shop: Shop, order: Order, item: Item) -> str:
    """Plan the return of a line; it stays returned unless it is taken back."""
    values: Values = {
        "order": order.name, "item": item.name, "opened": DayOf("", -shop.rng.choice((0, 0, 1)))
    }  # fmt: skip
    at = order.point + HANDED
    noted = shop.plot.add("item_returned", values, (at, at + BACK - HANDED), after=[order.status])
    order.desk.append(noted)
    order.returned.append(item)
    order.back.append(item)
    return noted


def take_back(shop: Shop, order: Order, item: Item, after: list[str], window: Window) -> str:
    """Plan that a return is taken back."""
    order.back.remove(item)
    values: Values = {"order": order.name, "item": item.name}
    return shop.plot.add("return_reversed", values, window, after=after)


def slip(shop: Shop, order: Order, window: Window) -> str:
    """Plan the whole list of an order's lines."""
    values: Values = {"order": order.name, "items": tuple(item.name for item in order.items)}
    return shop.plot.add("order_slip", values, window, after=order.lined)


def close_returns(shop: Shop, order: Order, window: Window) -> str:
    """Plan that no more of an order goes back than what has."""
    values: Values = {"order": order.name}
    template = "returns_closed_empty"
    if order.back:
        template = "returns_closed"
        values["items"] = tuple(item.name for item in order.back)
    return shop.plot.add(template, values, window, after=[*order.lined, *order.desk])
