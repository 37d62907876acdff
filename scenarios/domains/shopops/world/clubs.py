"""Clubs: what each expects, who holds a card, and whose parcels carry no postage. PURE."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.domains.shopops.world.goods import Goods
from scenarios.domains.shopops.world.households import Households, completed
from scenarios.domains.shopops.world.shop import OPENING, Shop
from scenarios.generators.derive.plan import Values

#: Of the products that a club expects, about this share is what some household buys.
WANTED = 0.7


@dataclass
class Clubs:
    """Plans with the products of their sheets; ``cards`` are the plans that a household joined."""

    sheets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    free: list[str] = field(default_factory=list)
    cards: dict[str, list[str]] = field(default_factory=dict)


def found(shop: Shop, goods: Goods, households: Households) -> Clubs:
    """Plan the clubs with their sheets, and the cards of the households."""
    clubs = Clubs()
    bought = [item.product for order in households.orders for item in order.kept] or goods.products
    for _ in range(shop.number(shop.accent.plans)):
        plan = shop.name("plan")
        wanted = []
        for _ in range(shop.rng.choice((1, 2, 3, 4))):
            options = bought if shop.rng.random() < WANTED else goods.products
            wanted.append(shop.rng.choice(options))
        clubs.sheets[plan] = tuple(dict.fromkeys(wanted))
        values: Values = {"plan": plan, "products": clubs.sheets[plan]}
        shop.plot.add("basket_sheet", values, (OPENING, 0.45))
    for customer in shop.pick(households.customers, shop.number(7, 2)):
        _cards(shop, clubs, customer)
    return clubs


def _cards(shop: Shop, clubs: Clubs, customer: str) -> None:
    """Plan the cards of a household, now and then one handed in, and the list of those it holds."""
    joined, names = list(shop.pick(list(clubs.sheets), shop.rng.choice((0, 1, 1, 2)))), list[str]()
    for plan in joined:
        values = {"customer": customer, "plan": plan}
        names.append(shop.plot.add("plan_joined", values, (0.1, 0.5)))
    clubs.cards[customer] = list(joined)
    held = list(joined)
    if joined and shop.rng.random() < 0.3:
        left = held.pop()
        values = {"customer": customer, "plan": left}
        names.append(shop.plot.add("plan_left", values, (0.5, 0.75), after=[names[-1]]))
    window = completed(shop, 0.5)
    if window is not None:
        template = "plans_closed" if held else "plans_closed_empty"
        listed: Values = {"customer": customer}
        if held:
            listed["plans"] = tuple(held)
        shop.plot.add(template, listed, window, after=names)


def free_postage(shop: Shop, clubs: Clubs) -> None:
    """Plan that a club's parcels carry no postage up to a day; renewed or ended now and then."""
    options = [one for one in clubs.sheets if one not in clubs.free]
    if not options:
        return
    plan = shop.rng.choice(options)
    clubs.free.append(plan)
    point, names = shop.rng.uniform(0.15, 0.5), list[str]()
    for _ in range(shop.plot.versions()):
        ends = min(point + shop.rng.uniform(0.2, 0.45), 1.0)
        values = {"plan": plan, "ends": shop.plot.day(ends)}
        names.append(shop.plot.add("club_postage", values, (point, point + 0.02), after=names[-1:]))
        point = min(ends - 0.02, 0.9)
    if shop.rng.random() < 0.3:
        shop.plot.add("club_postage_ended", {"plan": plan}, (0.6, 0.95), after=names[-1:])
