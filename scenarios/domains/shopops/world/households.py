"""Households: their quarters, what they order in each, and which lists of it are ever closed. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.domains.shopops.world.categories import Tree
from scenarios.domains.shopops.world.goods import Goods
from scenarios.domains.shopops.world.orders import (
    LATE_PAPERS,
    MARKS,
    PAPERS_END,
    PAPERWORK,
    Order,
    add_lines,
    bring_back,
    close_returns,
    list_items,
    new_item,
    place,
    place_whole,
    send,
    slip,
    take_back,
)
from scenarios.domains.shopops.world.shop import OPENING, Quarter, Shop
from scenarios.generators.derive.plan import Values
from scenarios.generators.derive.plot import Window

#: How many orders the quarters have, one after the other, so that some surely have several.
ORDERS = (1, 3, 2, 1, 4, 1, 2, 3, 1, 5)
#: How many lines an order has, by weight.
LINES = ((1, 1), (2, 2), (3, 2), (4, 9), (6, 4), (7, 1), (8, 7))
SMALL_LINES = ((1, 2), (2, 3), (3, 3), (4, 3))
#: The share of orders that come whole, or of larger ones the first four lines.
WHOLE = 0.75
FATES = (("delivered", 11), ("shipped", 3), ("placed", 4), ("cancelled", 2))
#: Quarters that begin later than this have no orders that are asked about.
LAST_ORDERS = 0.75
#: The share of orders whose goods all come from as few shelves as can be.
PURE = 0.7
#: Which of ten quarters in a row are the first whose lists are not all closed in time.
UNTIDY = (2, 6, 9, 4, 7)
#: Of the groups that do not get their completeness in time, this share gets it late, the rest never.
LATE = 0.5
#: The share of orders with returns of which all goes back.
ALL_BACK = 0.35
#: The share of slips that a line comes behind, after which the whole list is sent again, and of all lists
#: that are simply sent again.
REOPENED, RESTATED = 0.08, 0.25
#: Where a list is sent again.
AGAIN: Window = (0.6, 0.96)


@dataclass
class Group:
    """A household's quarter. Lists of a quarter that is not ``tidy`` are often closed late or never."""

    customer: str
    quarter: Quarter
    orders: list[Order] = field(default_factory=list)
    tidy: bool = True


@dataclass
class Households:
    """All that is asked about; ``home`` are the addresses of each household."""

    groups: list[Group] = field(default_factory=list)
    home: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def orders(self) -> list[Order]:
        return [order for group in self.groups for order in group.orders]

    @property
    def customers(self) -> list[str]:
        return list(self.home)

    def free_quarters(self, shop: Shop, customer: str) -> list[Quarter]:
        """The quarters of a household that nothing is planned for."""
        taken = {group.quarter.name for group in self.groups if group.customer == customer}
        return [quarter for quarter in shop.quarters if quarter.name not in taken]


@dataclass(frozen=True)
class Desk:
    """What orders are made of."""

    shop: Shop
    tree: Tree
    goods: Goods


def move_in(shop: Shop, goods: Goods, households: Households) -> None:
    """Name the households; each has one address or two."""
    addresses = [*goods.town, *goods.kept_back]
    for place_ in range(shop.number(shop.accent.customers, 3)):
        first = addresses[place_ % len(addresses)]
        others = [one for one in addresses if one != first]
        second = (shop.rng.choice(others),) if others and shop.rng.random() < 0.5 else ()
        households.home[shop.name("customer")] = (first, *second)


def open_quarters(shop: Shop) -> list[Quarter]:
    """The quarters that orders fall into: behind the catalogue, and early enough for their papers."""
    found = [one for one in shop.quarters if one.high > 2 * OPENING and one.low < LAST_ORDERS]
    return found or list(shop.quarters)


def empty_quarter(shop: Shop, customer: str, quarter: Quarter, households: Households) -> None:
    """Plan a statement that there was no order."""
    low = min(quarter.high, 0.8)
    values: Values = {"customer": customer, "quarter": quarter.name}
    restated(shop, "quarter_statement_empty", values, (low, min(low + 0.1, 0.9)), [])
    households.groups.append(Group(customer, quarter))


def orders_of(shop: Shop, households: Households) -> int:
    """How many orders the next quarter has."""
    return 1 if shop.small else ORDERS[len(households.groups) % len(ORDERS)]


def busy_quarter(desk: Desk, group: Group, households: Households, count: int) -> None:
    """Plan a household's orders of a quarter and the statement that lists them."""
    shop, customer, quarter = desk.shop, group.customer, group.quarter
    group.tidy = len(households.groups) % 10 not in UNTIDY[: shop.accent.untidy]
    for number in range(count):
        share = (number + shop.rng.uniform(0.15, 0.85)) / count
        point = max(quarter.within(0.08 + 0.84 * share), OPENING * 1.2)
        order = Order(shop.name("order"), customer, quarter.name, point, _address(shop, households, customer))
        group.orders.append(order)
        take_order(desk, order, group.tidy)
    window = completed(shop, quarter.high, group.tidy)
    if window is not None:
        values: Values = {
            "customer": customer, "quarter": quarter.name,
            "orders": tuple(order.name for order in group.orders),
        }  # fmt: skip
        restated(shop, "quarter_statement", values, window, [one.opened for one in group.orders])


def _address(shop: Shop, households: Households, customer: str) -> str:
    return shop.rng.choice(households.home[customer])


def drawn(shop: Shop, weights: tuple[tuple[int, int], ...]) -> int:
    """A number by weight."""
    return shop.rng.choices([one for one, _ in weights], [weight for _, weight in weights])[0]


def completed(shop: Shop, low: float, tidy: bool | None = None) -> Window | None:
    """Where the completeness of a group lies: behind ``low``, late, or nowhere (None). All lists of a tidy
    quarter are closed in time, so that large groups are known at all; the other quarters make up for them."""
    rate, low = shop.brief.config.completeness_rate, min(low, PAPERS_END - 0.05)
    if tidy is not None:
        most = 1 - shop.accent.untidy / 10
        rate = min(1.0, rate / most) if tidy else max(0.0, (rate - most) / (1 - most))
    if shop.plot.happens(rate):
        return shop.plot.spread(1, (low, min(low + PAPERWORK, PAPERS_END)))[0]
    return LATE_PAPERS if shop.rng.random() < LATE else None


def restated(shop: Shop, template: str, values: Values, window: Window, after: Sequence[str]) -> None:
    """Plan a list, and now and then the same list once more, later."""
    listed = shop.plot.add(template, values, window, after=after)
    if shop.rng.random() < RESTATED:
        shop.plot.add(template, values, AGAIN, after=[listed])


def take_order(desk: Desk, order: Order, tidy: bool) -> None:
    """Plan an order with its lines, its way, what goes back and its papers."""
    shop = desk.shop
    products = basket_of(desk, drawn(shop, SMALL_LINES if shop.small else LINES))
    introduced = _introduced(desk, order, products)
    whole = len(products) > 1 and shop.rng.random() < WHOLE
    if whole:
        first, products = products[: len(MARKS)], products[len(MARKS) :]
        order.items += [new_item(shop, product) for product in first]
        place_whole(shop, order, introduced)
    else:
        joined = (len(products) % 2 == 1) is (shop.rng.random() < shop.accent.joined)
        if joined:
            order.items.append(new_item(shop, products.pop(0)))
        place(shop, order, joined=joined, introduced=introduced)
    list_items(shop, order, products)
    fates = [fate for fate, _ in FATES]
    send(shop, order, shop.rng.choices(fates, [weight for _, weight in FATES])[0])
    if order.fate != "cancelled":
        _papers(desk, order, tidy, whole=whole and not products)


def _introduced(desk: Desk, order: Order, products: list[str]) -> list[str]:
    """The records that name an order's address and goods first, where they come early."""
    names = [order.address, *products]
    return [desk.goods.noted[name] for name in names if name in desk.goods.noted]


def basket_of(desk: Desk, count: int) -> list[str]:
    """Different products of an order: most orders take all from one shelf and, when that has no more, from
    those beside it; the others hold something from anywhere."""
    shop, goods, tree = desk.shop, desk.goods, desk.tree
    shelves = _shuffled(shop, tree.shelves)
    first = shelves[0]
    shelves.sort(key=lambda shelf: (shelf != first, tree.above[shelf] != tree.above[first]))
    pool = [product for shelf in shelves for product in _shuffled(shop, goods.on(shelf))]
    if shop.rng.random() >= PURE:
        pool.insert(shop.rng.randrange(count), shop.rng.choice(goods.products))
    return list(dict.fromkeys(pool))[:count]


def _shuffled(shop: Shop, names: Sequence[str]) -> list[str]:
    return shop.rng.sample(names, len(names))


def _papers(desk: Desk, order: Order, tidy: bool, *, whole: bool) -> None:
    """Plan what goes back, and that the lists of lines and of returns are whole."""
    shop = desk.shop
    after_goods = order.point + (0.1 if order.fate == "delivered" else 0.03)
    window = completed(shop, after_goods, tidy)
    if order.fate == "delivered" and shop.rng.random() < shop.accent.returned:
        _send_back(shop, order, closed=window is not None)
    if order.returned and shop.rng.random() < shop.accent.reversed:
        _reversed(shop, order, window)
    elif window is not None:
        order.desk.append(close_returns(shop, order, window))
        if shop.rng.random() < RESTATED:
            close_returns(shop, order, AGAIN)
    if not whole or shop.rng.random() < RESTATED:
        _slips(desk, order, tidy)


def _send_back(shop: Shop, order: Order, *, closed: bool) -> None:
    """Plan what goes back: all of an order or some of it, one line or two with a record of their own, the
    others only in the list that closes its returns, if one does."""
    lines = len(order.items)
    count = lines if shop.rng.random() < ALL_BACK else shop.rng.randint(1, max(1, lines - 1))
    items = shop.rng.sample(order.items, count)
    noted = items[: shop.rng.choice((1, 1, 2))]
    if closed:
        order.back = [item for item in items if item not in noted]
    for item in noted:
        bring_back(shop, order, item)


def _reversed(shop: Shop, order: Order, window: Window | None) -> None:
    """Plan that the last return is taken back, before the desk closes the order or afterwards."""
    item, before = order.back[-1], shop.rng.random() < 0.5
    if window is None or before:
        low = order.point + 0.09
        span = (min(low, 0.9), min(low + 0.1, 0.92))
        order.desk.append(take_back(shop, order, item, [order.desk[-1]], span))
    if window is None:
        return
    closed = close_returns(shop, order, window)
    if before and shop.rng.random() < RESTATED:
        order.desk.append(closed)
        close_returns(shop, order, AGAIN)
    if not before:
        take_back(shop, order, item, [closed], (window[0], min(window[1] + 0.1, 0.96)))


def _slips(desk: Desk, order: Order, tidy: bool) -> None:
    """Plan the slip, now and then with a line behind it and a second slip that lists all."""
    shop = desk.shop
    window = completed(shop, order.point + 0.02, tidy)
    if window is None:
        return
    listed = slip(shop, order, window)
    fate = shop.rng.random()
    if fate < REOPENED:
        item = new_item(shop, basket_of(desk, 1)[0])
        order.items.append(item)
        add_lines(shop, order, [item], (window[1], window[1] + 0.05), listed)
        slip(shop, order, (min(window[1], 0.9), 0.97))
    elif fate < REOPENED + RESTATED:
        order.lined.append(listed)
        slip(shop, order, AGAIN)
