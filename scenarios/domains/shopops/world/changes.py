"""Corrections that fill a history: later versions of prices, goods and places, one key at a time. PURE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from scenarios.domains.shopops.world.categories import Tree, movable, move
from scenarios.domains.shopops.world.chains import course_from, forwards, revisions
from scenarios.domains.shopops.world.goods import move_maker, shelve_anew, switch_maker
from scenarios.domains.shopops.world.households import Desk, Households
from scenarios.domains.shopops.world.orders import Item, Order
from scenarios.domains.shopops.world.shop import Shop
from scenarios.generators.derive.plan import DayOf, Values
from scenarios.generators.derive.plot import Window

#: How late a line or a parcel is still corrected, as a part of the horizon behind its order.
_CORRECTED = 0.35
Change = Callable[[], None]


def changes(desk: Desk, households: Households) -> Iterator[Change]:
    """Changes to plan, until the room is used: the catalogue's in turn with those of orders."""
    shop, goods, tree = desk.shop, desk.goods, desk.tree
    products = [one for one in goods.shelf if goods.shelf[one] in tree.shelves]
    pools: list[list[Change]] = [
        _drawn(shop, [partial(_correct, desk, item, order) for order, item in _lines(households)]),
        _moves(shop, tree)[: shop.number(8)],
        _drawn(shop, [partial(_redirect, desk, order) for order in _parcels(households)]),
        _drawn(shop, [partial(shelve_anew, shop, tree, goods, one) for one in products])[: shop.number(6)],
        _drawn(shop, [partial(_correct_handover, shop, one) for one in _delivered(households)]),
        _drawn(shop, [partial(switch_maker, shop, goods, one) for one in goods.maker])[: shop.number(6)],
        _drawn(shop, [partial(move_maker, shop, goods, one) for one in goods.country])[: shop.number(3)],
    ]
    while any(pools):
        for pool in pools:
            if pool:
                yield pool.pop()


def _moves(shop: Shop, tree: Tree) -> list[Change]:
    return [partial(move, shop, tree, one) for one in movable(shop, tree)]


def _drawn(shop: Shop, pool: list[Change]) -> list[Change]:
    shop.rng.shuffle(pool)
    return pool


def _lines(households: Households) -> list[tuple[Order, Item]]:
    return [(one, item) for one in households.orders if not one.fixed for item in one.items]


def _parcels(households: Households) -> list[Order]:
    return [one for one in households.orders if not one.fixed and one.fate != "cancelled"]


def _delivered(households: Households) -> list[Order]:
    return [one for one in _parcels(households) if one.fate == "delivered"]


def _after(order: Order) -> Window:
    """Where an order is still corrected."""
    low = min(order.point + 0.02, 0.9)
    return (low, min(low + _CORRECTED, 0.96))


def _correct(desk: Desk, item: Item, order: Order) -> None:
    """A line gets another price, more often than another quantity or other goods."""
    shop = desk.shop
    kind = shop.rng.choices(("price", "qty", "product"), (5, 2, 3))[0]
    slots = {"item": item.name}
    shop.changed.add((kind, item.name))
    if kind == "price":
        prices = [one for one in (shop.money(4, 46) for _ in range(3)) if one != item.price]
        revisions(
            shop, item.noted, course_from(shop.plot, item.price, prices),
            lambda price: ("price_corrected", {**slots, "price": price}), _after(order),
            forward=lambda price, day: ("price_forwarded", {**slots, "price": price, "as_of": day}),
        )  # fmt: skip
    elif kind == "qty":
        others = [str(number) for number in range(1, 7) if number != item.qty]
        revisions(
            shop, item.noted, course_from(shop.plot, str(item.qty), others),
            lambda qty: ("quantity_changed", {**slots, "qty": qty}), _after(order),
        )  # fmt: skip
    else:
        _swap(desk, item, order)


def _swap(desk: Desk, item: Item, order: Order) -> None:
    """A line gets other goods, of its own shelf if that has more; the record names what it was before."""
    shop, goods = desk.shop, desk.goods
    ordered = [one.product for one in order.items]
    others = [one for one in goods.products if one not in ordered]
    near = [one for one in others if goods.shelf.get(one) == goods.shelf.get(item.product)]
    course = course_from(shop.plot, item.product, shop.pick(near or others, 2))
    steps = list(zip(course, course[1:], strict=False))
    names = [item.noted]
    for old, product in steps:
        values: Values = {"item": item.name, "old": old, "product": product}
        names.append(shop.plot.add("item_swapped", values, _after(order), after=names[-1:]))
    if forwards(shop):
        copied: Values = {"item": item.name, "product": course[0], "as_of": DayOf(names[0])}
        shop.plot.add("product_forwarded", copied, (0.7, 0.99), after=names, distractor="D3")


def _redirect(desk: Desk, order: Order) -> None:
    """A parcel goes elsewhere."""
    shop = desk.shop
    shop.changed.add(("address", order.name))
    others = [one for one in desk.goods.town if one != order.address]
    revisions(
        shop, order.opened, course_from(shop.plot, order.address, shop.pick(others, 2)),
        lambda address: ("redirected", {"order": order.name, "address": address}),
        (order.point, order.point + 0.025),
    )  # fmt: skip


def _correct_handover(shop: Shop, order: Order) -> None:
    """The receipt of a parcel turns out to say another day."""
    first = order.handed
    shop.changed.add(("delivered", order.name))
    days = [DayOf(first.name, offset) for offset in (1, 2, 3, 4)]
    revisions(
        shop, first.name, course_from(shop.plot, first, days),
        lambda day: ("handover_corrected", {"order": order.name, "delivered": day}),
        (order.point + 0.06, min(order.point + 0.06 + _CORRECTED, 0.96)),
    )  # fmt: skip
