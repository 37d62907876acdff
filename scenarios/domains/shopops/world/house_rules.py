"""Which rules the house declares, kind by kind in turn, until their part of the room is used. PURE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from scenarios.domains.shopops.world.clubs import Clubs, free_postage
from scenarios.domains.shopops.world.households import Desk, Group, Households
from scenarios.domains.shopops.world.spending import (
    Spending,
    ban,
    bought,
    excuse,
    granted,
    set_budget,
    set_deadline,
    set_limit,
    set_threshold,
)

Rule = Callable[[], None]


def declare(desk: Desk, households: Households, spending: Spending, clubs: Clubs, limit: int) -> None:
    """Plan the rules: in a small history one or two of each kind."""
    for rule in _in_turn(_pools(desk, households, spending, clubs)):
        desk.shop.tried(rule, limit)


def _pools(desk: Desk, households: Households, spending: Spending, clubs: Clubs) -> list[list[Rule]]:
    shop, accent, tree = desk.shop, desk.shop.accent, desk.tree
    groups = [one for one in households.groups if not any(order.fixed for order in one.orders)]
    budgets: list[Rule] = [
        partial(_budget, desk, spending, groups[place % len(groups)])
        for place in range(shop.number(accent.budgets))
    ]
    back = [desk.goods.shelf.get(item.product) for one in households.orders for item in one.returned]
    shelves = [one for one in dict.fromkeys((*back, *tree.shelves)) if one in tree.shelves]
    del shelves[shop.number(accent.deadlines) :]
    sold = [one for group in groups for one in bought(group, tree, desk.goods) if one in tree.shelves]
    bans = shop.pick(list(dict.fromkeys(sold)) or tree.shelves, shop.number(accent.bans))
    return [
        [partial(set_threshold, shop, shop.number(accent.thresholds))],
        [partial(set_limit, shop, shop.number(accent.limits))],
        budgets,
        [partial(set_deadline, shop, spending, shelf) for shelf in shelves],
        [partial(excuse, shop, spending) for _ in range(shop.number(accent.waivers))],
        [partial(free_postage, shop, clubs) for _ in range(shop.number(accent.free_plans))],
        [partial(ban, shop, spending, shelf) for shelf in bans],
    ]


def _in_turn(pools: list[list[Rule]]) -> Iterator[Rule]:
    while any(pools):
        for pool in pools:
            if pool:
                yield pool.pop(0)


def _budget(desk: Desk, spending: Spending, group: Group) -> None:
    """A budget for a category that the household bought in, if it bought anything that quarter."""
    spent = bought(group, desk.tree, desk.goods)
    category = granted(desk.shop, desk.tree, spent)
    set_budget(desk.shop, spending, group, category, spent.get(category, Fraction()))
