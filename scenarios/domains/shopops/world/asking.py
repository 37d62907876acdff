"""What is worth asking of a planned history: the arguments of each question form (spec 3.2). PURE.

Look-alikes are never asked about: only what the planned parts list themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scenarios.domains.shopops.world.clubs import Clubs
from scenarios.domains.shopops.world.households import Desk, Group, Households
from scenarios.domains.shopops.world.orders import Item, Order
from scenarios.domains.shopops.world.spending import Spending
from scenarios.generators.derive.world import Arguments

Asked = dict[str, Sequence[Arguments]]


@dataclass(frozen=True)
class Asker:
    """All that was planned, to draw arguments from."""

    desk: Desk
    households: Households
    spending: Spending
    clubs: Clubs

    def asked(self) -> Mapping[str, Sequence[Arguments]]:
        """The arguments of every form."""
        return {**self._goods(), **self._tree(), **self._orders(), **self._spending(), **self._quarters()}

    @property
    def items(self) -> list[Item]:
        return [item for order in self.households.orders for item in order.items]

    def _goods(self) -> Asked:
        items = [{"item": item.name} for item in self.items]
        products = [{"product": product} for product in self.desk.goods.products]
        return {
            "current_product": items,
            "current_cost": items,
            "current_units": items,
            "current_manufacturer": products,
            "category_of": items,
            "manufactured_in": items,
            "is_imported": items,
            "same_category": self._pairs(),
            "refundable": [{"item": item.name} for item in self._judged()],
        }

    def _judged(self) -> list[Item]:
        """Lines that were brought back at some time, and one of every order that was not touched."""
        found: list[Item] = []
        for order in self.households.orders:
            found += order.returned or order.items[:1]
        return found

    def _pairs(self) -> list[Arguments]:
        """Pairs of lines: half of them with goods of one shelf."""
        rng, goods = self.desk.shop.rng, self.desk.goods
        items = [item for item in self.items if item.product in goods.shelf]
        found = []
        for place, first in enumerate(items):
            same = [one for one in items if goods.shelf[one.product] == goods.shelf[first.product]]
            options = [one for one in (same if place % 2 else items) if one is not first]
            if options:
                pair = sorted((first.name, rng.choice(options).name))
                found.append({"first": pair[0], "second": pair[1]})
        return _distinct(found)

    def _tree(self) -> Asked:
        tree = self.desk.tree
        every = [{"category": category} for category in [*tree.above]]
        ways = [(one, above) for one in tree.above for above in self._above(one)]
        told = [{"category": one, "other": above} for one, above in ways]
        return {
            "current_higher": every,
            "all_above": every,
            "levels_above": every,
            "very_top": every,
            "levels_between": told,
            "is_above": _distinct([*told, *self._beside()]),
            "current_deadline": [{"category": one} for one in self._with_deadlines()],
            "current_free_delivery": [{}],
        }

    def _above(self, category: str) -> list[str]:
        """What was above a category at one time or another."""
        tree = self.desk.tree
        found = tree.way(category)
        for parent in tree.moves.get(category, ()):
            found += [parent, *tree.way(parent)]
        return list(dict.fromkeys(found))

    def _beside(self) -> Iterator[Arguments]:
        """For each category, others that are never above it."""
        tree, rng = self.desk.tree, self.desk.shop.rng
        for category in tree.above:
            options = [one for one in tree.above if one != category and one not in self._above(category)]
            for other in rng.sample(options, min(2, len(options))):
                yield {"category": category, "other": other}

    def _with_deadlines(self) -> list[str]:
        others = [one for one in self.desk.tree.shelves if one not in self.spending.deadlines]
        return [*self.spending.deadlines, *others[:4]]

    def _orders(self) -> Asked:
        orders = self.households.orders
        every = [{"order": order.name} for order in orders]
        lined = [{"order": order.name} for order in orders if order.items and order.fate != "cancelled"]
        inside = [{"order": order.name, "category": one} for order in orders for one in self._shelves(order)]
        return {
            "current_destination": every,
            "current_arrival": every,
            "current_purchase_day": every,
            "destination_country": every,
            "articles_in": inside,
            "number_in": inside,
            "free_delivery": every,
            "needs_authorisation": lined,
            "kept_articles": lined,
            "number_kept": lined,
            "purchase_total": lined,
            "dearest_article": lined,
            "any_imported": lined,
        }

    def _shelves(self, order: Order) -> list[str]:
        """The categories of an order's goods, what is above them, and one that none of them is in."""
        goods, tree, rng = self.desk.goods, self.desk.tree, self.desk.shop.rng
        if order.fate == "cancelled" or not order.items:
            return []
        own = [goods.shelf[item.product] for item in order.items if item.product in goods.shelf]
        found = [one for shelf in own for one in (shelf, *tree.way(shelf)[:2])]
        others = [one for one in tree.above if one not in found and one not in tree.tall]
        return list(dict.fromkeys([*found, *rng.sample(others, min(1, len(others)))]))

    def _spending(self) -> Asked:
        keys = [
            {"customer": customer, "category": category, "quarter": quarter}
            for customer, category, quarter in self.spending.keys
        ]
        spent = [
            {**_quarter(group), "category": category}
            for group in self.households.groups
            for category in self._bought(group)
        ]
        return {
            "current_budget": keys,
            "over_limit": keys,
            "overspent": keys,
            "covered_by_budget": keys,
            "budget_left": keys,
            "spending": _distinct([*spent, *keys]),
        }

    def _bought(self, group: Group) -> list[str]:
        """The categories of a quarter's goods; of an empty quarter a few."""
        found = [category for order in group.orders for category in self._shelves(order)]
        tree = self.desk.tree
        few = self.desk.shop.rng.sample(tree.shelves, min(4, len(tree.shelves)))
        return list(dict.fromkeys(found))[:7] if group.orders else few

    def _quarters(self) -> Asked:
        groups = self.households.groups
        every = [_quarter(group) for group in groups]
        return {
            "number_of_purchases": every,
            "dearest_purchase": every,
            "all_arrived": every,
            "most_common_category": every,
            "permitted_articles": every,
            "owed_products": [
                {**_quarter(group), "plan": plan} for group in groups for plan in self._plans(group)
            ],
        }

    def _plans(self, group: Group) -> list[str]:
        """The clubs of a household and one more."""
        own = self.clubs.cards.get(group.customer, [])
        others = [plan for plan in self.clubs.sheets if plan not in own]
        return [*own, *self.desk.shop.rng.sample(others, min(2, len(others)))]


def _quarter(group: Group) -> dict[str, str]:
    return {"customer": group.customer, "quarter": group.quarter.name}


def _distinct(arguments: Sequence[Arguments]) -> list[Arguments]:
    return list({tuple(sorted(one.items())): one for one in arguments}.values())
