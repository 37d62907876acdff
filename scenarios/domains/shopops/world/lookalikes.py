"""Distractors with facts: near names (D2), other quarters of a household (D4), lists of other groups (D8),
and what takes the place of goods that run out (D9), which no question reads (spec 4.6). PURE."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.domains.shopops.world.households import Desk, Households, basket_of
from scenarios.domains.shopops.world.orders import Order, new_item
from scenarios.domains.shopops.world.shop import OPENING, Quarter
from scenarios.domains.shopops.world.spending import BudgetKey, Spending
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.plan import DayOf, Values

KINDS = ("D2", "D4", "D8", "D9")


@dataclass
class LookAlikes:
    """Who and what looks like those that are asked about: ``twins`` of households, orders of other quarters
    with the record that states them, groups that are still to be closed."""

    desk: Desk
    households: Households
    spending: Spending
    twins: list[str] = field(default_factory=list)
    orders: list[tuple[Order, str]] = field(default_factory=list)
    mirrored: set[str] = field(default_factory=set)
    granted: list[BudgetKey] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    step: int = 0


def counts(config: ScenarioConfig) -> dict[str, int]:
    """How many events of each kind there are to be."""
    return {kind: round(config.distractor_rate.get(kind, 0.0) * config.n_events) for kind in KINDS}


def plan_lookalikes(desk: Desk, households: Households, spending: Spending, room: int) -> None:
    """Plan them all, ``room`` at most: what others close comes behind what there is to close."""
    state = LookAlikes(desk, households, spending)
    makers = {"D2": _near, "D4": _other_quarter, "D8": _other_list, "D9": _stand_in}
    left = room
    for kind, count in counts(desk.shop.brief.config).items():
        for _ in range(min(count, left)):
            makers[kind](state)
            state.step += 1
            left -= 1


def _near(state: LookAlikes) -> None:
    """A household, a product or an order with a near name and facts of its own."""
    part = state.step % 5
    if not state.households.orders:
        _near_product(state)
    elif part == 0 or not state.twins:
        _near_order(state)
    elif part == 1:
        _near_product(state)
    elif part == 2:
        _budget(state, state.twins[-1], state.desk.shop.rng.choice(state.desk.shop.quarters), "D2")
    elif part == 3:
        _near_category(state)
    else:
        _near_card(state)


def _near_order(state: LookAlikes) -> None:
    """An order with a near number, placed by a household with a near name."""
    shop, orders = state.desk.shop, state.households.orders
    model = orders[(7 * len(state.twins)) % len(orders)]
    owners = state.households.customers
    state.twins.append(shop.near("customer", owners[len(state.twins) % len(owners)]))
    quarter = next(one for one in shop.quarters if one.name == model.quarter)
    order = Order(shop.near("order", model.name), state.twins[-1], quarter.name, model.point, model.address)
    _place(state, order, quarter, "D2")


def _near_product(state: LookAlikes) -> None:
    desk = state.desk
    model = desk.shop.rng.choice([one for one in desk.goods.shelf if one not in state.mirrored])
    shelf = desk.goods.shelf[model]
    values: Values = {"category": shelf, "products": (_twin(state, "product", model),)}
    desk.shop.plot.add("kind_note", values, (OPENING, 0.7), distractor="D2")


def _near_category(state: LookAlikes) -> None:
    """A near name beside its model in the tree: nothing that is asked about is beneath it."""
    desk = state.desk
    options = [one for one in desk.tree.told if desk.tree.above[one] and one not in state.mirrored]
    model = desk.shop.rng.choice(options)
    twin, parent = _twin(state, "category", model), desk.tree.above[model] or ""
    values: Values = {"categories": (twin,), "parent": parent}
    desk.shop.plot.add("branch_note", values, (OPENING, 0.7), distractor="D2")


def _near_card(state: LookAlikes) -> None:
    shop = state.desk.shop
    plans = shop.names.get("plan", [])
    values: Values = {"customer": state.twins[-1], "plan": shop.rng.choice(plans)}
    if any(event.values == values for event in shop.plot.events):
        return _near_product(state)
    shop.plot.add("plan_joined", values, (0.1, 0.8), distractor="D2")
    return None


def _twin(state: LookAlikes, type_name: str, model: str) -> str:
    """A near name of a model, which gets no second one."""
    state.mirrored.add(model)
    return state.desk.shop.near(type_name, model)


def _other_quarter(state: LookAlikes) -> None:
    """An order or a budget of a household in a quarter that nobody asks about."""
    shop = state.desk.shop
    customer = state.households.customers[state.step % len(state.households.customers)]
    quarters = state.households.free_quarters(shop, customer) or list(shop.quarters)
    quarter = shop.rng.choice(quarters)
    if state.step % 3 == 0 and quarters:
        order = Order(shop.name("order"), customer, quarter.name, quarter.within(0.5), "")
        _place(state, order, quarter, "D4")
    else:
        _budget(state, customer, quarter, "D4")


def _place(state: LookAlikes, order: Order, quarter: Quarter, kind: str) -> None:
    """An order with one line, all in one record."""
    desk = state.desk
    shop, goods = desk.shop, desk.goods
    address = order.address or shop.rng.choice(state.households.home[order.customer])
    item = new_item(shop, basket_of(desk, 1)[0])
    point = min(max(order.point, OPENING), 0.97)
    values: Values = {
        "customer": order.customer, "quarter": quarter.name, "order": order.name, "placed": DayOf(),
        "address": address, "item": item.name, "product": item.product, "price": item.price,
        "qty": str(item.qty),
    }  # fmt: skip
    after = [goods.noted[one] for one in (address, item.product) if one in goods.noted]
    noted = shop.plot.add("order_placed", values, (point, point + 0.01), after=after, distractor=kind)
    order.items.append(item)
    state.orders.append((order, noted))


def _budget(state: LookAlikes, customer: str, quarter: Quarter, kind: str) -> None:
    """An allowance that no question reads, for a category that has none for this quarter."""
    shop, tree = state.desk.shop, state.desk.tree
    taken = {(*key,) for key in state.spending.keys} | set(state.granted)
    options = [one for one in tree.shelves if (customer, one, quarter.name) not in taken]
    category = shop.rng.choice(options or tree.shelves)
    state.granted.append((customer, category, quarter.name))
    values: Values = {
        "customer": customer, "category": category, "quarter": quarter.name,
        "amount": str(5 * shop.rng.randrange(8, 50)),
    }  # fmt: skip
    low = max(OPENING, quarter.low - 0.05)
    shop.plot.add("budget_set", values, (low, min(low + 0.1, 0.98)), distractor=kind)


def _other_list(state: LookAlikes) -> None:
    """That the orders of such a quarter, or the lines or returns of such an order, are whole."""
    shop = state.desk.shop
    if not state.orders:
        return _stand_in(state, "D8")
    order, noted = state.orders[(state.step // 3) % len(state.orders)]
    lists: tuple[tuple[str, Values], ...] = (
        ("quarter_statement", {**_quarter_of(order), "orders": (order.name,)}),
        ("order_slip", {"order": order.name, "items": (order.items[0].name,)}),
        ("returns_closed_empty", {"order": order.name}),
    )
    template, values = lists[state.step % 3]
    low = min(order.point + 0.04, 0.9)
    shop.plot.add(template, values, (low, min(low + 0.3, 0.98)), after=[noted], distractor="D8")
    return None


def _quarter_of(order: Order) -> Values:
    return {"customer": order.customer, "quarter": order.quarter}


def _stand_in(state: LookAlikes, kind: str = "D9") -> None:
    shop = state.desk.shop
    options = [one for one in state.desk.goods.products if one not in state.replaced]
    product, other = shop.rng.sample(options or state.desk.goods.products, 2)
    state.replaced.append(product)
    values: Values = {"product": product, "other": other}
    shop.plot.add("stand_in_note", values, (OPENING, 0.95), distractor=kind)
