"""The world of a ShopOps scenario: a shop's catalogue, households with their orders and returns, and rules,
planned to the size of the brief (spec 4.2, 5.3 stages 1 to 6). PURE.
"""

from __future__ import annotations

from functools import partial

from scenarios.domains.shopops.world.asking import Asker
from scenarios.domains.shopops.world.categories import plant
from scenarios.domains.shopops.world.changes import changes
from scenarios.domains.shopops.world.clubs import found
from scenarios.domains.shopops.world.giant import plan_giant
from scenarios.domains.shopops.world.goods import stock
from scenarios.domains.shopops.world.house_rules import declare
from scenarios.domains.shopops.world.households import (
    Desk,
    Group,
    Households,
    busy_quarter,
    empty_quarter,
    move_in,
    open_quarters,
    orders_of,
)
from scenarios.domains.shopops.world.lookalikes import counts, plan_lookalikes
from scenarios.domains.shopops.world.shop import Shop
from scenarios.domains.shopops.world.spending import Spending
from scenarios.generators.derive.world import Brief, World

#: The share of the room that is kept for rules and clubs while orders are planned, and for changes; where
#: there is little room, orders come first.
RULES, CHANGES = 0.26, 0.17
SMALL_RULES, SMALL_CHANGES = 0.2, 0.1
#: Quarters behind the early ones come up so much later in the draw: what is asked of is mostly known by then.
EARLY, LATER = 0.6, 0.8


def build(brief: Brief) -> World:
    """Plan a scenario of ShopOps. The same brief gives the same world."""
    shop = Shop.of(brief)
    tree = plant(shop)
    desk = Desk(shop, tree, stock(shop, tree))
    households, spending = Households(), Spending()
    move_in(shop, desk.goods, households)
    size = brief.config.planned_witness
    planned = None if size is None else plan_giant(desk, households, size)
    distractors = sum(counts(brief.config).values())
    room = brief.room - distractors
    rules, later = (SMALL_RULES, SMALL_CHANGES) if shop.small else (RULES, CHANGES)
    _fill_quarters(desk, households, round(room * (1 - rules - later)))
    clubs = found(shop, desk.goods, households)
    declare(desk, households, spending, clubs, round(room * (1 - later)))
    plan_lookalikes(desk, households, spending, brief.room - len(shop.plot.events))
    _correct(desk, households, brief.room)
    asked = Asker(desk, households, spending, clubs).asked()
    return World(shop.cast(), tuple(shop.plot.events), asked, planned)


def _fill_quarters(desk: Desk, households: Households, limit: int) -> None:
    """Plan quarters of households in turn until the limit is reached: some empty, the others with orders."""
    shop = desk.shop
    free = [(customer, quarter) for customer in households.customers for quarter in open_quarters(shop)]
    free.sort(key=lambda one: shop.rng.random() + LATER * (one[1].low > EARLY))
    empty = shop.number(shop.accent.empty_quarters)
    for customer, quarter in free[:empty]:
        empty_quarter(shop, customer, quarter, households)
    for customer, quarter in free[empty:]:
        if not any(_filled(desk, households, Group(customer, quarter), count, limit) for count in (None, 1)):
            return


def _filled(desk: Desk, households: Households, group: Group, count: int | None, limit: int) -> bool:
    """Plan a quarter with so many orders, None for as many as its turn brings, if there is room for it."""
    orders = count or orders_of(desk.shop, households)
    if not desk.shop.tried(partial(busy_quarter, desk, group, households, orders), limit):
        return False
    households.groups.append(group)
    return True


def _correct(desk: Desk, households: Households, limit: int) -> None:
    """Plan corrections until the room is used."""
    for change in changes(desk, households):
        if len(desk.shop.plot.events) >= limit:
            return
        desk.shop.tried(change, limit)
