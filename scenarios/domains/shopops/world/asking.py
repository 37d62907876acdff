"""What is worth asking of a planned history: the arguments of each question form (spec 3.2). PURE.

Look-alikes are never asked about: only what the planned parts list themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scenarios.domains.shopops.world.clubs import Clubs
from scenarios.domains.shopops.world.households import Desk, Group, Households
from scenarios.domains.shopops.world.orders import Item, Order
from scenarios.domains.shopops.world.spending import BudgetKey, Spending
from scenarios.generators.derive.world import Arguments

#: A way up that is longer leads far: one step of it lies in a wide graph.
_FAR = 3
#: Of forms with narrow derivations about so many arguments are worth asking.
_NARROW = 6
#: An order with so many lines is large.
_LARGE = 4
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

    @property
    def _large(self) -> list[Order]:
        """The orders with many lines that were not called off."""
        orders = [order for order in self.households.orders if order.fate != "cancelled"]
        return [order for order in orders if len(order.items) >= _LARGE]

    def _goods(self) -> Asked:
        names = [item.name for item in self.items]
        large = [item.name for order in self._large for item in order.items] or names
        return {
            "current_product": self._changing("item", "product", names),
            "current_cost": self._changing("item", "price", names),
            "current_units": self._changing("item", "qty", names),
            "current_manufacturer": self._changing("product", "maker", self.desk.goods.products),
            "category_of": self._some("item", "product", large, _NARROW),
            "manufactured_in": self._some("item", "product", large, _NARROW),
            "is_imported": self._some("item", "product", large, 3 * _NARROW),
            "same_category": self._pairs()[: 2 * _NARROW],
            "refundable": [{"item": item.name} for item in self._judged()],
        }

    def _changing(self, slot: str, fact: str, names: Sequence[str]) -> list[Arguments]:
        """Those for which a fact has later versions, and half as many others, a few at least."""
        changed = [one for one in names if (fact, one) in self.desk.shop.changed]
        same = [one for one in names if one not in changed]
        few = self.desk.shop.pick(same, max(4, len(changed) // 2))
        return [{slot: name} for name in (*changed, *few)]

    def _some(self, slot: str, fact: str, names: Sequence[str], most: int) -> list[Arguments]:
        """Not all of them: the derivations of these forms are narrow, and enough of them suffice."""
        found = self._changing(slot, fact, names)
        rest = [{slot: name} for name in self.desk.shop.pick(names, most)]
        return _distinct([*found[: most // 2], *rest])[:most]

    def _judged(self) -> list[Item]:
        """Lines that were brought back at some time, and one of every order that was not touched."""
        found: list[Item] = []
        for order in self.households.orders:
            found += order.returned or order.items[:1]
        return found

    def _pairs(self) -> list[Arguments]:
        """Pairs of lines: two of three from one record, so that little tells, the others from anywhere."""
        rng, goods = self.desk.shop.rng, self.desk.goods
        items = [item for item in self.items if item.product in goods.shelf]
        rng.shuffle(items)
        found = []
        for place, first in enumerate(items):
            same = [one for one in items if one.noted == first.noted and one is not first]
            options = same if place % 3 else [one for one in items if one is not first]
            if options:
                pair = sorted((first.name, rng.choice(options).name))
                found.append({"first": pair[0], "second": pair[1]})
        return _distinct(found)

    def _tree(self) -> Asked:
        tree = self.desk.tree
        tops = [one for one in tree.above if tree.above[one] is None]
        near = [one for one in tree.above if len(tree.way(one)) == 1]
        far = [one for one in tree.tall if len(tree.way(one)) > _FAR]
        few = [{"category": one} for one in (*tops, *near, *tree.moves, *far[:: max(1, len(far) // 4)])]
        return {
            "current_higher": self._changing("category", "parent", list(tree.above)),
            "all_above": _distinct(few),
            "levels_above": _distinct(few),
            "very_top": _distinct(few),
            "levels_between": self._between(few),
            "is_above": _distinct([*self._steps(), *self._beside()]),
            "current_deadline": [{"category": one} for one in self._with_deadlines()],
            "current_free_delivery": [{}],
        }

    def _between(self, asked: Sequence[Arguments]) -> list[Arguments]:
        """Each of these with all that was ever above it."""
        return _distinct([{**one, "other": above} for one in asked for above in self._above(one["category"])])

    def _steps(self) -> Iterator[Arguments]:
        """One step up or two: short ways, from far down in the tall tree inside wide graphs."""
        tree = self.desk.tree
        moved = list(tree.moves)
        deep = [one for one in tree.tall if len(tree.way(one)) > 2 * _FAR and one not in moved]
        for category in [*moved, *deep, *self.desk.shop.pick(list(tree.above), 3)]:
            for parent in dict.fromkeys((tree.above[category], *tree.moves.get(category, ()))):
                if parent is not None:
                    yield {"category": category, "other": parent}
                    if tree.above[parent] and category in deep:
                        yield {"category": category, "other": tree.above[parent] or ""}

    def _above(self, category: str) -> list[str]:
        """What was above a category at one time or another."""
        tree = self.desk.tree
        found = tree.way(category)
        for parent in tree.moves.get(category, ()):
            found += [parent, *tree.way(parent)]
        return list(dict.fromkeys(found))

    def _beside(self) -> Iterator[Arguments]:
        """For some categories near the top, others that are never above them."""
        tree, rng = self.desk.tree, self.desk.shop.rng
        near = [one for one in tree.above if len(tree.way(one)) < _FAR]
        for category in self.desk.shop.pick(near, 2 * _NARROW):
            options = [one for one in tree.above if one != category and one not in self._above(category)]
            yield {"category": category, "other": rng.choice(options)}

    def _with_deadlines(self) -> list[str]:
        others = [one for one in self.desk.tree.shelves if one not in self.spending.deadlines]
        return [*self.spending.deadlines, *others[:4]]

    def _orders(self) -> Asked:
        orders = self.households.orders
        names = [order.name for order in orders]
        every = [{"order": name} for name in names]
        listed = [order for order in orders if order.items and order.fate != "cancelled"]
        large = self._large
        small = [order for order in listed if order not in large][:_NARROW]
        lined = [{"order": order.name} for order in (*large, *small[:3])]
        inside = [
            {"order": order.name, "category": one}
            for order in (*large, *small[:3])
            for one in self._shelves(order)
        ]
        return {
            "current_destination": self._changing("order", "address", names),
            "current_arrival": self._changing("order", "delivered", names),
            "current_purchase_day": every[::3],
            "destination_country": self._some("order", "address", names, _NARROW),
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
        keys = [_budget(key) for key in self.spending.keys]
        excused = [_budget(key) for key in self.spending.excused]
        spent = [
            {**_quarter(group), "category": category}
            for group in self.households.groups
            for category in self._bought(group)
        ]
        return {
            "current_budget": keys,
            "over_limit": keys,
            "overspent": _distinct([*excused, *keys[:_NARROW]]),
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
        empty = [_quarter(group) for group in groups if not group.orders]
        several = [_quarter(group) for group in groups if len(group.orders) > 1]
        return {
            "number_of_purchases": [*several, *empty] or every,
            "dearest_purchase": every,
            "all_arrived": [*several, *empty[:2]] or every,
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


def _budget(key: BudgetKey) -> Arguments:
    return dict(zip(("customer", "category", "quarter"), key, strict=True))


def _quarter(group: Group) -> dict[str, str]:
    return {"customer": group.customer, "quarter": group.quarter.name}


def _distinct(arguments: Sequence[Arguments]) -> list[Arguments]:
    return list({tuple(sorted(one.items())): one for one in arguments}.values())
